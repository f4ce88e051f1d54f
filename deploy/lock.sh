#!/usr/bin/env bash
# Writes deploy/locks/*.txt: every package with its version and the hashes of its files.
# Versions already locked stay; `deploy/lock.sh --upgrade` takes the newest that fit.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
locks=deploy/locks

# compile OUT ARGUMENT...: one lock.
compile() {
    local out=$1
    shift
    .venv/bin/uv pip compile --quiet --generate-hashes --python-version 3.11 \
        --custom-compile-command 'make lock' --output-file "$out" "$@" pyproject.toml $locks/build.in
    echo "$out: $(grep -c '^[a-z]' "$out") packages"
}

# Debian and Raspberry Pi OS Trixie, CPython 3.11 to 3.13, x86-64 and ARM; then more on top of it.
compile $locks/run.txt --universal --extra tiles "$@"
compile $locks/dev.txt --universal --constraints $locks/run.txt --extra tiles --extra dev "$@"
compile $locks/train.txt --universal --constraints $locks/run.txt --extra tiles --extra train \
    --no-emit-package torch "$@"

# Raspberry Pi OS Bookworm: what fits the numpy that its picamera2 was built with.
compile $locks/bookworm-pi-run.txt --universal --extra tiles \
    --constraints $locks/bookworm-pi.in "$@"
compile $locks/bookworm-pi-dev.txt --universal --constraints $locks/bookworm-pi-run.txt \
    --extra tiles --extra dev "$@"

# The camera's own sources for its tests, without the libraries of its encoders.
.venv/bin/uv pip compile --quiet --generate-hashes --no-deps --python-version 3.11 \
    --custom-compile-command 'make lock' --output-file $locks/picamera2.txt "$@" $locks/picamera2.in
