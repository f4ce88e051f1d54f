"""Scientist, and the Saboteur among the technologies (sections 4.7 and 5)."""

from dataclasses import replace
from typing import Final

from companion.games.emperor import errors, rules
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.rules import Event, Events
from companion.games.emperor.state import GameState, Step
from companion.games.emperor.technologies import Technology
from companion.games.messages import Move, OfPlayer
from companion.games.refusals import NOT_NOW

CAUGHT_FROM: Final = 5
"""Minimum of the victim's die for which a Saboteur is removed from the game."""


class BuyTechnology(Move):
    """Buy one technology for energy; the Scientist's selector pays one less (section 4.7)."""

    technology: Technology

    def decide(self, state: GameState) -> Events:
        player = rules.on_turn(state, self.seat, Step.RESEARCH)
        technology = self.technology
        taken = {each for p in state.players for each in p.technologies}
        if technology in taken | state.removed:
            raise errors.TECHNOLOGY(name=player.name)
        cost = state.options.cost_of(technology)
        if cost is None:
            raise errors.COST_UNKNOWN(what=technology.value)
        cost = max(0, cost - (self.seat == state.selector))
        if cost > player.energy:
            raise errors.NOT_ENOUGH(name=player.name, what="energy")
        return TechnologyBought(self.seat, technology, cost), EndTurn(self.seat)


class TechnologyBought(OfPlayer, Event):
    """A technology was bought (section 4.7)."""

    technology: Technology
    energy: int

    def apply(self, state: GameState) -> GameState:
        technologies = state.player(self.seat).technologies | {self.technology}
        state = state.with_player(self.seat, technologies=technologies)
        return rules.with_more(state, self.seat, energy=-self.energy)


class Sabotage(Move, Event):
    """A Saboteur blocks a technology that was just announced, until the end of the round.

    *catch*: the victim's die; from ``CAUGHT_FROM`` the Saboteur leaves the game (section 5).
    """

    victim: int
    technology: Technology
    catch: int

    def decide(self, state: GameState) -> None:
        if not state.selected:
            raise NOT_NOW()
        saboteur, victim = state.player(self.seat), state.player(self.victim)
        rules.check_technology(saboteur, Technology.SABOTEUR)
        if victim is saboteur or self.technology not in victim.technologies:
            raise errors.TECHNOLOGY(name=victim.name)
        rules.check_dice((self.catch,), 1)

    def apply(self, state: GameState) -> GameState:
        """A blocked technology stops working in a running battle immediately."""
        card = frozenset({Technology.SABOTEUR})
        blocked = state.player(self.victim).blocked | {self.technology}
        state = state.with_player(self.victim, blocked=blocked)
        saboteur = state.player(self.seat)
        state = state.with_player(self.seat, used=saboteur.used | card)
        if self.catch >= CAUGHT_FROM:
            state = state.with_player(self.seat, technologies=saboteur.technologies - card)
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
