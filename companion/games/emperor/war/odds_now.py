"""The odds of a running battle, at any step: throwing, taking hits, continuing."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor.state import Battle, GameState, Step
from companion.games.emperor.war.battle_odds import BattleOdds, Side, Thrown, battle_odds
from companion.games.emperor.war.forces import PHASES, Force, Target, hit, take
from companion.games.emperor.war.rolls import portion


def odds_now(state: GameState, losses: tuple[Target, ...] = ()) -> BattleOdds | None:
    """Return the odds of fighting to the end from here; None without a battle.

    Dice of an incomplete throw are included, those on the tray once they are clear.

    Args:
        losses: targets chosen so far by the side that takes hits; the others follow ``LOSS_ORDER``.
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
        after = force
        if side == chooses and losses:
            shielded = after.shield
            after = replace(after, shield=False)
            for target in losses:
                after = hit(after, target)
            left.append(take(after, hits - len(losses) - shielded))
        else:
            left.append(take(after, hits))
    return left[0], left[1]
