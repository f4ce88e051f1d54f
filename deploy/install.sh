#!/usr/bin/env bash
# Installs the companion on a Raspberry Pi (or a Debian PC) so that it starts at boot. As root:
#
#   deploy/install.sh                  install this checkout, or update to it
#     --rotate 0|90|180|270            rotate the screen to the left (a new settings file only)
#     --brightness PERCENT             of the screen, 10 to 100 (a new settings file only)
#     --no-kiosk                       do not start at boot; keep the desktop
#     --phones | --no-phones           let phones in the house's network reach it, or not (kept by updates)
#     --read-only                      afterwards make the system partition read-only
#   deploy/install.sh rollback         go back to the previous version
#   deploy/install.sh uninstall        remove everything except games and settings (--purge: these, too)
#   deploy/install.sh status           list the installed versions
#
# Every version has its own folder and environment in /opt/companion/versions; a symbolic link selects the
# active one. Games and settings are in /var/lib/companion. An interrupted call is completed by the next
# one. SYSTEM_ROOT is a prefix for all paths (for tests).
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."

root=${SYSTEM_ROOT:-}
home=$root/opt/companion
data=$root/var/lib/companion
needed_mb=1500
owner=companion

say() { printf 'install: %s\n' "$*" >&2; }
die() {
    say "$@"
    exit 1
}
booted() { [[ -d $root/run/systemd/system ]]; }
linked() { if [[ -L $home/$1 ]]; then basename "$(readlink "$home/$1")"; fi; }

# as_table VERSION COMMAND...: run a version's program as the service user.
as_table() {
    local version=$1
    shift
    runuser -u "$owner" -- env -C "$data" COMPANION_HOME="$data" XDG_CACHE_HOME="$data/cache" \
        LC_ALL=C.UTF-8 "$home/versions/$version/.venv/bin/companion" "$@"
}

# --- checks before any change ------------------------------------------------------------------

check_system() {
    [[ $(id -u) = 0 ]] || die "this needs root. Run: sudo deploy/install.sh ${*}"
    command -v apt-get >/dev/null || die "this system has no apt; Raspberry Pi OS or Debian is needed."
    # Not uname: the kernel of a 32-bit system may be a 64-bit one.
    deploy/setup.sh check || die "the companion cannot run here (above); Raspberry Pi OS 64 bit is needed."
    release=$(sed -n 's/^VERSION_CODENAME=//p' "$root/etc/os-release")
    case $release in
    bookworm | trixie) ;;
    *) die "this is $release; Bookworm and Trixie are supported." ;;
    esac
}

check_room() {
    local free_mb
    mkdir -p "$home"
    free_mb=$(df -Pm "$home" | awk 'NR == 2 { print $4 }')
    ((free_mb >= needed_mb)) || die "only $free_mb MB are free in $home; installing a version needs $needed_mb MB."
}

# --- a version -----------------------------------------------------------------------------------

# The source files of a version, without generated files.
files() {
    local git=(git -c 'safe.directory=*') # the checkout may belong to another user
    if "${git[@]}" rev-parse --git-dir >/dev/null 2>&1; then
        "${git[@]}" ls-files -z --cached -- . ':!tests'
    else
        find . -type f -not -path './.venv*' -not -path './tests/*' -not -path '*/__pycache__/*' -print0
    fi | while IFS= read -r -d '' file; do
        if [[ -f $file ]]; then printf '%s\0' "$file"; fi
    done | sort -z
}

# The version name: the number and the first digits of the hash of all files.
name_of_this() {
    local number
    number=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml | head -n 1)
    echo "$number-$(files | xargs -0 sha256sum | sha256sum | cut -c 1-10)"
}

make_version() {
    local version=$1 folder=$home/versions/$1
    if [[ -e $folder/.complete ]]; then
        say "version $version is already installed."
        return
    fi
    check_room
    if [[ ! -e $folder ]]; then
        rm -rf "$folder.new"
        mkdir -p "$folder.new"
        files | tar --null --no-recursion -T - -cf - | tar --no-same-owner -xf - -C "$folder.new"
        mv "$folder.new" "$folder" # from here on the sources are complete
    fi
    "$folder/deploy/setup.sh" run || die "version $version could not be built; the active version is unchanged. Try again: it resumes from here."
    sync -f "$folder"
    touch "$folder/.complete"
}

# --- system files ------------------------------------------------------------------------

make_user() {
    if ! getent passwd "$owner" >/dev/null; then
        useradd --system --user-group --home-dir /var/lib/companion --shell /usr/sbin/nologin "$owner"
    fi
    local group
    for group in video render input audio gpio dialout; do
        if getent group "$group" >/dev/null; then usermod -aG "$group" "$owner"; fi
    done
    mkdir -p "$data"
    chown -Rh "$owner:$owner" "$data" # does not follow links
    chmod 750 "$data"
}

