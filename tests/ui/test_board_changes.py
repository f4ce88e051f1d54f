"""After an undo or a redo in the other games: what to move back on the table, in every language."""

import random
from typing import Any

import pytest

from companion.catalog.storm_loader import load_storm_cards
from companion.games.emperor.corrections import CorrectCounter
from companion.games.emperor.galaxy.ships import MoveShips
from companion.games.emperor.holdings import Cubes
from companion.games.emperor.invariants import Counter
from companion.games.emperor.roles.explorer import PlaceTile
from companion.games.emperor.roles.regent import PlaceInfluence
from companion.games.emperor.rounds import ChooseDirection, SelectRole
from companion.games.emperor.rounds import EndTurn as EmperorEndTurn
from companion.games.emperor.set_up import NewPlayer as EmperorNewPlayer
from companion.games.emperor.set_up import StartGame as EmperorStartGame
from companion.games.emperor.state import Direction, Role
from companion.games.emperor.war.battle import Attack, Fire
from companion.games.emperor.war.forces import Force, Target
from companion.games.emperor.war.losses import TakeLosses
from companion.games.registry import GAMES
from companion.games.rule import set_up as rule
from companion.games.rule.advance import PlaceWave
from companion.games.rule.cards import Card
from companion.games.rule.turn import DrawCard, EndTurn, Shoot, StopDrawing
from companion.games.rule.units import Unit, UnitKind
from companion.games.storm import robot, with_cards
from companion.games.storm.goal_tiles import EndPhase
from companion.games.storm.goals import Goal, Moment
from companion.games.storm.solo_round import ChooseActions, PlayerDone, RollDice, StartSolo
from companion.games.storm.tableaus import NewPlayer, PlaceCard, SetChips, StartTable
from companion.i18n import LANGUAGES
from kivy_ui.common.move_texts import Moves
from kivy_ui.games.roll.context import RollContext
from kivy_ui.settings import UiSettings
from kivy_ui.window.presenters import Presenters
from tests.games.emperor.known_copy import COPY
from tests.games.emperor.test_emperor_invariants import onward
from tests.games.rule.test_rule_invariants import Box, sensible
from tests.some import there
from tests.ui.contexts import notes_by_name
from tests.ui.one_game import OneGame

Lines = dict[str, tuple[str, ...]]


class Evening:
    """A game, its screen, and what the screen says after an undo."""

    def __init__(self, key: str, language: str = "en") -> None:
        game = GAMES[key]
        if key == "gathering_storm":
            game = with_cards(lambda second: load_storm_cards(second_edition=second))
        self.port = OneGame(game)
        settings = UiSettings(language=language, player_names=("Ann", "Bo", "Cy"))
        self.presenters = Presenters(RollContext(self.port, settings))
        self.board = self.presenters.board

    def play(self, *commands: Any) -> "Evening":
        for command in commands:
            self.port.post(command)
            assert not self.port.refused
        self.presenters.ui.take(self.port.latest())
        return self

    def turned(self) -> Lines | None:
        self.presenters.ui.take(self.port.latest())
        changes = self.presenters.undo_changes
        told = changes.take()
        assert not changes.take()  # once
        lines = notes_by_name(changes.moves()) if told else None
        changes.close()
        return lines

    def undone(self) -> Lines:
        self.board.asked.undo()
        return there(self.turned())

    def redone(self) -> Lines:
        self.board.asked.redo()
        return there(self.turned())


SNOW = Unit(UnitKind.SNOWTROOPER, Card.REY)
WAVE = (SNOW, Unit(UnitKind.STORMTROOPER, Card.REY), SNOW, Unit(UnitKind.KYLO_REN))


def rule_evening(language: str = "en") -> "Evening":
    dealt = (rule.NewPlayer(1, "Ann", Card.REY), rule.NewPlayer(2, "Bo", Card.FINN))
    return Evening("rule_the_galaxy", language).play(rule.StartGame(dealt, WAVE))


