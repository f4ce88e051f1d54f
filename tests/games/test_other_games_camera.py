"""What the camera's reading of the tray means to games with other dice."""

from typing import Any

import pytest

from companion.games.definition import CameraRules, GameDefinition, SeenDie
from companion.games.emperor import GAME as EMPEROR
from companion.games.emperor.rounds import ChooseDirection, SelectRole
from companion.games.emperor.set_up import NewPlayer, StartGame
from companion.games.emperor.state import Direction, Role
from companion.games.emperor.war.rolls import AddDie, CorrectDie
from companion.games.emperor.war.tray import TrayDie
from companion.games.registry import GAMES
from companion.games.storm import SOLO
from companion.games.storm.robot import Difficulty, RobotFace, Space
from companion.games.storm.solo_round import ChooseActions, RollDice, StartSolo
from companion.session.ports import DiceKind


def seen(kind: str, face: str, *, doubtful: bool = False) -> SeenDie:
    return SeenDie(kind, face, "tray", doubtful, mark="")


def camera(game: GameDefinition) -> CameraRules:
    assert game.camera is not None
    return game.camera


def played(game: GameDefinition, *commands: object) -> Any:
    state = game.initial
    for command in commands:
        for event in game.decide(state, command):
            state = game.apply(state, event)
    return state


def test_every_games_dice_are_known_to_the_reader() -> None:
    for game in GAMES.values():
        assert game.camera is None or game.camera.dice_kind in {kind.value for kind in DiceKind}


def test_the_robots_dice_are_read_on_the_tray_when_they_are_rolled() -> None:
    before = played(SOLO, StartSolo(Difficulty.EASY, 0, 3))
    assert camera(SOLO).wanted(SOLO.view(before, None)) == ()
    after = played(
        SOLO,
        StartSolo(Difficulty.EASY, 0, 3),
        ChooseActions((Space.EXPLORE, Space.TRADE)),
    )
    assert camera(SOLO).wanted(SOLO.view(after, None)) == ("tray",)
    answer = camera(SOLO).command("tray", (seen("robot_b", "match"), seen("robot_a", "settle")))
    assert answer.command == RollDice((RobotFace.SETTLE, RobotFace.MATCH))


@pytest.mark.parametrize(
    "dice",
    [
        (),
        (seen("robot_a", "settle"),),
        (seen("robot_a", "settle"), seen("robot_a", "match")),
        (seen("robot_a", "settle"), seen("robot_b", "match", doubtful=True)),
        (seen("robot_a", "settle"), seen("robot_b", "moon")),
    ],
)
def test_one_die_a_doubt_or_a_wrong_one_is_asked_about(dice: tuple[SeenDie, ...]) -> None:
    answer = camera(SOLO).command("tray", dice)
    assert answer.command is None
    assert answer.notes


def market() -> Any:
    players = tuple(NewPlayer(seat, f"P{seat}") for seat in (1, 2, 3))
    return played(
        EMPEROR,
        StartGame(players, 1),
        ChooseDirection(1, Direction.LEFT),
        SelectRole(1, Role.MERCHANT),
    )


def read(state: Any, values: str, *, doubtful: bool = False) -> Any:
    """What the camera's reading of the tray makes of the market."""
    dice = tuple(seen("d6", value, doubtful=doubtful) for value in values)
    command = camera(EMPEROR).command("tray", dice).command
    for event in EMPEROR.decide(state, command):
        state = EMPEROR.apply(state, event)
    return state


def test_the_market_takes_four_clear_dice() -> None:
    """Section 4.2; any other number, and a doubtful die, wait for a person."""
    state = market()
    assert camera(EMPEROR).wanted(EMPEROR.view(state, None)) == ("tray",)
    assert read(state, "3566").market == (3, 5, 6, 6)
    assert read(state, "356").market == ()
    assert read(state, "35661").market == ()
    doubtful = read(state, "3566", doubtful=True)
    assert doubtful.market == ()
    for index in range(4):
        for event in EMPEROR.decide(doubtful, CorrectDie(index, TrayDie(2))):
            doubtful = EMPEROR.apply(doubtful, event)
    assert doubtful.market == (2, 2, 2, 2)


def test_a_fifth_market_die_is_taken_away_and_a_fourth_entered() -> None:
    state = read(market(), "35661")
    for event in EMPEROR.decide(state, CorrectDie(4, None)):
        state = EMPEROR.apply(state, event)
    assert state.market == (3, 5, 6, 6)
    state = read(market(), "356")
    for event in EMPEROR.decide(state, AddDie(0, 1)):
        state = EMPEROR.apply(state, event)
    assert state.market == (3, 5, 6, 1)