make_settings() {
    local file=$data/config.toml
    if [[ -e $file || -L $file ]]; then
        if [[ -n $rotate$brightness ]]; then
            say "$file is not changed; set rotation_deg and brightness_percent under [screen] there."
        fi
        return
    fi
    {
        echo "# Settings of the companion; companion doctor reports errors. All settings have default values."
        echo "[screen]"
        echo "rotation_deg = ${rotate:-0}"
        if [[ -n $brightness ]]; then echo "brightness_percent = $brightness"; fi
    } | runuser -u "$owner" -- dd of="$file.new" conv=fsync status=none # as the service user, for safe handling of links
    runuser -u "$owner" -- mv -nT "$file.new" "$file"
}

# place FILE TARGET [MODE]: replace atomically; after a power loss the old or the new content is there.
place() {
    install -D -m "${3:-644}" "$1" "$2.new"
    sync "$2.new"
    mv -T "$2.new" "$2"
}

# System files come from the active version, so that a rollback also restores them.
place_system_files() {
    local from=$home/versions/$1/deploy/system
    place "$from/companion.service" "$root/etc/systemd/system/companion.service"
    place "$from/70-companion.rules" "$root/etc/udev/rules.d/70-companion.rules"
    place "$from/50-companion.rules" "$root/etc/polkit-1/rules.d/50-companion.rules"
    place "$from/companion.sh" "$root/usr/local/bin/companion" 755
    place "$from/hotspot.sh" "$root/usr/local/sbin/companion-hotspot" 755
    local network=$root/etc/systemd/system/companion.service.d/phones.conf
    if [[ $phones = no ]]; then rm -f "$network"; fi
    if [[ $phones = yes || -e $network ]]; then place "$from/phones.conf" "$network"; fi
}

start_with_power() {
    if [[ $kiosk = no ]]; then return; fi
    # A desktop would use the screen; the previous target is saved for uninstall.
    local target
    target=$(systemctl get-default 2>/dev/null || true)
    if [[ $target = graphical.target && -e $root/etc/systemd/system/display-manager.service ]]; then
        echo "$target" >"$home/target-before"
        systemctl set-default multi-user.target >/dev/null
        say "the desktop no longer starts automatically; uninstall restores it."
    fi
    systemctl enable companion.service >/dev/null 2>&1 || die "the service could not be enabled."
}

# Reloads the running system; fails if the companion does not start.
tell_running_system() {
    if ! booted; then
        say "this system is not running; the companion starts when it boots."
        return
    fi
    systemctl daemon-reload || true
    udevadm control --reload || true
    udevadm trigger --subsystem-match=backlight --subsystem-match=tty --action=add || true
    if [[ $kiosk = yes ]]; then systemctl restart companion.service; fi
}

running() { booted && systemctl is-active --quiet companion.service; }

# --- switching versions -----------------------------------------------------------------------------------
# The companion keeps running until it is restarted with the other version, also after an interruption.

# link TARGET PATH: replace a link atomically.
link() {
    ln -sfn "$1" "$2.new"
    mv -T "$2.new" "$2"
}

switch() {
    link "versions/$1" "$home/current"
    place_system_files "$1"
    sync -f "$home"
}

healthy() {
    local report=$home/doctor.txt
    if as_table "$1" doctor >"$report" 2>&1; then return 0; fi
    cat "$report" >&2
    return 1
}

# A backup that the old version can read, for a rollback; a new file every time.
back_up() {
    local version=$1 file=$data/backups/before-$2.zip number=1
    while [[ -e $file || -L $file ]]; do
        number=$((number + 1))
        file=$data/backups/before-$2-$number.zip
    done
    runuser -u "$owner" -- mkdir -p "$data/backups"
    as_table "$version" backup "$file" >&2 || [[ -e $file ]] || # one with damaged games is an error, but kept
        die "the games could not be backed up; the active version is still $version."
}

# activate VERSION BEFORE
activate() {
    healthy "$1" || die "version $1 does not work here (above); ${2:-nothing} stays active."
    if [[ -z $2 || $2 = "$1" ]]; then
        switch "$1"
    else
        back_up "$2" "$1"
        link "versions/$2" "$home/previous"
        switch "$1"
    fi
}

