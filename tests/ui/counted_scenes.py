"""Views of games in which everything is counted."""

from dataclasses import replace

from companion.games.roll.model.dice import PHASES, DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.holdings import Good
from companion.games.roll.model.state import holdings
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.phases.round import SignalReady
from companion.games.roll.view.table_view import TableView
from tests.games.roll.tracked_table import Played, a_game, laid

_NAMES = ("Ann", "Béla", "Zażółcona Łucja", "Ödön", "Ewelina")
_HOME, _GENES = DieType.HOME, DieType.GENES


def _players() -> Played:
    game = a_game(1, 2, 6, 8, 9)
    for empire, name in zip(game.state.empires, _NAMES, strict=True):
        named = replace(empire, player=replace(empire.player, name=name), credits=10)
        game.state = game.state.with_empire(replace(named, vp_chips=7 * empire.seat))
    goods = (
        Good("spice_world", _GENES),
        Good("earths_lost_colony", DieType.NOVELTY),
        Good("pilgrimage_world", _HOME),
    )
    game.hold(1, tableau=("spice_world", "earths_lost_colony", "improved_reconnaissance"))
    game.hold(1, goods=goods[:2], developments=(0, 0, 0), worlds=(7, 0), settlers=(_HOME,))
    game.hold(1, cup=(_HOME, _HOME, _GENES, DieType.MILITARY, DieType.CONSUMPTION))
    game.hold(3, goods=goods[2:])
    return game


def wrong_mat() -> TableView:
    game = _players()
    for seat in game.state.seats:
        game.do(SignalReady(seat))
    cup = holdings(game.state, 1).cup
    odd = PlacedDie(_HOME, Face.DEVELOP, Place(Phase.SETTLE))
    rest = (laid(die, Phase.SHIP, selecting=not i) for i, die in enumerate(cup[1:]))
    return game.do(RecordMat(1, (*rest, odd))).view


def read() -> TableView:
    """All mats are read; everybody has idle dice of several kinds."""
    game = _players()
    for seat in game.state.seats:
        game.do(SignalReady(seat))
    for seat in game.state.seats:
        cup = holdings(game.state, seat).cup
        dice = (laid(die, PHASES[2 * bool(i)], selecting=not i) for i, die in enumerate(cup))
        game.do(RecordMat(seat, tuple(dice)))
    return game.view


def _revealed(phase: Phase) -> Played:
    return _players().reveal(**{f"p{seat}": phase for seat in range(1, 6)})


def in_phase(phase: Phase) -> TableView:
    view = _revealed(phase).view
    assert view.current_phase is phase
    return view
