/** Real projects whose own test suites the witness is held against, as their authors published them. */

export interface Project {
  readonly name: string;
  readonly version: string;
  /** SHA-256 of the source distribution. */
  readonly sha256: string;
  /** The test tools need it themselves: they are installed beside it, for a second copy on the path would be one too many. */
  readonly ownLibraries?: true;
  /** How it gets into its environment: as an editable install, or as a wheel built from the source. */
  readonly install: 'editable' | 'wheel';
  /** What pytest runs. */
  readonly tests: readonly string[];
  /** A module, and tests that load it and take a moment. */
  readonly module: string;
  readonly quick: readonly string[];
  /** Folder from which the package is imported. */
  readonly root: string;
}

/** Options under which two runs of these suites are comparable: no state of earlier runs, no random examples. */
export const PYTEST_OPTIONS: readonly string[] = ['-q', '-p', 'no:cacheprovider', '-p', 'no:randomly', '--hypothesis-seed=0'];

export const PROJECTS: readonly Project[] = [
  {
    name: 'itsdangerous',
    version: '2.2.0',
    sha256: 'e0050c0b7da1eea53ffaf149c0cfbb5c6e2e2b69c4bef22c81fa6eb73e5f6173',
    install: 'wheel',
    tests: ['tests'],
    module: 'src/itsdangerous/signer.py',
    quick: ['tests/test_itsdangerous/test_signer.py'],
    root: 'src',
  },
  {
    name: 'jinja2',
    version: '3.1.6',
    sha256: '0137fb05990d35f1275a587e9aee6d56da821fc83491a0fb838183be43f66d6d',
    install: 'editable',
    tests: ['tests'],
    module: 'src/jinja2/utils.py',
    quick: ['tests/test_utils.py'],
    root: 'src',
  },
  {
    name: 'click',
    version: '8.5.1',
    sha256: '9bbfada76703fd1d784b83eea012e3e8c6a001a876543ef104fa56aaaeb072b4',
    install: 'wheel',
    tests: ['tests'],
    module: 'src/click/utils.py',
    quick: ['tests/test_arguments.py'],
    root: 'src',
  },
  {
    name: 'attrs',
    version: '26.1.0',
    sha256: 'd03ceb89cb322a8fd706d4fb91940737b6642aa36998fe130a9bc96c985eff32',
    ownLibraries: true,
    install: 'editable',
    tests: ['tests'],
    module: 'src/attr/_cmp.py',
    quick: ['tests/test_cmp.py'],
    root: 'src',
  },
  {
    name: 'packaging',
    version: '26.4',
    sha256: 'c4b671c41ddb9bf26e543c37723610d28fb6bf7affc4da17cf048d419d2c062a',
    ownLibraries: true,
    install: 'editable',
    tests: ['tests'],
    module: 'src/packaging/utils.py',
    quick: ['tests/test_utils.py'],
    root: 'src',
  },
  {
    name: 'networkx',
    version: '3.6.1',
    sha256: '26b7c357accc0c8cde558ad486283728b65b6a95d85ee1cd66bafab4c8168509',
    install: 'editable',
    // A sixth of the suite: what remains is more of the same kind.
    tests: ['networkx/classes', 'networkx/utils', 'networkx/algorithms/tree', 'networkx/algorithms/traversal', 'networkx/readwrite'],
    module: 'networkx/classes/graph.py',
    quick: ['networkx/classes/tests/test_graph.py'],
    root: '.',
  },
];
