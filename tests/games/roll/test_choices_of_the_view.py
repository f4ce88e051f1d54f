"""In the view: choices in Ship, dice still to be entered, what Reveal has brought."""

from __future__ import annotations

from dataclasses import replace

from companion.games.roll.model.commands import (
    RecordMat,
    Ship,
    ShipTask,
    SignalReady,
)
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.holdings import Good, Turn
from companion.games.roll.model.state import holdings
from companion.games.roll.view.table_view import ShipChoice, ShipResult
from tests.games.roll.tracked_table import Played, a_game, laid

HOME, GENES, NOVELTY = DieType.HOME, DieType.GENES, DieType.NOVELTY
WORLD = "jungle_world"
"""A Genes world: a good brings $5."""


def shipping(*cup: DieType, credits_now: int = 1, powers: tuple[str, ...] = ()) -> Played:
    """Player 1 ships one good of a Genes world and one of a Novelty world."""
    game = a_game(1, 2, 3)
    tableau = (*holdings(game.state, 1).tableau, WORLD, "spice_world", *powers)
    goods = (Good(WORLD, HOME), Good("spice_world", HOME))
    game.hold(1, cup=cup, tableau=tableau, goods=goods).hold(2, goods=()).hold(3, goods=())
    empire = game.state.empire(1)
    game.state = game.state.with_empire(replace(empire, credits=credits_now))
    return game.reveal(p1=Phase.SHIP, p2=Phase.SHIP, p3=Phase.SHIP)


def choice(game: Played, world: str = WORLD) -> ShipChoice:
    return next(each for each in game.tracking(1).ship_choices if each.good.world == world)


def die_of(result: ShipResult | None) -> DieType:
    assert result is not None
    assert isinstance(result.best.command, Ship)
    return result.best.command.shipper


def test_each_good_can_be_traded_and_consumed() -> None:
    """Both with their results; only the die that consumes matters (R-9.2, R-9.3)."""
    found = choice(shipping(HOME, GENES))
    assert found.trade is not None
    assert found.consume is not None
    assert (found.trade.best.credits, found.trade.die_matters) == (5, False)
    assert (found.consume.best.vp, found.consume.die_matters) == (2, True)
    assert die_of(found.trade) is HOME
    assert die_of(found.consume) is GENES
    assert found.trade_for_vp is None


def test_dice_of_one_kind_are_no_choice() -> None:
    """Nothing else could be taken."""
    found = choice(shipping(HOME, HOME))
    assert found.consume is not None
    assert (found.consume.others, found.consume.die_matters) == ((), False)


def test_a_die_that_matches_another_good_is_kept_for_it() -> None:
    """The one that nothing else needs goes first; a borrowed one before all (R-5.2)."""
    assert die_of(choice(shipping(NOVELTY, HOME)).trade) is HOME
    game = shipping(HOME, HOME).hold(1, turn=Turn(borrowed=(GENES,)))
    result = choice(game).trade
    assert result is not None
    assert isinstance(result.best.command, Ship)
    assert result.best.command.borrowed


def test_results_keep_the_limit_of_ten() -> None:
    """R-5.3: what is lost is not promised, with Galactic Bankers neither."""
    found = choice(shipping(HOME, HOME, credits_now=8, powers=("galactic_bankers",)))
    assert found.trade is not None
    assert found.trade_for_vp is not None
    assert found.trade.best.credits == 2
    assert (found.trade_for_vp.best.credits, found.trade_for_vp.best.vp) == (1, 1)
    game = shipping(HOME, HOME, credits_now=8)
    before = game.state.empire(1).credits
    command = found.trade.best.command
    assert isinstance(command, Ship)
    assert command.task is ShipTask.TRADE
    game.do(command)
    assert game.state.empire(1).credits - before == found.trade.best.credits


def test_what_is_still_to_be_entered() -> None:
    """R-12.1: the whole cup before Reveal, then what the recorded mat does not have."""
    game = a_game().hold(1, cup=(GENES, HOME, HOME))
    assert game.tracking(1).not_on_mat == (HOME, HOME, GENES)
    for seat in (1, 2, 3):
        game.do(SignalReady(seat))
    game.do(RecordMat(1, (laid(HOME, Phase.SHIP, selecting=True), laid(HOME, Phase.SHIP))))
    assert game.tracking(1).not_on_mat == (GENES,)
