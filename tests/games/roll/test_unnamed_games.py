"""Random games at a table that names no tile: the tiles that people move know what they are.

Beside the tracking lies a real table. It moves its tiles by the instructions alone, so every tile
that is built shows whether the people and the companion mean the same one.
"""

import random
from collections import Counter

import pytest

from companion.games.answers import walk
from companion.games.instructions import Instruction, Instructions, PieceKind, taken_back
from companion.games.roll.decide.combined import (
    Accept,
    Build,
)
from companion.games.roll.model.dice import FACES, PHASES, DieType, Face, Phase, PlacedDie
from companion.games.roll.model.effects import Category
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import UNKNOWN, Placing, Spot
from companion.games.roll.model.state import GameState, Step, holdings, tracking
from companion.games.roll.phases.build import LeaveUnfinished, PlaceWorkers
from companion.games.roll.phases.drawing import PlaceTiles, ReturnTile
from companion.games.roll.phases.explore import Rearrange, Scout, Stock
from companion.games.roll.phases.reveal import ConfirmReveal, RecordMat, RecordSpareDie
from companion.games.roll.phases.round import FinishPhase, PhaseFinished, SignalReady
from companion.games.roll.view.instructions import all_instructions
from tests.games.roll.tracked_table import GAME, RULES, a_set_up, laid

STACKS = {Category.DEVELOPMENT: "developments", Category.WORLD: "worlds"}
BUILDING = {Phase.DEVELOP: Category.DEVELOPMENT, Phase.SETTLE: Category.WORLD}
TILES = tuple(tile.id for tile in RULES.catalog.tiles)


