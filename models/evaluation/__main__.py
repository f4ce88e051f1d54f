"""Evaluation of the recogniser: ``python -m models.evaluation COMMAND --help``."""

import sys
from importlib import import_module
from typing import Final

COMMANDS: Final = {
    "render": "models.evaluation.sets",
    "score": "models.evaluation.score",
    "report": "models.evaluation.report",
    "evening": "models.evaluation.evening",
    "doubts": "models.evaluation.doubts",
}


def main(arguments: list[str]) -> int:
    """Run the command named first with the other arguments."""
    name, *rest = arguments or [""]
    if name not in COMMANDS:
        print(f"usage: python -m models.evaluation {'|'.join(COMMANDS)} ...", file=sys.stderr)
        return 2
    found: int = import_module(COMMANDS[name]).main(rest)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
