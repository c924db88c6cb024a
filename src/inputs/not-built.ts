/** What the command line reserves and this version cannot do. Asking for it stops the call: nothing is pretended. */

export const NOT_BUILT_VERBS: readonly (readonly [string, string])[] = [
  ['packet', 'no review packet is written'],
  ['fan-in', 'bundles of a matrix are not gathered'],
  ['verify', 'stored bundles are not judged again'],
  ['doctor', 'workflows are not examined'],
  ['init', 'no workflow is written'],
];

export const NOT_BUILT_OPTIONS: readonly (readonly [string, string])[] = [
  ['--isolation <mode>', 'isolated worktrees are not made'],
  ['--link <path>', 'isolated worktrees are not made'],
  ['--on-success <mode>', 'isolated worktrees are not made'],
  ['--owned <glob>', 'ownership of paths is not judged'],
  ['--forbidden <glob>', 'ownership of paths is not judged'],
  ['--require-rebased', 'the base is not looked at'],
  ['--bundle <dir>', 'no bundle is written'],
  ['--bytecode <mode>', 'bytecode is purged, never isolated'],
  ['--also <command>', 'a second command is not run'],
  ['--cached-evidence', 'cached bundles are not read'],
];
