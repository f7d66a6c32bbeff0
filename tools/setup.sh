#!/usr/bin/env bash
# Makes a machine ready: finds or installs what pycc is built and tested with.
#
#     tools/setup.sh FOLDER STEP...        FOLDER is the build folder, usually build
#
#     packages-build   Debian packages that building needs
#     packages-test    ... and those that only ./dev test needs
#     packages-bench   ... and those that only ./dev bench needs
#     venv             FOLDER/venv: a virtual environment with requirements.txt and our package
#     sources          FOLDER/_deps: requirements-sources.txt, unpacked
#     glpk             FOLDER/_glpk: requirements-glpk.txt, unpacked, for wheels
#     backends         FOLDER/backends: what tests build packages with; they call it themselves
#     bench            the compilers we compare with, into the same environment
#
# Each step looks first and does nothing when nothing is missing. ./dev and CMake both call it.
# PYTHON names the interpreter to build for (default: python3).
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tools=$root/tools
python=${PYTHON:-python3}

say() { printf '%s\n' "-- $*"; }

fail() {
    printf '%s\n' "setup: $*" >&2
    exit 1
}

# ---- Debian packages ---------------------------------------------------------------------------

# The probes: is the thing itself there, whoever installed it?
have_command() { command -v "$1" >/dev/null 2>&1; }

have_header() { printf '#include <%s>\n' "$1" | "$cc" -E -x c - >/dev/null 2>&1; }

# have_flags COMPILER FLAG...: does a program link with these flags?
have_flags() {
    local compiler=$1 out status=0
    shift
    out=$(mktemp)
    printf 'int main(void) { return 0; }\n' >"$out.c"
    "$compiler" "$out.c" -o "$out" "$@" >/dev/null 2>&1 || status=$?
    rm -f "$out" "$out.c"
    return "$status"
}

have_python_header() {
    "$python" - <<'EOF' >/dev/null 2>&1
import os, sysconfig, sys
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))
EOF
}

have_opencl_driver() { compgen -G '/etc/OpenCL/vendors/*.icd' >/dev/null; }

# need PACKAGE PROBE...: adds the package to the list `missing` when the probe fails.
need() {
    local package=$1
    shift
    "$@" || missing+=("$package")
}

find_missing_build() {
    need cmake have_command cmake
    need ninja-build have_command ninja
    need pkg-config have_command pkg-config
    need python3 have_command "$python"
    need python3-venv "$python" -c 'import venv, ensurepip'
    need python3-dev have_python_header
    if [[ $cc == gcc ]]; then
        have_command gcc || missing+=(gcc libc6-dev)
    fi
    need libglpk-dev have_header glpk.h
    need opencl-headers have_header CL/cl.h
}

find_missing_test() {
    need libcriterion-dev have_header criterion/criterion.h
    need ocl-icd-opencl-dev have_flags "$cc" -lOpenCL
    need pocl-opencl-icd have_opencl_driver
    need oclgrind test -e /usr/lib/oclgrind/liboclgrind-rt.so
    need clang have_command clang
    need libomp-dev have_flags clang -fopenmp
    need libclang-rt-dev have_flags clang -fsanitize=address,undefined
}

find_missing_bench() {
    need g++ have_command g++
}

# find_missing KIND: each kind needs those before it too.
find_missing() {
    missing=()
    find_missing_build
    [[ $1 == build ]] || find_missing_test
    [[ $1 != bench ]] || find_missing_bench
}

# Prints how to run apt-get with the rights it needs, or nothing when that cannot be done.
apt_command() {
    have_command apt-get || return 0
    if [[ $(id -u) == 0 ]]; then
        echo "apt-get"
    elif have_command sudo && sudo -n true 2>/dev/null; then
        echo "sudo -n apt-get"
    fi
}

install_packages() {
    local apt
    apt=$(apt_command)
    if [[ -z $apt ]]; then
        fail "these Debian packages (or what they hold) are missing and cannot be installed" \
            "from here: ${missing[*]}"
    fi
    say "installing Debian packages: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    $apt update -qq </dev/null >/dev/null || say "the package lists could not be refreshed"
    $apt install -y -qq --no-install-recommends "${missing[@]}" </dev/null >/dev/null ||
        fail "apt-get could not install: ${missing[*]}"
}

