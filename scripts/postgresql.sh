#!/usr/bin/env bash
# Sees to the database server of the tests: Debian's own postgresql, which the tests start and stop themselves.
# Prints on the standard output what pytest must leave out: nothing when there is a server.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/lib.sh

there() { compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null; }

see_to postgresql tests/postgresql initdb there
