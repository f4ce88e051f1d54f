"""What everybody may know of Galactic Emperor's players; in a battle, the fighters' forces."""

from typing import Any, Final

from companion.games.emperor import GAME
from companion.games.emperor.rules import after
from companion.games.emperor.state import GameState, Player, Step
from companion.games.emperor.view import TableView
from companion.games.refusals import RefusedError
from kivy_ui.asking.answering import Asked
from kivy_ui.asking.draft import Draft
from kivy_ui.asking.telling import Telling
from kivy_ui.games.emperor.looks import MARKS, THRONE, force_pictures
from kivy_ui.pages.page import Picture
from kivy_ui.pages.people import Person

_IN_TURN: Final = frozenset(
    {
        *(Step.EXPLORE, Step.TRADE, Step.PRODUCE, Step.BUILD, Step.WAR),
        *(Step.BUY_INFLUENCE, Step.PLACE_INFLUENCE, Step.RESEARCH),
    }
)
"""Steps that all players take, one after the other."""
_BATTLE: Final = frozenset({Step.EXTRA_DIE, Step.FIRE, Step.LOSSES, Step.GO_ON})
_FEW: Final = 3
"""With more players, only those who act are shown with what they have in their turns."""
_PAYS: Final = frozenset({Step.TRADE, Step.BUILD})


def people(tell: Telling, view: TableView, asked: Asked, draft: Draft) -> tuple[Person, ...]:
    """Return the players with what they have; who pays has what remains, too."""
    tokens, then = dict(view.tokens), _then(view.state, asked.command)
    acting, state = _acting(view, draft), view.state
    shown = {*acting, *(state.battle.seats if state.battle is not None else ())}
    if len(state.players) <= _FEW or state.step not in _IN_TURN | _BATTLE or draft.more:
        shown = {each.seat for each in state.players}
    return tuple(
        Person(
            tell.seat(each.seat),
            _goods(tell, view, each, then.player(each.seat), tokens[each.seat])
            if each.seat in shown
            else (),
            acts=each.seat in acting,
            done=_is_done(view.state, each.seat),
            mark=Picture(THRONE) if each.seat == view.state.throne else None,
        )
        for each in view.state.players
    )


def _then(state: GameState, command: Any) -> GameState:
    """Return the state after what is entered, if it is a purchase."""
    if command is None or state.step not in _PAYS:
        return state
    try:
        return after(state, GAME.decide(state, command))
    except RefusedError:
        return state


def _goods(
    tell: Telling, view: TableView, player: Player, then: Player, tokens: int
) -> tuple[Picture, ...]:
    battle, colour = view.state.battle, tell.colour(player.seat)
    if battle is not None and player.seat in battle.seats:
        return force_pictures(battle.forces[battle.seats.index(player.seat)], colour)
    changes = (
        (MARKS, player.marks, then.marks),
        ("cube/metal", player.metal, then.metal),
        ("cube/energy", player.energy, then.energy),
    )
    return (
        *(
            Picture(
                piece,
                text=str(now)
                if now == left
                else f"{left} ({left - now:+d})".replace("-", "\N{MINUS SIGN}"),
            )
            for piece, now, left in changes
        ),
        Picture("token/empire", text=str(tokens), colour=colour),
    )


def _acting(view: TableView, draft: Draft) -> tuple[int, ...]:
    """Return who acts: whose question is open; in a battle also who rolls dice."""
    battle = view.state.battle
    if draft.seat or battle is None:
        return (draft.seat or view.acts or 0,)
    return tuple(seat for seat, due in zip(battle.seats, view.due, strict=True) if due)


def _is_done(state: GameState, seat: int) -> bool:
    """Return whether a player's turn in this role or round is over."""
    if state.step is Step.SELECT:
        return any(seat == each for _, each in state.selected)
    return state.step in _IN_TURN and seat not in state.turns
