# Small words shared by the scripts beside this file, which stand in the checkout. Sourced, not run.

# What the tools say that set things up.
LOG=setup.log

say() { printf '%s\n' "donjon: $*"; }

fail() {
    printf '%s\n' "donjon: $*" >&2
    exit 1
}

# Runs a tool whose output goes to the log. Where it fails, the last of that is shown, and what failed.
quietly() {
    local failure=$1
    shift
    printf '$ %s\n' "$*" >>"$LOG"
    "$@" </dev/null >>"$LOG" 2>&1 && return
    tail -n 20 "$LOG" >&2
    fail "$failure (all that was said is in $LOG)"
}

# An unattended root on a Debian-like machine may install what is missing; anyone else is told what to install.
may_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

apt_install() {
    say "installing Debian's $*"
    local failure="apt-get could not install $*: install it by hand, then run make again"
    export DEBIAN_FRONTEND=noninteractive
    quietly "$failure" apt-get update -qq
    quietly "$failure" apt-get install -y -qq --no-install-recommends "$@"
}

# Sees to a package of Debian for some tests: the package, the folder of the tests, what they look for, and a
# command that succeeds when it is there. Prints on the standard output what pytest must leave out.
see_to() {
    local package=$1 tests=$2 what=$3 there=$4
    "$there" && return
    if may_install; then
        apt_install "$package" >&2
        "$there" || fail "Debian's $package was installed, but there is no $what"
        return
    fi
    say "$tests cannot run: $what is missing (as root: apt-get install $package)" >&2
    printf '%s\n' "--ignore=$tests"
}

# A stamp holds the digest of what a step was made from; the step is current while the digest is the same.
digest() { cat "$@" | sha256sum | cut -d ' ' -f 1; }

current() { [ -f "$STAMPS/$1" ] && [ "$(cat "$STAMPS/$1")" = "$2" ]; }

stamp() {
    mkdir -p "$STAMPS"
    printf '%s\n' "$2" >"$STAMPS/$1"
}
