"""The table of figures in models/README.md: ``python -m models.evaluation report``.

The figures are stored in ``manifest.json``: those of the recogniser by `models.evaluation.score`,
those of the computer players by their training.
"""

import json
import math
from pathlib import Path
from typing import Any, Final

MANIFEST: Final = Path(__file__).parents[1] / "manifest.json"

Figures = dict[str, Any]


def store(name: str, figures: Figures, manifest: Path = MANIFEST) -> None:
    """Store the total of a set in the manifest."""
    content = json.loads(manifest.read_text(encoding="utf-8"))
    content.setdefault("evaluation", {})[name] = figures
    manifest.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def report(manifest: Path = MANIFEST) -> str:
    """The tables in Markdown."""
    content = json.loads(manifest.read_text(encoding="utf-8"))
    sets = [_set(name, figures) for name, figures in content.get("evaluation", {}).items()]
    players = [
        _player(int(name.removeprefix("players_")), entry)
        for name, entry in content["models"].items()
        if name.startswith("players_")
    ]
    return "\n".join(
        [
            *_table(
                "set", "images", "dice", "right", "silent", "`check`", "images fully right",
                "false (with `ok`)", rows=sets,
            ),
            "",
            *_table(
                "players", "games", "cross-entropy (equal chances)", "calibration error",
                "AUC by third of the game", "wins against normal (even)", rows=players,
            ),
        ]
    )  # fmt: skip


def _set(name: str, figures: Figures) -> list[str]:
    return [
        name,
        f"{figures['pictures']}",
        f"{figures['dice']}",
        f"{figures['right_percent']} %",
        f"{figures['wrong_ok'] + figures['problem_wrong_ok']}",
        f"{figures['check_percent']} %",
        f"{figures['fully_right_percent']} %",
        f"{figures['false_positives']} ({figures['invented_ok']})",
    ]


def _player(count: int, entry: Figures) -> list[str]:
    figures = entry["figures"]
    wins = max(share for name, share in figures["win_shares"].items() if name.endswith("normal"))
    return [
        f"{count}",
        f"{entry['games']}",
        f"{figures['loss']:.3f} ({math.log(count):.3f})",
        f"{figures['calibration_error']:.3f}",
        ", ".join(f"{auc:.2f}" for auc in figures["auc"]),
        f"{100 * wins:.1f} % ({100 / count:.0f} %)",
    ]


def _table(*titles: str, rows: list[list[str]]) -> list[str]:
    lines = [list(titles), ["---"] * len(titles), *rows]
    return [f"| {' | '.join(cells)} |" for cells in lines]


def aligned(rows: dict[str, Figures]) -> str:
    """Named rows of figures as plain text, a column for each key; "-" for null."""
    lines = [["", *next(iter(rows.values()))]]
    lines += [
        [name, *("-" if value is None else str(value) for value in row.values())]
        for name, row in rows.items()
    ]
    widths = [2 + max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    )


def main(_: list[str] | None = None) -> int:
    """Print the tables."""
    print(report())
    return 0
