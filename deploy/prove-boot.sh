#!/usr/bin/env bash
# Tests the service in a running system: boots a minimal Debian with the installed companion in a container,
# freezes the screen, kills the process, checks its permissions, and shuts down from it.
#
#   deploy/prove-boot.sh bookworm|trixie FOLDER
#
# Needs root, debootstrap and systemd-container. The window is rendered off-screen there, because a
# container has no console; everything else in the unit is as installed.
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
inside "$root" 0:0 "DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends polkitd iproute2 >/dev/null"
inside "$root" 0:0 deploy/install.sh

# No console and no pins of the host: the only differences from the installed unit.
install -D -m 644 /dev/stdin "$root/etc/systemd/system/companion.service.d/proof.conf" <<'UNIT'
[Service]
StandardInput=null
TTYPath=
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
UNIT
install -D -m 755 /dev/stdin "$root/usr/local/sbin/prove" <<'PROVE'
#!/bin/bash
# Runs after boot; its output is the test result. Ends with a shutdown.
exec >/proof.log 2>&1
failed=0
check() { if "${@:2}"; then echo "ok    $1"; else echo "FAIL  $1"; failed=1; fi; }
pid() { systemctl show -p MainPID --value companion; }
restarts() { systemctl show -p NRestarts --value companion; }
active() { for _ in $(seq 120); do [[ $(systemctl is-active companion) = active ]] && return; sleep 0.5; done; false; }
restarted() { for _ in $(seq 120); do (($(restarts) > $1)) && return; sleep 0.5; done; false; }
no_port() { [[ -z $(ss -Hltnup 2>/dev/null | grep -v systemd) ]]; }
check "the service is ready with its first frame" active
echo "      $(systemd-analyze 2>/dev/null | head -n 1)"
check "it is not root" test "$(ps -o user= -p "$(pid)" 2>/dev/null || stat -c %U "/proc/$(pid)")" = companion
check "no capability is left to it" grep -q 'CapBnd:.0000000000000000' "/proc/$(pid)/status"
check "it listens on no port" no_port
before=$(restarts)
kill -STOP "$(pid)"
began=$SECONDS
check "a frozen screen is started anew by the watchdog" restarted "$before"
echo "      after $((SECONDS - began)) s; $(journalctl -u companion -o cat | grep -ci watchdog) lines of the journal mention the watchdog"
check "and is ready again" active
before=$(restarts)
kill -KILL "$(pid)"
check "a killed table is started anew" restarted "$before"
check "and is ready again" active
check "its user may switch the machine off" test "$(runuser -u companion -- busctl --system call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager CanPowerOff)" = 's "yes"'
check "another user may not without a password" test "$(runuser -u nobody -- busctl --system call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager CanPowerOff)" != 's "yes"'
journalctl -u companion -o cat --no-pager | tail -n 40 >/proof-journal.log
echo "result: $failed"
runuser -u companion -- systemctl --no-ask-password --no-wall --no-block poweroff
sleep 30
echo "FAIL  the machine is still on"
systemctl poweroff --force
PROVE
install -D -m 644 /dev/stdin "$root/etc/systemd/system/prove.service" <<'UNIT'
[Unit]
After=multi-user.target
[Service]
ExecStart=/usr/local/sbin/prove
[Install]
WantedBy=multi-user.target
UNIT
ln -sf ../prove.service "$root/etc/systemd/system/multi-user.target.wants/prove.service"
rm -f "$root/proof.log"

# Systems with cgroup v1 need an option on the command line of newer systemd versions.
echo "== $suite: boots"
timeout 400 systemd-nspawn -q -D "$root" -b --register=no --keep-unit --private-network \
    SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1 >"$root/boot.log" 2>&1 || true
rm -f "$root/etc/systemd/system/multi-user.target.wants/prove.service" "$root/etc/systemd/system/companion.service.d/proof.conf"
cat "$root/proof.log"
grep -q '^result: 0' "$root/proof.log" && ! grep -q FAIL "$root/proof.log"
