"""What no box can make, as a table might enter it: refused with the reason, nothing lost."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.catalog.storm_loader import load_storm_cards
from companion.cli.main import main
from companion.games.emperor.corrections import CorrectCounter
from companion.games.emperor.invariants import Counter
from companion.games.emperor.roles.engineer import BuildShips
from companion.games.emperor.roles.merchant import ThrowMarket
from companion.games.emperor.rounds import ChooseDirection, EndTurn, SelectRole
from companion.games.emperor.set_up import NewPlayer as EmperorNewPlayer
from companion.games.emperor.set_up import StartGame as EmperorStartGame
from companion.games.emperor.state import Direction, Role
from companion.games.emperor.war.battle import Attack, Fire, NameShip
from companion.games.emperor.war.forces import Force
from companion.games.refusals import RefusedError
from companion.games.registry import GAMES
from companion.games.rule import set_up as rule
from companion.games.rule.cards import Card
from companion.games.rule.corrections import MoveCards, Pile, Place
from companion.games.rule.turn import DrawCard
from companion.games.rule.units import Unit, UnitKind
from companion.games.storm import robot, with_cards
from companion.games.storm.draft import Drafter, DraftOn, RevealStartWorld, StartDraft
from companion.games.storm.goal_tiles import MoveGoal
from companion.games.storm.goals import FIRST, MOST, Goal
from companion.games.storm.solo_round import ChooseActions, RollDice, StartSolo
from companion.games.storm.tableaus import NewPlayer, StartTable
from companion.session.session import GameSession
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock
from tests.games.emperor.known_copy import COPY

IN_PLAY = (*MOST[:2], *FIRST[:4])
ANN, BO = NewPlayer(1, "Ann", "old_earth"), NewPlayer(2, "Bo")
EMPERORS = tuple(EmperorNewPlayer(seat, f"P{seat}") for seat in (1, 2, 3))
SNOW = tuple(Unit(UnitKind.SNOWTROOPER, card) for card in (Card.REY, Card.FINN, Card.POE))
WAVE = (*SNOW, Unit(UnitKind.KYLO_REN))
DEALT = tuple(rule.NewPlayer(seat, f"P{seat}", Card.BB8) for seat in (1, 2, 3))
ROBOT = StartSolo(robot.Difficulty.EASY, 0, 3, dice=robot.GUESSED_DICE)
F = robot.RobotFace


def market(*more: Any) -> tuple[Any, ...]:
    begin = (EmperorStartGame(EMPERORS, 1, COPY), ChooseDirection(1, Direction.LEFT))
    return (*begin, *more)


CASES: dict[str, tuple[str, tuple[Any, ...], Any, str]] = {
    "a start world dealt twice: goals": (
        "gathering_storm",
        (),
        StartTable((ANN, replace(BO, start_world="old_earth")), IN_PLAY),
        "card_gone",
    ),
    "a start world dealt twice: robot": (
        "gathering_storm_solo",
        (),
        StartSolo(robot.Difficulty.EASY, 3, 3),
        "start_world",
    ),
    "a start world dealt twice: draft": (
        "gathering_storm_draft",
        (
            StartDraft((Drafter(1, "Ann"), Drafter(2, "Bo"))),
            *[DraftOn()] * 16,
            RevealStartWorld(1, 4),
        ),
        RevealStartWorld(2, 4),
        "start_world_taken",
    ),
    "two holders of a goal": (
        "gathering_storm",
        (StartTable((ANN, BO), IN_PLAY),),
        MoveGoal(Goal.GREATEST_MILITARY, (1, 2)),
        "holder",
    ),
    "nine Fighters built": (
        "galactic_emperor",
        market(
            CorrectCounter(1, Counter.MARKS, 99),
            SelectRole(1, Role.ENGINEER),
        ),
        BuildShips(1, fighters=8),  # one is on the board from the start
        "no_reserve",
    ),
    "nine Fighters counted": (
        "galactic_emperor",
        market(),
        CorrectCounter(1, Counter.FIGHTERS, 9),
        "correction",
    ),
    "nine Fighters in a battle": (
        "galactic_emperor",
        market(SelectRole(1, Role.WARLORD)),
        Attack(1, 2, Force(fighters=9), Force(fighters=1)),
        "forces",
    ),
    "an eleventh BB-8": (
        "rule_the_galaxy",
        (rule.StartGame(DEALT, WAVE), *[DrawCard(1, Card.BB8)] * 7),
        DrawCard(1, Card.BB8),
        "no_such_card",
    ),
    "an eleventh BB-8 dealt": (
        "rule_the_galaxy",
        (rule.StartGame(DEALT, WAVE), *[DrawCard(1, Card.BB8)] * 7),
        MoveCards((Card.BB8,), Place(Pile.DECK), Place(Pile.HAND, 2)),
        "no_such_card",
    ),
    "five market dice": (
        "galactic_emperor",
        market(SelectRole(1, Role.MERCHANT)),
        ThrowMarket((1, 2, 3, 4, 5)),
        "dice_count",
    ),
    "two dice of a Fighter": (
        "galactic_emperor",
        market(
            SelectRole(1, Role.SCIENTIST),
            *(EndTurn(seat) for seat in (1, 2, 3)),
            SelectRole(2, Role.WARLORD),
            Attack(2, 1, Force(fighters=1), Force(fighters=1)),
            NameShip(2, None),
        ),
        Fire((5, 6), (1,)),
        "dice_count",
    ),
    "a face of no such die": (
        "gathering_storm_solo",
        (ROBOT, ChooseActions((robot.Space.TRADE, robot.Space.PRODUCE))),
        RollDice((F.ROBOT, F.PRODUCE)),  # both are on the second die
        "robot_dice",
    ),
    "three robot dice": (
        "gathering_storm_solo",
        (ROBOT, ChooseActions((robot.Space.TRADE, robot.Space.PRODUCE))),
        RollDice((F.ROBOT, F.MATCH, F.MATCH)),  # type: ignore[arg-type]  # as read
        "robot_dice",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_commands_that_no_box_can_make_are_refused(case: str) -> None:
    """With a sentence and a stable code; the game is as it was, on the disk, too."""
    key, before, bad, code = CASES[case]
    game = GAMES[key]
    if key == "gathering_storm":
        game = with_cards(lambda second: load_storm_cards(second_edition=second))
    log = MemoryEventLog()
    session = GameSession.begin(game, log, ManualClock())
    for command in before:
        session.execute(command)
    state, stored = session.state, log.load(session.game_id)
    with pytest.raises(RefusedError) as refused:
        session.execute(bad)
    assert refused.value.code == code
    assert refused.value.message.endswith(".")
    assert session.state == state
    assert log.load(session.game_id) == stored


STORM = {
    "schema": "storm-final/1",
    "players": [
        {"name": "Ann", "vp_chips": 1, "tableau": ["old_earth"]},
        {"name": "Bo", "vp_chips": 1, "tableau": ["new_sparta"]},
    ],
    "goals": {goal.value: None for goal in IN_PLAY},
}
EMPEROR = {
    "schema": "emperor-final/1",
    "last_role": "regent",
    "players": [
        {"name": f"P{n}", "vp": 1, "marks": 1, "metal": 0, "energy": 0, "planets": 1, "sectors": 1}
        for n in range(3)
    ],
}
RULE = {
    "schema": "rule-final/1",
    "lost": True,
    "players": [{"name": "Ann", "tiles": {"kylo_ren": 1}}],
}

FILES: dict[str, tuple[str, dict[str, Any], tuple[Any, ...], Any, str]] = {
    "a start world dealt twice": (
        "gathering_storm", STORM, ("players", 1, "tableau"), ["old_earth"], "card_copies",
    ),
    "two holders of a goal": (
        "gathering_storm", STORM, ("goals", IN_PLAY[0].value), ["Ann", "Bo"], "one_holder",
    ),
    "a holder who does not play": (
        "gathering_storm", STORM, ("goals", IN_PLAY[0].value), "Eve", "goal_holder",
    ),
    "nine Fighters": (
        "galactic_emperor", EMPEROR, ("players", 0, "ships"), {"fighter": 9}, "out_of_range",
    ),
    "a ship of another game": (
        "galactic_emperor", EMPEROR, ("players", 0, "ships"), {"death_star": 1}, "unknown_key",
    ),
    "seven metal": ("galactic_emperor", EMPEROR, ("players", 0, "metal"), 7, "out_of_range"),
    "two Kylo Rens": (
        "rule_the_galaxy", RULE, ("players", 0, "tiles", "kylo_ren"), 2, "out_of_range",
    ),
    "cards among the tiles": (
        "rule_the_galaxy", RULE, ("players", 0, "tiles"), {"bb8": 11}, "unknown_key",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", FILES)
def test_files_that_no_box_can_make_are_refused(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole file scores, with one thing wrong it is refused, and the place is named."""
    game, good, place, bad, code = FILES[case]
    path = tmp_path / "final.json"
    document = json.loads(json.dumps(good))
    path.write_text(json.dumps(document))
    assert main(["score", "--game", game, str(path), "--json"]) == 0
    capsys.readouterr()
    inner = document
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = bad
    path.write_text(json.dumps(document))
    assert main(["score", "--game", game, str(path), "--json"]) == 1
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == code
    assert error["message"]
