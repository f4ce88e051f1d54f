#!/usr/bin/env bash
# Tests the installer in a minimal Debian: install, reinstall, update, rollback, uninstall.
#
#   deploy/prove-install.sh bookworm|trixie FOLDER
#
# Needs root and debootstrap, as deploy/prove-bare.sh. Nothing is started, because no system is booted;
# the service is checked with systemd-analyze verify.
# ARCH=arm64 tests with the processor of a Raspberry Pi (slow; needs qemu-user-static).
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
if (($# != 2)); then
    sed -n '2,8s/^# \{0,1\}//p' "$0"
    exit 2
fi
suite=$1 root=$2
# shellcheck source=deploy/bare-root.sh
source deploy/bare-root.sh
make_root "$suite" "$root" python3 make git ca-certificates systemd systemd-sysv udev dbus
share_settings "$root"
rm -rf "$root/srv/companion"
git clone -q --no-hardlinks . "$root/srv/companion"

step() { echo "== $suite: $*"; }
here() { inside "$root" 0:0 "$@"; }
running() { basename "$(readlink "$root/opt/companion/current")"; }
expect() { if ! "$@"; then echo "!! not as expected: $*" && exit 1; fi; }

step "the first installation"
time here deploy/install.sh
first=$(running)
here deploy/install.sh status

step "the service as systemd reads it"
here systemd-analyze verify /etc/systemd/system/companion.service
here systemctl is-enabled companion.service
here 'systemd-analyze security --offline=true /etc/systemd/system/companion.service | tail -n 1' || true

step "what the table says of itself, as its own user"
here 'runuser -u companion -- env -C /var/lib/companion COMPANION_HOME=/var/lib/companion companion doctor'
here '! runuser -u companion -- touch "/opt/companion/versions/'"$first"'/mine"'

step "a second call changes nothing"
time here deploy/install.sh
expect test "$(running)" = "$first"

step "an evening, an update, and the way back"
here 'runuser -u companion -- env -C /tmp COMPANION_HOME=/var/lib/companion XDG_CACHE_HOME=/tmp/cache companion run --simulate --headless --log /var/lib/companion/games.sqlite --out /tmp/out | tail -n 1'
here 'sed -i "s/^version = .*/version = \"9.9.9\"/" pyproject.toml && deploy/install.sh'
expect test "$(running)" != "$first"
expect test -e "$root/var/lib/companion/backups/before-$(running).zip"
here deploy/install.sh rollback
expect test "$(running)" = "$first"
here deploy/install.sh status

step "an update that is cut off in its middle, then done again"
here 'sed -i "s/^version = .*/version = \"9.9.10\"/" pyproject.toml'
here 'timeout -s KILL 4 deploy/install.sh' || true
expect test "$(running)" = "$first"
here deploy/install.sh
expect test "$(running)" != "$first"

step "uninstall: the games stay, and go with --purge"
here deploy/install.sh uninstall
expect test -e "$root/var/lib/companion/games.sqlite"
expect test ! -e "$root/opt/companion"
expect test ! -e "$root/etc/systemd/system/companion.service"
here deploy/install.sh uninstall --purge
expect test ! -e "$root/var/lib/companion"
step "done"