def test_cards_and_units_of_rule_the_galaxy_go_back() -> None:
    """Section 3: a drawn card to the deck, a bust's cards out of the discard pile, a unit."""
    evening = rule_evening().play(DrawCard(1, Card.REY))
    assert evening.undone() == {"Ann": ("1 × Rey: cards of Ann » draw deck",)}
    assert evening.redone() == {"Ann": ("1 × Rey: draw deck » cards of Ann",)}
    evening.play(DrawCard(1, Card.REY), DrawCard(1, Card.BOMBARDMENT))
    assert evening.undone() == {
        "Ann": ("2 × Rey: discard pile » cards of Ann",),
        "the table": ("1 × Bombardment: beside the discard pile » draw deck",),
    }
    evening.play(StopDrawing(1), Shoot(1, 2, 1, (Card.REY, Card.REY)))
    lines = evening.undone()
    assert "1 × Stormtrooper Rey (2): tiles of Ann » lane 2, field 1" in lines["Ann"]
    assert "2 × Rey: discard pile » cards of Ann" in lines["Ann"]


def test_an_advance_is_taken_back_unit_by_unit() -> None:
    """Section 5: the marker's side, every unit a field, the new ones into the stack."""
    evening = rule_evening()
    for seat in (1, 2, 1, 2):
        evening.play(DrawCard(seat, Card.POE), StopDrawing(seat), EndTurn(seat))
    new = (Unit(kind, Card.FINN) for kind in (SNOW.kind, SNOW.kind, UnitKind.STORMTROOPER))
    evening.play(PlaceWave((*new, Unit(UnitKind.PHASMA))))
    lines = evening.undone()["the table"]
    assert "1 × Phasma (6): lane 4, field 1 » tile stack" in lines
    lines = evening.undone()["the table"]
    assert "1 × Movement marker: white side up » red side up" in lines
    assert "1 × Kylo Ren (8): lane 4, field 2 » lane 4, field 1" in lines


def emperor_evening(language: str = "en") -> "Evening":
    seats = tuple(EmperorNewPlayer(i + 1, n, food=1) for i, n in enumerate(("Ann", "Bo", "Cy")))
    return Evening("galactic_emperor", language).play(
        EmperorStartGame(seats, 1, COPY), ChooseDirection(1, Direction.LEFT)
    )


def test_points_of_galactic_emperor_go_back_without_telling_the_sum() -> None:
    """Section 1: VP are hidden; what the last role brought is not."""
    evening = emperor_evening().play(
        CorrectCounter(1, Counter.VP, 41),
        SelectRole(1, Role.REGENT),
        *(EmperorEndTurn(seat) for seat in (1, 2, 3)),
        *(PlaceInfluence(seat, (Cubes(0, 2),)) for seat in (2, 3)),
    )
    evening.play(PlaceInfluence(1, (Cubes(0, 2),)))
    lines = evening.undone()
    assert lines["Ann"][0] == "1 × VP: Ann » pool"
    assert lines["Bo"] == ("1 × VP: Bo » pool", "2 × Empire token: reserve of Bo » Throne")
    assert not any("41" in text or "42" in text for texts in lines.values() for text in texts)


def test_ships_tokens_and_damage_of_a_battle_go_back() -> None:
    """Section 4.5: what was hit stands up again, lost ships come out of the reserve."""
    evening = emperor_evening().play(
        CorrectCounter(1, Counter.DREADNOUGHTS, 1),
        CorrectCounter(2, Counter.CRUISERS, 1),
        SelectRole(1, Role.SCIENTIST),
        *(EmperorEndTurn(seat) for seat in (1, 2, 3)),
        SelectRole(2, Role.WARLORD),
        EmperorEndTurn(2),
        EmperorEndTurn(3),
        Attack(1, 2, Force(fighters=1, dreadnoughts=1), Force(cruisers=1)),
        Fire((1, 1, 1), ()),
    )
    evening.play(Fire((), (6, 6)))
    evening.play(TakeLosses(1, (Target.DREADNOUGHT, Target.FIGHTER)))
    assert evening.undone() == {
        "Ann": (
            "1 × Dreadnought: Ann: on its side » the board (Ann)",
            "1 × Fighter: reserve of Ann » the board (Ann)",
        )
    }


def test_ships_on_the_map_go_back_to_their_hexes() -> None:
    seats = tuple(EmperorNewPlayer(i + 1, n, food=1) for i, n in enumerate(("Ann", "Bo", "Cy")))
    evening = Evening("galactic_emperor").play(
        EmperorStartGame(seats, 1, COPY, (1, 22, 34)),
        ChooseDirection(1, Direction.LEFT),
        SelectRole(1, Role.WARLORD),
        MoveShips(1, 1, 3, fighters=1),
    )
    assert evening.undone() == {"Ann": ("1 × Fighter: Ann: hex 3 » Ann: hex 1",)}
    assert evening.redone() == {"Ann": ("1 × Fighter: Ann: hex 1 » Ann: hex 3",)}


