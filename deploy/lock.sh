#!/usr/bin/env bash
# Writes deploy/locks/*.txt: every package with its version and the hashes of its files.
# Locked versions are kept; `deploy/lock.sh --upgrade` selects the newest compatible ones.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
locks=deploy/locks

# compile OUT ARGUMENT...: write one lock file.
compile() {
    local out=$1
    shift
    .venv/bin/uv pip compile --quiet --generate-hashes --python-version 3.11 \
        --custom-compile-command 'make lock' --output-file "$out" "$@" pyproject.toml $locks/build.in
    echo "$out: $(grep -c '^[a-z]' "$out") packages"
}

# Debian and Raspberry Pi OS Trixie, CPython 3.11 to 3.13, x86-64 and ARM; then additional packages.
compile $locks/run.txt --universal --extra tiles --extra phones "$@"
compile $locks/dev.txt --universal --constraints $locks/run.txt --extra tiles --extra phones --extra dev "$@"
compile $locks/train.txt --universal --constraints $locks/run.txt --extra tiles --extra phones --extra train \
    --no-emit-package torch "$@"

# Raspberry Pi OS Bookworm: versions compatible with the numpy that its picamera2 was built with.
compile $locks/bookworm-pi-run.txt --universal --extra tiles --extra phones \
    --constraints $locks/bookworm-pi.in "$@"
compile $locks/bookworm-pi-dev.txt --universal --constraints $locks/bookworm-pi-run.txt \
    --extra tiles --extra phones --extra dev "$@"

# The sources of picamera2 for the tests, without the libraries of its encoders.
.venv/bin/uv pip compile --quiet --generate-hashes --no-deps --python-version 3.11 \
    --custom-compile-command 'make lock' --output-file $locks/picamera2.txt "$@" $locks/picamera2.in
