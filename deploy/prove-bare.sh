#!/usr/bin/env bash
# Tests make run and make test on a minimal Debian with python3, make and git.
#
#   deploy/prove-bare.sh bookworm|trixie FOLDER [TARGET...]     targets of make; default: test run
#
# ARCH=arm64 tests with the processor of a Raspberry Pi (slow; needs qemu-user-static).
#
# Needs root and debootstrap. FOLDER is created if it is missing; the committed files are cloned into
# it. The registry settings of this machine (proxies, certificates, pip.conf) are copied;
# the mounts are removed when the script ends.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
if (($# < 2)); then
    sed -n '2,11s/^# \{0,1\}//p' "$0"
    exit 2
fi
suite=$1 root=$2
shift 2
targets=("$@")
if ((${#targets[@]} == 0)); then targets=(test run); fi

# shellcheck source=deploy/bare-root.sh
source deploy/bare-root.sh
make_root "$suite" "$root" python3 make git ca-certificates
share_settings "$root"

rm -rf "$root/srv/companion"
git clone -q --no-hardlinks . "$root/srv/companion"

echo "== $suite: a user without root rights gets the command to run as root"
chown -R nobody "$root/srv/companion"
if inside "$root" nobody:nogroup deploy/setup.sh run; then
    echo "== not tested: the system packages of $root were installed by an earlier run"
fi
rm -rf "$root/srv/companion/.venv"
chown -R root "$root/srv/companion"

for target in "${targets[@]}"; do
    echo "== $suite: make $target, first run"
    time inside "$root" 0:0 make "$target"
done
for kind in dev run; do
    echo "== $suite: set-up of a second call ($kind)"
    time inside "$root" 0:0 deploy/setup.sh "$kind"
done
