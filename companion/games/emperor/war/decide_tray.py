"""Dice from the tray, in portions, and dice entered by hand (sections 4.2, 4.5 and 7)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor import commands as asked
from companion.games.emperor import errors
from companion.games.emperor import events as happened
from companion.games.emperor.asking import check_dice, check_step, check_technology, seated
from companion.games.emperor.events import Event
from companion.games.emperor.roles.market import MARKET_DICE
from companion.games.emperor.state import Battle, GameState, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.decide_war import throws
from companion.games.emperor.war.tray import SIDES, Portion, TrayDie, sorted_tray
from companion.games.refusals import NOT_NOW


def due(state: GameState) -> tuple[int, int]:
    """Return how many dice attacker and defender must still throw; the market has one side."""
    if state.step is Step.MARKET_THROW:
        return MARKET_DICE, 0
    battle = state.battle
    if state.step is not Step.FIRE or battle is None:
        return 0, 0
    mine, theirs = throws(battle)
    return mine.dice - len(battle.thrown[0]), theirs.dice - len(battle.thrown[1])


def portion(state: GameState) -> Portion | None:
    """Return the dice on the tray, sorted to the sides; None if the tray is empty."""
    return sorted_tray(state.tray, state.dice_colours, due(state)) if state.tray else None


def by_itself(state: GameState) -> tuple[Event, ...]:
    """Return the events that follow from the dice without a decision."""
    there = portion(state)
    if state.step is Step.MARKET_THROW:
        whole = there is not None and there.is_whole
        return (happened.MarketThrown(tuple(d.value for d in state.tray)),) if whole else ()
    if state.battle is None:
        return ()
    if there is not None and there.is_whole:
        return (happened.TrayCounted(*there.values),)
    if any(due(state)) or may_reroll(state):
        return ()
    return (_counted(state.battle),)


def _counted(battle: Battle) -> Event:
    (mine, theirs), (attacking, defending) = battle.thrown, throws(battle)
    hits = defending.hits(theirs), attacking.hits(mine)
    return happened.Fired(mine, theirs, hits)


def may_reroll(state: GameState) -> bool:
    """Return whether all dice of the phase are thrown and a Time Warp can change one."""
    battle = state.battle
    if state.step is not Step.FIRE or battle is None or not any(battle.thrown) or any(due(state)):
        return False
    return any(player.has(Technology.TIME_WARP) for player in state.players)


def reroll(state: GameState, command: asked.RerollInBattle) -> tuple[Event, ...]:
    """Reroll a die of the phase by Time Warp; the value is that of the last reroll (section 5)."""
    if not may_reroll(state) or state.battle is None:
        raise NOT_NOW()
    check_technology(seated(state, command.seat), Technology.TIME_WARP)
    check_dice((command.value,), 1)
    if command.side not in SIDES or not 0 <= command.index < len(state.battle.thrown[command.side]):
        raise errors.NO_SUCH_DIE()
    used = happened.TechnologyUsed(command.seat, Technology.TIME_WARP)
    return used, happened.DieRerolled(command.side, command.index, command.value)


def count_hits(state: GameState, _command: asked.CountHits) -> tuple[Event, ...]:
    """Count the dice without a reroll."""
    if not may_reroll(state) or state.battle is None:
        raise NOT_NOW()
    return (_counted(state.battle),)


def read_tray(state: GameState, command: asked.ReadTray) -> tuple[Event, ...]:
    """Record the dice on the tray; clear dice that were picked up are counted."""
    check_step(state, Step.MARKET_THROW, Step.FIRE)
    for die in command.dice:
        check_dice((die.value,), 1)
    if command.dice:
        return (happened.TrayRead(command.dice),) if command.dice != state.tray else ()
    there = portion(state)
    if state.step is Step.FIRE and there is not None and there.is_clear:
        return (happened.TrayCounted(*there.values),)
    return ()


def settle(state: GameState, command: asked.SettleDie) -> tuple[Event, ...]:
    """Correct the value of a die."""
    die = _die(state, command.index)
    check_dice((command.value,), 1)
    return _changed(state, command.index, replace(die, value=command.value, doubtful=False))


def move(state: GameState, command: asked.MoveDie) -> tuple[Event, ...]:
    """Assign a die to a side, or remove it."""
    die = _die(state, command.index)
    if command.side is None:
        return _changed(state, command.index)
    if command.side not in SIDES:
        raise errors.NO_SUCH_DIE()
    return _changed(state, command.index, replace(die, side=command.side))


def count(state: GameState, _command: asked.CountTray) -> tuple[Event, ...]:
    """Count the dice on the tray as a portion.

    Raises:
        RefusedError: the dice are not clear, or the tray is empty.
    """
    check_step(state, Step.FIRE)
    there = portion(state)
    if there is None or not there.is_clear:
        raise errors.DICE_COUNT(expected=sum(due(state)), found=len(state.tray))
    return (happened.TrayCounted(*there.values),)


def add(state: GameState, command: asked.AddDie) -> tuple[Event, ...]:
    """Add a die entered by hand, if one is still to be thrown."""
    check_step(state, Step.MARKET_THROW, Step.FIRE)
    check_dice((command.value,), 1)
    if command.side not in SIDES:
        raise errors.NO_SUCH_DIE()
    missing = due(state)[command.side]
    if state.step is Step.MARKET_THROW:
        missing -= len(state.tray)
    if missing < 1:
        raise errors.DICE_COUNT(expected=missing, found=1)
    return (happened.DieAdded(command.side, command.value),)


def forget(state: GameState, _command: asked.ForgetDice) -> tuple[Event, ...]:
    """Discard all dice of the phase."""
    check_step(state, Step.MARKET_THROW, Step.FIRE)
    return (happened.DiceForgotten(),)


def set_colours(state: GameState, command: asked.SetDiceColours) -> tuple[Event, ...]:
    """Assign dice colours to sides, for the rest of the game."""
    if len({each.colour for each in command.colours}) != len(command.colours):
        raise errors.NO_SUCH_DIE()
    return (happened.DiceColoursSet(command.colours),) if state.players else ()


def _die(state: GameState, index: int) -> TrayDie:
    check_step(state, Step.MARKET_THROW, Step.FIRE)
    if not 0 <= index < len(state.tray):
        raise errors.NO_SUCH_DIE()
    return state.tray[index]


def _changed(state: GameState, index: int, *new: TrayDie) -> tuple[Event, ...]:
    tray = (*state.tray[:index], *new, *state.tray[index + 1 :])
    return (happened.TrayRead(tray),)
