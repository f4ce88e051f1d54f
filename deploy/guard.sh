#!/usr/bin/env bash
# Fails on content that must not be committed: large files, machine-specific paths, registry addresses.
set -euo pipefail
cd -P "$(dirname "${BASH_SOURCE[0]}")/.."
git rev-parse --git-dir >/dev/null 2>&1 || exit 0 # an unpacked archive: nothing is tracked

limit_kb=4096
bad=0
while IFS= read -r -d '' file; do
    if [[ -f $file ]] && (($(stat -c %s "$file") > limit_kb * 1024)); then
        echo "guard: $file is larger than $limit_kb KB; generate it at run time or reduce its size."
        bad=1
    fi
done < <(git ls-files -z)
if git grep -nIE '(^|[^A-Za-z0-9_.])/(work|root|home/[a-z]+|Users/[A-Za-z]+)/' -- ':!deploy/guard.sh'; then
    echo "guard: machine-specific paths (above); make them relative to the checkout or to the home folder."
    bad=1
fi
if git grep -nIE 'index-url|pythonhosted\.org|pypi\.org/simple' -- ':!deploy/guard.sh'; then
    echo "guard: registry addresses belong in the machine's settings, not in the project (above)."
    bad=1
fi
exit $bad
