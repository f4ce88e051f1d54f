#!/usr/bin/env bash
# Prepares this checkout; does nothing if it is up to date:
# system packages (apt), a virtual environment, the locked Python packages, the companion itself.
#
#   deploy/setup.sh run     what the companion needs, in .venv
#   deploy/setup.sh dev     the same plus what tests and checks need, in .venv
#   deploy/setup.sh browser the same plus a browser, for the test of the phones, in .venv
#   deploy/setup.sh train   what training the models needs, in .venv-train
#   deploy/setup.sh pi      as dev with the packages of Raspberry Pi OS Bookworm, in .venv-pi
#   deploy/setup.sh check   only check that Python fits
#   deploy/setup.sh apt     only print the system packages that `run` would install
#
# PYTHON=/path/to/python3 selects the Python interpreter.
# SYSTEM_ROOT is the root folder of the files that identify the system (for tests).
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf 'setup: %s\n' "$*" >&2; }
die() {
    say "$@"
    exit 1
}

on_pi() { grep -qs 'Raspberry Pi' "${SYSTEM_ROOT:-}/proc/device-tree/model"; }

release() { sed -n 's/^VERSION_CODENAME=//p' "${SYSTEM_ROOT:-}/etc/os-release"; }

# --- Python --------------------------------------------------------------------------------------

# Sets python and python_id; a change of python_id invalidates the environment.
find_python() {
    if on_pi; then
        python=${PYTHON:-/usr/bin/python3} # the one that sees apt's picamera2
    else
        python=${PYTHON:-python3}
    fi
    python_id=$("$python" -c '
import sys
print(sys.version.split()[0], "64" if sys.maxsize > 2**32 else "32", sys.executable)') ||
        die "$python does not run. Install Python 3.11 to 3.13, or set one: PYTHON=/path/to/python3 make ..."
    case $python_id in
    3.11.*' 64 '* | 3.12.*' 64 '* | 3.13.*' 64 '*) ;;
    *' 32 '*) die "$python is a 32-bit program; the companion needs a 64-bit system." ;;
    *) die "$python is version ${python_id%% *}; the companion needs 3.11, 3.12 or 3.13. Set one: PYTHON=/path/to/python3 make ..." ;;
    esac
}

# --- system packages -----------------------------------------------------------------------------

installed() { [[ $(dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null) = ii* ]]; }

# The given names that this release has. One query for all, because each query reads all package lists.
known() {
    LC_ALL=C apt-cache policy "$@" 2>/dev/null |
        awk '/^[^ ]/ { name = $1; sub(/:$/, "", name) } $1 == "Candidate:" && $2 != "(none)" { print name }'
}

# The lists in deploy/apt without comments; "new|old" are the names in newer and older releases.
wanted() {
    local lists=(deploy/apt/table.txt)
    if on_pi; then lists+=(deploy/apt/pi.txt); fi
    case $kind in
    dev | pi) lists+=(deploy/apt/dev.txt) ;;
    browser) lists+=(deploy/apt/dev.txt deploy/apt/browser.txt) ;;
    train) lists+=(deploy/apt/train.txt) ;;
    esac
    sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "${lists[@]}"
    # Debian's Python has no venv; other builds include it.
    if ! "$python" -c 'import ensurepip' 2>/dev/null; then echo python3-venv; fi
}

