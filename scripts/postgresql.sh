#!/usr/bin/env bash
# Sees to the database server of the tests: Debian's own postgresql, which the tests start and stop themselves.
# Prints on the standard output what pytest must leave out: nothing when there is a server.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/lib.sh

there() { compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null; }

there && exit
if may_install; then
    apt_install postgresql >&2
    there || fail "Debian's postgresql was installed, but there is no initdb"
    exit
fi
say "tests/postgresql cannot run: PostgreSQL is missing (as root: apt-get install postgresql)" >&2
printf '%s\n' --ignore=tests/postgresql
