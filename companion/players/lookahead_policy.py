"""The hard player: simulates the rest of the round and evaluates it with a value network."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Final, Protocol

from companion.games.messages import apply
from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.model.holdings import NO_WORKERS, UNKNOWN
from companion.games.roll.model.state import GameState, Step, holdings, tracking
from companion.games.roll.model.state_edits import hold
from companion.games.roll.phases.drawing import Draw
from companion.games.roll.phases.explore import unseen
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.phases.round import (
    FinishPhase,
    FinishRound,
    PhaseStarted,
    SignalReady,
    WorkersBorrowed,
    must_act,
)
from companion.games.roll.rules.judge import Command, decide
from companion.games.roll.rules.legal_mats import Mat
from companion.games.roll.rules.lookup import Rules
from companion.players.features import Row, advanced, own, with_shared
from companion.players.greedy_policy import GreedyPolicy
from companion.players.heuristics import USUAL, Heuristics, Weights
from companion.players.mat_builder import Candidate, best_mats
from companion.players.outlook import others_select
from companion.players.policy import Observation

MOST_MATS: Final = 12
"""Maximum number of mats to evaluate, preselected by heuristic value."""

MOST_OUTLOOKS: Final = 16
"""Maximum number of predicted phase selections of the others, the most likely ones."""

MOST_MOVES: Final = 16
"""Maximum number of other moves to evaluate, in generation order."""

_MOST_COMMANDS: Final = 60
"""Limit of simulated commands; no player needs as many in a round."""


@dataclass(frozen=True, slots=True)
class RatedMat:
    """A mat, the phase it selects, and the win probability after it."""

    mat: Mat
    phase: Phase
    chance: float


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A move, its win probability, and the state at the end of the round with its features."""

    move: Command
    chance: float
    end: GameState
    row: Row


class ValueFunction(Protocol):
    """Evaluates positions."""

    def chances(self, positions: Sequence[Sequence[Row]]) -> list[list[float]]:
        """Return every seat's win probability for positions: rows of ``features.NAMES`` by seat."""


