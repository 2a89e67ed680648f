#!/usr/bin/env bash
# Builds .venv with what the table needs, and fetches the page's fonts: `setup.sh`. With what tests and developers
# need besides, and the bots compiled ahead: `setup.sh tests`. Each step says a line; those that are current are skipped.
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
    quietly "$python could not make $VENV" "$python" -m venv --clear "$VENV"
}

# Pip does not compile what it installs: Python compiles what is used, when it is.
install_packages() {
    local step=$1 extras=$2 what=$3 want
    want=$(digest pyproject.toml constraints.txt)
    current "$step" "$want" && return
    say "installing $what"
    quietly "pip could not install the Python packages" \
        "$VENV/bin/python" -m pip install -q --no-compile -e ".[$extras]" -c constraints.txt
    stamp "$step" "$want"
}

check_node() {
    local major
    command -v node >/dev/null || fail "Node 20 or newer is missing: install nodejs"
    major=$(node -p 'process.versions.node.split(".")[0]')
    [ "$major" -ge 20 ] || fail "Node 20 or newer is missing: this is Node $(node --version)"
    command -v npm >/dev/null || fail "npm is missing: install npm"
}

scripts_digest() { digest package.json package-lock.json scripts/vendor.py; }

fonts_current() { current fonts "$(scripts_digest)" && [ -d "$VENDOR" ]; }

tools_current() { current tools "$(scripts_digest)" && [ -d node_modules ]; }

install_from_npm() {
    quietly "npm could not install what package.json names" npm ci --silent --no-audit --no-fund "$@"
}

install_fonts() {
    fonts_current && return
    say "fetching the page's fonts"
    install_from_npm --omit=dev
    quietly "scripts/vendor.py could not copy the fonts" "$VENV/bin/python" scripts/vendor.py node_modules "$VENDOR"
    stamp fonts "$(scripts_digest)"
}

install_tools() {
    tools_current && return
    say "fetching what checks the page's scripts"
    install_from_npm
    stamp tools "$(scripts_digest)"
}

# Quick when the compiled code on disk is that of the present sources, so it needs no stamp.
compile_ahead() {
    "$VENV/bin/donjon" warm || fail "donjon warm could not compile rules and bots (its own message is above)"
}

: >"$LOG"
command -v git >/dev/null || fail "git is missing: install git"
fonts_current || check_node # before the long steps, not after them
make_venv
install_packages table table "Donjon and the Python packages it needs"
install_fonts
if [ "${1:-}" = tests ]; then
    install_packages tests table,postgresql,test "the Python packages of tests and checks"
    install_tools
    compile_ahead
fi
