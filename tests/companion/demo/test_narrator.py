"""What the narrator tells of a change on a mat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.demo.narrator import Narrator
from companion.games.roll.model.dice import PlacedDie
from companion.games.roll.notation import read
from companion.games.roll.phases.reveal import ConfirmReveal, RecordMat
from companion.games.roll.phases.round import SignalReady
from companion.session.clock import SystemClock
from companion.session.session import GameSession
from companion.session.table_port import TableUpdate
from companion.storage.memory_log import MemoryEventLog
from tests.companion.demo.rehearsal import table_game, views
from tests.companion.demo.stage import EVENING


def _dice(text: str) -> tuple[PlacedDie, ...]:
    recorded = read(f"RecordMat seat=1 dice={text}")
    assert isinstance(recorded, RecordMat)
    return recorded.dice


def _told(*steps: object) -> list[str]:
    """The lines for the last of the steps of the first game."""
    session = GameSession.begin(table_game(), MemoryEventLog(), SystemClock())
    lines: list[str] = []
    narrator = Narrator(lines.append)
    for step in (EVENING.games[0].start, *map(SignalReady, (1, 2, 3)), *steps):
        lines.clear()
        session.execute(step)
        narrator.take(
            TableUpdate(session.version, session.game_id, "roll", session.view, True, False)
        )
    return lines


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("home:ship!?", "home:ship!", "Looked at on Ann's mat: it is home ship (selecting)."),
        (
            "home:ship!",
            "home:settle!",
            "Corrected on Ann's mat: home ship (selecting) is home settle (selecting).",
        ),
        ("home:ship!,home:ship", "home:ship!", "Removed from Ann's mat: home ship."),
        ("home:ship!", "home:ship!,genes:wild@ship", "Added to Ann's mat: genes wild on ship."),
    ],
)
def test_changes_on_a_mat(before: str, after: str, line: str) -> None:
    """A die looked at, corrected, taken away, added: each in its own words."""
    assert _told(RecordMat(1, _dice(before)), RecordMat(1, _dice(after))) == [line]


def test_the_order_of_the_dice_is_no_change() -> None:
    """The same dice read again from another side."""
    dice = _dice("home:ship!,genes:wild@settle")
    turned: Sequence[PlacedDie] = [replace(die, mark="9") for die in reversed(dice)]
    assert _told(RecordMat(1, dice), RecordMat(1, tuple(turned))) == []


def test_the_reveal_says_what_follows() -> None:
    """Active phases with who selected them, workers, and what goes back to the cup."""
    mats = EVENING.games[0].rounds[0].mats
    records = [RecordMat(mat.seat or 0, mat.in_fact) for mat in mats]
    told = _told(*records, ConfirmReveal())
    assert told[0] == "Phase I explore is active: selected by Ann."
    assert "Łukasz has 1 developer and 3 settlers; back to the cup: 1 home." in told
    assert told[-1] == "Now phase I, explore."


def test_a_resumed_evening_says_where_it_goes_on() -> None:
    """The first line after a restart."""
    lines: list[str] = []
    *_, view, _ = views(EVENING.games[0])
    Narrator(lines.append).take(TableUpdate(9, "g", "roll", view, True, False, None, restored=True))
    # Clockwise from the lowest faction.
    assert lines == ["The game continues where it stopped: Ann, Łukasz and Zsófi, round 4."]
