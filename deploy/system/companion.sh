#!/bin/sh
# The command companion of an installed system, in /usr/local/bin. Commands about the table's games run as the
# service, in its folder.
program=/opt/companion/current/.venv/bin/companion
case ${1:-} in
run | history | doctor | backup | restore) ;;
*) exec "$program" "$@" ;; # about files of the caller
esac
user=$(id -un)
case $user in
companion | root) ;;
*) exec sudo -- "$0" "$@" ;;
esac
export COMPANION_HOME="${COMPANION_HOME:-/var/lib/companion}"
case $user:$1 in
root:backup | root:restore) ;; # they also read and write files of the caller; new files get the folder's owner
root:*) exec runuser -u companion -- "$program" "$@" ;;
esac
exec "$program" "$@"
