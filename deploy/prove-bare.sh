#!/usr/bin/env bash
# Proves the two commands on a bare system: Debian's smallest with python3, make and git added.
#
#   deploy/prove-bare.sh bookworm|trixie FOLDER [TARGET...]     targets of make; default: test run
#
# ARCH=arm64 before it proves the processor of a Raspberry Pi (slowly; with qemu-user-static).
#
# Needs root and debootstrap. FOLDER is made if it is missing; what is committed here is cloned into
# it. The settings by which this machine reaches its registries (proxies, certificates, pip.conf)
# are copied along; the mounts end with the script.
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

echo "== $suite: a user without root rights gets one line to pass on"
chown -R nobody "$root/srv/companion"
if inside "$root" nobody:nogroup deploy/setup.sh run; then
    echo "== not refused: the system packages of $root are there from an earlier run"
fi
rm -rf "$root/srv/companion/.venv"
chown -R root "$root/srv/companion"

for target in "${targets[@]}"; do
    echo "== $suite: make $target, first"
    time inside "$root" 0:0 make "$target"
done
for kind in dev run; do
    echo "== $suite: set-up of a second call ($kind)"
    time inside "$root" 0:0 deploy/setup.sh "$kind"
done
