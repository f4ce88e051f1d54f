"""Whole games as text: commands in, what happened and how the table stands out.

    python -m tests.golden.regenerate        (make golden)

A file has lines of notation after ``> `` (commands; ``undo`` and ``redo`` too) and comments after
``# ``. Everything else is written by this program: an event a line after ``. ``, a refusal after
``! ``, and one line after ``= `` with the state that follows. The test plays the commands and
compares the text; regenerating shows in the diff what changed. The other boxes' games are those of
``other_games.py``.
"""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.catalog import load_roll_catalog
from companion.games.roll import with_rules
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.view.table_view import PhaseStatus, TableView
from companion.session.session import GameSession
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock
from tests.golden import other_games
from tests.golden.lines import anew
from tests.golden.roll_lines import read, write
from tests.vision import stored

FOLDER = Path(__file__).parent

TABLE = with_rules(Rules(load_roll_catalog()))
"""Plays both kinds of games: in a fully tracked game and with counters kept by hand."""


def played(text: str) -> str:
    """Return the text with everything but commands and comments written anew."""
    session = GameSession.begin(TABLE, MemoryEventLog(), ManualClock())
    return anew(text, session, read=read, write=write, standing=lambda: standing(session.view))


def standing(view: TableView) -> str:
    """Return the table in one line: step, pool, phases, needs and every seat."""
    marks = {
        PhaseStatus.CURRENT: "*",
        PhaseStatus.DONE: "+",
        PhaseStatus.WAITING: "-",
        PhaseStatus.INACTIVE: "x",
        PhaseStatus.UNKNOWN: "?",
    }
    phases = "".join(f"{phase.phase.number}{marks[phase.status]}" for phase in view.phases)
    pool = f"{view.vp_pool}-{view.vp_beyond_pool}" if view.vp_beyond_pool else f"{view.vp_pool}"
    needs = " ".join(
        need.code + (f":{need.seat}" if need.seat else "") + ("" if need.blocking else "?")
        for need in view.needs
    )
    ends = "".join(f" END:{reason.value}" for reason in view.end_reasons)
    seats = " ".join(
        f"{seat.seat}{'!' if seat.ready else ''}:${seat.credits},{seat.vp_chips}vp,{seat.tiles}t"
        + (f",{len(seat.dice)}d" if seat.recorded else "")
        + (f",#{seat.final_rank}" if seat.final_rank else "")
        for seat in view.seats
    )
    return (
        f"r{view.round} {view.step.value} {phases} pool {pool}{ends} | {seats} | {needs}".rstrip()
    )


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def main() -> int:
    games: list[tuple[Path, Callable[[str], str]]] = [(path, played) for path in files()]
    games += [(path, partial(other_games.played, path)) for path in other_games.files()]
    games.append((stored.EXPECTED, stored.all_as_text))
    for path, play in games:
        text = path.read_text(encoding="utf-8")
        new = play(text)
        if new != text:
            path.write_text(new, encoding="utf-8")
            sys.stderr.write(f"written: {path.name}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