class LookaheadPolicy:
    """Simulates every candidate move to the end of the round and maximises the expected value.

    Its own actions are simulated with the engine, using the greedy player for further decisions;
    the others' actions are approximated by their average (``features.advanced``).

    Args:
        rules: the tiles and rule variants.
        value: the network for this number of players.
        weights: weights of the playing style, used to preselect candidates.
    """

    def __init__(self, rules: Rules, value: ValueFunction, weights: Weights = USUAL) -> None:
        self._rules = rules
        self._value = value
        self._weights = weights
        self._greedy = GreedyPolicy(rules, weights=weights)

    def decide(self, observation: Observation, legal_moves: Iterable[Command]) -> Command:
        """Return the move with the highest win probability."""
        state, seat = observation.state, observation.seat
        if state.step in (Step.ASSIGN, Step.REVEAL):
            return self._assign(state, seat)
        usual = self.usual_move(observation)
        moves = [usual, *(each for each in islice(legal_moves, MOST_MOVES) if each != usual)]
        if len(moves) == 1:
            return usual
        return max(self.rated_moves(state, seat, moves), key=lambda each: each.chance).move

    def usual_move(self, observation: Observation) -> Command:
        """Return the greedy player's move, which often uses several workers at once."""
        return self._greedy.decide(observation, ())

    def rated_moves(self, state: GameState, seat: int, moves: Sequence[Command]) -> list[RatedMove]:
        """Evaluate moves of a phase or of Manage Empire.

        Args:
            state: the observable state.
            seat: the player.
            moves: the moves to evaluate.
        """
        ends = [self._after(state, seat, move) for move in moves]
        rows = [own(self._rules, end, seat, known=True) for end in ends]
        rated = zip(moves, self._judged(state, seat, rows), ends, rows, strict=True)
        return [RatedMove(*each) for each in rated]

    # --- Assign ----------------------------------------------------------------------------------

    def _assign(self, state: GameState, seat: int) -> RecordMat:
        rated = self.rated_mats(state, seat)
        return RecordMat(seat, max(rated, key=lambda each: each.chance).mat)

    def rated_mats(
        self, state: GameState, seat: int, also: tuple[Mat, Phase] | None = None
    ) -> list[RatedMat]:
        """Evaluate the most promising mats of a roll.

        Args:
            state: the observable state with the roll.
            seat: the player who rolled.
            also: an additional mat to evaluate, and the phase that it selects.
        """
        outlooks = list(self._outlooks(state, seat))
        mats = self._candidates(state, seat)
        if also is not None and also[0] not in {candidate.mat for candidate in mats}:
            mats.append(Candidate(also[1], 0.0, also[0]))
        rows: list[Row] = []
        others: list[tuple[Phase, ...]] = []
        cases = [
            (candidate, chance, tuple(p for p in PHASES if p in selected or p is candidate.phase))
            for candidate in mats
            for selected, chance in outlooks
        ]
        known: dict[tuple[Mat, tuple[Phase, ...]], Row] = {}
        for candidate, _, active in cases:
            key = candidate.mat, active
            if key not in known:
                end = self.round_end(state, seat, candidate.mat, active)
                known[key] = own(self._rules, end, seat, known=True)
            rows.append(known[key])
            others.append(active)
        chances = self._judged(state, seat, rows, others)
        total = dict.fromkeys((candidate.mat for candidate in mats), 0.0)
        for (candidate, weight, _), chance in zip(cases, chances, strict=True):
            total[candidate.mat] += weight * chance
        return [RatedMat(each.mat, each.phase, total[each.mat]) for each in mats]

    def round_end(
        self, state: GameState, seat: int, mat: Mat, active: tuple[Phase, ...]
    ) -> GameState:
        """Return the simulated state at the end of the round with *mat*.

        Args:
            state: the observable state with the roll.
            seat: the player who rolled.
            mat: the player's assignment of the dice.
            active: the active phases of the round, in their order.
        """
        return self._rest(_revealed(self._rules, state, seat, mat, active), seat)

    def _candidates(self, state: GameState, seat: int) -> list[Candidate]:
        """Return the most promising mats, generated under several predictions of active phases."""
        values = Heuristics(self._rules, state, seat, self._weights).workers()
        chances = others_select(self._rules, state, seat)
        rolled, at_hand = holdings(state, seat).rolled, self._rules.powers(state, seat)
        found: dict[Mat, Candidate] = {}
        views = [chances, *({**chances, phase: 1.0} for phase in PHASES)]
        for view in views:
            for candidate in best_mats(rolled, at_hand, values, view):
                worth = _worth(candidate.mat, candidate.phase, values, chances)
                found.setdefault(candidate.mat, replace(candidate, value=worth))
        ranked = sorted(found.values(), key=lambda each: -each.value)
        # The best mat for each phase first, then the others.
        first = {each.phase: each for each in reversed(ranked)}
        rest = [each for each in ranked if each is not first[each.phase]]
        return [*first.values(), *rest][:MOST_MATS]

    def _outlooks(self, state: GameState, seat: int) -> Iterator[tuple[frozenset[Phase], float]]:
        """Return the most likely sets of phases selected by others, with probabilities (sum 1)."""
        chances = others_select(self._rules, state, seat)
        sets = []
        for chosen in product((False, True), repeat=len(PHASES)):
            likely = 1.0
            for phase, active in zip(PHASES, chosen, strict=True):
                likely *= chances[phase] if active else 1 - chances[phase]
            picked = frozenset(p for p, active in zip(PHASES, chosen, strict=True) if active)
            if picked and len(picked) <= len(state.empires):
                sets.append((picked, likely))
        best = sorted(sets, key=lambda each: -each[1])[:MOST_OUTLOOKS]
        total = sum(likely for _, likely in best)
        return ((picked, likely / total) for picked, likely in best)

    # --- simulation of the rest of the round -----------------------------------------------------

    def _after(self, state: GameState, seat: int, move: Command) -> GameState:
        """Return the state at the end of the round after *move* and greedy decisions."""
        if isinstance(move, SignalReady):
            return state
        if isinstance(move, FinishPhase):  # the table finishes phases when nobody acts any more
            return self._rest(state, seat)
        return self._rest(_done(self._rules, state, unseen(state, move)), seat)

    def _rest(self, state: GameState, seat: int) -> GameState:
        """Simulate the rest of the round with the seat's own workers only."""
        state = _alone(state, seat)
        for _ in range(_MOST_COMMANDS):
            if state.step is not Step.PHASE:
                break
            command: Command = FinishPhase()
            if must_act(self._rules, state, seat):
                command = self._own_command(state, seat)
            state = _without_givers(_done(self._rules, state, command), but=seat)
        while state.step is Step.MANAGE:
            command = self._greedy.decide(Observation(seat, state), ())
            if isinstance(command, SignalReady | FinishRound):
                break
            state = _done(self._rules, state, command)
        return state

    def _own_command(self, state: GameState, seat: int) -> Command:
        held, box = holdings(state, seat), tracking(state)
        if state.round.current is Phase.EXPLORE and not held.turn.hand and seat not in box.givers:
            if held.turn.owed:
                return Draw(seat, (UNKNOWN,) * min(held.turn.owed, len(box.bag)))
            if not held.columns[0] and not held.turn.borrowed:
                wanted = self._rules.extra_tiles(held.tableau)
                there = len(box.bag) + len(box.abandoned)
                return Draw(seat, (UNKNOWN,) * min(wanted, there))
        return unseen(state, self._greedy.decide(Observation(seat, state), ()))

    # --- evaluation ------------------------------------------------------------------------------

    def _judged(
        self,
        state: GameState,
        seat: int,
        rows: Sequence[Row],
        phases: Sequence[tuple[Phase, ...]] | None = None,
    ) -> list[float]:
        """Return the seat's win probability for each row, with the others' expected rows."""
        now = state.round.active
        order = {each: index for index, each in enumerate(state.seats)}
        others = {
            each: own(self._rules, state, each, known=False) for each in order if each != seat
        }
        known: dict[tuple[int, tuple[Phase, ...]], Row] = {}
        positions = []
        for index, row in enumerate(rows):
            active = phases[index] if phases else now
            if state.step is Step.MANAGE:
                active = ()
            position = []
            for each in order:
                if each == seat:
                    position.append(row)
                    continue
                key = each, active
                if key not in known:
                    known[key] = advanced(others[each], active)
                position.append(known[key])
            positions.append(with_shared(state, position, seat))
        return [chances[order[seat]] for chances in self._value.chances(positions)]


