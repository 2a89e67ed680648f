# Small words shared by the scripts beside this file. Sourced, not run.

say() { printf '%s\n' "donjon: $*"; }

fail() {
    printf '%s\n' "donjon: $*" >&2
    exit 1
}

# An unattended root on a Debian-like machine may install what is missing; anyone else is told what to install.
may_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

apt_install() {
    say "installing Debian's $*"
    { DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null; } </dev/null ||
        fail "apt-get could not install $*: install it by hand, then run make again"
}

# A stamp holds the digest of what a step was made from; the step is current while the digest is the same.
digest() { cat "$@" | sha256sum | cut -d ' ' -f 1; }

current() { [ -f "$STAMPS/$1" ] && [ "$(cat "$STAMPS/$1")" = "$2" ]; }

stamp() {
    mkdir -p "$STAMPS"
    printf '%s\n' "$2" >"$STAMPS/$1"
}
