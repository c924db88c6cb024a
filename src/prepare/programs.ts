/** What well-known programs mean for the question which Python a command uses. */

/** An interpreter's own name: `python`, `python3.11`, `pypy3`, `python3.13t`. */
export const PYTHON_NAME = /^(?:python|pypy)(?:\d+(?:\.\d+)?)?t?d?$/;

export const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash']);

/** Words of the shell's grammar that a command may stand behind. */
export const SHELL_PREFIXES: ReadonlySet<string> = new Set(['if', 'then', 'elif', 'else', 'while', 'until', 'do', '!', '{', 'exec', 'command', 'builtin', 'time', 'eval']);

/** Programs that start the program behind their options; the number of operands before it. */
export const WRAPPERS: ReadonlyMap<string, number> = new Map([
  ['env', 0],
  ['nice', 0],
  ['nohup', 0],
  ['setsid', 0],
  ['stdbuf', 0],
  ['time', 0],
  ['timeout', 1],
  ['xvfb-run', 0],
  ['dbus-run-session', 0],
  ['catchsegv', 0],
  ['sudo', 0],
]);

/** Options of those wrappers whose value is the next word. */
export const WRAPPER_VALUE_OPTIONS: ReadonlySet<string> = new Set(['-u', '--unset', '-C', '--chdir', '-n', '--adjustment', '-s', '--signal', '-k', '--kill-after', '-i', '-o', '-e', '-f', '--server-num', '--server-args', '-p', '-g', '-h']);

/** Programs that run no Python, whatever their arguments are. */
export const NO_PYTHON: ReadonlySet<string> = new Set(
  (
    'node nodejs npm npx yarn pnpm bun bunx deno corepack jest vitest mocha tsc eslint go gotestsum cargo rustc rustup java javac mvn mvnw gradle gradlew sbt kotlinc dotnet msbuild ruby rake bundle rspec php phpunit composer swift xcodebuild elixir mix rebar3 ghc cabal stack dart flutter perl prove lua ' +
    '[ [[ : true false test echo printf cd pushd popd export unset set shopt local readonly declare typeset return exit shift trap wait kill ulimit umask read case esac for in fi done select function alias break continue getopts hash type let } ' +
    'cat cp mv rm mkdir rmdir ln ls chmod chown touch head tail sort uniq wc cut tr tee sed awk grep egrep date sleep pwd basename dirname realpath readlink mktemp tar gzip gunzip unzip zip curl wget git diff cmp ps df du id whoami hostname uname which apt apt-get apk dnf yum brew docker source .'
  ).split(' '),
);

/** Modules and programs that set an environment up and test nothing. */
export const SET_UP: ReadonlySet<string> = new Set(['pip', 'pip3', 'venv', 'virtualenv', 'ensurepip', 'build', 'twine', 'setuptools', 'wheel', 'compileall', 'site', 'sysconfig', 'pipx']);

/** Programs and modules that run tests: of several commands theirs is the one to ask about. */
export const TEST_RUNNERS: ReadonlySet<string> = new Set(['pytest', 'py.test', 'unittest', 'nose2', 'stestr', 'ward', 'behave', 'robot', 'trial', 'green', 'testtools.run', 'doctest', 'manage.py']);
