"""Set-up, direction, selection of roles, ends of turns (sections 2 and 3)."""

from __future__ import annotations

from typing import Final

from companion.games.emperor import commands as asked
from companion.games.emperor import errors
from companion.games.emperor import events as happened
from companion.games.emperor.asking import check_step, on_turn, seated
from companion.games.emperor.events import Event
from companion.games.emperor.galaxy.hexes import fits
from companion.games.emperor.galaxy.moving import contested
from companion.games.emperor.options import sensible
from companion.games.emperor.roles.influence import TOKENS_EACH
from companion.games.emperor.state import (
    EMPIRE_TOKENS,
    GameState,
    Role,
    Step,
    in_direction,
    next_selector,
    roles_left,
    tokens_left,
)
from companion.games.names import same_name
from companion.games.refusals import NOT_NOW, NOT_YOUR_TURN

MERCHANT_MARKS: Final = 3
"""Immediate income of the Merchant's selector (section 4.2)."""

_PASSABLE: Final = (
    Step.TRADE,
    Step.PRODUCE,
    Step.BUILD,
    Step.WAR,
    Step.BUY_INFLUENCE,
    Step.RESEARCH,
)


def start(state: GameState, command: asked.StartGame) -> tuple[Event, ...]:
    """Begin a game (section 2)."""
    check_step(state, Step.SET_UP)
    players = command.players
    names = {same_name(player.name) for player in players}
    seats = {player.seat for player in players}
    many = len(players)
    if many not in EMPIRE_TOKENS or len(names) != many or len(seats) != many or "" in names:
        raise errors.PLAYERS()
    if command.throne not in seats or any(not 1 <= player.planets <= 2 for player in players):
        raise errors.PLAYERS()
    if not sensible(command.options):
        raise errors.OPTIONS()
    if command.homes and not fits(command.homes, many):
        raise errors.LAYOUT()
    return (happened.GameStarted(players, command.throne, command.options, command.homes),)


def set_options(state: GameState, command: asked.SetOptions) -> tuple[Event, ...]:
    """Set the facts printed on the board and the cards."""
    if state.step is Step.SET_UP:
        raise NOT_NOW()
    if not sensible(command.options):
        raise errors.OPTIONS()
    return (happened.OptionsSet(command.options),)


def choose_direction(state: GameState, command: asked.ChooseDirection) -> tuple[Event, ...]:
    """Set the round's direction; only the Throne's holder may (section 3)."""
    check_step(state, Step.DIRECTION)
    if command.seat != state.throne:
        raise NOT_YOUR_TURN(name=seated(state, command.seat).name)
    return (happened.DirectionChosen(command.direction),)


def select_role(state: GameState, command: asked.SelectRole) -> tuple[Event, ...]:
    """Take a role; its selector acts first, in the Regent's second phase last (section 3)."""
    check_step(state, Step.SELECT)
    seat, role = command.seat, command.role
    if seat != next_selector(state):
        raise NOT_YOUR_TURN(name=seated(state, seat).name)
    if role not in roles_left(state):
        raise errors.ROLE_TAKEN()
    selected = happened.RoleSelected(seat, role, in_direction(state, seat))
    match role:
        case Role.MERCHANT:
            return selected, happened.MarksChanged(seat, MERCHANT_MARKS, "merchant")
        case Role.REGENT:
            tokens = tuple(
                (player.seat, min(TOKENS_EACH, tokens_left(state, player.seat)))
                for player in state.players
            )
            return selected, happened.InfluenceDealt(tokens)
        case _:
            return (selected,)


def end_turn(state: GameState, command: asked.EndTurn) -> tuple[Event, ...]:
    """End the player's turn in this role, where that is allowed."""
    on_turn(state, command.seat, *_PASSABLE)
    for number in contested(state, command.seat) if state.step is Step.WAR else ():
        raise errors.BATTLE_FIRST(hex=number)
    if state.step is Step.TRADE:
        raise NOT_NOW()  # harvested food requires a trade, even an empty one
    return (happened.TurnEnded(command.seat),)
