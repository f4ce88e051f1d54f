"""The final score as pages: few taps, nothing ticked too early, the right score, nothing lost."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.catalog import use_tile_sets
from companion.history.archive import Archive, entered_game
from companion.scorefile.errors import ScoreFileError
from companion.scorefile.score_entry import players_of
from companion.session.service_ports import Exchange
from kivy_ui.art.files import SIZES_PX
from kivy_ui.asking.draft import Give
from kivy_ui.common.stacked_pages import Close, do
from kivy_ui.games.roll.score_entry.draft import Part
from kivy_ui.games.roll.score_entry.tally import TallyPages
from kivy_ui.games.roll.tiles.tile_cards import TILE_GROUPS
from kivy_ui.pages.check import faults
from kivy_ui.pages.forms import Entry
from kivy_ui.pages.letters import Letter, Letters
from kivy_ui.pages.page import Cards, Frame
from kivy_ui.pages.scores import Code, Pattern, Result, Tally
from kivy_ui.settings import Services
from tests.catalog.test_tile_sets import SET
from tests.some import of, there
from tests.ui import fake_table as fake
from tests.ui.at_source import LANGUAGES, AtSource, AtWindow
from tests.ui.contexts import a_context
from tests.ui.score_entry_taps import measured
from tests.ui.tally_answers import part, piece, with_pieces

NOW = "2026-11-21T20:00:00+00:00"
_HOMES = ("doomed_world", "old_earth", "new_sparta", "alpha_centauri", "ancient_race")
_MOST_TAPS = 80


class Scorekeeper(AtSource):
    """Somebody who enters the final score."""

    source: TallyPages

    def __init__(self, view: Any = None, utc: str = NOW, **settings: Any) -> None:
        self.ui, _ = a_context(view, **{"language": "en", **settings})
        super().__init__(TallyPages(self.ui, lambda *_asked: None, utc_iso=lambda: utc))
        self.source.enter()

    @property
    def tally(self) -> Tally:
        return self.body(Tally)

    def piece(self, key: str) -> None:
        """Touch a piece."""
        self.touch(piece(self.source.draft, key))

    def digit(self, digit: int) -> None:
        """Touch a digit."""
        self.touch(of(Entry, self.tally.body).digits[digit])

    def complete(self) -> None:
        """Enter something for everybody, as the main button leads; the first one wins."""
        for index in range(len(self.source.draft.players)):
            self.piece(f"faction_{index + 1}")
            self.piece(_HOMES[index])
            if not index:
                self.source.go_on(with_pieces(self.source.draft, "galactic_federation"))
            self.main()
            self.digit(9 - index)
            self.main()

    def show_result(self) -> None:
        """Show the result, even of a game that seems not to be over."""
        if self.page.sheet is not None:
            self.touch(do(self.source.believe))
        assert isinstance(self.page.body, Result)


@pytest.mark.parametrize("games", [1, pytest.param(5, marks=pytest.mark.slow)])
def test_few_taps_and_the_right_score(games: int) -> None:
    """Four players of simulated games: all totals and winners right, at most 80 taps for all."""
    counted, _, right = measured(players=4, games=games, seed=3)
    assert right == 2 * games
    assert max(counted) <= _MOST_TAPS, counted


def test_nobody_is_ticked_before_every_part_is_entered() -> None:
    """Tiles that were never entered are missing, and the main button leads to them."""
    at = Scorekeeper(player_names=("Ann", "Bo"))
    for index in range(2):
        at.source.touch(Give(index + 1, ()))
        at.piece(f"faction_{index + 1}")
        at.piece(_HOMES[index])
        at.touch(part(at.source.draft, Part.CHIPS))
        at.digit(3)
    assert not any(player.complete for player in at.tally.players)
    assert at.page.question.startswith("Bo")
    at.touch(part(at.source.draft, Part.TILES))
    at.main()
    assert at.page.question == "Ann: which tiles were built?"
    assert [player.complete for player in at.tally.players] == [False, True]


def test_a_group_that_wants_only_the_sum_enters_one_number_each() -> None:
    """Ranked, kept in the history, opened again; what it consists of can still be entered."""
    archive = Archive()
    at = Scorekeeper(player_names=("Ann", "Bo", "Cy"), services=Services(archive=archive))
    at.press("Players")
    at.press("Totals only")
    for digits in ((3, 1), (4, 2), (3, 1)):
        assert at.page.question.endswith("how many points in all?")
        for digit in digits:
            at.digit(digit)
        at.main()
    assert at.page.question == "Bo wins"
    body = at.body(Result)
    assert [(rank.seat.name, rank.points, rank.key) for rank in body.ranks] == [
        ("Bo", 42, None), ("Ann", 31, None), ("Cy", 31, None),
    ]  # fmt: skip
    at.main()
    (kept,) = archive.score_entries()
    game = there(entered_game(kept, at.source.draft.catalog))
    assert [(each.total, each.rank) for each in game.players] == [(31, 2), (42, 1), (31, 2)]
    assert players_of(dict(kept.document), at.source.draft.catalog) == at.source.draft.players
    at.touch(at.page.back)
    at.touch(do(at.source.open, at.source.players))
    at.press("Tile by tile")
    assert at.page.question == "Ann: which faction?"
    assert not any(each.total for each in at.source.draft.players)


def test_what_an_owner_has_besides_the_box_is_scored(tmp_path: Path) -> None:
    """A faction and a home world of a set; its dice say as which kind they are entered."""
    shutil.copy(SET, tmp_path)
    use_tile_sets(tmp_path)
    try:
        at = Scorekeeper(player_names=("Ann", "Bo"))
        at.piece("faction_11")
        at.piece("far_beacon")
        assert at.tally.players[0].total == "4"
        at.touch(part(at.source.draft, Part.DICE))
        assert at.page.above == "Pilot: Military"
        help_pages = AtWindow("help")
        help_pages.touch(help_pages.page.chips[3].key)
        help_pages.tap("Pilot")
        assert help_pages.reads("Pilot counts as Military")
    finally:
        use_tile_sets(tmp_path / "nothing")


def test_the_main_button_leads_through_everything_to_the_result() -> None:
    """From gap to gap, to the result, into the history, to a new score."""
    at = Scorekeeper()
    at.complete()
    at.show_result()
    assert at.page.question == "Player 1 wins. Decisive: Developments, 6 to 1"
    at.main()
    assert at.page.above == "Saved in the history."
    assert len(at.ui.settings.services.archive.score_entries()) == 1
    at.main()
    assert at.page.question == "Player 1: which faction?"


def test_what_is_unlikely_is_doubted_once() -> None:
    """R-10.4: nobody has twelve tiles and chips are left; the result is one touch away."""
    at = Scorekeeper()
    at.complete()
    assert there(at.page.sheet).lines[0].startswith("Nobody has 12 tiles")
    for at.size_px in SIZES_PX:
        for language in LANGUAGES:
            at.ui.choose_language(language)
            assert not faults(at.scene(), at.size_px)
    at.ui.choose_language("en")
    at.touch(Close())
    at.main()
    assert at.page.sheet is not None
    at.touch(do(at.source.believe))
    at.touch(at.page.back)
    at.main()
    assert at.page.sheet is None
    assert isinstance(at.page.body, Result)


def test_a_taken_tile_says_who_has_it() -> None:
    at = Scorekeeper(player_names=("Ann", "Bo"))
    at.source.go_on(with_pieces(at.source.draft, "galactic_federation"))
    at.touch(Give(2, ()))
    at.touch(part(at.source.draft, Part.TILES))
    at.touch(TILE_GROUPS[4])
    at.touch(next(card.key for card in of(Cards, at.tally.body).cards if not card.able))
    assert at.said == (
        "Galactic Federation: Ann has this tile.",
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
    at.source.save()
    assert archive.score_entries()[0].entry_id == "g1"
    at.ui.update = replace(at.ui.update, game_id="g2")
    at.source.enter()
    at.piece("old_earth")
    at.ui.update = replace(at.ui.update, game_id="g3")
    at.source.enter()
    assert at.source.draft.now.home_world == "old_earth", "what is being entered is kept"


@pytest.mark.parametrize("known", [True, False])
def test_a_score_without_a_date_is_asked_for_one(known: bool) -> None:
    """The clock is not set: nobody need know the day."""
    archive = Archive()
    at = Scorekeeper(utc="", services=Services(archive=archive))
    at.complete()
    at.show_result()
    at.main()
    assert at.page.question == "Date of this game?"
    if known:
        at.main()
    else:
        at.press("Nobody knows")
    (kept,) = archive.score_entries()
    assert bool(kept.played_at) is known
    assert at.page.above == "Saved in the history."


def test_a_score_file_goes_out_and_comes_in() -> None:
    """``roll-final/1`` both ways; a broken file changes nothing and is said."""
    exchange = Exchange()
    at = Scorekeeper(services=Services(exchange=exchange))
    at.complete()
    at.show_result()
    whole = at.source.draft.players
    at.source.open(at.source.score_files)
    at.touch(do(at.source.export))
    (name,) = exchange.files
    assert name in there(at.said)[0]
    assert json.loads(exchange.files[name])["schema"] == "roll-final/1"
    at.touch(do(at.source.begin))
    at.source.open(at.source.score_files)
    at.touch(do(at.source.load_file, name))
    assert isinstance(at.page.body, Result)
    assert [(p.name, p.tiles, p.vp_chips) for p in at.source.draft.players] == [
        (p.name, p.tiles, p.vp_chips) for p in whole
    ]
    exchange.files["broken.json"] = b"{"
    at.source.open(at.source.score_files)
    with pytest.raises(ScoreFileError):
        at.touch(do(at.source.load_file, "broken.json"))
    assert len(at.source.draft.players) == 3


def test_players_are_called_by_names_that_are_known_or_typed() -> None:
    """From the settings and earlier entries; nobody twice."""
    archive = Archive()
    services = Services(archive=archive)
    first = Scorekeeper(services=services)
    first.complete()
    first.source.ask_name(0)
    for letter in "Éva":
        first.source.touch(Letter(letter))
    first.main()
    first.source.save()
    again = Scorekeeper(services=services, player_names=("Ann", "Bo"))
    again.press("Players")
    again.main()
    assert again.source.draft.now.name == "Éva", "who is known is added first"
    again.press("Players")
    again.touch(do(again.source.ask_name, 2))
    again.press("Remove player")
    again.touch(do(again.source.ask_name, 1))
    again.touch(next(card.key for card in again.body(Letters).cards if card.title == "Éva"))
    assert [player.name for player in again.source.draft.players] == ["Ann", "Éva"]
    again.touch(do(again.source.ask_name, 0))
    again.press("Remove player")
    assert [player.name for player in again.source.draft.players] == ["Éva"]


def test_the_result_explains_every_point_and_is_shared() -> None:
    """With the calculation of the bonus, as a code for BG Stats, and back to the entry."""
    at = Scorekeeper()
    at.complete()
    at.show_result()
    at.touch(at.body(Result).ranks[0].key)
    at.touch(do(at.source.turn, at.source.why, 0, Pattern.VERTICAL))
    assert "Galactic Federation" in at.words()
    assert "rounded up" in at.words()
    at.touch(at.page.back)
    at.press("Share")
    assert isinstance(at.page.body, Code)
    at.touch(at.page.back)
    at.touch(at.page.back)
    assert isinstance(at.page.body, Tally)


def test_an_empty_position_has_no_result() -> None:
    at = Scorekeeper()
    assert not at.source.game.players
    assert not isinstance(at.page.body, Cards)