# The names of all versions, including incomplete ones.
versions() {
    local folder
    for folder in "$home"/versions/*/; do
        if [[ -d $folder ]]; then basename "$folder"; fi
    done
}

# The active and the previous version are kept.
prune() {
    local version
    while read -r version; do
        if [[ $version != "$(linked current)" && $version != "$(linked previous)" ]]; then
            rm -rf "${home:?}/versions/$version"
        fi
    done < <(versions)
}

# --- read-only system ----------------------------------------------------------------------------

make_read_only() {
    command -v raspi-config >/dev/null || die "--read-only needs raspi-config (Raspberry Pi OS)."
    mountpoint -q "$data" ||
        die "--read-only needs a separate partition for $data, otherwise all games are lost at power-off. deploy/README.md explains how to create one."
    raspi-config nonint enable_overlayfs || die "raspi-config could not make the system read-only."
    local line=$root/boot/firmware/cmdline.txt
    # Only the root file system: the data partition stays writable.
    sed -i 's/overlayroot=tmpfs\( \|$\)/overlayroot=tmpfs:recurse=0\1/' "$line"
    if ! grep -q 'overlayroot=tmpfs:recurse=0' "$line"; then
        raspi-config nonint disable_overlayfs || say "Run: sudo raspi-config nonint disable_overlayfs"
        die "$line has no overlayroot=tmpfs option to limit, so all games would be lost; the system stays writable."
    fi
    say "the system is read-only after the next boot."
}

# --- commands ---------------------------------------------------------------------------

install_this() {
    check_system install
    local version before back was_running=no
    version=$(name_of_this) before=$(linked current)
    if running; then was_running=yes; fi
    make_user
    make_version "$version"
    make_settings
    activate "$version" "$before"
    start_with_power
    if ! tell_running_system; then
        back=$before # unless an interrupted call had already switched
        if [[ $before = "$version" ]]; then back=$(linked previous); fi
        if [[ $was_running = no || -z $back || $back = "$version" ]] || ! healthy "$back"; then
            die "version $version is installed, but the companion does not start: see journalctl -u companion."
        fi
        switch "$back"
        tell_running_system || true
        die "version $version did not start; version $back is active again."
    fi
    prune
    say "version $version is installed. The games are in $data."
    if [[ $read_only = yes ]]; then make_read_only; fi
}

roll_back() {
    check_system rollback
    local before now
    before=$(linked previous) now=$(linked current)
    [[ -n $before && -e $home/versions/$before/.complete ]] || die "there is no version to go back to."
    healthy "$before" ||
        die "version $before cannot use the current data (above); $now stays active. Earlier games are in $data/backups."
    switch "$before"
    link "versions/$now" "$home/previous"
    tell_running_system || die "version $before is active again, but the companion does not start: see journalctl -u companion."
    say "version $before is active again; a second rollback returns to $now."
}

uninstall() {
    check_system uninstall
    if booted; then systemctl disable --now companion.service 2>/dev/null || true; else systemctl disable companion.service 2>/dev/null || true; fi
    if [[ -e $home/target-before ]]; then systemctl set-default "$(cat "$home/target-before")" >/dev/null; fi
    rm -f "$root/etc/systemd/system/companion.service" "$root/etc/udev/rules.d/70-companion.rules" \
        "$root/etc/polkit-1/rules.d/50-companion.rules" "$root/usr/local/bin/companion" \
        "$root/etc/systemd/system/companion.service.d/phones.conf" "$root/usr/local/sbin/companion-hotspot"
    rm -rf "$home"
    if booted; then systemctl daemon-reload; fi
    if [[ $purge = yes ]]; then
        rm -rf "$data" "$root/var/cache/companion"
        if getent passwd "$owner" >/dev/null; then userdel "$owner"; fi
        say "everything was removed, including the games."
    else
        say "removed. Games and settings are kept in $data."
    fi
}

status() {
    local current previous version
    current=$(linked current) previous=$(linked previous)
    if [[ -z $current ]]; then
        echo "not installed"
        return
    fi
    while read -r version; do
        case $version in
        "$current") echo "$version  active" ;;
        "$previous") echo "$version  previous" ;;
        *) echo "$version  incomplete" ;;
        esac
    done < <(versions)
    if booted; then systemctl is-active companion.service || true; fi
}

wrong_usage() {
    say "$1"
    sed -n '4,12s/^# \{0,1\}//p' deploy/install.sh >&2
    exit 2
}

action=install rotate='' brightness='' kiosk=yes phones='' read_only=no purge=no
while (($#)); do
    case $1 in
    install | rollback | uninstall | status) action=$1 ;;
    --rotate)
        rotate=${2:-}
        [[ $rotate =~ ^(0|90|180|270)$ ]] || wrong_usage "--rotate takes 0, 90, 180 or 270."
        shift
        ;;
    --brightness)
        brightness=${2:-}
        [[ $brightness =~ ^([1-9][0-9]|100)$ ]] || wrong_usage "--brightness takes 10 to 100."
        shift
        ;;
    --no-kiosk) kiosk=no ;;
    --phones) phones=yes ;;
    --no-phones) phones=no ;;
    --read-only) read_only=yes ;;
    --purge) purge=yes ;;
    *) wrong_usage "$1 is not known." ;;
    esac
    shift
done

case $action in
install) install_this ;;
rollback) roll_back ;;
uninstall) uninstall ;;
status) status ;;
esac
