#!/usr/bin/env bash
# An installed wheel in a bare Debian: what it misses, it names, and what it names for Debian helps.
#
#     tools/test_bare.sh WHEEL [SUITE]      SUITE of Debian, by default bookworm
#
# mmdebstrap makes a root with python3-venv in a temporary folder; the wheel and NumPy's are installed there without a network. Then
# a sample is compiled; while that fails, the packages are installed that the message names. Needs root, mmdebstrap and Debian's archive.
set -euo pipefail

wheel=$1
suite=${2:-bookworm}
samples=$(cd "$(dirname "${BASH_SOURCE[0]}")/../samples" && pwd)
work=$(mktemp -d)
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT

say() { printf '%s\n' "-- $*"; }

# inside COMMAND: in the root, in mounts of its own and with an environment of nothing.
inside() {
    unshare --mount bash -c 'mount --make-rprivate / && mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" &&
        exec env -i PATH=/env/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
            chroot "$0" bash -ec "cd /root; $1"' "$root" "$1" 2>&1
}

# compile_with_help LEAST MOST: so many times something is missing, and is installed as the message says.
compile_with_help() {
    local said packages n=0
    until said=$(inside "pycc heat.py"); do
        packages=$(sed -n 's/.*Debian: apt install \([a-z0-9. -]*\).*/\1/p' <<<"$said" | head -1)
        [[ -n $packages && $((++n)) -le $2 ]] || {
            printf '%s\n' "$said"
            return 1
        }
        say "missing, and installed as the message says: $packages"
        inside "apt-get update -qq && apt-get install -y -qq --no-install-recommends $packages" >"$work/apt.log" || {
            cat "$work/apt.log"
            return 1
        }
    done
    [[ $n -ge $1 ]] || {
        say "nothing was missing"
        return 1
    }
}

[[ $(id -u) == 0 ]] || { say "needs root"; exit 1; }
command -v mmdebstrap >/dev/null || apt-get install -y -qq --no-install-recommends mmdebstrap >/dev/null
say "making a root of Debian $suite"
mmdebstrap --quiet --variant=minbase --include=python3-venv "$suite" "$root"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
mkdir "$root/wheels"
cp "$wheel" "$root/wheels"
version=$(inside "python3 -c 'import sys; print(\"%d.%d\" % sys.version_info[:2])'")
"${PYTHON:-python3}" -m pip download -q --disable-pip-version-check --only-binary=:all: --python-version "$version" -d "$root/wheels" "numpy>=2"
cp "$samples/heat.py" "$root/root"
inside "python3 -m venv /env && pip install -q --no-index --find-links /wheels pycc-compiler && pycc check heat.py"
compile_with_help 2 3
inside "rm -rf .cache; dpkg --force-depends -r libgomp1" >/dev/null
compile_with_help 1 1
inside "dpkg --force-depends -r libgomp1" >/dev/null
compile_with_help 1 1
inside "python3 -c 'import heat; print(heat.__file__, *(f for f in vars(heat).values() if type(f).__module__ == \"pycc\"))'"
say "the wheel works in a bare Debian $suite with Python $version"
