"""Scientist, and the Saboteur among the technologies (sections 4.7 and 5)."""

from dataclasses import dataclass, replace
from typing import Final

from companion.games.emperor import errors, rules
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.rules import Events, apply, decide
from companion.games.emperor.state import GameState, Step
from companion.games.emperor.technologies import Technology
from companion.games.refusals import NOT_NOW

CAUGHT_FROM: Final = 5
"""Minimum of the victim's die for which a Saboteur is removed from the game."""


@dataclass(frozen=True, slots=True)
class BuyTechnology:
    """Buy one technology for energy; the Scientist's selector pays one less (section 4.7)."""

    seat: int
    technology: Technology


@decide.case
def _buy(state: GameState, command: BuyTechnology) -> Events:
    player = rules.on_turn(state, command.seat, Step.RESEARCH)
    technology = command.technology
    taken = {each for p in state.players for each in p.technologies}
    if technology in taken | state.removed:
        raise errors.TECHNOLOGY(name=player.name)
    cost = state.options.cost_of(technology)
    if cost is None:
        raise errors.COST_UNKNOWN(what=technology.value)
    cost = max(0, cost - (command.seat == state.selector))
    if cost > player.energy:
        raise errors.NOT_ENOUGH(name=player.name, what="energy")
    return TechnologyBought(command.seat, technology, cost), EndTurn(command.seat)


@dataclass(frozen=True, slots=True)
class TechnologyBought:
    """A technology was bought (section 4.7)."""

    seat: int
    technology: Technology
    energy: int


@apply.case
def _bought(state: GameState, event: TechnologyBought) -> GameState:
    technologies = state.player(event.seat).technologies | {event.technology}
    state = state.with_player(event.seat, technologies=technologies)
    return rules.with_more(state, event.seat, energy=-event.energy)


@dataclass(frozen=True, slots=True)
class Sabotage:
    """A Saboteur blocks a technology that was just announced, until the end of the round.

    *catch*: the victim's die; from ``CAUGHT_FROM`` the Saboteur leaves the game (section 5).
    """

    seat: int
    victim: int
    technology: Technology
    catch: int


@decide.case
def _sabotage(state: GameState, command: Sabotage) -> None:
    if not state.selected:
        raise NOT_NOW()
    saboteur, victim = state.player(command.seat), state.player(command.victim)
    rules.check_technology(saboteur, Technology.SABOTEUR)
    if victim is saboteur or command.technology not in victim.technologies:
        raise errors.TECHNOLOGY(name=victim.name)
    rules.check_dice((command.catch,), 1)


@apply.case
def _blocked(state: GameState, event: Sabotage) -> GameState:
    """A blocked technology stops working in a running battle immediately."""
    card = frozenset({Technology.SABOTEUR})
    blocked = state.player(event.victim).blocked | {event.technology}
    state = state.with_player(event.victim, blocked=blocked)
    saboteur = state.player(event.seat)
    state = state.with_player(event.seat, used=saboteur.used | card)
    if event.catch >= CAUGHT_FROM:
        state = state.with_player(event.seat, technologies=saboteur.technologies - card)
        state = replace(state, removed=state.removed | card)
    battle = state.battle
    if battle is None:
        return state
    arms = tuple(state.player(seat).arms for seat in battle.seats)
    forces = tuple(
        replace(force, shield=force.shield and each.shields)
        for force, each in zip(battle.forces, arms, strict=True)
    )
    return rules.with_battle(state, arms=arms, forces=forces)
