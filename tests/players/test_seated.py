"""Computer players at a table: they decide first, ask for tiles, and never stop the game."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.computer_players import seated_players, value_network
from companion.games.definition import SeenDie
from companion.games.instructions import PieceKind
from companion.games.roll.at_table import Choice, at_table
from companion.games.roll.decide.combined import NameTile, asked_tile
from companion.games.roll.model.dice import FACES, DieType, Face
from companion.games.roll.model.seating import NO_COMPUTERS, Computers, ComputerSeat
from companion.games.roll.model.state import GameState, Step, holdings, tracking
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.phases.round import RevealStarted, SignalReady
from companion.games.roll.phases.set_up import LevelLowered, SeatComputers, SetUpGame
from companion.games.roll.rules.judge import Command
from companion.players.errors import PlayerNetworkError
from companion.players.levels import Maker
from companion.players.policy import Observation
from companion.players.seated import SeatedPlayers, known_levels
from companion.session.session import GameSession
from companion.storage.memory_log import MemoryEventLog
from models.store import model_bytes
from tests.fakes import ManualClock
from tests.games.roll.test_unnamed_games import STACKS, Evening
from tests.games.roll.tracked_table import RULES, a_set_up
from tests.some import there

THREE = tuple(ComputerSeat(seat, "normal") for seat in (2, 3, 4))
GAME = at_table(RULES, seated_players())


class WithComputers(Evening):
    """One person and computer players; the person looks at the tiles that they ask about."""

    game = GAME

    def __init__(self, seed: int, computers: tuple[ComputerSeat, ...] = THREE) -> None:
        self.computers = computers
        self.commands: list[object] = []
        super().__init__(4 * seed + len(computers) - 1)

    def do(self, command: object) -> None:
        if isinstance(command, SetUpGame):
            command = replace(command, computers=Computers(self.computers, seed="s"))
        self.commands.append(command)
        super().do(command)

    def next_command(self) -> object:
        for seat in self.state.seats:
            spot = asked_tile(self.state, seat)
            if spot is not None:
                place = "hand" if spot.stack is None else STACKS[spot.stack]
                return NameTile(seat, self.tiles.at(place, seat)[spot.index])
        return super().next_command()


def whole_game(evening: WithComputers, most: int = 1500) -> WithComputers:
    for _ in range(most):
        if evening.state.step is Step.OVER:
            return evening
        evening.do(evening.next_command())
    raise AssertionError("the game does not end")


def test_a_game_with_three_computer_players_is_played_to_its_end() -> None:
    """Virtual dice: nobody touches a die of theirs, and people only move what they are told to."""
    evening = whole_game(WithComputers(0))
    scores = {score.seat: score.total for score in tracking(evening.state).scores}
    assert all(scores[player.seat] > scores[1] for player in THREE), "the person plays by chance"
    assert evening.seen["NameTile"] > 5


def test_a_computer_player_decides_before_any_mat_is_read() -> None:
    """Its mat is in the log before the screens go up, and with it everything that it knew."""
    evening = WithComputers(1)
    rounds = 0
    for _ in range(70):
        command, state = evening.next_command(), evening.state
        for event in GAME.decide(state, command):
            if isinstance(event, RecordMat) and event.seat in (2, 3, 4):
                assert state.step is Step.ASSIGN
                assert state.assignment(1).dice is None
            if isinstance(event, RevealStarted):
                rounds += 1
                assert all(state.assignment(seat).dice for seat in (2, 3, 4))
            state = GAME.apply(state, event)
        evening.do(command)
    assert rounds > 3


def test_nobody_moves_dice_of_a_computer_player_with_virtual_dice() -> None:
    """Tiles, chips and credits only."""
    evening = WithComputers(0)
    moved = set()
    for _ in range(70):
        command = evening.next_command()
        for each in GAME.instructions(evening.state, GAME.decide(evening.state, command)):
            for place in (each.source, each.target):
                if place.seat in (2, 3, 4):
                    moved.add(each.piece.kind)
        evening.do(command)
    assert moved == {PieceKind.TILE, PieceKind.CHIP, PieceKind.CREDIT}


def test_undo_redo_and_a_restart_lead_to_the_same_moves() -> None:
    """What was decided is in the log; what was taken back is decided again as before."""
    log, clock = MemoryEventLog(), ManualClock()
    session = GameSession.begin(GAME, log, clock)
    evening = WithComputers(0)
    set_up = replace(a_set_up(1, 2, 3, 4), computers=Computers(THREE, seed="s"))
    session.execute(set_up)
    evening.state = session.state
    for _ in range(60):
        evening.state = session.state
        command = evening.next_command()
        session.execute(command)
        after = session.state
        session.undo()
        session.execute(command)
        assert session.state == after
        session.undo()
        session.redo()
        assert session.state == after
        evening.do(command)
        evening.tiles.check(after)

    def think_again(_rules: object, _state: object) -> Iterator[Choice]:
        raise AssertionError("a restart asks nobody")

    header = log.games()[0]
    again = GameSession.resume(at_table(RULES, think_again), log, clock, header)
    assert again.state == session.state


class Broken:
    """A player that cannot decide."""

    def decide(self, observation: Observation, legal_moves: Iterable[Command]) -> Command:
        raise ZeroDivisionError


def _broken(name: str, style: str, players: int) -> Maker:
    if name == "hard":
        return lambda _rules, _chance: Broken()
    return known_levels(name, style, players)


def _no_network(name: str, style: str, players: int) -> Maker:
    if name == "hard":
        raise PlayerNetworkError(players=players, reason="it is damaged")
    return known_levels(name, style, players)


@pytest.mark.parametrize(
    ("find", "level", "reason"),
    [
        (_broken, "hard", "position"),
        (_no_network, "hard", "network"),
        (known_levels, "odd", "level"),
    ],
)
def test_where_a_level_fails_a_lower_one_plays_on_and_says_so(
    find: object, level: str, reason: str
) -> None:
    """A network that is missing, a position nobody thought of, a name nobody knows."""
    game = at_table(RULES, SeatedPlayers(find))  # type: ignore[arg-type]
    set_up = replace(a_set_up(1, 2), computers=Computers((ComputerSeat(2, level),), seed="s"))
    events = game.decide(GameState(), set_up)
    assert [each for each in events if isinstance(each, LevelLowered)] == [
        LevelLowered(2, level, "normal", reason)
    ]
    state = GameState()
    for event in events:
        state = game.apply(state, event)
    assert state.computers.at(2) == ComputerSeat(2, "normal")
    assert state.assignment(2).ready


@pytest.mark.parametrize("content", [None, b"no network", "for_three"])
def test_at_a_table_a_damaged_network_lowers_the_level(
    tmp_path: Path, content: bytes | str | None
) -> None:
    """From the file to the table: missing, damaged, made for another number of players."""
    value_network.cache_clear()
    if content is not None:
        data = model_bytes("players_3") if content == "for_three" else b"no network"
        entry = {"file": "players_2.npz", "sha256": hashlib.sha256(data).hexdigest()}
        manifest = {"schema": "models/1", "models": {"players_2": entry}}
        (tmp_path / "manifest.json").write_text(json.dumps(manifest))
        (tmp_path / "players_2.npz").write_bytes(data)
    game = at_table(RULES, seated_players(tmp_path))
    set_up = replace(a_set_up(1, 2), computers=Computers((ComputerSeat(2, "hard"),), seed="s"))
    events = game.decide(GameState(), set_up)
    assert LevelLowered(2, "hard", "normal", "network") in events


def test_a_position_corrected_into_something_unusual_is_played_on() -> None:
    """No dice but one on a tile, no tiles to build, no credits: some level decides."""
    two = (ComputerSeat(2, "hard"), ComputerSeat(3, "hard"))
    set_up = replace(a_set_up(1, 2, 3), computers=Computers(two, seed="s"))
    state = _after(GameState(), set_up)
    for seat in (2, 3):
        empire = state.empire(seat)
        bare = replace(
            holdings(state, seat), rolled=(), cup=(), citizenry=(), worlds=(), developments=()
        )
        bare = replace(bare, settlers=(DieType.HOME,) if seat == 2 else ())
        state = state.with_empire(replace(empire, holdings=bare, credits=0))
        state = state.with_assignment(replace(state.assignment(seat), ready=False, dice=None))
    state = _after(state, SignalReady(1))
    assert all(state.assignment(seat).dice is not None for seat in (2, 3))
    assert state.step is Step.REVEAL


def test_who_plays_a_seat_can_be_changed_in_every_step() -> None:
    """A person goes home, or comes; the game goes on."""
    evening = WithComputers(0)
    for number in range(100):
        every = NO_COMPUTERS if number % 2 else Computers(THREE[: 1 + number % 3], seed="t")
        evening.do(SeatComputers(every))
        assert evening.state.computers == every
        evening.do(evening.next_command())
    assert evening.state.round.number > 2


def _seen(die: DieType, face: Face, *, doubtful: bool = False) -> SeenDie:
    return SeenDie(die.value, face.value, None, doubtful, "m")


def test_with_real_dice_cups_are_read_in_the_tray_before_any_mat() -> None:
    """One cup after the other; a tray that shows anything else counts for nothing."""
    two = (ComputerSeat(2, "normal"), ComputerSeat(3, "hard"))
    set_up = replace(a_set_up(1, 2, 3), computers=Computers(two, virtual_dice=False, seed="s"))
    state = _after(GameState(), set_up)
    assert GAME.camera is not None
    for seat in (2, 3):
        view = GAME.view(state, None)
        assert [need.seat for need in view.needs if need.code == "roll"] == [seat]
        assert GAME.camera.wanted(view) == GAME.camera.readable(view) == ("tray",)
        cup = holdings(state, seat).cup
        assert sum(there(GAME.camera.expected_dice(view))["tray"].values()) == len(cup)
        judge = GAME.camera.judge(view)
        dice = tuple(_seen(die, FACES[die][0]) for die in cup)
        for wrong in ((), dice[1:], (*dice, dice[0]), (replace(dice[0], doubtful=True), *dice[1:])):
            assert judge("tray", wrong).command is None
            assert judge("tray", wrong).notes
        assert judge("strip-1", dice).command is None
        state = _after(state, judge("tray", dice).command)
        assert state.assignment(seat).ready
        assert state.assignment(seat).dice
    view = GAME.view(state, None)
    assert GAME.camera.readable(view) == (), "people are still assigning"
    state = _after(state, SignalReady(1))
    assert GAME.camera.readable(GAME.view(state, None)) == ("strip-1",)


def _after(state: GameState, command: object) -> GameState:
    for event in GAME.decide(state, command):
        state = GAME.apply(state, event)
    return state
