"""What a view shows of a fully tracked game, and what it must not (R-12.1)."""

from companion.games.roll.model.dice import DieType, Face, Phase
from companion.games.roll.model.holdings import UNKNOWN, RolledDie
from companion.games.roll.model.state import Step, holdings
from companion.games.roll.phases.assign import RollDice
from companion.games.roll.phases.build import LeaveUnfinished
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.phases.round import SignalReady
from companion.games.roll.rules.reassign import Verdict
from tests.games.roll.tracked_table import a_game, laid

HOME, MILITARY = DieType.HOME, DieType.MILITARY


def test_a_roll_is_not_in_the_view() -> None:
    """Before Reveal the kinds of the cup are all that can be seen; a roll changes nothing there."""
    game = a_game()
    before = game.tracking(1)
    dice = tuple(RolledDie(die, Face.EXPLORE if die is HOME else Face.WILD) for die in before.cup)
    game.do(RollDice(1, tuple(d for d in dice)))
    assert game.tracking(1).cup == before.cup
    assert game.tracking(1).columns == before.columns
    assert "EXPLORE" not in repr(game.tracking(1).cup)


def test_a_mat_read_early_is_not_in_the_view() -> None:
    """A reading before everybody is ready shows nowhere, no judgement either."""
    game = a_game()
    game.do(SignalReady(1))
    before = game.view
    cup = holdings(game.state, 1).cup
    game.do(
        RecordMat(1, tuple(laid(die, Phase.SHIP, selecting=not i) for i, die in enumerate(cup)))
    )
    assert game.view == before


def test_only_tops_of_stacks_can_be_seen() -> None:
    """A named tile below the top is a number of tiles, no more."""
    game = a_game()
    game.hold(1, developments=(UNKNOWN, 7), worlds=(9, 11))
    seen, table = game.tracking(1), game.view.tracking
    assert (seen.developments.size, seen.developments.top) == (2, UNKNOWN)
    assert (seen.worlds.size, seen.worlds.top) == (2, 9)
    assert table is not None
    assert table.seen == {9}


def test_what_a_named_tile_needs_is_shown() -> None:
    """Cost with discounts, and the workers that lie on it."""
    game = a_game().hold(2, developments=(1,), developers=(HOME, HOME))
    stack = game.tracking(2).developments
    assert (stack.needed, stack.workers) == (6, (HOME, HOME))


def test_the_expected_dice_are_those_of_the_cup() -> None:
    """The camera is told what must lie on each mat until Reveal is confirmed."""
    game = a_game()
    table = game.view.tracking
    assert table is not None
    assert table.expected is not None
    cup = holdings(game.state, 1).cup
    assert table.expected["strip-1"] == {die.value: cup.count(die) for die in set(cup)}


def test_a_mat_is_judged_at_reveal() -> None:
    """Legal with what explains it, or wrong with the smallest fault."""
    game = a_game(2, 5, 9)
    for seat in (1, 2, 3):
        game.do(SignalReady(seat))
    cup = holdings(game.state, 1).cup
    fine = [laid(die, Phase.SHIP, selecting=not i) for i, die in enumerate(cup)]
    game.do(RecordMat(1, tuple(fine)))
    judged = game.tracking(1).judgement
    assert judged is not None
    assert judged.verdict is Verdict.LEGAL
    assert game.tracking(2).judgement is None
    none_selects = tuple(laid(die, Phase.SHIP) for die in cup)
    game.do(RecordMat(1, none_selects))
    judged = game.tracking(1).judgement
    assert judged is not None
    assert judged.verdict is Verdict.WRONG
    assert judged.wrong[0].code.value == "no_selection"


def test_recruiting_asks_for_as_many_as_can_be_paid() -> None:
    """R-10.1: with $1 and three dice one is to be chosen; the proposal chooses it."""
    game = a_game().hold(1, citizenry=(HOME, MILITARY, HOME))
    game.hold(2, cup=(HOME,), citizenry=()).hold(3, cup=(HOME,), citizenry=(), goods=())
    game.hold(1, goods=())
    game.reveal(p1=Phase.DEVELOP, p2=Phase.DEVELOP, p3=Phase.DEVELOP)
    while game.step is Step.PHASE:
        seat = next(e.seat for e in game.view.seats if e.tracking and e.tracking.must_act)
        game.do(LeaveUnfinished(seat))
    seen = game.tracking(1)
    assert (game.step, seen.must_act) == (Step.MANAGE, True)
