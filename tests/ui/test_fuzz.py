"""Random touches at random screens: nothing is lost, nothing is doubled, there is no dead end."""

import random

import pytest

from companion.games.definition import GameDefinition
from companion.games.roll.view.table_view import TableView
from companion.session.session import GameSession
from companion.session.table import TableOwner
from companion.simulation.invariants import Invariants
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock
from tests.games.roll.tracked_table import GAME, RULES, a_set_up
from tests.ui import beside_scenes
from tests.ui.hand import Hand
from tests.ui.monkey import Monkey

_LONG = (pytest.mark.slow, pytest.mark.timeout(1800))
_LOOK_EVERY = 40


@pytest.fixture
def games() -> dict[str, GameDefinition]:
    """Fingers that touch anything begin no other game."""
    return {GAME.key: GAME}


@pytest.mark.parametrize(
    ("seed", "steps"), [(1, 80), (2, 120), pytest.param(3, 10_000, marks=_LONG)]
)
def test_random_touches_break_nothing(
    owner: TableOwner, log: MemoryEventLog, seed: int, steps: int
) -> None:
    """The window goes on, the log gives the state back, and something can always be tapped.

    The first seed begins on the first screen, the others in a game with all rules.
    """
    if seed > 1:
        owner.new_game(GAME.key)
        owner.post(a_set_up(1, 5, 6))
    with Hand(owner, settings=beside_scenes.settings("en")) as hand:
        # Closing is the one thing that is not wanted here; changed letters make a new root.
        hand.app.stop = lambda *_args: None
        monkey = Monkey(hand, owner, random.Random(seed))
        for number in range(1, steps + 1):
            monkey.act()
            if number % _LOOK_EVERY == 0:
                monkey.settle()
                _goes_on(hand)
                _is_whole(owner, log)
    assert sum(monkey.done.values()) == steps
    assert steps < 10_000 or monkey.reveals, "the camera was never pulled out in a reveal"


def _goes_on(hand: Hand) -> None:
    """No dead end: something answers on the page of the round."""
    hand.app.shell.visit(None)
    hand.wait()
    assert hand.places_on_page(), f"a dead end: {hand.texts()}"


def _is_whole(owner: TableOwner, log: MemoryEventLog) -> None:
    """What the log gives back is what is shown; no die and no tile came or went."""
    latest = owner.latest()
    header = next((one for one in log.games() if one.game_id == latest.game_id), None)
    if header is None:
        return
    again = GameSession.resume(GAME, log, ManualClock(), header)
    assert (again.version, again.view) == (latest.version, latest.view)
    conserved = Invariants(RULES).violations(again.state)
    assert not [one for one in conserved if "conserved" in one]
    view = owner.latest().view
    if isinstance(view, TableView):
        seats = view.seats
        assert all(0 <= seat.credits <= 10 and seat.vp_chips >= 0 for seat in seats)
