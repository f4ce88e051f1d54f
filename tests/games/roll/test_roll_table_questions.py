"""Roll's questions around the tasks: set-up, ready, mats, ends of steps, corrections, counters."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, product
from typing import Any

import pytest

from companion.games.answers import AnswerRefusedError, NoSuchAnswerError, commands, walk
from companion.games.question import Choose, Question, Steps, opened
from companion.games.roll.ask.at import BY_HAND
from companion.games.roll.ask.mat import PLACES, of_camera
from companion.games.roll.ask.set_up import COLOURS
from companion.games.roll.decide.combined import NameTile
from companion.games.roll.model.dice import FACES, PHASES, DieType, Face, Phase, Place, PlacedDie
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN, DieLocation, DieSpot, RolledDie
from companion.games.roll.model.seating import Computers, ComputerSeat, PlayerSetup
from companion.games.roll.model.state import GameState, Step, holdings, tracking
from companion.games.roll.model.state_edits import stack_at
from companion.games.roll.phases.assign import RollDice
from companion.games.roll.phases.counters import (
    ChangeCredits,
    ChangeTiles,
    ChangeVp,
    Correct,
    Correctable,
)
from companion.games.roll.phases.dice_corrections import MoveDice, dice_at
from companion.games.roll.phases.explore import Stock
from companion.games.roll.phases.reveal import (
    AddDie,
    ConfirmReveal,
    CorrectDie,
    RecordMat,
    RecordSpareDie,
    RemoveDie,
)
from companion.games.roll.phases.round import (
    FinishPhase,
    FinishRound,
    SignalReady,
    StopGame,
    WithdrawReady,
    must_act,
)
from companion.games.roll.phases.set_up import FirstTiles, SeatComputers, SetUpGame, StartGame
from companion.games.roll.phases.tile_corrections import (
    MoveTile,
    ReplaceStartTiles,
    ReplaceTile,
    TileLocation,
    TileSpot,
)
from companion.games.roll.rules.needs import missing_for_reveal
from companion.games.roll.rules.timing import waits_for
from companion.simulation.invariants import checked_game
from tests.games.question_games import accepts, asked, played
from tests.games.roll.tracked_table import RULES, a_game
from tests.some import some

GAME = checked_game(RULES)
SEATS = (0, 1, 2, 3, 7)
SELDOM = {"correct", "computers", "mat", "assigned", "roll", "add"}
"""Answers with too many commands to list them all; they have their own tests."""


@cache
def game(kind: str, players: int = 3) -> tuple[GameState, ...]:
    return tuple(played(GAME, 4, (players, kind)))


def states(kind: str, *steps: Step, most: int = 8, players: int = 3) -> Iterator[GameState]:
    """States of a random game in these steps, far from each other."""
    found = [state for state in game(kind, players) if state.step in (steps or tuple(Step))]
    return iter(some(found[:: -(-len(found) // most) or 1]))


def root(state: GameState, seat: int = 0) -> Choose:
    question = GAME.question(state, seat)
    assert isinstance(question, Choose)
    return question


def simple(state: GameState) -> set[Any]:
    """The commands of all seats but those with many variants."""
    return {
        each
        for question in asked(GAME, state).values()
        for part in _parts(question)
        for each in commands(part)
    }


def _parts(question: Question) -> Iterator[Any]:
    if not isinstance(question, Choose):
        return iter(())
    able = (each for each in question.answers if each.refused is None)
    return (each.then for each in able if each.key.split("-")[0] not in {*SELDOM, "name"})


def everywhere(state: GameState) -> Iterator[Any]:
    """Simple commands of players and of the table."""
    yield from (kind(seat) for kind in (SignalReady, WithdrawReady) for seat in SEATS)
    yield from (ConfirmReveal(), FinishPhase(), FinishRound(), StopGame())
    yield from (RecordSpareDie(face) for face in Face)
    yield from (ChangeTiles(seat, delta) for seat in SEATS for delta in (-1, 1))
    yield from (ChangeCredits(seat, delta) for seat in SEATS for delta in range(-11, 11))
    yield from (ChangeVp(seat, delta) for seat in SEATS for delta in range(-11, 11))


# --- set-up --------------------------------------------------------------------------------------

FACTIONS = {"unknown": None, "0": 0, "1": 1, "2": 2, "9": 9, "10": 10}
WORLDS = {"unknown": None, "old_earth": "old_earth", "spice_world": "spice_world"}
TILES = {"unknown": UNKNOWN, "1": 1, "55": 55, "56": 56}


def reached(path: tuple[Any, ...]) -> Any:
    """The command of an answer to the set-up; None if it is refused or is no answer."""
    try:
        return walk(GAME.question(GAME.initial, 0), path)
    except (AnswerRefusedError, NoSuchAnswerError):
        return None


def people(start: tuple[str, str]) -> tuple[PlayerSetup, ...]:
    first = PlayerSetup(1, "Player 1", COLOURS[0], FACTIONS[start[0]], WORLDS[start[1]])
    return first, PlayerSetup(2, "Player 2", COLOURS[1], 2, "new_sparta")


@pytest.mark.parametrize("start", list(product(FACTIONS, WORLDS)))
def test_a_set_up_is_an_answer_if_it_is_allowed(start: tuple[str, str]) -> None:
    by_hand = StartGame(people(start))
    found = reached((2, "by-hand", [*start, "2", "new_sparta"]))
    assert found == (by_hand if accepts(GAME, GAME.initial, by_hand) else None)
    for one, two in product(TILES, repeat=2):
        first = (FirstTiles(TILES[one], TILES[two]), FirstTiles(1))
        command = SetUpGame(people(start), first)
        found = reached((2, "tracked", [*start, one, two, "2", "new_sparta", "1", "unknown"]))
        assert found == (command if accepts(GAME, GAME.initial, command) else None)


def test_the_proposed_set_up_is_allowed_for_any_number_of_players() -> None:
    for count in range(1, 7):
        forms = [reached((count, kind)) for kind in ("tracked", "by-hand")]
        assert (None not in forms) == (2 <= count <= 5)
        for form in forms if 2 <= count <= 5 else ():
            command = walk(form, ([each.default for each in form.parts],))
            assert len(command.players) == count
            assert accepts(GAME, GAME.initial, command)


# --- steps ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["tracked", "by-hand"])
@pytest.mark.parametrize("players", [2, 3])
def test_signals_and_ends_of_steps_are_all_that_is_allowed(kind: str, players: int) -> None:
    for state in states(kind, Step.ASSIGN, Step.REVEAL, most=12, players=players):
        _check(state)
    for state in states(kind, Step.PHASE, Step.MANAGE, most=12, players=players):
        _check(state)


def _check(state: GameState) -> None:
    found = simple(state)
    missing = {each for each in everywhere(state) if accepts(GAME, state, each)} - found
    assert not missing, next(iter(missing))
    for each in islice(found, 60):
        assert accepts(GAME, state, each), each


@pytest.mark.parametrize("kind", ["tracked", "by-hand"])
def test_whoever_the_table_waits_for_is_asked_urgently(kind: str) -> None:
    for state in (*game(kind)[:-1:3], *game(kind, 2)[:-1:3]):
        questions = asked(GAME, state)
        waiting = {seat for seat, question in questions.items() if question.urgent}
        assert waiting
        match state.step:
            case Step.ASSIGN:
                due = {part.seat for part in state.round.assignments if not part.ready}
            case Step.REVEAL:
                needs = missing_for_reveal(state)
                due = {need.seat or 0 for need in needs}
            case Step.PHASE if state.tracking and state.round.current is Phase.EXPLORE:
                # The draw at the end of Explore and a short bag wait for others.
                able = (each for each in state.seats if each not in tracking(state).givers)
                due = {each for each in able if holdings(state, each).turn.hand}
            case Step.PHASE if state.tracking:
                acting = (each for each in state.seats if must_act(RULES, state, each))
                due = {each for each in acting if not waits_for(RULES, state, each)}
            case _:
                due = set()
        assert due <= waiting, state.step


def test_an_illegal_mat_is_asked_for_again() -> None:
    """The mat is recorded as it is; the reveal is refused with the reason (R-3.1)."""
    play = a_game()
    for seat in play.state.seats:
        play.do(SignalReady(seat))
    for seat in play.state.seats:
        cup = holdings(play.state, seat).cup
        place = Place(Phase.SHIP), Place(Phase.EXPLORE, selecting=True)
        dice = tuple(PlacedDie(die, FACES[die][0], place[not i]) for i, die in enumerate(cup))
        play.do(RecordMat(seat, dice))
    confirm = next(each for each in root(play.state).answers if each.key == "confirm")
    assert confirm.refused is not None
    assert confirm.refused.code == "assignment"
    assert all(root(play.state, seat).urgent for seat in play.state.seats)


def test_a_roll_and_a_mat_are_entered_die_by_die() -> None:
    """Faces first where no roll was entered, then places; a ready player only."""
    play = a_game()
    cup = holdings(play.state, 1).cup
    faces = [FACES[die][0].value for die in cup]
    rolled = walk(root(play.state, 1), ("roll", faces))
    assert rolled == RollDice(1, tuple(RolledDie(die, FACES[die][0]) for die in cup))
    assert accepts(GAME, play.state, rolled)
    assert walk(root(play.state, 1), ("ready",)) == SignalReady(1)
    with pytest.raises(AnswerRefusedError):
        walk(root(play.state, 1), ("mat",))
    placed = [[index, "dictate"] for index in range(len(cup))]
    dice = tuple(PlacedDie(d, FACES[d][0], Place(None)) for d in cup)
    together = Steps((SignalReady(1), RecordMat(1, dice)))
    assert of_camera(play.state, 1, dice) == together
    assert walk(root(play.state, 1), ("assigned", faces, placed)) == together
    assert of_camera(play.state, 1, dice[1:]) is None
    play.do(SignalReady(1))
    assert of_camera(play.state, 1, dice) == RecordMat(1, dice)
    mat = walk(root(play.state, 1), ("mat", faces, placed))
    assert mat == RecordMat(1, tuple(PlacedDie(d, FACES[d][0], Place(None)) for d in cup))
    legal = walk(root(play.state, 1), ("mat", faces))
    assert all(accepts(GAME, play.state, each) for each in some(islice(commands(legal), 40)))


@pytest.mark.parametrize("kind", ["tracked", "by-hand"])
def test_each_die_of_a_mat_can_be_put_right(kind: str) -> None:
    every = list(product(DieType, Face, PLACES))
    chance = random.Random(3)
    checked = 0
    for state in states(kind, Step.REVEAL, Step.PHASE, most=10):
        for seat in state.seats:
            if not any(each.key == "add" for each in _answers(state, seat)):
                continue
            question = root(state, seat)
            count = len(state.assignment(seat).dice or ())
            for die, face, place in chance.sample(every, 20):
                placed = PlacedDie(die, face, PLACES[place])
                path = die.value, face.value, place
                _same(state, question, ("add", *path), AddDie(seat, placed))
                for index in range(count + 1):
                    wrong = CorrectDie(seat, index, placed)
                    _same(state, question, (f"die-{index}", *path), wrong)
                    _same(state, question, (f"die-{index}", "remove"), RemoveDie(seat, index))
            checked += count
    assert checked


def _answers(state: GameState, seat: int) -> tuple[Any, ...]:
    question = GAME.question(state, seat)
    return question.answers if isinstance(question, Choose) else ()


def _same(state: GameState, question: Question, path: tuple[Any, ...], command: Any) -> None:
    """A path leads to a command that is accepted, and to nothing else."""
    try:
        found = walk(question, path)
    except (AnswerRefusedError, NoSuchAnswerError):
        found = None
    assert found == (command if accepts(GAME, state, command) else None), path


# --- corrections ---------------------------------------------------------------------------------

VALUES = (-1, 0, 1, 2, 3, 10, 11, 12, 36, 37, 58, 59, 99, 100, 109, 110, 111)


@pytest.mark.parametrize("kind", ["tracked", "by-hand"])
def test_every_counter_can_be_set_to_every_other_value(kind: str) -> None:
    for state in states(kind, Step.ASSIGN, Step.PHASE, most=2):
        question = walk(root(state), ("correct", "counters"))
        for what, seat, value in product(Correctable, (None, *SEATS), VALUES):
            command = Correct(what, value, seat, BY_HAND)
            key = what.value if seat is None else str(seat)
            _same(state, question, (key, _values(question, key, what, value)), command)


def _values(question: Question, key: str, what: Correctable, value: int) -> list[int]:
    """Return the values of a form of counters of which one is changed; empty if it has not that."""
    try:
        parts = walk(question, (key,)).parts
    except (AnswerRefusedError, NoSuchAnswerError):
        return []
    asked = [part.pieces[0].key == f"counter/{what.value}" for part in parts]
    pairs = zip(parts, asked, strict=True)
    return [value if here else part.default for part, here in pairs] if any(asked) else []


def die_spots(state: GameState) -> Iterator[DieSpot]:
    """Every place for dice, also of nobody."""
    yield DieSpot(DieLocation.STOCK)
    for seat in SEATS:
        for location in (
            *(DieLocation.CUP, DieLocation.CITIZENRY, DieLocation.DEVELOPERS),
            DieLocation.SETTLERS,
        ):
            yield DieSpot(location, seat)
        yield from (DieSpot(DieLocation.COLUMN, seat, phase) for phase in PHASES)
        yield from (DieSpot(DieLocation.MAT, seat, face=face) for face in Face)
        built = holdings(state, seat).tableau if seat in state.seats else ()
        yield from (DieSpot(DieLocation.GOOD, seat, world=key) for key in (*built, "spice_world"))


def _key(spot: DieSpot) -> str:
    detail = spot.phase or spot.face
    return f"{spot.location.value}/{detail.value if detail else spot.world}".rstrip("/")


def test_every_die_can_be_put_where_it_may_be() -> None:
    chance = random.Random(8)
    accepted = 0
    for state in states("tracked", Step.ASSIGN, Step.PHASE, Step.MANAGE, most=4):
        question = walk(root(state), ("correct", "dice"))
        owners = {each.key: opened(each.then) for each in question.answers}
        spots = list(die_spots(state))
        seen = [spot for spot in spots if not _is_secret(state, spot)]
        lying = [(spot, die) for spot in seen for die in _dice_at(state, spot)]
        for source, kind in chance.sample(lying, min(6, len(lying))):
            start = owners[str(source.seat or "stock")]
            found = set(commands(walk(start, (f"{kind.value}/{_key(source)}",))))
            moves = product((kind,), (source,), spots, (0, 1, 2, 30))
            every = {MoveDice(*each, BY_HAND) for each in moves}
            possible = {each for each in every if accepts(GAME, state, each)}
            assert possible == {each for each in found if each.count in (1, 2, 30)}
            accepted += len(possible)
    assert accepted > 200


def _dice_at(state: GameState, spot: DieSpot) -> Iterator[DieType]:
    if spot.location is DieLocation.STOCK or spot.seat in state.seats:
        yield from dict.fromkeys(dice_at(state, spot))


def _is_secret(state: GameState, spot: DieSpot) -> bool:
    return state.step is Step.ASSIGN and spot.location is DieLocation.MAT


def test_no_correction_tells_what_lies_behind_a_screen() -> None:
    """R-12.1: dice can be put on a mat before Reveal; which lie there is asked from Reveal on."""
    counts = {Step.ASSIGN: 0, Step.REVEAL: 0}
    for state in states("tracked", *counts, most=40):
        secret = {seat for seat in state.seats if holdings(state, seat).rolled}
        for owner in walk(root(state), ("correct", "dice")).answers:
            if owner.key not in map(str, secret):
                continue
            on_mats = [each for each in opened(owner.then).answers if "/mat/" in each.key]
            assert bool(on_mats) == (state.step is Step.REVEAL)
            counts[state.step] += 1
    assert all(counts.values()), counts


def tile_spots(state: GameState) -> Iterator[TileSpot]:
    """Every place for a tile, also some that do not exist."""
    yield from (TileSpot(TileLocation.BAG), TileSpot(TileLocation.ABANDONED))
    for seat in SEATS:
        held = holdings(state, seat) if seat in state.seats else None
        yield TileSpot(TileLocation.HAND, seat, index=len(held.turn.hand) if held else 0)
        for kind in (None, *Category):
            indices = range(-1, 5)
            yield from (TileSpot(TileLocation.STACK, seat, kind, index) for index in indices)
            yield TileSpot(TileLocation.TABLEAU, seat, kind)


def sources(state: GameState) -> Iterator[tuple[str, TileSpot]]:
    """Owner and place of the tiles in front of the players, and of one in the bag."""
    yield "box", TileSpot(TileLocation.BAG)
    for seat in state.seats:
        held = holdings(state, seat)
        for kind in Category:
            for index in range(len(stack_at(held, kind))):
                yield str(seat), TileSpot(TileLocation.STACK, seat, kind, index)
        for index in range(len(held.turn.hand)):
            yield str(seat), TileSpot(TileLocation.HAND, seat, index=index)
        for key in held.tableau[3:]:
            side = RULES.catalog.sides[key]
            yield str(seat), TileSpot(TileLocation.TABLEAU, seat, side.category, side=key)


def _tile_key(state: GameState, spot: TileSpot) -> str:
    match spot.location:
        case TileLocation.BAG:
            return f"bag/{tracking(state).bag[0]}"
        case TileLocation.STACK:
            return f"{spot.stack.value if spot.stack else ''}/{spot.index}"
        case TileLocation.TABLEAU:
            return f"tableau/{spot.side}"
        case _:
            return f"{spot.location.value}/{spot.index}"


def test_every_tile_can_be_put_where_it_may_be() -> None:
    chance = random.Random(8)
    accepted = 0
    for state in states("tracked", Step.ASSIGN, Step.PHASE, most=5):
        for owner, source in chance.sample(list(sources(state)), 2):
            question = walk(root(state), ("correct", "tiles", owner))
            able = {each.key: each for each in question.answers if each.refused is None}
            leaves = {
                (each.source, each.target, each.tile)
                for each in commands(able[_tile_key(state, source)].then)
            }
            number = next((tile for *_, tile in leaves if tile), UNKNOWN)
            for target, tile in product(tile_spots(state), (UNKNOWN, 1, 30, 55, 56, number)):
                if accepts(GAME, state, MoveTile(source, target, tile, BY_HAND)):
                    accepted += 1
                    assert (source, target, tile) in leaves or (source, target, number) in leaves
            for one in islice(leaves, 0, 2000, 40):
                assert accepts(GAME, state, MoveTile(*one, BY_HAND))
    assert accepted > 100


def test_every_tile_can_be_said_to_be_another() -> None:
    for state in states("tracked", Step.ASSIGN, Step.PHASE, most=2):
        found = set(commands(walk(root(state), ("correct", "names"))))
        tiles = product((spot for _, spot in sources(state)), range(57))
        every = {ReplaceTile(*each, BY_HAND) for each in tiles}
        assert found == {each for each in every if accepts(GAME, state, each)}


def test_start_tiles_can_be_exchanged() -> None:
    for state in states("tracked", Step.ASSIGN, Step.OVER, most=2):
        found = set(commands(walk(root(state), ("correct", "start"))))
        homes = [each.world.key for each in RULES.catalog.home_worlds]
        tiles = product(SEATS, range(11), (*homes, "spice_world"))
        every = {ReplaceStartTiles(*each, BY_HAND) for each in tiles}
        assert found == {each for each in every if accepts(GAME, state, each)}


# --- the end, computer players -------------------------------------------------------------------


def test_a_finished_game_can_only_be_corrected() -> None:
    for kind in ("tracked", "by-hand"):
        over = game(kind)[-1]
        assert over.step is Step.OVER
        assert set(asked(GAME, over)) == {0}
        assert [each.key for each in root(over).answers] == ["correct"]
        assert not root(over).urgent


def test_computer_players_take_and_leave_seats() -> None:
    play = a_game()
    form = ["yes", 7, "easy/builder", "person", "person"]
    command = walk(root(play.state), ("computers", form))
    assert command == SeatComputers(Computers((ComputerSeat(1, "easy", "builder"),), True, "7"))
    play.do(command)
    again = walk(root(play.state), ("computers", ["no", 8, "person", "person", "hard/usual"]))
    assert again.computers == Computers((ComputerSeat(3, "hard"),), False, "7")


def test_people_name_the_tiles_of_a_computer_player() -> None:
    """Each tile that nobody has seen; or it stays unnamed."""
    play = a_game().hold(1, cup=(DieType.HOME,))
    play.do(SeatComputers(Computers((ComputerSeat(1, "easy"),))))
    play.reveal(p1=Phase.DEVELOP, p2=Phase.EXPLORE, p3=Phase.EXPLORE)
    for seat in (2, 3):
        for die in holdings(play.state, seat).workers(Phase.EXPLORE):
            play.do(Stock(seat, die))
    assert play.state.round.current is Phase.DEVELOP
    answer = next(each for each in root(play.state).answers if each.key == "name-1")
    found = set(commands(answer.then))
    assert found == {NameTile(1, tile) for tile in range(56)}
    assert all(accepts(GAME, play.state, each) for each in found)


def _tampered(state: GameState) -> Iterable[GameState]:
    """Players whose pieces are all gone."""
    for seat in state.seats:
        gone = dict.fromkeys(("cup", "citizenry", "goods", "developments", "worlds"), ())
        held = replace(holdings(state, seat), **gone)  # type: ignore[arg-type] # all are tuples
        state = state.with_empire(replace(state.empire(seat), holdings=held))
        yield state


def test_a_player_without_pieces_has_no_answer_for_them() -> None:
    for state in some(_tampered(a_game().state)):
        able = walk(root(state), ("correct",)).answers
        for part in (each for each in able if each.refused is None):
            assert next(iter(commands(part.then)), None) is not None, part.key
        owners = {each.key for each in walk(root(state), ("correct", "dice")).answers}
        empty = {str(seat) for seat in state.seats if not holdings(state, seat).cup}
        assert not owners & empty
