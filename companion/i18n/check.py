"""``python -m companion.i18n.check``: fail on stale, missing or doubtful translations."""

from __future__ import annotations

import sys

from companion.i18n.catalogues import faults
from companion.i18n.extract import extract
from companion.i18n.update import ROOT


def main() -> int:
    """Return 1 and say what is wrong, or 0."""
    wrong = faults(extract(ROOT))
    for fault in wrong:
        sys.stderr.write(f"{fault}\n")
    if wrong:
        sys.stderr.write("Run: python -m companion.i18n.update, then translate.\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
