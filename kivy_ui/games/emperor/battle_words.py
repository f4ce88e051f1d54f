"""Battle odds in words: before and during a battle, of each loss, of the last battle."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.emperor.galaxy.fields import force_of, joined
from companion.games.emperor.galaxy.moving import enemy_at
from companion.games.emperor.galaxy.ships import MoveShips
from companion.games.emperor.state import WARS, GameState, Step
from companion.games.emperor.war.battle import Attack
from companion.games.emperor.war.battle_odds import BattleOdds, Side, battle_odds, fleet, odds_now
from companion.games.emperor.war.forces import Force, Target, Token
from kivy_ui.asking.draft import Draft
from kivy_ui.asking.telling import Telling
from kivy_ui.pages.page import Note

_Seats = tuple[int, int]
"""Attacker and defender."""


def percent(chance: float) -> str:
    return f"{round(100 * chance)}%"


def odds_note(
    tell: Telling, state: GameState, draft: Draft, command: Any, *, narrow: bool
) -> Note | None:
    """Return the odds of the battle that is fought, or that a command would begin.

    Args:
        narrow: whether there is only room for the probabilities.
    """
    if not tell.odds:
        return None
    if state.battle is not None:
        odds = odds_now(state, picked_losses(state, draft))
        if odds is None:
            return None
        return _note(tell, state.battle.seats, state.battle.forces, odds, narrow=narrow)
    found = _coming(state, command)
    if found is None:
        return None
    seats, forces, jumped = found
    if not forces[0].ships or not forces[1].alive:
        return None
    sides = (Side(f, state.player(seat).arms) for seat, f in zip(seats, forces, strict=True))
    odds = battle_odds(
        *sides,
        extra_die=seats[0] == state.selector and state.role in WARS,
        free_attack=jumped if jumped.ships else None,
    )
    return _note(tell, seats, forces, odds, narrow=narrow)


def _note(
    tell: Telling, seats: _Seats, forces: tuple[Force, Force], odds: BattleOdds, *, narrow: bool
) -> Note:
    translate, (mine, theirs) = tell.translate, map(tell.name, seats)
    chances = translate(
        "%(mine)s wins %(wins)s, %(theirs)s %(loses)s",
        mine=mine,
        wins=percent(odds.attacker),
        theirs=theirs,
        loses=percent(odds.defender),
    )
    if narrow:
        return Note((chances,), icon="symbol/chart")
    left = translate(
        "Ships left on average: own %(left)s of %(now)s, theirs %(left_there)s of %(now_there)s",
        left=round(odds.attacker_left),
        now=forces[0].units,
        left_there=round(odds.defender_left),
        now_there=forces[1].units,
    )
    return Note((chances, left), icon="symbol/chart")


def _coming(state: GameState, command: Any) -> tuple[_Seats, tuple[Force, Force], Force] | None:
    """Return the seats and forces that a command leads into a battle, and those that jumped."""
    match command:
        case Attack(seat, defender, ships, defending, number):
            there = replace(defending, token=_token(state, number))
            jumped = ships if command.through_stargate else Force()
            return (seat, defender), (ships, there), jumped
        case MoveShips(seat, _, number):
            enemy = enemy_at(state, seat, number)
            if enemy is None:
                return None
            going = Force(command.fighters, command.cruisers, command.dreadnoughts)
            jumped = force_of(state.fleets, seat, number, jumped=True)
            jumped = joined(jumped, going) if command.jump else jumped
            going = joined(going, force_of(state.fleets, seat, number))
            force = force_of(state.fleets, enemy, number)
            return (seat, enemy), (going, replace(force, token=_token(state, number))), jumped
        case _:
            return None


def _token(state: GameState, number: int | None) -> Token:
    sector = state.sector(number)
    return Token.NONE if sector is None else sector.token


def picked_losses(state: GameState, draft: Draft) -> tuple[Target, ...]:
    """Return the hits that are assigned so far: the path to the open question."""
    battle = state.battle
    if state.step is not Step.LOSSES or battle is None or draft.seat != losing(state):
        return ()
    return tuple(Target(key) for key in draft.path if key in {each.value for each in Target})


def losing(state: GameState) -> int:
    """Return the seat that takes hits first."""
    battle = state.battle
    return 0 if battle is None else battle.seats[0 if battle.hits[0] else 1]


def loss_captions(
    tell: Telling, state: GameState, draft: Draft, keys: Mapping[str, Any]
) -> dict[str, str]:
    """Return the owner's probability of winning after each loss."""
    battle, picked = state.battle, picked_losses(state, draft)
    if battle is None or not tell.odds or draft.seat != losing(state):
        return {}
    found = {}
    for target in (each for each in Target if each.value in keys):
        odds = odds_now(state, (*picked, target))
        if odds is not None:
            wins = odds.attacker if draft.seat == battle.attacker else odds.defender
            chance = percent(wins)
            found[target.value] = tell.translate("then wins %(chance)s", chance=chance)
    return found


def duel_captions(tell: Telling, state: GameState) -> dict[str, str]:
    """Return the odds of a duel with all ships, as the mean of both attack orders.

    The rules do not state who attacks (section 6).
    """
    if len(state.duel) != 2 or not tell.odds:
        return {}
    one, other = (fleet(state.player(seat)) for seat in state.duel)
    if not (one.force.ships and other.force.ships):
        return {}
    ways = battle_odds(one, other), battle_odds(other, one)
    chances = (
        (ways[0].attacker + ways[1].defender) / 2,
        (ways[0].defender + ways[1].attacker) / 2,
        (ways[0].neither + ways[1].neither) / 2,
    )
    keys = (*map(str, state.duel), "none")
    return dict(zip(keys, map(percent, chances), strict=True))