missing() {
    local line name chosen lines=()
    while read -r line; do
        for name in ${line//|/ }; do
            if installed "$name"; then continue 2; fi
        done
        lines+=("$line")
    done < <(wanted)
    if ((${#lines[@]} == 0)); then return; fi

    local archive
    # shellcheck disable=SC2046 # one word for each name
    archive=$(known $(printf '%s\n' "${lines[@]}" | tr '|' ' '))
    for line in "${lines[@]}"; do
        chosen=${line##*|}
        for name in ${line//|/ }; do
            if grep -qxF "$name" <<<"$archive"; then chosen=$name && break; fi
        done
        echo "$chosen"
    done
}

install_system_packages() {
    if ! command -v apt-get >/dev/null; then
        say "apt was not found: the libraries listed in deploy/apt/table.txt must already be installed."
        return
    fi
    local packages
    packages=$(missing | tr '\n' ' ')
    if [[ -z $packages ]]; then return; fi

    local as_root=()
    if [[ $(id -u) != 0 ]]; then
        if sudo -n true 2>/dev/null; then
            as_root=(sudo -n)
        elif [[ -t 0 ]] && command -v sudo >/dev/null; then
            say "sudo asks for your password to install: $packages"
            as_root=(sudo)
        else
            say "system packages are missing. Ask someone with root rights to run this command, then try again:"
            local sudo=
            if command -v sudo >/dev/null; then sudo='sudo '; fi
            echo "${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends $packages"
            exit 1
        fi
    fi
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120)
    say "installing system packages: $packages"
    "${apt[@]}" update >&2 || say "the package lists could not be updated; using the old ones."
    packages=$(missing | tr '\n' ' ') # alternative names can be resolved only with current lists
    # shellcheck disable=SC2086 # one word for each package
    "${apt[@]}" install -y --no-install-recommends $packages >&2 ||
        die "apt could not install: $packages"
}

# --- the environment -----------------------------------------------------------------------------

# A key that changes when the environment must be updated.
key() {
    local lock=$1
    {
        echo "$PWD $python_id $(release)"
        cat deploy/setup.sh deploy/apt/*.txt pyproject.toml deploy/locks/picamera2.txt "$lock"
    } | sha256sum | cut -d ' ' -f 1
}

finished() { grep -qsx "$1 $(key "$2")" "$venv/.setup-done"; }

make_environment() {
    if [[ -e $venv/.setup-unfinished ]]; then
        say "the last set-up was interrupted; rebuilding $venv."
        rm -rf "$venv"
    fi
    # Its scripts contain the paths of the checkout and of its Python.
    local home="$PWD ${python_id%% *}"
    if ! grep -qsxF "$home" "$venv/.setup-home" || ! "$venv/bin/python" -c 'import pip' 2>/dev/null; then
        local options=(--clear)
        if on_pi && [[ $venv = .venv ]]; then options+=(--system-site-packages); fi
        say "creating $venv with Python ${python_id%% *}"
        "$python" -m venv "${options[@]}" "$venv" || die "the environment could not be created (see above)."
        echo "$home" >"$venv/.setup-home"
    fi
}

pip_install() {
    "$venv/bin/python" -m pip install --no-input --disable-pip-version-check \
        --root-user-action=ignore --progress-bar off "$@" |
        { grep --line-buffered -vE '^(Requirement already satisfied|Ignoring )' || true; } >&2
}

install_python_packages() {
    local lock=$1
    touch "$venv/.setup-unfinished"
    rm -f "$venv/.setup-done"
    say "installing the packages of $lock; the first time this takes some minutes"
    local each locks=("$lock")
    if [[ $venv = .venv-train ]]; then locks+=(deploy/locks/dev.txt); fi # for its tests
    for each in "${locks[@]}"; do
        # Cosmic Ray, a tool for tests, needs yattag, which is published as source only.
        pip_install --no-deps --only-binary :all: --no-binary yattag --require-hashes -r "$each" ||
            die "the packages could not be installed (see above). Check the network, then try again."
    done
    if [[ $venv = .venv-train ]]; then
        # Last and without a hash: builds for CPU and GPU differ from one registry to the next.
        pip_install "$(grep -o 'torch==[0-9.]*' pyproject.toml)" || die "torch could not be installed."
    fi
    if [[ $lock = *dev.txt ]]; then
        # Sources only, not importable by the companion: tests run them without libcamera; at run time apt's package is used.
        rm -rf "$venv/picamera2"
        pip_install -q --no-deps --no-build-isolation --require-hashes --target "$venv/picamera2" -r deploy/locks/picamera2.txt ||
            die "the sources of picamera2 could not be installed; the tests of the Pi's camera need them."
    fi
    # Its build prints a long warning about editable installs.
    PYTHONWARNINGS=ignore pip_install -q --no-deps --no-build-isolation -e . || die "the companion itself could not be installed."
    # The service cannot write here, and compiling takes as long as the rest of a start.
    "$venv/bin/python" -m compileall -q calibration companion hardware kivy_ui models vision >&2 || true
    rm "$venv/.setup-unfinished"
}

# --- commands ---------------------------------------------------------------------------

main() {
    local flavour=
    if on_pi && [[ $(release) = bookworm ]]; then flavour=bookworm-pi-; fi
    venv=.venv
    kind=${1:-}
    local run_lock=deploy/locks/${flavour}run.txt lock
    case $kind in
    run) lock=$run_lock ;;
    dev | browser) lock=deploy/locks/${flavour}dev.txt ;;
    train) lock=deploy/locks/train.txt venv=.venv-train ;;
    pi) lock=deploy/locks/bookworm-pi-dev.txt venv=.venv-pi ;;
    check | apt) lock=- ;;
    *) die "usage: deploy/setup.sh run|dev|browser|train|pi|check|apt" ;;
    esac
    find_python
    if [[ $kind = check ]]; then return; fi
    if [[ $lock = - ]]; then
        missing
        return
    fi
    if finished "$kind" "$lock"; then return; fi

    exec 9<deploy/setup.sh
    flock 9 # a second make waits for the first
    if finished "$kind" "$lock"; then return; fi
    install_system_packages
    make_environment
    install_python_packages "$lock"
    echo "$kind $(key "$lock")" >"$venv/.setup-done"
    # The dev lock holds everything of the run lock.
    if [[ $kind = browser ]]; then echo "dev $(key "$lock")" >>"$venv/.setup-done"; fi
    if [[ $kind = dev || $kind = browser ]]; then echo "run $(key "$run_lock")" >>"$venv/.setup-done"; fi
    say "$venv is ready"
}

main "$@"
