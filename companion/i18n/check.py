"""``python -m companion.i18n.check``: fails on stale, missing, fuzzy or wrong translations."""

import sys

from companion.i18n.catalogues import faults
from companion.i18n.extract import extract
from companion.i18n.update import ROOT


def main() -> int:
    """Print all problems; return 1 if there are any, else 0."""
    wrong = faults(extract(ROOT))
    for fault in wrong:
        sys.stderr.write(f"{fault}\n")
    if wrong:
        sys.stderr.write("Run: python -m companion.i18n.update, then translate.\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
