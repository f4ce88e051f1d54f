"""Before a game on pages: welcome, who plays with what, other games; without a window."""

import random
from dataclasses import replace

import pytest

from companion.games.roll.ask.agreements import HUNGARIAN
from companion.games.roll.model.options import DEFAULT_OPTIONS, TableOptions
from companion.games.roll.model.seating import ComputerSeat, PlayerSetup
from companion.games.roll.model.state import Step
from companion.games.roll.phases.set_up import (
    FirstTiles,
    GameStarted,
    SeatComputers,
    SetUpGame,
    StartGame,
)
from companion.games.roll.view.table_view import TableView
from companion.history.archive import Archive
from companion.session.ports import GameHeader, StoredEvent
from companion.session.service_ports import NoTileCameraError, TilesReading
from kivy_ui.common.page_source import Visit
from kivy_ui.common.player_group import COLOURS
from kivy_ui.common.stacked_pages import Do, do
from kivy_ui.games.roll.new_game import StartTile
from kivy_ui.pages.forms import Form
from kivy_ui.pages.letters import Letter
from kivy_ui.pages.letters import Letters as Keyboard
from kivy_ui.pages.opening import Seats, Table, Welcome
from kivy_ui.pages.page import Cards
from kivy_ui.settings import Services
from kivy_ui.window.presenters import Presenters
from tests.some import of
from tests.ui import fake_table as fake
from tests.ui.at_source import AtSource
from tests.ui.contexts import a_context
from tests.ui.tile_scans import DrawnTiles, a_reading

FACTION, HOME_WORLD = StartTile


class SettingUp(AtSource):
    """A table at which a game is set up; questions about a seat have pages of their own."""

    def __init__(
        self,
        view: TableView | None = None,
        *readings: TilesReading,
        language: str = "en",
        names: tuple[str, ...] = (),
    ) -> None:
        scans = DrawnTiles(list(readings) or [NoTileCameraError()] * 99)
        self.ui, self.table = a_context(
            view, language=language, player_names=names, services=Services(tiles=scans)
        )
        self.presenters = Presenters(self.ui)
        self.start = pages = self.presenters.opening
        self.game = self.presenters.start
        super().__init__(pages)
        if view is not None:
            self.ui.visit("start")
        pages.enter()

    def ask_tile(self, seat: int, what: StartTile) -> None:
        self.touch(do(self.start.ask_tile, seat, what))

    def ask_about(self, seat: int) -> None:
        self.touch(do(self.presenters.who.ask_about, self.start, seat))

    def choose(self, label: str) -> None:
        """Touch the choice of a form with this text."""
        choices = [choice for field in self.body(Form).fields for choice in field.choices]
        self.touch(next(choice.key for choice in choices if choice.label == label))

    def names(self) -> list[str]:
        return [place.seat.name for place in self.body(Seats).places]

    def colours(self) -> list[str]:
        return [place.seat.colour for place in self.body(Seats).places]


def at_seats(**how: object) -> SettingUp:
    at = SettingUp(**how)  # type: ignore[arg-type]
    at.touch(do(at.start.open, at.start.seats))
    return at


@pytest.mark.parametrize("played", [False, True])
def test_the_first_page_says_what_the_device_does_and_where_to_begin(played: bool) -> None:
    """A new group is led; one that has played begins, or reads. Both can only count the score."""
    at = SettingUp(names=("Ann", "Bo", "Cy") if played else ())
    assert isinstance(at.page.body, Welcome)
    assert [chip.text for chip in at.page.chips] == ["", "EN", "PL", "HU"]
    main, (other, score) = at.page.main, at.page.side
    assert main is not None
    assert score.key == Visit("score_entry")
    guide, seats = (other, main) if played else (main, other)
    assert guide.key == Visit("guide")
    at.touch(seats.key)
    assert len(at.names()) == 3
    assert "clockwise" in at.page.question


def test_an_empty_place_says_what_belongs_there() -> None:
    """The main button leads to the first one."""
    at = at_seats()
    at.game.pick(1, FACTION, "faction_3")
    empty = [slot for place in at.body(Seats).places for slot in place.slots if slot.waiting]
    assert [slot.tiles[0][1] for slot in empty] == ["Home world", *["Faction", "Home world"] * 2]
    at.main()
    assert at.page.question == "Player 1: which home world was drawn?"


