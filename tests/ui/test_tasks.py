"""Three tasks of an evening on the real pages: ``python -m tests.ui.test_tasks`` prints figures.

Seconds are those of the keystroke-level model (Card, Moran, Newell 1980) for hands that know what
they want: a look at each page and a touch for each tap; moving dice and tiles is not counted.
"""

import sys
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest

from companion.benches.taps import TapSimulation
from companion.games.refusals import RefusedError
from companion.games.roll.model.effects import Category
from companion.games.roll.model.state import Step
from companion.games.roll.rules.judge import decide
from companion.players.seeded_random import SeededRandom
from kivy_ui.common.page_source import Visit
from kivy_ui.common.stacked_pages import Do, do
from kivy_ui.pages.listing import List
from kivy_ui.pages.opening import Table
from kivy_ui.pages.page import Cards, Page
from tests.ui.at_source import AtSource, AtWindow

LOOK_S, TOUCH_S = 1.35, 1.1
PLAYERS = 3


class Naming(TapSimulation):
    """A game in which the taps for each tile that is named are counted."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.named: list[int] = []

    def _name(self, seat: int) -> None:
        before = self._taps
        super()._name(seat)
        self.named.append(self._taps - before)


class Group(AtWindow):
    """Three who play for the first time; the camera reads without doubt."""

    def __init__(self, seed: int) -> None:
        AtSource.__init__(self, None)
        self.game = Naming(SeededRandom(f"tasks {seed}"), PLAYERS)
        self.table, self.presenters = self.game.table, self.game.presenters
        self.taps, self.looks, self._read = 0, 0, ""

    @property
    def page(self) -> Page:
        return self.source.page()

    def touch(self, key: object) -> int:
        question = self.page.question
        self.looks, self._read = self.looks + (question != self._read), question
        part = super().touch(key)
        self.taps += 1 + part
        return part

    def taken(self) -> tuple[int, float]:
        """Taps and seconds since the last call."""
        taps, looks = self.taps, self.looks
        self.taps, self.looks, self._read = 0, 0, ""
        return taps, taps * TOUCH_S + looks * LOOK_S


def first_reveal(at: Group) -> tuple[int, float]:
    """From the welcome through who plays and what was drawn to the first phase."""
    opening = at.presenters.opening
    at.touch(do(opening.open, opening.seats))
    at.main()
    while isinstance(at.page.body, Cards):
        at.touch(next(card.key for card in at.page.body.cards if card.able))
    at.main()
    for seat in at.game.state.seats:
        for category in Category:
            at.game._stacks[seat, category] = [at.game._drawn()]
    at.main()
    body = at.body(Table)
    for ready in body.seats:
        at.touch(ready.key)
    assert at.game.state.step is Step.REVEAL
    at.game._reveal()
    while at.game.state.step is Step.REVEAL:
        at.main()
    return at.taken()


def later_correction(at: Group) -> tuple[int, float]:
    """A die that was read wrong, three steps ago: back to the reveal, corrected there."""
    first_reveal(at)
    for _ in range(2):
        at.game._act()
    changes = at.presenters.undo_changes
    changes.undo()
    at.ui.take(at.table.latest())
    assert changes.take()
    at.visit("undo")
    at.taps = 1
    at.press("Further back")
    at.touch(at.body(List).rows[1].key)
    at.main()
    assert at.game.state.step is Step.REVEAL
    at.touch(Visit("reveal"))
    before, of_die = at.game.state, at.presenters.reveal.die
    for die in [key for key in at.keys if isinstance(key, Do) and key.args[:1] == (of_die,)]:
        at.touch(die)
        legal = [card.key for card in at.cards if not card.chosen and _fits(at, card.key)]
        if legal:
            at.touch(legal[0])
            break
        at.touch(at.page.back)
        at.taps -= 2  # the one that was read wrong would have been touched at once
    assert at.game.state != before
    return at.taken()


def _fits(at: Group, command: Any) -> bool:
    try:
        return bool(decide(at.game.rules, at.game.state, command))
    except RefusedError:
        return False


def naming_a_tile(at: Group) -> tuple[int, float]:
    """The tile that a stack completes: in sight, by its cost, or by letters; the median."""
    at.game.play()
    taps = round(median(at.game.named))
    return taps, taps * (TOUCH_S + LOOK_S)


TASKS: dict[str, tuple[Callable[[Group], tuple[int, float]], int]] = {
    "first game, to the first phase": (first_reveal, 16),
    "naming a tile": (naming_a_tile, 3),
    "correcting a die three steps later": (later_correction, 8),
}
"""What is done, and the most taps that it may take."""


@pytest.mark.parametrize("task", TASKS)
def test_a_task_takes_few_taps(task: str) -> None:
    """On pages that are all sound."""
    does, most = TASKS[task]
    taps, _ = does(Group(1))
    assert taps <= most


def main() -> int:
    """Print the figures."""
    for task, (does, _) in TASKS.items():
        found = [does(Group(seed)) for seed in range(3)]
        taps, seconds = (median(each) for each in zip(*found, strict=True))
        sys.stdout.write(f"{task}: {taps:.0f} taps, {seconds:.0f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
