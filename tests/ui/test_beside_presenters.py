"""History, log, help and settings without a window."""

from dataclasses import replace

import pytest

from companion.catalog import load_roll_catalog
from companion.catalog.roll_loader import LANGUAGES
from companion.games.roll import GAME
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import DieLocation, DieSpot
from companion.games.roll.model.state import GameState
from companion.games.roll.phases.corrections import WorkersWithdrawn
from companion.games.roll.phases.counters import Correct, Correctable
from companion.games.roll.phases.dice_corrections import MoveDice
from companion.games.roll.phases.round import SignalReady
from companion.games.roll.phases.tile_corrections import (
    MoveTile,
    ReplaceTile,
    TileLocation,
    TileSpot,
)
from companion.games.roll.rules.lookup import Rules
from companion.history.archive import Archive, StoredScoreEntry
from companion.i18n import translator
from companion.scorefile.score_entry import ScoreEntryPlayer, document
from companion.session.ports import EventLog, GameHeader
from companion.session.session import GameSession
from companion.simulation.playing import game_rng, play
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.common.event_text import EventContext
from kivy_ui.games.roll.texts.book import RULES
from kivy_ui.games.roll.texts.event_text import EVENT_TEXTS
from kivy_ui.games.roll.tiles.localised_tiles import LocalisedTiles
from kivy_ui.pages.listing import List, Prose
from kivy_ui.pages.photos import Photo
from kivy_ui.settings import Services
from kivy_ui.window.event_log import EventLogPages
from tests.fakes import ManualClock
from tests.history.evenings import an_evening
from tests.some import of
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context

SCORE_ENTRY = StoredScoreEntry(
    "tally-20261102200000-ab",
    "2026-11-02T20:00:00+00:00",
    document(
        (
            ScoreEntryPlayer("Ann", 20, 3, 4, "doomed_world"),
            ScoreEntryPlayer("Bo", 9, 1, 1, "old_earth"),
        )
    ),
)


def an_archive() -> tuple[Archive, GameHeader]:
    log, header = an_evening()
    archive = Archive([header], {header.game_id: log.load(header.game_id)})
    archive.keep(SCORE_ENTRY)
    return archive, header


# --- the log of the evening ----------------------------------------------------------------------


def _evening(log: EventLog, game_id: str, language: str = "en") -> EventLogPages:
    archive = Archive(list(log.games()), {game_id: log.load(game_id)})
    ui, table = a_context(fake.assigning(), services=Services(archive=archive), language=language)
    ui.update = replace(table.update, game_id=game_id)
    return EventLogPages(ui)


