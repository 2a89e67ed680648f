#!/usr/bin/env bash
# Looks at the licences and the known vulnerabilities of what the table needs. Without its two tools it says so.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/lib.sh

VENV=.venv
STAMPS=$VENV/.stamps
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore

want=$(digest pyproject.toml constraints.txt)
if ! current audit "$want"; then
    say "installing pip-audit and pip-licenses"
    if ! "$VENV/bin/python" -m pip install -q -e '.[audit]' -c constraints.txt; then
        say "NOTHING WAS AUDITED: pip could not install pip-audit and pip-licenses (its own message is above)"
        exit
    fi
    stamp audit "$want"
fi
exec "$VENV/bin/python" scripts/audit.py
