#!/bin/sh
# A Wi-Fi of the device itself, for phones where there is no other; installed as /usr/local/sbin/companion-hotspot.
#
#   sudo companion-hotspot on [NAME]   open it, also after a restart; the device leaves the house's Wi-Fi
#   sudo companion-hotspot off         close it and return to the house's Wi-Fi
#   sudo companion-hotspot status      say its name, password and address
set -eu
connection=companion-hotspot

say() { printf '%s\n' "$*"; }
die() {
    say "$@" >&2
    exit 1
}

status() {
    active=$(nmcli -t -f NAME connection show --active | grep -cx "$connection" || true)
    if [ "$active" = 0 ]; then say "The hotspot is off."; return; fi
    name=$(nmcli -g 802-11-wireless.ssid connection show "$connection")
    password=$(nmcli -s -g 802-11-wireless-security.psk connection show "$connection")
    address=$(nmcli -g IP4.ADDRESS connection show "$connection")
    say "Wi-Fi: $name" "Password: $password" "Address: ${address%/*}"
    say "A phone that says there is no internet stays in it if it is told to."
}

on() {
    [ "$(nmcli radio wifi)" = enabled ] || die "The Wi-Fi is turned off: nmcli radio wifi on."
    device=$(nmcli -t -f DEVICE,TYPE device | sed -n 's/:wifi$//p' | head -n 1)
    [ -n "$device" ] || die "This device has no Wi-Fi."
    if ! nmcli connection show "$connection" >/dev/null 2>&1; then
        password=$(LC_ALL=C tr -dc 'a-km-z2-9' </dev/urandom | head -c 12)
        nmcli connection add type wifi ifname "$device" con-name "$connection" ssid "$1" \
            802-11-wireless.mode ap 802-11-wireless.band bg ipv4.method shared ipv6.method disabled \
            802-11-wireless-security.key-mgmt wpa-psk 802-11-wireless-security.psk "$password" >/dev/null
    fi
    nmcli connection modify "$connection" 802-11-wireless.ssid "$1" connection.autoconnect yes connection.autoconnect-priority 10
    nmcli connection up "$connection" >/dev/null || die "The hotspot could not be opened: see journalctl -u NetworkManager."
    status
}

command -v nmcli >/dev/null || die "The hotspot needs NetworkManager (nmcli)."
case ${1:-status} in
on) on "${2:-Companion}" ;;
off)
    nmcli connection modify "$connection" connection.autoconnect no 2>/dev/null || die "The hotspot was never opened."
    nmcli connection down "$connection" >/dev/null 2>&1 || true
    say "The hotspot is off."
    ;;
status) status ;;
*) die "usage: companion-hotspot on [NAME] | off | status" ;;
esac