class RealTiles:
    """Tiles with their numbers, by place; drawn by chance."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.places: dict[tuple[str, int | None], list[int]] = {("bag", None): list(TILES)}

    def at(self, name: str, seat: int | None) -> list[int]:
        return self.places.setdefault((name, seat), [])

    def carry_out(self, instructions: Instructions, *, backwards: bool = False) -> None:
        """*backwards*: what came last to a heap is what goes back."""
        for each in instructions:
            if each.piece.kind is PieceKind.TILE:
                for _ in range(each.count):
                    self._move(each, backwards=backwards)

    def _move(self, each: Instruction, *, backwards: bool) -> None:
        source = self.at(each.source.name, each.source.seat)
        if each.source.depth is not None:
            number = source.pop(each.source.depth)
        elif each.source.name == "tableau" or (each.source.name == "hand" and each.piece.key):
            number = int(each.piece.key)
            source.remove(number)
        else:
            number = source.pop(-1 if backwards else self._chance.randrange(len(source)))
        assert each.piece.key in ("", str(number)), "people would see another tile"
        target = self.at(each.target.name, each.target.seat)
        target.insert(len(target) if each.target.depth is None else each.target.depth, number)

    def top(self, seat: int, stack: Category) -> int:
        return self.at(STACKS[stack], seat)[0]

    def check(self, state: GameState) -> None:
        """Each stack is as high as the tracking has it, named tiles are where it has them."""
        for seat in state.seats:
            held = holdings(state, seat)
            for name, tracked in (("developments", held.developments), ("worlds", held.worlds)):
                real = self.at(name, seat)
                assert len(real) == len(tracked)
                assert all(n in (UNKNOWN, r) for n, r in zip(tracked, real, strict=True))
        box = tracking(state)
        assert len(self.at("bag", None)) == len(box.bag)
        assert len(self.at("abandoned", None)) == len(box.abandoned)


class Evening:
    """One game and what its people do."""

    game = GAME

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(f"unnamed {seed}")
        self.tiles = RealTiles(self.chance)
        self.state = GameState()
        self.seen: Counter[str] = Counter()
        factions = self.chance.sample(range(1, 10), 2 + seed % 4)
        self.do(a_set_up(*factions))

    def do(self, command: object) -> None:
        self.seen[type(command).__name__] += 1
        before = {place: list(tiles) for place, tiles in self.tiles.places.items()}
        moved: list[Instruction] = []
        events: tuple[Event, ...] = self.game.decide(self.state, command)
        for event in events:
            if isinstance(event, PhaseFinished):
                self._nothing_was_complete(event.phase)
            moves = all_instructions(RULES, self.state, (event,))
            self.tiles.carry_out(moves)
            moved += moves
            self.state = GAME.apply(self.state, event)
        self.tiles.check(self.state)
        if self.chance.random() < 0.1 and self.state.round.number > 1:
            self._undo_and_redo(before, tuple(moved))

    def _undo_and_redo(
        self, before: dict[tuple[str, int | None], list[int]], moved: Instructions
    ) -> None:
        if any(each.source.name == "abandoned" for each in moved):
            return  # mixed with others in the bag: nobody can tell them apart again
        self.tiles.carry_out(taken_back(moved), backwards=True)
        for place, tiles in self.tiles.places.items():
            if place[0] in STACKS.values():
                assert tiles == before.get(place, [])
        self.tiles.carry_out(moved)
        self.tiles.check(self.state)

    def missing(self, seat: int, phase: Phase) -> int | None:
        """How many workers the top tile really lacks; None without a tile or workers on it."""
        held = holdings(self.state, seat)
        kind = BUILDING[phase]
        if not self.tiles.at(STACKS[kind], seat):
            return None
        builders = held.developers if phase is Phase.DEVELOP else held.settlers
        side = RULES.side_of(self.tiles.top(seat, kind), kind)
        return RULES.needed(side, held.tableau) - len(builders)

    def _nothing_was_complete(self, phase: Phase) -> None:
        if phase in BUILDING:
            for seat in self.state.seats:
                missing = self.missing(seat, phase)
                assert missing is None or missing > 0, "a complete tile was passed over"

    # --- what people do ------------------------------------------------------------------------

    def next_command(self) -> object:
        match self.state.step:
            case Step.ASSIGN:
                parts = self.state.round.assignments
                return SignalReady(next(part.seat for part in parts if not part.ready))
            case Step.REVEAL:
                return self._reveal()
            case Step.PHASE:
                return self._phase()
            case _:
                return self._manage()

    def _reveal(self) -> object:
        for part in self.state.round.assignments:
            if part.dice is None:
                return RecordMat(part.seat, self._mat(holdings(self.state, part.seat).cup))
        if len(self.state.seats) == 2 and self.state.round.spare_die is None:
            return RecordSpareDie(Face.DEVELOP)
        return ConfirmReveal()

    def _mat(self, cup: tuple[DieType, ...]) -> tuple[PlacedDie, ...]:
        dice = []
        for index, die in enumerate(cup):
            face = self.chance.choice(FACES[die])
            shown = PHASES if face is Face.WILD else (Phase(face.value),)
            dice.append(
                laid(die, self.chance.choice(shown if index else PHASES), selecting=not index)
            )
        return tuple(dice)

    def _phase(self) -> object:
        phase = self.state.round.current
        view = GAME.view(self.state, None)
        for seat in view.seats:
            tracked = seat.tracking
            if phase is Phase.EXPLORE and (task := self._explore(seat.seat, tracked)) is not None:
                return task
            if tracked.must_act and phase in BUILDING:
                return self._build(seat.seat, phase)
            if tracked.must_act and phase is not Phase.EXPLORE:
                return Accept((seat.seat,))
        return FinishPhase()

    def _build(self, seat: int, phase: Phase) -> object:
        workers = holdings(self.state, seat).workers(phase)
        missing = self.missing(seat, phase)
        assert missing is not None
        if missing <= len(workers):
            return Build(seat, self.tiles.top(seat, BUILDING[phase]))
        if workers and self.chance.random() < 0.3:
            return PlaceWorkers(seat, workers[:1])
        return LeaveUnfinished(seat)

    def _explore(self, seat: int, tracked) -> object | None:  # type: ignore[no-untyped-def] # SeatTracking
        held = holdings(self.state, seat)
        spots = [Spot(Category.DEVELOPMENT, i) for i in range(len(held.developments))]
        spots += [Spot(Category.WORLD, i) for i in range(len(held.worlds))]
        if seat in tracking(self.state).givers:
            return ReturnTile(seat, self.chance.choice(spots))
        if tracked.hand:
            top = len(tracked.question.spots) > len(Category)
            return PlaceTiles(seat, tuple(self._placing(tile, top=top) for tile in held.turn.hand))
        if tracked.draws:
            drawn: object = walk(tracked.question, ("draw", ()))
            return drawn
        if "rearrange" in tracked.open and spots and self.chance.random() < 0.3:
            self.chance.shuffle(spots)
            cut = self.chance.randint(0, len(spots))
            stacks = held.developments, held.worlds
            tiles = tuple(stacks[spot.stack is Category.WORLD][spot.index] for spot in spots)
            return Rearrange(seat, tiles[:cut], tiles[cut:], tuple(spots))
        if "stock" not in tracked.open:
            return None
        borrowed = bool(held.turn.borrowed)
        die = (held.turn.borrowed or held.workers(Phase.EXPLORE))[0]
        if "world" not in tracked.open or self.chance.random() < 0.2:
            return Stock(seat, die, borrowed)
        gone = self.chance.sample(spots, self.chance.randint(0, min(2, len(spots))))
        box = tracking(self.state)
        count = min(1 + len(gone), len(box.bag) + len(box.abandoned) + len(gone))
        return Scout(seat, die, tuple(gone), (UNKNOWN,) * count, borrowed)

    def _placing(self, tile: int, *, top: bool) -> Placing:
        stack = self.chance.choice(tuple(Category))
        return Placing(tile, stack, top and self.chance.random() < 0.5)

    def _manage(self) -> object:
        view = GAME.view(self.state, None)
        seat = next((s for s in view.seats if s.tracking.must_act), None)
        if seat is not None:
            return Accept((seat.seat,))
        return SignalReady(next(p.seat for p in self.state.round.assignments if not p.ready))


def play(seed: int, commands: int) -> Evening:
    evening = Evening(seed)
    for _ in range(commands):
        if evening.state.step is Step.OVER:
            break
        evening.do(evening.next_command())
    return evening


def test_people_and_companion_mean_the_same_tiles() -> None:
    """No complete tile is passed over, none is refused, every instruction moves the right one."""
    seen: Counter[str] = Counter()
    for seed in range(4):
        seen += play(seed, 250).seen
    assert {"Build", "LeaveUnfinished", "Scout"} <= seen.keys()


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_people_and_companion_mean_the_same_tiles_in_many_games() -> None:
    """Whole games, Advanced Logistics and short bags among them."""
    seen: Counter[str] = Counter()
    for seed in range(200):
        evening = play(1000 + seed, 2000)
        assert evening.state.step is Step.OVER
        seen += evening.seen
    assert "Rearrange" in seen