def _worth(
    mat: Mat, phase: Phase, values: dict[Phase, tuple[float, ...]], chances: dict[Phase, float]
) -> float:
    counts = dict.fromkeys(PHASES, 0)
    for die in mat:
        if die.place.phase is not None:
            counts[die.place.phase] += 1
    return sum(
        sum(values[each][:count]) * (1.0 if each is phase else chances[each])
        for each, count in counts.items()
    )


def _revealed(
    rules: Rules, state: GameState, seat: int, mat: Mat, active: tuple[Phase, ...]
) -> GameState:
    """Return the state at the start of the first active phase, with the own workers placed."""
    held = holdings(state, seat)
    columns = tuple(
        tuple(die.type for die in mat if die.place.phase is phase) if phase in active else ()
        for phase in PHASES
    )
    back = tuple(die.type for die in mat if die.place.phase not in active)
    state = hold(state, seat, rolled=(), columns=columns, cup=(*held.cup, *back))
    nobody = tuple(replace(each, ready=False) for each in state.round.assignments)
    state = replace(state, round=replace(state.round, active=active, assignments=nobody))
    state = apply(state, PhaseStarted(active[0]))
    for tile, dice in rules.lenders(held.tableau, active[0]):
        state = apply(state, WorkersBorrowed(seat, dice, tile))
    return state


def _alone(state: GameState, seat: int) -> GameState:
    """Return the state without pending actions of the others, so that the round can end."""
    for empire in state.empires:
        if empire.seat != seat and empire.holdings is not None:
            held = empire.holdings
            state = hold(
                state,
                empire.seat,
                columns=NO_WORKERS,
                turn=replace(held.turn, borrowed=(), hand=(), owed=0, extra_drawn=True),
                developers=(),
                settlers=(),
                goods=(),
                recruited=True,
                citizenry=(),
            )
    return _without_givers(state)


def _without_givers(state: GameState, but: int | None = None) -> GameState:
    """Return the state in which the others need not return tiles to the bag."""
    box = tracking(state)
    if not box.givers:
        return state
    return replace(state, tracking=replace(box, givers=tuple(g for g in box.givers if g == but)))


def _done(rules: Rules, state: GameState, command: Command) -> GameState:
    for event in decide(rules, state, command):
        state = apply(state, event)
    return state
