#!/usr/bin/env bash
# Builds .venv, fetches the page's scripts and fonts, and compiles the bots ahead. Steps that are current are skipped.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/lib.sh

VENV=.venv
STAMPS=$VENV/.stamps
VENDOR=src/donjon/table/static/vendor
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore

find_python() {
    local name
    for name in ${PYTHON:-python3 python3.11 python3.12 python3.13 python3.14}; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$name"
            return
        fi
    done
    fail "Python 3.11 or newer is missing (tried ${PYTHON:-python3 and python3.11 to python3.14}): install python3, or name one with PYTHON=..."
}

# A copied or moved checkout leaves commands in .venv that point at the old place, an upgraded system a dead link.
venv_works() {
    "$VENV/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null &&
        grep -qF "$PWD/$VENV/bin/python" "$VENV/bin/pip" 2>/dev/null
}

make_venv() {
    venv_works && return
    local python
    python=$(find_python)
    if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
        may_install || fail "$python has no venv module: install python3-venv, then run make again"
        apt_install python3-venv
        "$python" -c 'import venv, ensurepip' 2>/dev/null ||
            fail "$python has no venv module, and Debian's python3-venv is for another Python: name one with PYTHON=..."
    fi
    say "making $VENV with $("$python" --version)"
    "$python" -m venv --clear "$VENV" || fail "$python could not make $VENV (its own message is above)"
}

install_packages() {
    local want
    want=$(digest pyproject.toml constraints.txt)
    current packages "$want" && return
    say "installing Donjon and the Python packages it needs"
    "$VENV/bin/python" -m pip install -q -e '.[table,test]' -c constraints.txt ||
        fail "pip could not install the Python packages (its own message is above)"
    stamp packages "$want"
}

check_node() {
    local major
    command -v node >/dev/null || fail "Node 20 or newer is missing: install nodejs"
    major=$(node -p 'process.versions.node.split(".")[0]')
    [ "$major" -ge 20 ] || fail "Node 20 or newer is missing: this is Node $(node --version)"
    command -v npm >/dev/null || fail "npm is missing: install npm"
}

scripts_digest() { digest package.json package-lock.json scripts/vendor.py; }

scripts_current() { current scripts "$(scripts_digest)" && [ -d "$VENDOR" ] && [ -d node_modules ]; }

install_scripts() {
    scripts_current && return
    say "installing the page's scripts and fonts"
    npm ci --silent --no-audit --no-fund </dev/null || fail "npm could not install the page's scripts: try 'npm ci' to see why"
    "$VENV/bin/python" scripts/vendor.py node_modules "$VENDOR"
    stamp scripts "$(scripts_digest)"
}

# Quick when the compiled code on disk is that of the present sources, so it needs no stamp.
compile_ahead() {
    "$VENV/bin/donjon" warm || fail "donjon warm could not compile rules and bots (its own message is above)"
}

command -v git >/dev/null || fail "git is missing: install git"
scripts_current || check_node # before the long steps, not after them
make_venv
install_packages
install_scripts
compile_ahead
