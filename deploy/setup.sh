#!/usr/bin/env bash
# Makes this checkout ready and does nothing when it is:
# system packages (apt), a virtual environment, the locked Python packages, the companion itself.
#
#   deploy/setup.sh run     what the table needs, in .venv
#   deploy/setup.sh dev     the same and what tests and checks need, in .venv
#   deploy/setup.sh train   what training the models needs, in .venv-train
#   deploy/setup.sh pi      as dev with the packages of Raspberry Pi OS Bookworm, in .venv-pi
#   deploy/setup.sh apt     only print the system packages that are missing
#
# PYTHON=/path/to/python3 chooses another Python than the first on PATH.
# SYSTEM_ROOT is where the files that tell the system are looked up (for tests).
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

# Sets python, and python_id: what must not change under a finished environment.
find_python() {
    if on_pi; then
        python=${PYTHON:-/usr/bin/python3} # the one that sees apt's picamera2
    else
        python=${PYTHON:-python3}
    fi
    python_id=$("$python" -c '
import sys
print(sys.version.split()[0], "64" if sys.maxsize > 2**32 else "32", sys.executable)') ||
        die "$python does not run. Install Python 3.11 to 3.13, or name one: PYTHON=/path/to/python3 make ..."
    case $python_id in
    3.11.*' 64 '* | 3.12.*' 64 '* | 3.13.*' 64 '*) ;;
    *' 32 '*) die "$python is a 32-bit program; the companion needs a 64-bit system." ;;
    *) die "$python is version ${python_id%% *}; the companion needs 3.11, 3.12 or 3.13. Name one: PYTHON=/path/to/python3 make ..." ;;
    esac
}

# --- system packages -----------------------------------------------------------------------------

installed() { [[ $(dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null) = ii* ]]; }

# Those of the given names that this release has. One question for all: each reads the whole archive's lists.
known() {
    LC_ALL=C apt-cache policy "$@" 2>/dev/null |
        awk '/^[^ ]/ { name = $1; sub(/:$/, "", name) } $1 == "Candidate:" && $2 != "(none)" { print name }'
}

# The lists in deploy/apt without comments; "new|old" are the names in newer and older releases.
wanted() {
    local lists=(deploy/apt/table.txt)
    if on_pi; then lists+=(deploy/apt/pi.txt); fi
    if [[ $venv = .venv-train ]]; then lists+=(deploy/apt/train.txt); fi
    sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "${lists[@]}"
    # Debian's Python comes without venv; other builds bring their own.
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
        say "no apt here: the libraries named in deploy/apt/table.txt must be there already."
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
            say "system packages are missing. Let someone with root rights run this line, then try again:"
            local sudo=
            if command -v sudo >/dev/null; then sudo='sudo '; fi
            echo "${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends $packages"
            exit 1
        fi
    fi
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120)
    say "installing system packages: $packages"
    "${apt[@]}" update >&2 || say "the package lists could not be refreshed; trying with the old ones."
    packages=$(missing | tr '\n' ' ') # names can be told apart only with fresh lists
    # shellcheck disable=SC2086 # one word for each package
    "${apt[@]}" install -y --no-install-recommends $packages >&2 ||
        die "apt could not install: $packages"
}

# --- the environment -----------------------------------------------------------------------------

# One line that changes when the environment must be worked on again.
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
        say "the last set-up was interrupted; starting $venv again."
        rm -rf "$venv"
    fi
    # Programs in it name the checkout and the Python that it was made with.
    local home="$PWD ${python_id%% *}"
    if ! grep -qsxF "$home" "$venv/.setup-home" || ! "$venv/bin/python" -c 'import pip' 2>/dev/null; then
        local options=(--clear)
        if on_pi && [[ $venv = .venv ]]; then options+=(--system-site-packages); fi
        say "making $venv with Python ${python_id%% *}"
        "$python" -m venv "${options[@]}" "$venv" || die "the environment could not be made (see above)."
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
    pip_install --no-deps --only-binary :all: --require-hashes -r "$lock" ||
        die "the packages could not be installed (see above). Check the network, then try again."
    if [[ $venv = .venv-train ]]; then
        # Last and without a hash: builds for CPU and GPU differ from one registry to the next.
        pip_install "$(grep -o 'torch==[0-9.]*' pyproject.toml)" || die "torch could not be installed."
    fi
    if [[ $lock = *dev.txt ]]; then
        # Sources only, out of the companion's sight: tests run them without libcamera, the table takes apt's.
        rm -rf "$venv/picamera2"
        pip_install -q --no-deps --no-build-isolation --require-hashes --target "$venv/picamera2" -r deploy/locks/picamera2.txt ||
            die "the sources of picamera2 could not be installed; the tests of the Pi's camera need them."
    fi
    # Its build warns at length that an editable install is editable.
    PYTHONWARNINGS=ignore pip_install -q --no-deps --no-build-isolation -e . || die "the companion itself could not be installed."
    rm "$venv/.setup-unfinished"
}

# --- what is asked for ---------------------------------------------------------------------------

main() {
    local flavour=
    if on_pi && [[ $(release) = bookworm ]]; then flavour=bookworm-pi-; fi
    venv=.venv
    local run_lock=deploy/locks/${flavour}run.txt lock
    case ${1:-} in
    run) lock=$run_lock ;;
    dev) lock=deploy/locks/${flavour}dev.txt ;;
    train) lock=deploy/locks/train.txt venv=.venv-train ;;
    pi) lock=deploy/locks/bookworm-pi-dev.txt venv=.venv-pi ;;
    apt) lock=- ;;
    *) die "usage: deploy/setup.sh run|dev|train|pi|apt" ;;
    esac
    find_python
    if [[ $lock = - ]]; then
        missing
        return
    fi
    if finished "$1" "$lock"; then return; fi

    exec 9<deploy/setup.sh
    flock 9 # a second make waits for the first
    if finished "$1" "$lock"; then return; fi
    install_system_packages
    make_environment
    install_python_packages "$lock"
    echo "$1 $(key "$lock")" >"$venv/.setup-done"
    # The dev lock holds everything of the run lock.
    if [[ $1 = dev ]]; then echo "run $(key "$run_lock")" >>"$venv/.setup-done"; fi
    say "$venv is ready"
}

main "$@"
