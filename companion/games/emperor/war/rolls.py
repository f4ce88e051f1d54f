"""Dice from the tray, in portions, and dice entered by hand (sections 4.2, 4.5 and 7)."""

from dataclasses import replace

from companion.games.definition import MatAnswer, SeenDie
from companion.games.emperor import errors, rules
from companion.games.emperor.holdings import UseTechnology
from companion.games.emperor.roles.merchant import MARKET_DICE, MarketThrown
from companion.games.emperor.rules import Event, Events
from companion.games.emperor.state import Battle, GameState, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.battle import fired, throws
from companion.games.emperor.war.tray import SIDES, DiceColour, Portion, TrayDie, sorted_tray
from companion.games.messages import Command, Move, sets
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


@sets({"dice": "tray"})
class ReadTray(Command, Event):
    """The dice on the tray as read by the camera; empty after the players have picked them up."""

    dice: tuple[TrayDie, ...]

    def decide(self, state: GameState) -> Events:
        """Clear dice that were picked up are counted."""
        rules.check_step(state, *_ROLLING)
        for die in self.dice:
            rules.check_dice((die.value,), 1)
        if self.dice:
            return (self,) if self.dice != state.tray else ()
        there = portion(state)
        if state.step is Step.FIRE and there is not None and there.is_clear:
            return (TrayCounted(*there.values),)
        return ()


def read_tray(dice: tuple[SeenDie, ...]) -> MatAnswer:
    """Return the command with the dice that the camera has read; the rules check their number."""
    known = (each for each in dice if each.face.isdigit())
    lying = (TrayDie(int(each.face), each.colour, each.doubtful) for each in known)
    return MatAnswer(ReadTray(tuple(lying)))


class CorrectDie(Command):
    """A person says what a die on the tray shows, or whose it is; None: it does not count."""

    index: int
    die: TrayDie | None

    def decide(self, state: GameState) -> Events:
        rules.check_step(state, *_ROLLING)
        new = () if self.die is None else (self.die,)
        for die in new:
            rules.check_dice((die.value,), 1)
            if die.side not in (None, *SIDES):
                raise errors.NO_SUCH_DIE()
        if self.index not in range(len(state.tray)):
            raise errors.NO_SUCH_DIE()
        return (ReadTray((*state.tray[: self.index], *new, *state.tray[self.index + 1 :])),)


class CountTray(Command):
    """Count the dice on the tray as a portion of the throw; the others follow."""

    def decide(self, state: GameState) -> Events:
        rules.check_step(state, Step.FIRE)
        there = portion(state)
        if there is None or not there.is_clear:
            raise errors.DICE_COUNT(expected=sum(due(state)), found=len(state.tray))
        return (TrayCounted(*there.values),)


class TrayCounted(Event):
    """A portion of the throw was counted: the dice of attacker and defender."""

    attacker: tuple[int, ...]
    defender: tuple[int, ...]

    def apply(self, state: GameState) -> GameState:
        counted = _with_dice(state, self.attacker, self.defender)
        return replace(counted, tray=(), throws=state.throws + 1)


def _with_dice(state: GameState, *more: tuple[int, ...]) -> GameState:
    """Return the state with more counted dice of attacker and defender."""
    thrown = state.battle.thrown if state.battle else ((), ())
    both = zip(thrown, more, strict=True)
    return rules.with_battle(state, thrown=tuple((*old, *new) for old, new in both))


@sets({"colours": "dice_colours"})
class SetDiceColours(Command, Event):
    """Assign dice colours to sides, for the rest of the game."""

    colours: tuple[DiceColour, ...]

    def decide(self, state: GameState) -> Events:
        if len({each.colour for each in self.colours}) != len(self.colours):
            raise errors.NO_SUCH_DIE()
        return (self,) if state.players else ()


# --- by hand -------------------------------------------------------------------------------------


class AddDie(Command, Event):
    """A die entered by hand; the market's dice are on side 0."""

    side: int
    value: int

    def decide(self, state: GameState) -> None:
        rules.check_step(state, *_ROLLING)
        rules.check_dice((self.value,), 1)
        if self.side not in SIDES:
            raise errors.NO_SUCH_DIE()
        missing = due(state)[self.side]
        if state.step is Step.MARKET_THROW:
            missing -= len(state.tray)
        if missing < 1:
            raise errors.DICE_COUNT(expected=missing, found=1)

    def apply(self, state: GameState) -> GameState:
        if state.battle is None:
            return replace(state, tray=(*state.tray, TrayDie(self.value)))
        dice = (self.value,)
        return _with_dice(state, () if self.side else dice, dice if self.side else ())


class ForgetDice(Command, Event):
    """Discard the dice of this phase, to throw or enter them again."""

    def decide(self, state: GameState) -> None:
        rules.check_step(state, *_ROLLING)

    def apply(self, state: GameState) -> GameState:
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


class RerollInBattle(Move, Event):
    """A Time Warp on a thrown die of a battle, before the hits are counted; *side* 0 attacks."""

    side: int
    index: int
    value: int

    def decide(self, state: GameState) -> Events:
        """The value is that of the last reroll (section 5)."""
        battle = _thrown(state)
        rules.check_technology(state.player(self.seat), Technology.TIME_WARP)
        rules.check_dice((self.value,), 1)
        if self.side not in SIDES or not 0 <= self.index < len(battle.thrown[self.side]):
            raise errors.NO_SUCH_DIE()
        return UseTechnology(self.seat, Technology.TIME_WARP), self

    def apply(self, state: GameState) -> GameState:
        if state.battle is None:
            return state
        thrown = [list(dice) for dice in state.battle.thrown]
        thrown[self.side][self.index] = self.value
        return rules.with_battle(state, thrown=tuple(map(tuple, thrown)))


class CountHits(Command):
    """No rerolls: count the dice of the phase as they are."""

    def decide(self, state: GameState) -> Events:
        battle = _thrown(state)
        return (fired(battle, *battle.thrown),)