def test_seats_are_drawn_clockwise_around_the_table() -> None:
    """Each is a quarter of a turn or less further than the one before."""
    at = at_seats()
    at.touch(do(at.game.seat, 5))
    ask = at.presenters.who.ask_about
    boxes = {
        target.key.args[1]: target.box
        for target in at.scene().targets
        if isinstance(target.key, Do) and target.key.action == ask
    }
    left, right = boxes[1].x, boxes[2].x
    assert [boxes[seat].x for seat in range(1, 6)] == [left, right, right, right, left]
    assert boxes[1].y < boxes[5].y
    assert boxes[2].y < boxes[3].y < boxes[4].y


def test_a_count_can_be_started_without_choosing_anything() -> None:
    """The defaults are three players with names and different colours."""
    at = at_seats()
    at.press("Quick count")
    at.main()
    opened, started = at.table.posted
    assert opened == ("new_game", "roll")
    assert isinstance(started, StartGame)
    assert [player.name for player in started.players] == ["Player 1", "Player 2", "Player 3"]
    assert len({player.colour for player in started.players}) == 3
    assert {player.home_world for player in started.players} == {None}


def test_all_rules_ask_for_what_was_drawn() -> None:
    """Faction, then home world, player by player; then the tracking begins with unnamed tiles."""
    at = at_seats()
    at.touch(do(at.game.seat, 2))
    at.main()
    asked = []
    while isinstance(at.page.body, Cards):
        asked.append(at.page.question)
        at.touch(next(card.key for card in at.cards if card.able))
    assert asked == [
        "Player 1: which faction was drawn?", "Player 1: which home world was drawn?",
        "Player 2: which faction was drawn?", "Player 2: which home world was drawn?",
    ]  # fmt: skip
    at.main()
    sent = of(SetUpGame, at.table.posted[1])
    assert [player.faction for player in sent.players] == [1, 2]
    assert sent.first_tiles == (FirstTiles(), FirstTiles())
    assert next(at.game.missing()) == (1, FACTION), "the next game draws anew"


def test_the_companion_draws_one_tile_or_all_that_are_missing() -> None:
    at = at_seats()
    at.ask_tile(2, HOME_WORLD)
    at.press("Draw one for me")
    assert at.game.at(2).home_world
    at.touch(at.page.back)
    at.press("Draw for us")
    drawn = [row.tile(what) for row in at.game.seats() for what in StartTile]
    assert len(set(drawn)) == 6
    assert at.main_button.text == "Start the game"


def test_a_tile_that_another_player_has_says_whose_it_is() -> None:
    at = at_seats(names=("Ann", "Bo"))
    at.ask_tile(1, FACTION)
    at.touch(do(at.start.pick, 1, FACTION, "faction_3"))
    at.touch(at.page.back)
    at.ask_tile(2, FACTION)
    taken = next(card for card in at.cards if not card.able)
    at.touch(taken.key)
    assert at.said == (f"{taken.title}: Ann has this tile.", "The box contains every tile once.")
    assert at.game.at(1).faction == "faction_3"


def test_the_tile_under_the_camera_is_outlined() -> None:
    at = SettingUp(None, a_reading(("faction_4",)))
    at.touch(do(at.start.open, at.start.seats))
    at.ask_tile(1, FACTION)
    assert [card.number for card in at.cards if card.suggested] == ["4"]


# --- who plays -----------------------------------------------------------------------------------


def test_a_seat_gets_a_name_a_colour_and_a_computer_player() -> None:
    at = at_seats(names=("Ann", "Bo"))
    at.ask_about(2)
    at.touch(do(at.game.recolour, 2, "white"))
    at.press("Name")
    assert isinstance(at.page.body, Keyboard)
    for letter in "CY":
        at.source.touch(Letter(letter))
    at.main()
    at.choose("medium")
    at.choose("building")
    at.choose("rolled on the table")
    at.main()
    assert at.names() == ["Ann", "CY"]
    assert at.colours() == ["blue", "white"]
    at.press("Draw for us")
    at.main()
    sent = of(SetUpGame, at.table.posted[1])
    assert sent.computers.seats == (ComputerSeat(2, "normal", "builder"),)
    assert not sent.computers.virtual_dice


def test_who_has_played_before_sits_down_with_a_touch_in_the_same_colour() -> None:
    """Known from the log; who sits elsewhere is not offered, nor a usual name."""
    archive = Archive([GameHeader("g1", "roll", "", finished=True)])
    players = PlayerSetup(1, "Eve", "white"), PlayerSetup(2, "Player 2", "blue")
    archive.stored["g1"] = (StoredEvent(1, 1, GameStarted(players, (1, 1), 24), ""),)
    ui, _ = a_context(None, language="en", services=Services(archive=archive))
    presenters = Presenters(ui)
    at = AtSource(presenters.opening)
    assert at.main_button.text == "New game", "nobody is led who has played"
    at.main()
    for seat, offered in ((2, ["Player 2", "Eve"]), (1, ["Player 1"])):
        at.touch(do(presenters.who.ask_about, at.source, seat))
        people = at.body(Form).fields[1].choices
        assert [choice.label for choice in people] == offered
        at.touch(people[-1].key)
        at.main()
    body = at.body(Seats)
    assert (body.places[1].seat.name, body.places[1].seat.colour) == ("Eve", "white")


