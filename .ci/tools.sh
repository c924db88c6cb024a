#!/usr/bin/env bash
# Installs the pinned tools that only continuous integration needs, once, into a cache folder, and prints that folder:
#   bin/act         runs workflows on this machine        (Go)
#   bin/actionlint  checks workflows and action inputs    (Go)
#   bin/zizmor      checks workflows for security faults  (Python)
#   bin/azurite     stores artifacts as GitHub's service  (npm)
# usage: .ci/tools.sh     GG_TOOLS names another cache folder.
set -euo pipefail

act_version=v0.2.89
actionlint_version=v1.7.12
zizmor_version=1.32.0
azurite_version=3.37.0

tools=${GG_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/generation-gate-tools}
mkdir -p "$tools/bin"

# go_tool NAME MODULE VERSION
go_tool() {
  local home="$tools/$1-$3"
  if [ ! -x "$home/$1" ]; then
    command -v go >/dev/null || { echo "$1 is built with Go, and go is not on PATH" >&2; return 1; }
    GOBIN="$home" GOFLAGS='' go install "$2@$3" >&2
  fi
  ln -sfn "$home/$1" "$tools/bin/$1"
}

zizmor_tool() {
  local home="$tools/zizmor-$zizmor_version"
  if [ ! -x "$home/bin/zizmor" ]; then
    rm -rf "$home"
    python3 -m venv "$home" >&2
    "$home/bin/pip" install --quiet --disable-pip-version-check "zizmor==$zizmor_version" >&2
  fi
  ln -sfn "$home/bin/zizmor" "$tools/bin/zizmor"
}

# Nothing in it needs to be built: no script of a package runs.
azurite_tool() {
  local home="$tools/azurite-$azurite_version"
  if [ ! -e "$home/ready" ]; then
    rm -rf "$home"
    mkdir -p "$home"
    npm install --prefix "$home" --ignore-scripts --no-audit --no-fund --loglevel=error "azurite@$azurite_version" >&2
    touch "$home/ready"
  fi
  ln -sfn "$home/node_modules/azurite/dist/src/blob/main.js" "$tools/bin/azurite"
}

go_tool act github.com/nektos/act "$act_version"
go_tool actionlint github.com/rhysd/actionlint/cmd/actionlint "$actionlint_version"
zizmor_tool
azurite_tool
echo "$tools"