def test_a_tile_a_role_and_a_technology_go_back() -> None:
    evening = emperor_evening().play(SelectRole(1, Role.EXPLORER))
    assert evening.undone() == {"Ann": ("1 × Explorer: Ann » beside the board",)}
    evening.play(SelectRole(1, Role.EXPLORER), PlaceTile(1, 1, food=2, annex=True))
    assert evening.undone() == {
        "Ann": ("1 × Empire token: Ann: Empire on sector 4 » reserve of Ann",),
        "the table": ("1 × tile: box » the face-up tiles",),
    }


def test_goals_chips_and_cards_go_back() -> None:
    goals = (
        *(Goal.GREATEST_MILITARY, Goal.PRODUCTION_LEADER, Goal.BUDGET_SURPLUS),
        *(Goal.SYSTEM_DIVERSITY, Goal.GALACTIC_STATUS, Goal.INNOVATION_LEADER),
    )
    players = (NewPlayer(1, "Ann", "new_sparta"), NewPlayer(2, "Bo"))
    evening = Evening("gathering_storm").play(
        StartTable(players, goals), PlaceCard(1, "space_marines")
    )
    back = "1 × Space Marines: tableau of Ann » hand or discard pile"
    assert evening.undone() == {"Ann": (back,)}
    evening.redone()
    evening.play(PlaceCard(1, "drop_ships"), EndPhase(Moment.SETTLE))
    assert evening.undone() == {"Ann": ("1 × Greatest Military: Ann » centre of the table",)}
    evening.play(SetChips(2, 4))
    assert evening.undone() == {"Bo": ("4 × VP in chips: Bo » VP pool",)}


def test_the_robots_tracks_go_back() -> None:
    evening = Evening("gathering_storm_solo").play(
        StartSolo(robot.Difficulty.EASY, 2, 6, player="Ann"),
        ChooseActions((robot.Space.TRADE, robot.Space.PRODUCE)),
        RollDice((robot.RobotFace.PRODUCE, robot.RobotFace.TRADE)),
        PlayerDone(chips=3),
    )
    assert evening.undone() == {
        "Ann": ("3 × VP in chips: Ann » VP pool",),
        "the table": (
            "1 × your action marker: supply » Produce",
            "1 × your action marker: supply » Consume: Trade",
            "1 × economy marker: Robot's economy 1 » Robot's economy 0",
            "1 × credit marker: Robot's credit 2 » Robot's credit 0",
        ),
    }
    assert evening.undone() == {
        "the table": (
            "1 × die with Consume: Trade: Consume: Trade » tray",
            "1 × die with Produce: Produce » tray",
        )
    }


def test_what_moves_nothing_is_named_only() -> None:
    """Whose turn it is and a correction lie nowhere; without an undo nothing is said at all."""
    evening = emperor_evening().play(CorrectCounter(1, Counter.MARKS, 9))
    assert evening.turned() is None
    evening.board.asked.undo()
    evening.presenters.ui.take(evening.port.latest())
    assert evening.presenters.undo_changes.take()
    assert evening.presenters.undo_changes.moves() == Moves(("Corrected by hand: Ann.",))


@pytest.mark.parametrize("language", [language.key for language in LANGUAGES])
def test_every_step_of_whole_games_can_be_told(language: str) -> None:
    """Undone and redone at any moment: sentences without holes, the same things both ways."""
    evening, chance = emperor_evening(language), random.Random(8)
    for number in range(160):
        state = evening.port.state
        if evening.port.over:
            break
        evening.play(onward(state, chance))
        if number % 4 == 0:
            _there_and_back(evening)
    evening, box = Evening("rule_the_galaxy", language), Box(3, chance)
    dealt = tuple(rule.NewPlayer(i + 1, f"P{i}", Card.REY) for i in range(3))
    evening.play(rule.StartGame(dealt, box.take(4)))
    for number in range(160):
        state = evening.port.state
        if evening.port.over:
            break
        evening.play(sensible(state, box, chance))
        if number % 4 == 0:
            _there_and_back(evening)


def _there_and_back(evening: "Evening") -> None:
    evening.board.asked.undo()
    back = evening.turned() or {}
    evening.board.asked.redo()
    again = evening.turned() or {}
    # what goes from one player to another is said to the one who gets it
    assert sum(map(len, back.values())) == sum(map(len, again.values()))
    assert not any("%(" in text for texts in back.values() for text in texts)
