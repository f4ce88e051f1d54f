"""Sizes and colours come from ``kivy_ui/theme.py``, wherever something is laid out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kivy_ui import theme
from kivy_ui.registry import GAME_UIS

FOLDER = Path(__file__).parents[2] / "kivy_ui"

_GRID = re.compile(r"(T|theme)\.grid\([^()]*\)")
_LITERAL = {
    "a size": re.compile(r"\b[ds]p\([^()]*\d"),
    "a text size": re.compile(r"(base_size|font_size)\s*[:=].*(?<![.\w])\d"),
    "a changed text size": re.compile(r"TEXT_[A-Z]+\)?\s*[-+*/]\s*\d*\.?\d+(?!\s*\*)"),
    "a colour": re.compile(r"rgba:\s*[\d.(\[\"']|\bColor\(\s*\d|rgba\(\"|#[0-9A-Fa-f]{6}\b"),
    "a bare size": re.compile(
        r"(?<!\w)(spacing|padding|width)=\(?(?!0\b|1(?![.\d])|1\.0\b)\d*\.?\d(?!\d* if)"
        r"|^\s*(width|height|size|spacing|padding|line_width): \(?(?!0\b|1(?![.\d]))\d*\.?\d"
    ),
    "a distance in pixels": re.compile(r"(rounded_rectangle|self\.x \+).*[-+] ?\d+(?! ?\*)\b"),
    "a panel's size": re.compile(r"wanted_(width|height)\s*[:=].*(?<![.\w])\d"),
}
_ROOM_FOR_LINES = re.compile(r"_lines? \* sp\(T\.TEXT_SMALL\)")


def _literals(line: str) -> list[str]:
    plain = _GRID.sub("GRID", line.partition("  #")[0])
    if _ROOM_FOR_LINES.search(plain):  # a number of lines times their height
        return []
    return [name for name, pattern in _LITERAL.items() if pattern.search(plain)]


@pytest.mark.parametrize(
    "path",
    sorted(
        path
        for path in FOLDER.rglob("*")
        if path.suffix in (".kv", ".py")
        and path.relative_to(FOLDER).parts[0] in ("screens", "widgets", "panels", path.name)
        and path.name != "theme.py"
    ),
    ids=lambda path: str(path.relative_to(FOLDER)),
)
def test_no_literal_sizes_or_colours(path: Path) -> None:
    """A literal size or colour is one that no other screen shares."""
    found = [
        f"{number}: {', '.join(names)}: {line.strip()}"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if (names := _literals(line))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "line",
    [
        "    width: dp(24)",
        "    base_size: sp(T.TEXT_SMALL) + 1",
        "    rgba: .1, .2, .3, 1",
        "    group.add(Color(0, 0, 0, 0.5))",
        "    wanted_width: 620",
        "    spacing: 4, 8",
        "        row = KeyRow(spacing=2)",
        "        SmoothLine(points=points, width=1.6)",
        "            rounded_rectangle: (self.x + 1, self.y + 1)",
    ],
)
def test_a_literal_is_found(line: str) -> None:
    """The check sees what it is for."""
    assert _literals(line)


def test_type_scale_and_grid() -> None:
    """Five text sizes; everything that is laid out side by side lies on the grid."""
    sizes = (theme.TEXT_LEAST, theme.TEXT_SMALL, theme.TEXT_BODY, theme.TEXT_LARGE)
    assert (*sizes, theme.TEXT_HUGE) == (16, 18, 20, 28, 44)
    spaces = (theme.HALF_GAP, theme.GAP, theme.WIDE_GAP, theme.TOUCH, theme.BAR, theme.FOOT)
    assert all(space % (theme.STEP / 2) == 0 for space in spaces)


def test_each_game_has_its_own_colour() -> None:
    """The two parts of one box share theirs; what only prepares a game, too."""
    boards = {choice.key for choice in GAME_UIS.choices} - {"roll"}
    assert boards == set(theme.GAME_ACCENTS)
    assert len(set(theme.GAME_ACCENTS.values())) == len(boards) - 1
