"""The computer players of a running game: the next command of each, computed from the state alone.

They keep no state between decisions, and all randomness comes from the seed in the game state, so
that undo, redo and a restart lead to the same moves.
"""

import logging
from collections.abc import Callable, Iterator
from typing import Final

from companion.games.roll.at_table import Choice
from companion.games.roll.decide.combined import asked_tile
from companion.games.roll.model.dice import FACES, Phase
from companion.games.roll.model.holdings import UNKNOWN, RolledDie
from companion.games.roll.model.seating import ComputerSeat
from companion.games.roll.model.state import GameState, Step, holdings, timing_order, tracking
from companion.games.roll.phases.assign import RollDice
from companion.games.roll.phases.drawing import Draw, tiles_due
from companion.games.roll.phases.explore import unseen
from companion.games.roll.phases.manage import is_managed, may_recruit
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.phases.round import FinishPhase, SignalReady, must_act
from companion.games.roll.phases.set_up import LevelLowered
from companion.games.roll.rules.lookup import Rules, explorers
from companion.players.errors import NoPlayerError, PlayerNetworkError
from companion.players.levels import LEVELS, STYLES, Maker, level
from companion.players.moves import moves
from companion.players.observation import observe
from companion.players.seeded_random import SeededRandom

log = logging.getLogger(__name__)

Find = Callable[[str, str, int], Maker]
"""``(level, style, players) -> maker``; raises ``CompanionError`` for an unknown player."""

_POSITION: Final = "position"
_NETWORK: Final = "network"
_LEVEL: Final = "level"


def known_levels(name: str, style: str, players: int) -> Maker:
    """Return the factory of a player that needs no network.

    Raises:
        NoPlayerError: unknown level.
    """
    del players
    if name not in LEVELS:
        raise NoPlayerError(level=name)
    return level(name, style if style in STYLES else "usual")


class SeatedPlayers:
    """Decides for all seats of computer players (``at_table.Players``).

    Args:
        find: returns the factory of a player by name.
    """

    def __init__(self, find: Find = known_levels) -> None:
        self._find = find

    def __call__(self, rules: Rules, state: GameState) -> Iterator[Choice]:
        """Yield possible next commands of the computer players, in order of preference."""
        if state.tracking is None:
            return
        for seat in timing_order(state):
            player = state.computers.at(seat)
            if player is not None and asked_tile(state, seat) is None:
                yield from self._choices(rules, state, player)

    def _choices(self, rules: Rules, state: GameState, player: ComputerSeat) -> Iterator[Choice]:
        match state.step:
            case Step.ASSIGN | Step.REVEAL:
                yield from self._assign(rules, state, player)
            case Step.PHASE:
                if must_act(rules, state, player.seat):
                    yield from self._in_phase(rules, state, player)
            case Step.MANAGE:
                yield from self._manage(rules, state, player)
            case Step.SETUP | Step.OVER:
                return

    def _assign(self, rules: Rules, state: GameState, player: ComputerSeat) -> Iterator[Choice]:
        """Yield the next command before the reveal: roll, record the mat, signal ready."""
        seat, part = player.seat, state.assignment(player.seat)
        held = holdings(state, seat)
        if part.dice is None:
            if held.rolled:
                yield from self._decided(rules, state, player)
            elif not held.cup:
                yield Choice(RecordMat(seat, ()))
            elif state.computers.virtual_dice and state.step is Step.ASSIGN:
                rng = SeededRandom(f"dice/1 {state.computers.seed} {state.round.number} {seat}")
                rolled = tuple(RolledDie(die, rng.choice(FACES[die])) for die in held.cup)
                yield Choice(RollDice(seat, rolled))
        elif state.step is Step.ASSIGN and not part.ready:
            yield Choice(SignalReady(seat))

    def _in_phase(self, rules: Rules, state: GameState, player: ComputerSeat) -> Iterator[Choice]:
        seat = player.seat
        turn = holdings(state, seat).turn
        decides = turn.hand or seat in tracking(state).givers
        draws = turn.owed or not explorers(state, seat)
        if state.round.current is Phase.EXPLORE and draws and not decides:
            count = tiles_due(rules, state, seat)
            if count is not None:
                yield Choice(Draw(seat, (UNKNOWN,) * count))
            return
        yield from self._decided(rules, state, player)

    def _manage(self, rules: Rules, state: GameState, player: ComputerSeat) -> Iterator[Choice]:
        seat = player.seat
        if may_recruit(state.empire(seat)) or not is_managed(state, seat):
            yield from self._decided(rules, state, player)
        elif not state.assignment(seat).ready:
            yield from self._decided(rules, state, player)
            yield Choice(SignalReady(seat))

    # --- decisions -------------------------------------------------------------------------------

    def _decided(self, rules: Rules, state: GameState, player: ComputerSeat) -> Iterator[Choice]:
        """Yield the decision of the player's level; if it fails, those of the next lower levels."""
        seen = observe(state, player.seat)
        reason = ""
        for name in (player.level, *_below(player.level)):
            try:
                make = self._find(name, player.style, len(state.empires))
                rng = SeededRandom(_decision(state, player.seat))
                possible = moves(rules, seen.state, player.seat)
                command = make(rules, rng).decide(seen, possible)
            except NoPlayerError:
                reason = reason or _LEVEL
                continue
            except PlayerNetworkError:
                reason = reason or _NETWORK
                continue
            except Exception:  # corrections can lead to unusual positions
                log.exception("a computer player could not decide", extra={"level": name})
                reason = reason or _POSITION
                continue
            if isinstance(command, FinishPhase):  # no further action; the table ends phases
                return
            lowered = None
            if name != player.level:
                lowered = LevelLowered(player.seat, player.level, name, reason or _POSITION)
            yield Choice(unseen(state, command), lowered)


def _below(name: str) -> Iterator[str]:
    """Yield the lower levels, the strongest first; all levels for an unknown name."""
    names = list(LEVELS)
    yield from reversed(names[: names.index(name)] if name in names else names)


def _decision(state: GameState, seat: int) -> str:
    """Return a text that identifies this decision within the game, used as a random seed."""
    held, now = holdings(state, seat), state.round
    phase = now.current.value if now.current is not None else state.step.value
    sizes = (len(held.cup), len(held.tableau), held.zone_size, held.turn.tasks, len(held.goods))
    return f"decision/1 {state.computers.seed} {now.number} {seat} {phase} {sizes}"
