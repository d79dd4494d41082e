# Sourced by start.sh and test.sh: everything between a fresh checkout and a working .venv.
# Reuses what is there; says before it installs anything outside the checkout.

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root" || exit 1

say() { printf '%s\n' "$*" >&2; }

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo "$@"
    else
        return 1
    fi
}

# Install the Debian packages named that are missing; without the right to, say which and go on.
apt_install() {
    command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1 || return 0
    missing=
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
            missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    say "Installing system packages:$missing"
    # shellcheck disable=SC2086
    if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing >&2; then
        as_root apt-get update -q >&2 &&
            as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing >&2 ||
            say "Could not install:$missing. The window may not open without them."
    fi
}

find_python() {
    for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s' "$candidate"
            return 0
        fi
    done
    say "Assistant needs Python 3.11 or newer."
    return 1
}

# Build the engine without AMX: virtual machines often report it and then die of it (SIGILL).
no_amx() {
    [ "$(uname -m)" = x86_64 ] && [ -z "${CMAKE_ARGS:-}" ] || return 0
    flags='-mno-amx-tile -mno-amx-int8 -mno-amx-bf16'
    CMAKE_ARGS="-DCMAKE_C_FLAGS='$flags' -DCMAKE_CXX_FLAGS='$flags'"
    export CMAKE_ARGS
}

# Make .venv and install one of the lock files into it, unless that was done already.
prepare() {
    lock=$1
    # shellcheck disable=SC2046
    apt_install $(cat packaging/apt-packages.txt)
    python=$(find_python) || exit 1
    if [ ! -x .venv/bin/python ]; then
        "$python" -c 'import ensurepip, venv' 2>/dev/null || apt_install python3-venv
        say "Creating .venv"
        "$python" -m venv .venv || exit 1
    fi
    stamp=$(cat packaging/requirements*.lock pyproject.toml | cksum)
    if [ "$(cat ".venv/$lock.stamp" 2>/dev/null)" != "$stamp" ]; then
        say "Installing Python packages into .venv; building the engine takes about five minutes, once."
        CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc 2>/dev/null || echo 2)}
        export CMAKE_BUILD_PARALLEL_LEVEL
        no_amx
        .venv/bin/python -m pip install --quiet --disable-pip-version-check -r "packaging/$lock" || exit 1
        .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --editable . || exit 1
        printf '%s' "$stamp" > ".venv/$lock.stamp"
    fi
}
