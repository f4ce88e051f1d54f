#!/usr/bin/env bash
# Makes the disk of a bare Debian with the distribution's own kernel and the installed appliance.
#
#   tests/appliance/image.sh bookworm|trixie FOLDER [slow]     as root; writes disk.raw, vmlinuz, initrd.img
#
# All packages are installed here, before the machine runs: a processor that is emulated would take an
# hour. Two versions are there then, the second one already taken back: the running machine updates to it.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/../.."
suite=$1 folder=$2 slow=${3:-} root=$2/root
# shellcheck source=deploy/bare-root.sh
source deploy/bare-root.sh
umount -l "$root" 2>/dev/null || true # of a call that was killed
rm -rf "$folder"
mkdir -p "$root"
mount -t tmpfs -o size=5G appliance "$root" # unpacking packages on a disk takes four times as long
trap 'umount -l "$root"' EXIT
make_root "$suite" "$root" python3 make git ca-certificates
share_settings "$root"
rm -rf "$root/srv/companion"
git clone -q --no-hardlinks . "$root/srv/companion"
inside "$root" 0:0 "DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends \
    linux-image-amd64 initramfs-tools systemd-sysv udev dbus polkitd kmod iproute2 qemu-guest-agent >/dev/null"

inside "$root" 0:0 deploy/install.sh
inside "$root" 0:0 'sed -i "s/^version = .*/version = \"9.9.9\"/" pyproject.toml'
inside "$root" 0:0 deploy/install.sh
inside "$root" 0:0 deploy/install.sh rollback
rm -rf "$root/tmp"/* "$root/var/cache/apt/archives"/*.deb

echo appliance >"$root/etc/hostname"
echo '/dev/vda / ext4 defaults 0 1' >"$root/etc/fstab"
echo uinput >"$root/etc/modules-load.d/appliance.conf"
# An emulated processor is some twenty times slower: the only change to the installed unit.
if [[ -n $slow ]]; then
    install -D -m 644 /dev/stdin "$root/etc/systemd/system/companion.service.d/slow.conf" <<'UNIT'
[Service]
TimeoutStartSec=900
WatchdogSec=60
UNIT
fi
install -m 644 /dev/stdin "$root/etc/systemd/system/touch.service" <<'UNIT'
[Unit]
After=systemd-modules-load.service
Before=companion.service
[Service]
Type=notify
NotifyAccess=all
ExecStart=/usr/bin/python3 /srv/companion/tests/appliance/touch.py
[Install]
WantedBy=multi-user.target
UNIT
inside "$root" 0:0 "systemctl -q enable touch.service"

cp "$root"/boot/vmlinuz-* "$folder/vmlinuz"
cp "$root"/boot/initrd.img-* "$folder/initrd.img"
truncate -s 6G "$folder/disk.raw"
mkfs.ext4 -q -d "$root" "$folder/disk.raw"
