"""The odds of a battle, calculated exactly over all possible courses.

Both sides lose units in a fixed order, so the remaining force of a side depends only on the number
of hits taken: a battle is a Markov chain over (hits taken by one, hits taken by the other), which
only increase. The values of the final states are known, earlier ones follow by the law of total
probability; a combat round without any hit repeats itself, which is handled by dividing by one
minus its probability. The attacker's extra die goes to the best ship in each round.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import comb

from companion.games.emperor.state import Battle, GameState, Player, Step
from companion.games.emperor.war.forces import (
    LOSS_ORDER,
    NO_ARMS,
    PHASES,
    Arms,
    Force,
    Ship,
    Target,
    Throw,
    hit,
    ready,
    shielded,
    take,
    throw_of,
)
from companion.games.emperor.war.rolls import portion

Thrown = tuple[tuple[int, ...], tuple[int, ...]]
"""Values of dice of attacker and defender."""

Chances = tuple[float, ...]
"""Chance of 0, 1, 2, ... hits."""


@dataclass(frozen=True, slots=True)
class Side:
    """A force with its technologies, and the order in which its owner gives up units."""

    force: Force
    arms: Arms = NO_ARMS
    losses: tuple[Target, ...] = LOSS_ORDER


@dataclass(frozen=True, slots=True)
class BattleOdds:
    """Odds of a battle that is fought to the end.

    Attributes:
        attacker, defender, neither: chance that only that side is left; they add up to 1.
        attacker_left, defender_left: expected number of units left (tokens count as one).
    """

    attacker: float
    defender: float
    neither: float
    attacker_left: float
    defender_left: float


def fleet(player: Player) -> Side:
    """Return all ships of a player, as used in the last battle (section 6)."""
    return Side(Force(player.fighters, player.cruisers, player.dreadnoughts), player.arms)


_Value = tuple[float, float, float, float, float]
_NOTHING: _Value = (0.0,) * 5
_Course = tuple[tuple[float, _Value], ...]


@lru_cache(maxsize=64)  # a page is rendered several times without changes
def battle_odds(
    attacker: Side,
    defender: Side,
    *,
    extra_die: bool = False,
    free_attack: Force | None = None,
    phase: int = PHASES[0],
    extra: Ship | None = None,
    thrown: Thrown = ((), ()),
) -> BattleOdds:
    """Return the odds if both fight to the end.

    Args:
        attacker, defender: forces, damaged or not; shields are set up here.
        extra_die: whether the attacker selected the Warlord.
        free_attack: ships that jump through the stargate: each fires once before the battle,
            without return fire.
        phase: the next phase, of the combat round or of the free attack.
        extra: the kind of ship with the extra die in a round that has begun.
        thrown: dice of that phase already thrown by attacker and defender.
    """
    walk = _Walk(attacker, defender, extra_die=extra_die)
    if free_attack is None:
        value = walk.within(phase, extra, thrown)
    else:
        value = walk.opening(free_attack, phase, thrown[0])

    return BattleOdds(*value)


class _Walk:
    """Calculates and caches the values of all states of one battle, before each phase."""

    def __init__(self, attacker: Side, defender: Side, *, extra_die: bool) -> None:
        self._arms = attacker.arms, defender.arms
        self._left = _chain(attacker), _chain(defender)
        self._choices: tuple[Ship | None, ...] = (
            (*Ship, None) if extra_die else (None,)  # None: no ship has the extra die in this round
        )
        self._known: dict[tuple[int, int, int, Ship | None], _Value] = {}

    def within(self, phase: int, extra: Ship | None, thrown: Thrown) -> _Value:
        """The value in a phase of a round in which *extra* has the extra die."""
        if self._choices == (None,):
            extra = None
        self.value(0, 0)
        if not any(thrown):
            return self._before(0, 0, phase, extra)
        throws = self._throws(0, 0, phase, extra)
        on_them, on_us = (
            _taken(throw.hits(seen), _rest(throw, seen), len(self._left[1 - side]) - 1)
            for side, (throw, seen) in enumerate(zip(throws, thrown, strict=True))
        )
        following, keep = _next(phase, extra)
        return _mean(
            (p * q, self._before(x, y, following, keep)) for x, p in on_us for y, q in on_them
        )

    def opening(self, force: Force, first: int, thrown: tuple[int, ...]) -> _Value:
        """The value before a free attack: ships that jumped fire once, phase by phase."""
        arms = self._arms[0]
        spread = {0: 1.0}
        for phase in PHASES[first - 1 :]:
            throw = throw_of(force, phase, arms, attacking=True)
            seen = thrown if phase == first else ()
            certain, throw = throw.hits(seen), _rest(throw, seen)
            after: dict[int, float] = {}
            for taken, chance in spread.items():
                for total, share in _taken(taken + certain, throw, len(self._left[1]) - 1):
                    after[total] = after.get(total, 0.0) + chance * share
            spread = after
        return _mean((chance, self.value(0, hits)) for hits, chance in spread.items())

    def value(self, a: int, b: int) -> _Value:
        """The value with *a* hits on the attacker and *b* on the defender, before a round."""
        return self._before(a, b, PHASES[0], None)

    def _before(self, a: int, b: int, phase: int, extra: Ship | None) -> _Value:
        """The value before a phase of a round in which *extra* has the extra die.

        Before the first phase and after the last the attacker chooses again.
        """
        known = self._known.get((a, b, phase, extra))
        if known is None:
            ended = self._ended(a, b)
            if ended is not None:
                self._known[a, b, phase, extra] = ended
                return ended
            self._solve(a, b)
            known = self._known[a, b, phase, extra]
        return known

    def _ended(self, a: int, b: int) -> _Value | None:
        mine, theirs = self._left[0][a], self._left[1][b]
        if mine.alive and theirs.alive:
            return None
        return (
            float(mine.alive),
            float(theirs.alive),
            float(not mine.alive and not theirs.alive),
            float(mine.units),
            float(theirs.units),
        )

    def _solve(self, a: int, b: int) -> None:
        """Calculate the values before each phase; a round without a hit returns to its start."""
        courses = {extra: self._course(a, b, extra) for extra in self._choices}
        start = max(_of_a_round(course) for course in courses.values())
        for extra, course in courses.items():
            value = start
            for phase, (stay, rest) in zip(reversed(PHASES), reversed(course), strict=True):
                value = _plus(rest, stay, value)
                self._known[a, b, phase, extra] = value
        self._known[a, b, PHASES[0], None] = start  # the attacker still chooses

    def _course(self, a: int, b: int, extra: Ship | None) -> _Course:
        """For each phase the probability of no hit, and the value of all other outcomes."""
        return tuple(self._phase(a, b, phase, extra) for phase in PHASES)

    def _throws(self, a: int, b: int, phase: int, extra: Ship | None) -> tuple[Throw, Throw]:
        """The throws of attacker and defender."""
        ours = throw_of(self._left[0][a], phase, self._arms[0], attacking=True, extra=extra)
        return ours, throw_of(self._left[1][b], phase, self._arms[1], attacking=False)

    def _phase(self, a: int, b: int, phase: int, extra: Ship | None) -> tuple[float, _Value]:
        ours, back = self._throws(a, b, phase, extra)
        on_us = _taken(a, back, len(self._left[0]) - 1)
        on_them = _taken(b, ours, len(self._left[1]) - 1)
        following, keep = _next(phase, extra)
        rest = _mean(
            (p * q, self._before(x, y, following, keep))
            for x, p in on_us
            for y, q in on_them
            if x != a or y != b
        )
        return on_us[0][1] * on_them[0][1], rest


def _next(phase: int, extra: Ship | None) -> tuple[int, Ship | None]:
    """Return the phase that follows; in a new round the extra die is chosen again."""
    return (PHASES[0], None) if phase == PHASES[-1] else (phase + 1, extra)


def _rest(throw: Throw, seen: tuple[int, ...]) -> Throw:
    """Return the remaining dice of a throw."""
    return Throw(max(0, throw.dice - len(seen)), throw.hits_from)


def _chain(side: Side) -> tuple[Force, ...]:
    """The remaining forces of a side after 0, 1, 2, ... hits, to the end."""
    chain = [ready(side.force, side.arms)]
    while chain[-1].alive:
        chain.append(take(chain[-1], 1, side.losses))
    return tuple(chain)


@cache
def _hits(throw: Throw) -> Chances:
    """Binomial distribution of the hits of a throw."""
    chance = (7 - throw.hits_from) / 6
    return tuple(
        comb(throw.dice, k) * chance**k * (1 - chance) ** (throw.dice - k)
        for k in range(throw.dice + 1)
    )


def _taken(before: int, throw: Throw, most: int) -> list[tuple[int, float]]:
    """Return (total hits, probability), the case of no hit first, capped at *most*."""
    found = [(before + more, chance) for more, chance in enumerate(_hits(throw))]
    within = max(0, most - before)
    inside, beyond = found[:within], found[within:]
    if beyond:
        inside.append((most, sum(chance for _, chance in beyond)))
    return inside


def _of_a_round(course: _Course) -> _Value:
    """The value at the start of a round that repeats, with the same extra die, until a hit."""
    reached, value = 1.0, _NOTHING
    for stay, rest in course:
        value = _plus(value, reached, rest)
        reached *= stay
    return _plus(_NOTHING, 1.0 / (1.0 - reached), value)


def _plus(value: _Value, weight: float, more: _Value) -> _Value:
    a, b, c, d, e = value
    u, v, w, x, y = more
    return a + weight * u, b + weight * v, c + weight * w, d + weight * x, e + weight * y


def _mean(values: Iterable[tuple[float, _Value]]) -> _Value:
    mean = _NOTHING
    for chance, value in values:
        mean = _plus(mean, chance, value)
    return mean


def odds_now(state: GameState, losses: tuple[Target, ...] = ()) -> BattleOdds | None:
    """Return the odds of fighting to the end from here; None without a battle.

    Dice of an incomplete throw are included, those on the tray once they are clear. *losses* are
    the targets chosen so far by the side that takes hits; the others follow ``LOSS_ORDER``.
    """
    battle = state.battle
    if battle is None:
        return None
    forces, phase, extra = battle.forces, battle.phase, battle.extra
    free = battle.free
    if state.step is Step.LOSSES:
        forces, phase = _after_hits(battle, losses), phase + 1
        if phase > PHASES[-1]:
            phase, extra, free = PHASES[0], None, False
    elif state.step is not Step.FIRE:
        phase, extra = PHASES[0], None
    attacker, defender = (
        Side(force, replace(arms, shields=force.shield))  # a used shield no longer works
        for force, arms in zip(forces, battle.arms, strict=True)
    )
    return battle_odds(
        attacker,
        defender,
        extra_die=battle.attacker == state.selector,
        free_attack=(battle.jumped or battle.began[0]) if free else None,
        phase=phase,
        extra=extra,
        thrown=_thrown(state, battle) if state.step is Step.FIRE else ((), ()),
    )


def _thrown(state: GameState, battle: Battle) -> Thrown:
    """The dice of this phase, counted or on the tray."""
    there = portion(state)
    if there is None or not there.is_clear:
        return battle.thrown
    mine, theirs = zip(battle.thrown, there.values, strict=True)
    return (*mine[0], *mine[1]), (*theirs[0], *theirs[1])


def _after_hits(battle: Battle, losses: tuple[Target, ...]) -> tuple[Force, Force]:
    """The forces left on both sides; *losses* are the choices of the side that takes hits first."""
    chooses = 0 if battle.hits[0] else 1
    left = []
    for side, (force, hits) in enumerate(zip(battle.forces, battle.hits, strict=True)):
        chosen = losses if side == chooses else ()
        force, hits = shielded(force, hits)
        for target in chosen:
            force = hit(force, target)
        left.append(take(force, hits - len(chosen)))
    return left[0], left[1]
