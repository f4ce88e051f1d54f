"""``python -m companion.i18n.update``: extracts all texts and updates the catalogues."""

import sys
from pathlib import Path

from companion.i18n.catalogues import faults, write
from companion.i18n.extract import extract

ROOT = Path(__file__).resolve().parents[2]
"""The repository root, which contains ``companion/``."""


def main() -> int:
    """Update all catalogues; print what remains to be translated."""
    found = extract(ROOT)
    write(found)
    open_faults = faults(found)
    for fault in open_faults:
        sys.stdout.write(f"{fault}\n")
    sys.stdout.write(f"{len(found)} texts, {len(open_faults)} to do\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