def test_known_names_stand_beside_the_keyboard() -> None:
    at = at_seats(names=("Ann", "Bo", "Cy"))
    at.touch(do(at.game.seat, 2))
    at.ask_about(1)
    at.press("Name")
    at.touch(next(card.key for card in at.body(Keyboard).cards if card.title == "Cy"))
    at.main()
    assert at.names() == ["Cy", "Bo"]


def test_a_seat_can_change_its_player_in_a_running_game() -> None:
    """Neither its name nor its colour; what is chosen is sent."""
    at = SettingUp(fake.assigning(3))
    at.ui.visit(None)
    at.source = at.presenters.rounds
    at.presenters.who.ask_about(at.presenters.rounds, 2)
    assert at.page.side == ()
    at.choose("easy")
    (sent,) = at.table.posted
    assert isinstance(sent, SeatComputers)
    assert [each.seat for each in sent.computers.seats] == [2]
    at.main()
    assert isinstance(at.page.body, Table)


def test_hints_are_a_choice_of_a_person() -> None:
    at = at_seats()
    at.ask_about(1)
    at.choose("always")
    assert at.ui.preferences.hints[0] == "always"


def test_the_last_group_sits_there_again() -> None:
    """Names and colours of the game that is shown are offered; default names are none."""
    view = fake.over(4)
    at = SettingUp(view, names=("Somebody",))
    by_seat = sorted(view.seats, key=lambda seat: seat.seat)
    assert at.names() == [seat.name[:16] for seat in by_seat]
    assert at.colours() == [seat.colour for seat in by_seat]


def test_a_game_that_is_set_up_is_not_opened_twice() -> None:
    """In set-up the players go into the game that is open; a running one is closed first."""
    for view, posted in ((fake.a_view(Step.SETUP, seats=(), round=0), 1), (fake.playing(), 2)):
        at = SettingUp(view)
        at.press("Quick count")
        at.main()
        assert len(at.table.posted) == posted


def test_names_from_the_settings_fill_the_seats_in_any_language() -> None:
    """One player more is no problem; a default name is no stored text."""
    at = at_seats(names=("Ann", "Béla"))
    at.touch(do(at.game.seat, 3))
    assert at.names() == ["Ann", "Béla", "Player 3"]
    at.ui.choose_language("hu")
    assert at.names() == ["Ann", "Béla", "3. játékos"]


def test_colours_and_start_tiles_are_never_shared() -> None:
    """However often they are chosen, no two seats have the same colour, faction or world."""
    at = at_seats()
    chance = random.Random(1)
    for tap in range(60):
        at.game.players = 2 + tap % 4
        seat = chance.randint(1, 5)
        at.game.recolour(seat, chance.choice(COLOURS))
        for what in StartTile:
            at.game.pick(seat, what, chance.choice(at.game.keys(what)))
        rows = at.game.seats()
        assert len({row.colour for row in rows}) == len(rows)
        for what in StartTile:
            known = [row.tile(what) for row in rows if row.tile(what)]
            assert len(known) == len(set(known))


def test_other_games_are_a_touch_away() -> None:
    at = SettingUp()
    at.touch(do(at.start.open, at.start.others))
    games = [card.key for card in at.cards]
    assert len(games) == len(at.ui.settings.games.choices)
    at.touch(do(at.start.play, "rule_the_galaxy"))
    assert at.table.posted == [("new_game", "rule_the_galaxy")]


@pytest.mark.parametrize(("language", "usual"), [("en", DEFAULT_OPTIONS), ("hu", HUNGARIAN)])
def test_what_the_table_agrees_on_holds_for_its_next_games(
    language: str, usual: TableOptions
) -> None:
    """A touch for each reading; in Hungarian those of that edition are proposed."""
    at = at_seats(language=language)
    at.touch(at.page.chips[-1].key)
    for wanted in (usual, replace(usual, timing="in_turn")):
        body = at.body(Form)
        chosen = [each.chosen for each in body.fields[0].choices]
        assert chosen == [wanted.timing == "at_once", wanted.timing == "in_turn"]
        at.game.count_only()
        at.game.start()
        assert of(StartGame, at.table.posted[-1]).options == wanted
        at.game.count_only()
        at.touch(body.fields[0].choices[1].key)
