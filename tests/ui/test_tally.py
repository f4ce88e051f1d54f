"""The final score as pages: few taps, nothing ticked too early, the right score, nothing lost."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.history.archive import Archive
from companion.session.service_ports import Exchange
from kivy_ui.common.page_source import Visit
from kivy_ui.games.roll.result import Look
from kivy_ui.games.roll.result import Part as Shown
from kivy_ui.games.roll.score_entry.draft import (
    AskPart,
    AskPlayer,
    Digit,
    Faction,
    Home,
    Part,
    Tile,
)
from kivy_ui.games.roll.score_entry.pages import Go, Taken, Where
from kivy_ui.games.roll.score_entry.tally import TallyPages
from kivy_ui.pages.letters import Letter
from kivy_ui.pages.page import Cards, Frame
from kivy_ui.pages.scores import Code, Pattern, Result, Tally
from kivy_ui.settings import Services
from tests.ui import fake_table as fake
from tests.ui.at_source import LANGUAGES, SIZES_PX, AtSource
from tests.ui.contexts import a_context
from tests.ui.score_entry_taps import measured

NOW = "2026-11-21T20:00:00+00:00"
_HOMES = ("doomed_world", "old_earth", "new_sparta", "alpha_centauri", "ancient_race")
_MOST_TAPS = 90


class Scorekeeper(AtSource):
    """Somebody who enters the final score."""

    source: TallyPages

    def __init__(
        self, view: Any = None, size_px: tuple[int, int] = SIZES_PX[0], utc: str = NOW,
        **settings: Any,
    ) -> None:  # fmt: skip
        self.ui, _ = a_context(view, **{"language": "en", **settings})
        super().__init__(TallyPages(self.ui, lambda *_asked: None, utc_iso=lambda: utc), size_px)
        self.source.enter()

    @property
    def tally(self) -> Tally:
        body = self.page.body
        assert isinstance(body, Tally)
        return body

    def complete(self) -> None:
        """Enter something for everybody, as the main button leads; the first one wins."""
        for index in range(len(self.source.draft.players)):
            self.touch(Faction(index + 1))
            self.touch(Home(_HOMES[index]))
            self.touch(Digit(9 - index))
            self.main()
            if not index:
                self.source.touch(Tile("galactic_federation"))
            self.main()

    def show_result(self) -> None:
        """Show the result, even of a game that seems not to be over."""
        if self.page.sheet is not None:
            self.touch(Go(Where.SURE))
        assert isinstance(self.page.body, Result)


def test_few_taps_and_the_right_score() -> None:
    """Four players of simulated games: all totals and winners right, at most 90 taps for all."""
    counted, right = measured(players=4, games=5, seed=3)
    assert right == 10
    tables = [sum(counted[at : at + 4]) for at in range(0, len(counted), 4)]
    assert max(tables) <= _MOST_TAPS, tables


def test_nobody_is_ticked_before_every_part_is_entered() -> None:
    """Tiles that were never entered are missing, and the main button says so."""
    at = Scorekeeper(player_names=("Ann", "Bo"))
    for index in range(2):
        at.source.touch(AskPlayer(index))
        at.touch(Faction(index + 1))
        at.touch(Home(_HOMES[index]))
        at.touch(Digit(3))
    assert not any(player.complete for player in at.tally.players)
    assert at.page.question.startswith("Bo")
    assert at.page.main is not None
    assert at.page.main.text == "Next: tiles"
    at.main()
    at.main()
    assert at.page.question == "Ann: which tiles were built?"
    assert [player.complete for player in at.tally.players] == [False, True]


def test_a_digit_asks_the_same_player_for_the_same_number() -> None:
    at = Scorekeeper(player_names=("Ann", "Bo"))
    at.source.touch(AskPart(Part.CHIPS))
    for digit in (1, 4):
        at.touch(Digit(digit))
        assert at.page.question == "Ann: how many points in chips?"
    assert at.source.draft.now.vp_chips == 14


def test_an_added_player_is_the_one_who_is_asked() -> None:
    at = Scorekeeper(player_names=("Ann", "Bo"))
    at.touch(Go(Where.PLAYERS))
    at.main()
    assert at.page.question == "Player 3: which faction?"
    assert at.tally.player == 2


def test_the_main_button_leads_through_everything_to_the_result() -> None:
    """From gap to gap, to the result, into the history, to a new score."""
    at = Scorekeeper()
    at.complete()
    at.show_result()
    assert at.page.question == "Player 1 wins"
    at.main()
    assert at.page.above == "Saved in the history."
    assert len(at.ui.settings.services.archive.score_entries()) == 1
    at.main()
    assert at.page.question == "Player 1: which faction?"


def test_what_is_unlikely_is_doubted_once() -> None:
    """R-10.4: nobody has twelve tiles and chips are left; the result is one touch away."""
    at = Scorekeeper()
    at.complete()
    sheet = at.page.sheet
    assert sheet is not None
    assert sheet.lines[0].startswith("Nobody has 12 tiles")
    at.touch(Go(Where.ENTRY))
    at.main()
    assert at.page.sheet is not None
    at.touch(Go(Where.SURE))
    at.touch(Go(Where.ENTRY))
    at.main()
    assert at.page.sheet is None
    assert isinstance(at.page.body, Result)


def test_a_taken_tile_says_who_has_it() -> None:
    at = Scorekeeper(player_names=("Ann", "Bo"))
    at.source.touch(Tile("galactic_federation"))
    for key in (AskPlayer(1), AskPart(Part.TILES)):
        at.source.touch(key)
    assert at.source.touch(Taken("Galactic Federation", 0)) == (
        "Galactic Federation cannot be built twice: Ann has this tile.",
        "The box contains every tile once.",
    )
    assert not at.source.draft.now.tiles


def test_every_step_can_be_taken_back() -> None:
    """Where it was entered; back to the beginning and forth again; saved is saved no more."""
    at = Scorekeeper()
    at.complete()
    whole = at.source.draft.players
    at.show_result()
    at.main()
    assert at.source.files.saved
    at.touch(Frame.UNDO)
    assert not at.source.files.saved
    assert isinstance(at.page.body, Tally)
    while at.page.can_undo:
        at.source.undo()
    assert all(player.faction is None for player in at.source.draft.players)
    for _ in range(50):
        at.source.redo()
    assert at.source.draft.players == whole


def test_a_finished_game_is_taken_over() -> None:
    """What the table knows; the result completes that game, and the next one makes room for it."""
    archive = Archive()
    at = Scorekeeper(fake.over(3), services=Services(archive=archive))
    assert [(p.name, p.vp_chips, p.faction) for p in at.source.draft.players] == [
        ("Ann", 12, 1), ("Béla", 0, 2), ("Zażółcona Łucja", 7, None),
    ]  # fmt: skip
    assert at.page.question == "Ann: which home world?"
    at.source.touch(Go(Where.SAVE))
    assert archive.score_entries()[0].entry_id == "g1"
    at.ui.update = replace(at.ui.update, game_id="g2")
    at.source.enter()
    at.source.touch(Home("old_earth"))
    at.ui.update = replace(at.ui.update, game_id="g3")
    at.source.enter()
    assert at.source.draft.now.home_world == "old_earth", "what is being entered is kept"


@pytest.mark.parametrize(("key", "known"), [(Where.DATED, True), (Where.UNDATED, False)])
def test_a_score_without_a_date_is_asked_for_one(key: Where, known: bool) -> None:
    """The clock is not set: nobody need know the day."""
    archive = Archive()
    at = Scorekeeper(utc="", services=Services(archive=archive))
    at.complete()
    at.show_result()
    at.main()
    assert at.page.question == "Date of this game?"
    at.touch(Go(key))
    (kept,) = archive.score_entries()
    assert bool(kept.played_at) is known
    assert at.page.above == "Saved in the history."


def test_a_score_file_goes_out_and_comes_in() -> None:
    """``roll-final/1`` both ways; a broken file changes nothing and is said."""
    exchange = Exchange()
    at = Scorekeeper(services=Services(exchange=exchange))
    at.complete()
    whole = at.source.draft.players
    at.source.touch(Go(Where.FILES))
    at.touch(Go(Where.EXPORT))
    (name,) = exchange.files
    assert at.said is not None
    assert name in at.said[0]
    assert json.loads(exchange.files[name])["schema"] == "roll-final/1"
    at.touch(Go(Where.NEW))
    at.source.touch(Go(Where.FILES))
    at.touch(Go(Where.IMPORT, name))
    assert isinstance(at.page.body, Result)
    assert [(p.name, p.tiles, p.vp_chips) for p in at.source.draft.players] == [
        (p.name, p.tiles, p.vp_chips) for p in whole
    ]
    exchange.files["broken.json"] = b"{"
    at.source.touch(Go(Where.FILES))
    at.touch(Go(Where.IMPORT, "broken.json"))
    assert at.said is not None
    assert len(at.source.draft.players) == 3


def test_players_are_called_by_names_that_are_known_or_typed() -> None:
    """From the settings and earlier entries; nobody twice."""
    archive = Archive()
    services = Services(archive=archive)
    first = Scorekeeper(services=services)
    first.complete()
    first.source.touch(Go(Where.NAME, "0"))
    for letter in "Éva":
        first.source.touch(Letter(letter))
    first.main()
    first.source.touch(Go(Where.SAVE))
    again = Scorekeeper(services=services, player_names=("Ann", "Bo"))
    again.touch(Go(Where.PLAYERS))
    again.touch(Go(Where.NAME, "1"))
    keys = again.keys()
    known = [key for key in keys if type(key).__name__ == "_Name"]
    assert "Éva" in {getattr(key, "name", "") for key in known}
    again.touch(next(key for key in known if getattr(key, "name", "") == "Éva"))
    assert [player.name for player in again.source.draft.players] == ["Ann", "Éva"]
    again.touch(Go(Where.NAME, "0"))
    again.touch(Go(Where.REMOVE, "0"))
    assert [player.name for player in again.source.draft.players] == ["Éva"]


def test_the_result_explains_every_point_and_is_shared() -> None:
    """With the calculation of the bonus, as a code for BG Stats, and back to the entry."""
    at = Scorekeeper()
    at.complete()
    at.show_result()
    body = at.page.body
    assert isinstance(body, Result)
    at.touch(body.ranks[0].key)
    at.touch(Look(Shown.WHY, 0, Pattern.VERTICAL))
    assert "Galactic Federation" in at.words()
    assert "rounded up" in at.words()
    at.touch(at.page.back)
    at.touch(Look(Shown.SHARE))
    assert isinstance(at.page.body, Code)
    at.touch(at.page.back)
    assert at.page.back == Visit(None)
    at.touch(Go(Where.ENTRY))
    assert isinstance(at.page.body, Tally)


def _stays(key: object) -> bool:
    return key not in {Go(Where.CAMERA), Go(Where.NEW), Visit(None)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size_px", SIZES_PX)
def test_every_page_can_be_read(size_px: tuple[int, int], language: str) -> None:
    """Touches by chance: nothing is cut, covered or outside the window."""
    names = ("Maksymiliana", "Wieńczysława", "Bo", "Zsófia", "Krisztofer")
    for count in (2, 5):
        at = Scorekeeper(size_px=size_px, language=language, player_names=names[:count])
        assert at.stroll(Random(f"{size_px}{language}"), 60, _stays)


def test_an_empty_position_has_no_result() -> None:
    at = Scorekeeper()
    assert at.source.game() is None
    assert not isinstance(at.page.body, Cards)
