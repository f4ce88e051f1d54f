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

if [[ ! -e $root/etc/debian_version ]]; then
    debootstrap ${ARCH:+--arch="$ARCH"} --variant=minbase --include=python3,make,git,ca-certificates "$suite" "$root"
fi

# Settings of this machine, none of them the project's.
for file in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/ssl/certs/ca-certificates.crt \
    $(grep -ls '^Acquire' /etc/apt/apt.conf.d/*); do
    if [[ -f $file ]]; then install -D -m 644 "$file" "$root$file"; fi
done
settings=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 CI=true)
while IFS= read -r line; do settings+=("$line"); done < <(
    env | grep -E '^(PIP_(CERT|INDEX_URL|EXTRA_INDEX_URL|DEFAULT_TIMEOUT)|[A-Za-z]+_(proxy|PROXY)|SSL_CERT_FILE)=' || true
)

rm -rf "$root/srv/companion"
git clone -q --no-hardlinks . "$root/srv/companion"

# inside USER COMMAND: run it in the bare system, without a terminal.
inside() {
    local user=$1
    shift
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

echo "== $suite: a user without root rights gets one line to pass on"
chown -R nobody "$root/srv/companion"
if inside nobody:nogroup deploy/setup.sh run; then
    echo "== not refused: the system packages of $root are there from an earlier run"
fi
rm -rf "$root/srv/companion/.venv"
chown -R root "$root/srv/companion"

for target in "${targets[@]}"; do
    echo "== $suite: make $target, first"
    time inside 0:0 make "$target"
done
for kind in dev run; do
    echo "== $suite: set-up of a second call ($kind)"
    time inside 0:0 deploy/setup.sh "$kind"
done
