# shellcheck shell=bash
# For the prove-*.sh scripts: creates a minimal Debian in a folder and runs commands in it. Sourced, not run.

# make_root SUITE FOLDER PACKAGE...: install a minimal Debian, if it does not exist yet.
# ARCH=arm64 installs it for the processor of a Raspberry Pi (slow; needs qemu-user-static).
make_root() {
    local suite=$1 root=$2 packages
    shift 2
    packages=$(printf ',%s' "$@")
    if [[ ! -e $root/etc/debian_version ]]; then
        debootstrap ${ARCH:+--arch="$ARCH"} --variant=minbase --include="${packages#,}" "$suite" "$root"
    fi
}

# share_settings ROOT: copy this machine's registry settings; they are not part of the project.
# Sets the array settings for the environment inside.
share_settings() {
    local root=$1 file line
    for file in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/ssl/certs/ca-certificates.crt \
        $(grep -ls '^Acquire' /etc/apt/apt.conf.d/*); do
        if [[ -f $file ]]; then install -D -m 644 "$file" "$root$file"; fi
    done
    settings=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 CI=true)
    while IFS= read -r line; do settings+=("$line"); done < <(
        env | grep -E '^(PIP_(CERT|INDEX_URL|EXTRA_INDEX_URL|DEFAULT_TIMEOUT)|[A-Za-z]+_(proxy|PROXY)|SSL_CERT_FILE)=' || true
    )
}

# inside ROOT USER COMMAND...: run a command in the checkout of the minimal system, without a terminal.
inside() {
    local root=$1 user=$2
    shift 2
    # shellcheck disable=SC2016 # the inner shell expands them
    unshare --mount bash -c '
        set -e
        root=$0 user=$1
        shift
        mount --bind /proc "$root/proc"
        mount --rbind /dev "$root/dev"
        exec chroot --userspec="$user" "$root" "$@"' \
        "$root" "$user" env -i "${settings[@]}" HOME="/tmp/home-${user%%:*}" \
        bash -c "cd /srv/companion && $*" </dev/null
}
