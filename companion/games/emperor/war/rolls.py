"""Dice from the tray, in portions, and dice entered by hand (sections 4.2, 4.5 and 7)."""

from dataclasses import dataclass, replace

from companion.games.definition import MatAnswer, SeenDie
from companion.games.emperor import errors, rules
from companion.games.emperor.holdings import UseTechnology
from companion.games.emperor.roles.merchant import MARKET_DICE, MarketThrown
from companion.games.emperor.rules import Events, apply, decide
from companion.games.emperor.state import Battle, GameState, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.battle import fired, throws
from companion.games.emperor.war.tray import SIDES, DiceColour, Portion, TrayDie, sorted_tray
from companion.games.refusals import NOT_NOW

_ROLLING = (Step.MARKET_THROW, Step.FIRE)


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


def by_itself(state: GameState) -> Events:
    """Return the events that follow from the dice without a decision."""
    there = portion(state)
    if state.step is Step.MARKET_THROW:
        whole = there is not None and there.is_whole
        return (MarketThrown(tuple(d.value for d in state.tray)),) if whole else ()
    if state.battle is None:
        return ()
    if there is not None and there.is_whole:
        return (TrayCounted(*there.values),)
    if any(due(state)) or may_reroll(state):
        return ()
    return (fired(state.battle, *state.battle.thrown),)


# --- the tray ------------------------------------------------------------------------------------


@apply.sets({"dice": "tray"})
@dataclass(frozen=True, slots=True)
class ReadTray:
    """The dice on the tray as read by the camera; empty after the players have picked them up."""

    dice: tuple[TrayDie, ...]


@decide.case
def _read(state: GameState, command: ReadTray) -> Events:
    """Clear dice that were picked up are counted."""
    rules.check_step(state, *_ROLLING)
    for die in command.dice:
        rules.check_dice((die.value,), 1)
    if command.dice:
        return (command,) if command.dice != state.tray else ()
    there = portion(state)
    if state.step is Step.FIRE and there is not None and there.is_clear:
        return (TrayCounted(*there.values),)
    return ()


def read_tray(dice: tuple[SeenDie, ...]) -> MatAnswer:
    """Return the command with the dice that the camera has read; the rules check their number."""
    known = (each for each in dice if each.face.isdigit())
    lying = (TrayDie(int(each.face), each.colour, each.doubtful) for each in known)
    return MatAnswer(ReadTray(tuple(lying)))


@dataclass(frozen=True, slots=True)
class CorrectDie:
    """A person says what a die on the tray shows, or whose it is; None: it does not count."""

    index: int
    die: TrayDie | None


@decide.case
def _correct(state: GameState, command: CorrectDie) -> Events:
    rules.check_step(state, *_ROLLING)
    new = () if command.die is None else (command.die,)
    for die in new:
        rules.check_dice((die.value,), 1)
        if die.side not in (None, *SIDES):
            raise errors.NO_SUCH_DIE()
    if command.index not in range(len(state.tray)):
        raise errors.NO_SUCH_DIE()
    return (ReadTray((*state.tray[: command.index], *new, *state.tray[command.index + 1 :])),)


@dataclass(frozen=True, slots=True)
class CountTray:
    """Count the dice on the tray as a portion of the throw; the others follow."""


@decide.case
def _count(state: GameState, _command: CountTray) -> Events:
    rules.check_step(state, Step.FIRE)
    there = portion(state)
    if there is None or not there.is_clear:
        raise errors.DICE_COUNT(expected=sum(due(state)), found=len(state.tray))
    return (TrayCounted(*there.values),)


@dataclass(frozen=True, slots=True)
class TrayCounted:
    """A portion of the throw was counted: the dice of attacker and defender."""

    attacker: tuple[int, ...]
    defender: tuple[int, ...]


@apply.case
def _counted(state: GameState, event: TrayCounted) -> GameState:
    counted = _with_dice(state, event.attacker, event.defender)
    return replace(counted, tray=(), throws=state.throws + 1)


