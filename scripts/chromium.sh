#!/usr/bin/env bash
# Sees to the browser of the tests: Debian's own chromium, never a download of Playwright's.
# Prints on the standard output what pytest must leave out: nothing when there is a browser.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/lib.sh

BROWSER=/usr/bin/chromium

[ -x "$BROWSER" ] && exit
if may_install; then
    apt_install chromium >&2
    [ -x "$BROWSER" ] || fail "Debian's chromium was installed, but there is no $BROWSER"
    exit
fi
say "tests/browser cannot run: $BROWSER is missing (as root: apt-get install chromium)" >&2
printf '%s\n' --ignore=tests/browser