# step_packages KIND: where apt works, what the tests need comes together with what the build needs.
step_packages() {
    local kind=$1 wanted=$1 missing=()
    cc=${CC:-gcc}
    have_command "$cc" || { have_command clang && cc=clang; } || cc=gcc
    if [[ $kind == build && -n $(apt_command) ]]; then
        wanted=test
    fi
    find_missing "$wanted"
    [[ ${#missing[@]} == 0 ]] && return 0
    install_packages
    find_missing "$kind"
    [[ ${#missing[@]} == 0 ]] || fail "still missing after the installation: ${missing[*]}"
}

# ---- Python ------------------------------------------------------------------------------------

hash_of() { cat "$@" | cksum | tr ' ' '-'; }

# pip_install STAMP FILE: installs a requirement file once per content of it.
pip_install() {
    local stamp=$build/venv/.$1 file=$2 want
    want=$(hash_of "$file")
    [[ -f $stamp && $(<"$stamp") == "$want" ]] && return 0
    say "installing Python packages from tools/$(basename "$file") into $(basename "$build")/venv"
    "$build/venv/bin/python" -m pip install -q --disable-pip-version-check -r "$file" </dev/null ||
        fail "pip could not install what tools/$(basename "$file") names: that needs PyPI, once for each build folder"
    printf '%s\n' "$want" >"$stamp"
}

# Makes runtime/python importable and its entry points known: the same effect as an editable installation, without a build.
link_package() {
    local site want=$root/runtime/python$'\n'$(<"$root/runtime/python/pycc_as_numba.pth") info
    site=$(echo "$build"/venv/lib/python3*/site-packages)
    info=$site/pycc_compiler-0.dist-info
    [[ -f $site/pycc.pth && $(<"$site/pycc.pth") == "$want" && $info/entry_points.txt -nt $root/pyproject.toml ]] && return 0
    say "making the pycc package importable in $(basename "$build")/venv"
    printf '%s\n' "$want" >"$site/pycc.pth"
    mkdir -p "$info"
    printf 'Metadata-Version: 2.1\nName: pycc-compiler\nVersion: 0\n' >"$info/METADATA"
    awk '/^\[/ { on = sub(/^\[project\.entry-points\."/, "[") && sub(/"\]$/, "]") } on { gsub(/"/, ""); print }' "$root/pyproject.toml" >"$info/entry_points.txt"
}

step_venv() {
    if ! "$build/venv/bin/python" -c '' >/dev/null 2>&1; then
        say "making a virtual environment in $(basename "$build")/venv"
        rm -rf "$build/venv"
        "$python" -m venv "$build/venv" || fail "$python -m venv failed (Debian: python3-venv)"
    fi
    pip_install requirements "$tools/requirements.txt"
    link_package
}

# The archives are what the hashes in the file say, or pip refuses them.
fetch() {
    local file=$tools/$1 deps=$build/$2 archive want pip=$build/venv/bin/python
    [[ -x $pip ]] || pip=$python
    want=$(hash_of "$file")
    [[ -f $deps/.stamp && $(<"$deps/.stamp") == "$want" ]] && return 0
    say "fetching the sources that tools/$(basename "$file") names into $(basename "$build")/$2"
    rm -rf "$deps"
    mkdir -p "$deps"
    "$pip" -m pip download -q --disable-pip-version-check --no-deps \
        --no-binary "$(sed -n 's/^\([a-z-]*\)==.*/\1/p' "$file" | paste -sd,)" \
        --require-hashes -r "$file" -d "$deps" </dev/null ||
        fail "the sources that tools/$1 names cannot be fetched: building needs PyPI once, or -D PYCC_SETUP_DIR=FOLDER of a build that has them"
    for archive in "$deps"/*.tar.gz; do
        tar -xzf "$archive" -C "$deps"
    done
    printf '%s\n' "$want" >"$deps/.stamp"
}

step_sources() { fetch requirements-sources.txt _deps; }

step_glpk() { fetch requirements-glpk.txt _glpk; }

# In a folder of their own, for PYTHONPATH: what is compared with in step_bench wants other versions.
step_backends() {
    local file=$tools/requirements-backends.txt want
    want=$(hash_of "$file")
    [[ -f $build/backends/.stamp && $(<"$build/backends/.stamp") == "$want" ]] && return 0
    say "installing build backends into $(basename "$build")/backends"
    rm -rf "$build/backends"
    "$build/venv/bin/python" -m pip install -q --disable-pip-version-check --target "$build/backends" -r "$file" </dev/null ||
        fail "pip could not install what tools/$(basename "$file") names: that needs PyPI, once for each build folder"
    printf '%s\n' "$want" >"$build/backends/.stamp"
}

step_bench() {
    pip_install requirements-bench "$tools/requirements-bench.txt"
}

# ---- main --------------------------------------------------------------------------------------

[[ $# -ge 2 ]] || fail "usage: tools/setup.sh FOLDER STEP..."
mkdir -p "$1"
build=$(cd "$1" && pwd)
shift
# Two at once (two shells, or CMake in two folders) wait for each other.
exec 9>"$build/.setup.lock"
if have_command flock; then
    flock 9
fi
for step in "$@"; do
    case $step in
    packages-build | packages-test | packages-bench) step_packages "${step#packages-}" ;;
    venv | sources | glpk | backends | bench) "step_$step" ;;
    *) fail "unknown step '$step'" ;;
    esac
done