def _with_dice(state: GameState, *more: tuple[int, ...]) -> GameState:
    """Return the state with more counted dice of attacker and defender."""
    thrown = state.battle.thrown if state.battle else ((), ())
    both = zip(thrown, more, strict=True)
    return rules.with_battle(state, thrown=tuple((*old, *new) for old, new in both))


@apply.sets({"colours": "dice_colours"})
@dataclass(frozen=True, slots=True)
class SetDiceColours:
    """Assign dice colours to sides, for the rest of the game."""

    colours: tuple[DiceColour, ...]


@decide.case
def _set_colours(state: GameState, command: SetDiceColours) -> Events:
    if len({each.colour for each in command.colours}) != len(command.colours):
        raise errors.NO_SUCH_DIE()
    return (command,) if state.players else ()


# --- by hand -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AddDie:
    """A die entered by hand; the market's dice are on side 0."""

    side: int
    value: int


@decide.case
def _add(state: GameState, command: AddDie) -> None:
    rules.check_step(state, *_ROLLING)
    rules.check_dice((command.value,), 1)
    if command.side not in SIDES:
        raise errors.NO_SUCH_DIE()
    missing = due(state)[command.side]
    if state.step is Step.MARKET_THROW:
        missing -= len(state.tray)
    if missing < 1:
        raise errors.DICE_COUNT(expected=missing, found=1)


@apply.case
def _added(state: GameState, event: AddDie) -> GameState:
    if state.battle is None:
        return replace(state, tray=(*state.tray, TrayDie(event.value)))
    dice = (event.value,)
    return _with_dice(state, () if event.side else dice, dice if event.side else ())


@dataclass(frozen=True, slots=True)
class ForgetDice:
    """Discard the dice of this phase, to throw or enter them again."""


@decide.case
def _forget(state: GameState, _command: ForgetDice) -> None:
    rules.check_step(state, *_ROLLING)


@apply.case
def _forgotten(state: GameState, _: ForgetDice) -> GameState:
    return replace(rules.with_battle(state, thrown=((), ())), tray=())


# --- Time Warp -----------------------------------------------------------------------------------


def may_reroll(state: GameState) -> bool:
    """Return whether all dice of the phase are thrown and a Time Warp can change one."""
    battle = state.battle
    if state.step is not Step.FIRE or battle is None or not any(battle.thrown) or any(due(state)):
        return False
    return any(player.has(Technology.TIME_WARP) for player in state.players)


def _thrown(state: GameState) -> Battle:
    if not may_reroll(state) or state.battle is None:
        raise NOT_NOW()
    return state.battle


@dataclass(frozen=True, slots=True)
class RerollInBattle:
    """A Time Warp on a thrown die of a battle, before the hits are counted; *side* 0 attacks."""

    seat: int
    side: int
    index: int
    value: int


@decide.case
def _reroll(state: GameState, command: RerollInBattle) -> Events:
    """The value is that of the last reroll (section 5)."""
    battle = _thrown(state)
    rules.check_technology(state.player(command.seat), Technology.TIME_WARP)
    rules.check_dice((command.value,), 1)
    if command.side not in SIDES or not 0 <= command.index < len(battle.thrown[command.side]):
        raise errors.NO_SUCH_DIE()
    return UseTechnology(command.seat, Technology.TIME_WARP), command


@apply.case
def _rerolled(state: GameState, event: RerollInBattle) -> GameState:
    if state.battle is None:
        return state
    thrown = [list(dice) for dice in state.battle.thrown]
    thrown[event.side][event.index] = event.value
    return rules.with_battle(state, thrown=tuple(map(tuple, thrown)))


@dataclass(frozen=True, slots=True)
class CountHits:
    """No rerolls: count the dice of the phase as they are."""


@decide.case
def _count_hits(state: GameState, _command: CountHits) -> Events:
    battle = _thrown(state)
    return (fired(battle, *battle.thrown),)
