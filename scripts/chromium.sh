#!/usr/bin/env bash
# Sees to the browser of the tests: Debian's own chromium, never a download of Playwright's.
# Prints on the standard output what pytest must leave out: nothing when there is a browser.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/lib.sh

BROWSER=/usr/bin/chromium

there() { [ -x "$BROWSER" ]; }

see_to chromium tests/browser "$BROWSER" there
