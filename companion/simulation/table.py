"""Determines the next command of a simulated game: random events and decisions of policies."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.games.roll.model.dice import FACE_PAIRS, FACES, DieType, Phase
from companion.games.roll.model.holdings import Holdings, RolledDie
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.model.state import GameState, Step, holdings, timing_order, tracking
from companion.games.roll.model.state_edits import hold, stack_at
from companion.games.roll.phases.assign import RollDice
from companion.games.roll.phases.drawing import Draw, tiles_due
from companion.games.roll.phases.explore import Rearrange, Scout
from companion.games.roll.phases.manage import is_managed, may_recruit
from companion.games.roll.phases.reveal import ConfirmReveal, RecordMat, RecordSpareDie
from companion.games.roll.phases.round import FinishPhase, FinishRound, SignalReady, must_act
from companion.games.roll.phases.set_up import FirstTiles, SetUpGame
from companion.games.roll.rules.judge import Command
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.mats import shows_the_roll
from companion.players.moves import moves
from companion.players.observation import Observer
from companion.players.policy import Observation, Policy
from companion.players.random_policy import RandomPolicy
from companion.players.seeded_random import SeededRandom

NAMES: Final = ("Ann", "Bob", "Cid", "Dan", "Eve")
COLOURS: Final = ("blue", "orange", "green", "purple", "yellow")

_ROLLED: Final = {pair: RolledDie(*pair) for pair in FACE_PAIRS}
_WITH_SPARE_DIE: Final = 2


class Table:
    """Rolls, draws, ends phases, and queries the policy of the seat that has to decide.

    Args:
        rules: the tiles.
        rng: random number generator for rolls and draws.
        policies: by seat; without them all decisions use *rng*, and one player a round may
            recall dice that need not be recalled.
    """

    def __init__(
        self, rules: Rules, rng: SeededRandom, policies: Mapping[int, Policy] | None = None
    ) -> None:
        self._rules = rules
        self._rng = rng
        self._policies = policies
        self._random_policy = RandomPolicy(rules, rng)
        self._observer = Observer()
        self._content: set[int] = set()

    def set_up(self, players: int) -> SetUpGame:
        """Return a set-up with random factions, home worlds and first tiles."""
        catalog = self._rules.catalog
        factions = self._rng.sample([each.number for each in catalog.factions], players)
        homes = self._rng.sample([each.world.key for each in catalog.home_worlds], players)
        tiles = self._rng.sample([each.id for each in catalog.tiles], 2 * players)
        setups = tuple(
            PlayerSetup(seat + 1, NAMES[seat], COLOURS[seat], factions[seat], homes[seat])
            for seat in range(players)
        )
        first = tuple(FirstTiles(*tiles[2 * seat : 2 * seat + 2]) for seat in range(players))
        return SetUpGame(setups, first, named_bag=True)

    def next_command(self, state: GameState) -> Command:
        """Return the next command of a game that has begun and is not over."""
        match state.step:
            case Step.ASSIGN:
                return self._assign(state)
            case Step.REVEAL:
                return self._reveal(state)
            case Step.PHASE:
                return self._phase(state)
            case _:
                return self._manage(state)

    def _ask(self, state: GameState, seat: int) -> Command:
        if self._policies is None:  # random moves need no observation
            return self._random_policy.decide(Observation(seat, state), ())
        seen = self._observer.observe(state, seat)
        return self._policies[seat].decide(seen, moves(self._rules, seen.state, seat))

    # --- Assign and Reveal -----------------------------------------------------------------------

    def _assign(self, state: GameState) -> Command:
        for part in state.round.assignments:
            if part.ready:
                continue
            held = holdings(state, part.seat)
            if held.cup and not held.rolled:
                return RollDice(part.seat, self._rolled(held))
            return SignalReady(part.seat)
        raise AssertionError("everybody is ready")

    def _reveal(self, state: GameState) -> Command:
        for part in state.round.assignments:
            if part.dice is None:
                return self._record(state, part.seat)
        if len(state.empires) == _WITH_SPARE_DIE and state.round.spare_die is None:
            return RecordSpareDie(self._rng.choice(FACES[DieType.HOME]))
        for part in state.round.assignments:  # a correction may have changed the roll
            if not shows_the_roll(part.dice or (), holdings(state, part.seat)):
                return self._record(state, part.seat)
        return ConfirmReveal()

    def _record(self, state: GameState, seat: int) -> Command:
        held = holdings(state, seat)
        if not held.rolled:
            state = hold(state, seat, cup=(), rolled=self._rolled(held))
        return self._ask(state, seat) if held.rolled or held.cup else RecordMat(seat, ())

    def _rolled(self, held: Holdings) -> tuple[RolledDie, ...]:
        return tuple([_ROLLED[die, self._rng.choice(FACES[die])] for die in held.cup])

    # --- phases ----------------------------------------------------------------------------------

    def _phase(self, state: GameState) -> Command:
        phase = state.round.current
        if phase is Phase.EXPLORE and (first := self._first_in_explore(state)) is not None:
            return first
        for seat in timing_order(state):
            if must_act(self._rules, state, seat):
                if phase is not Phase.EXPLORE:
                    return self._ask(state, seat)
                held = holdings(state, seat)
                if held.columns[0] or held.turn.borrowed:  # else only the final draw is left
                    asked = self._ask(state, seat)
                    return self._drawn(state, asked) if isinstance(asked, Scout) else asked
        if phase is Phase.EXPLORE:
            return self._last_in_explore(state)
        return FinishPhase()

    def _first_in_explore(self, state: GameState) -> Command | None:
        """Return pending commands of a short bag (R-6.5) or of tiles in hand, else None."""
        givers = tracking(state).givers
        if givers:
            return self._ask(state, givers[0])
        for seat in timing_order(state):
            turn = holdings(state, seat).turn
            if turn.hand:
                return self._ask(state, seat)
            if turn.owed:
                return self._draw(state, seat)
        return None

    def _drawn(self, state: GameState, scout: Scout) -> Scout:
        """Return the scout with tiles drawn from the bag, then from the abandoned tiles."""
        held, box = holdings(state, scout.seat), tracking(state)
        wanted = 1 + len(scout.abandon)
        drawn = self._rng.sample(box.bag, min(wanted, len(box.bag)))
        if wanted > len(box.bag):
            gone = (stack_at(held, spot.stack)[spot.index] for spot in scout.abandon)
            rest = (*box.abandoned, *gone)
            drawn = (*drawn, *self._rng.sample(rest, min(wanted - len(box.bag), len(rest))))
        return replace(scout, drawn=drawn)

    def _last_in_explore(self, state: GameState) -> Command:
        """Return a last rearrangement, a draw of Alien Research Team, or the end of the phase."""
        if self._policies is not None:
            for seat in timing_order(state):
                if seat not in self._content and self._may_rearrange(state, seat):
                    asked = self._ask(state, seat)
                    self._content.add(seat)
                    if not isinstance(asked, FinishPhase):
                        return asked
        draws = (self._draw(state, seat) for seat in timing_order(state))
        extra = next((each for each in draws if each is not None), None)
        if extra is None:
            self._content.clear()
        return extra or FinishPhase()

    def _may_rearrange(self, state: GameState, seat: int) -> bool:
        return any(isinstance(each, Rearrange) for each in moves(self._rules, state, seat))

    def _draw(self, state: GameState, seat: int) -> Draw | None:
        """Return the draw that is due, from the bag, then from the abandoned tiles."""
        count, box = tiles_due(self._rules, state, seat), tracking(state)
        if count is None:
            return None
        drawn = self._rng.sample(box.bag, min(count, len(box.bag)))
        if len(drawn) < count:
            drawn = (*drawn, *self._rng.sample(box.abandoned, count - len(drawn)))
        return Draw(seat, drawn)

    # --- Manage Empire ---------------------------------------------------------------------------

    def _manage(self, state: GameState) -> Command:
        for seat in state.seats:
            if may_recruit(state.empire(seat)) or not is_managed(state, seat):
                return self._ask(state, seat)
        if self._policies is None:
            asked = self._ask(state, self._rng.choice(state.seats))
            return FinishRound() if isinstance(asked, SignalReady) else asked
        for seat in state.seats:
            held = holdings(state, seat)
            recallable = held.developers or held.settlers or held.goods
            if recallable and not state.assignment(seat).ready:
                return self._ask(state, seat)
        return FinishRound()