@pytest.mark.parametrize("language", LANGUAGES)
def test_corrections_say_what_lies_where(language: str) -> None:
    """Places have words; tiles below the top of a stack keep their names (R-12.1)."""
    context = EventContext(translator(language), {1: "Ann"}, over=True)
    cup = DieSpot(DieLocation.CUP, 1)
    column = DieSpot(DieLocation.COLUMN, 1, Phase.SHIP)
    stack = TileSpot(TileLocation.STACK, 1, index=2)
    bag = TileSpot(TileLocation.BAG)
    for event in (
        MoveDice(DieType.GENES, cup, column, 2),
        MoveTile(bag, stack, 7),
        ReplaceTile(stack, 8, old=7),
        Correct(Correctable.VP_CHIPS, 5, 1, old=3),
        WorkersWithdrawn(1, (DieType.HOME,), ""),
    ):
        said = EVENT_TEXTS.say(context, event)
        assert "Ann" in said
        assert "%(" not in said
    assert LocalisedTiles(language).name("new_galactic_order") not in EVENT_TEXTS.say(
        context, MoveTile(bag, stack, 1)
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_told_in_words(language: str) -> None:
    """Every event of a counted game: no raw key, no hole; its rule is known."""
    context = EventContext(translator(language), {1: "Ann", 2: "Bo", 3: "Éva"}, over=True)
    told: set[str] = set()
    kinds: set[type] = set()

    def tell(_command: object, events: tuple[Event, ...], _state: GameState) -> None:
        for event in events:
            kinds.add(type(event))
            told.add(EVENT_TEXTS.say(context, event))
            why = EVENT_TEXTS.reason(event)
            assert why in RULES or why in load_roll_catalog().sides, (event, why)

    play(Rules(load_roll_catalog()), 3, game_rng(5, 3, 0), tell)
    assert len(kinds) > 25
    for sentence in told:
        assert "%(" not in sentence
        assert "_" not in sentence, sentence
        assert sentence[0].isupper() or not sentence[0].isalpha(), sentence


def test_the_newest_line_is_on_top_and_rounds_are_apart() -> None:
    """The end first; a step back shows round 1, set-up is 0."""
    log, header = an_evening()
    evening = _evening(log, header.game_id)
    assert evening.rounds() == (0, 1, 2)
    assert evening.lines()[0].text == "The game is over."
    (earlier,) = evening.page().side
    evening.touch(earlier.key)
    assert evening.shown_round == 1
    assert {line.round for line in evening.lines()} == {1}
    first, last = evening.page().side
    assert (first.text, last.text) == ("Set-up", "Round 2")
    evening.touch(first.key)
    assert evening.lines()[-1].text == "The game begins: Ann and Béla."
    assert not any("+3 VP" in line.text for line in evening.lines())


def test_a_line_says_why() -> None:
    """What the rule is about, and the rule."""
    log, header = an_evening()
    evening = _evening(log, header.game_id)
    line = next(line for line in evening.lines() if "VP." in line.text)
    body = of(List, evening.page().body)
    evening.touch(next(row.key for row in body.rows if row.title == line.text))
    page = evening.page()
    assert page.above == "Ship"
    assert page.body == Prose((line.text, RULES["R-9.4"]))
    evening.touch(page.back)
    assert isinstance(evening.page().body, List)


def test_a_line_of_a_reading_shows_what_the_camera_saw() -> None:
    """Only after everybody is ready (R-12.1), and while the picture is kept."""
    log = MemoryEventLog()
    session = GameSession.begin(GAME, log, ManualClock())
    for command in _until_a_hidden_mat():
        session.execute(command)
    evening = _evening(log, session.game_id)
    of(fake.FakeTable, evening.ui.port).pictures[1] = fake.a_mat_picture(1)
    told = " ".join(line.text for line in evening.lines())
    assert "behind the screen" in told
    assert "Home" not in told
    assert not any(line.marks for line in evening.lines())
    session.execute(SignalReady(2))
    evening = _evening(log, session.game_id)
    pictures = of(fake.FakeTable, evening.ui.port).pictures
    pictures[1] = fake.a_mat_picture(1)
    line = next(each for each in evening.lines() if each.marks)
    body = of(List, evening.page().body)
    evening.touch(next(row.key for row in body.rows if row.title == line.text))
    assert len(of(Photo, evening.page().body).found) == 7
    pictures.clear()
    assert isinstance(evening.page().body, List), "the page closes with the picture"


def _until_a_hidden_mat() -> list[object]:
    from companion.games.roll.model.dice import DieType, Face
    from companion.games.roll.model.seating import PlayerSetup
    from companion.games.roll.phases.reveal import RecordMat
    from companion.games.roll.phases.set_up import StartGame
    from tests.history.evenings import a_die

    players = (PlayerSetup(1, "Ann", "blue"), PlayerSetup(2, "Bo", "orange"))
    mat = (replace(a_die(DieType.HOME, Face.SHIP, selects=True), mark="9-strip-1.0"),)
    return [StartGame(players), SignalReady(1), RecordMat(1, mat)]


def test_no_game_no_log() -> None:
    """An empty table has one empty page."""
    ui, _ = a_context(None)
    evening = EventLogPages(ui)
    assert evening.lines() == ()
    assert evening.rounds() == (0,)
    assert evening.page().side == ()
