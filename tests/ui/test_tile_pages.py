"""Naming a tile: likely ones first, a few touches, the camera's proposals, objections."""

from dataclasses import replace

from companion.games.roll.model.dice import Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.tiles import World
from companion.history.archive import StoredScoreEntry
from companion.scorefile.score_entry import ScoreEntryPlayer, document
from companion.session.service_ports import NoTileCameraError, TileAlternative, TilesReading
from kivy_ui.common.stacked_pages import Do, StackedPages, do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.tiles.sought import Sought, tile_question
from kivy_ui.games.roll.tiles.tile_cards import STARTS, TILE_GROUPS, TileGroup
from kivy_ui.games.roll.tiles.tile_frequency import TileFrequency
from kivy_ui.games.roll.tiles.tile_pages import TilePages
from kivy_ui.pages.letters import Letter, Letters
from kivy_ui.pages.page import Card, Cards, Page
from kivy_ui.settings import Services
from tests.some import of, some, there
from tests.ui.at_source import AtSource
from tests.ui.contexts import a_context
from tests.ui.counted_scenes import in_phase
from tests.ui.score_entry_taps import CATALOG
from tests.ui.tile_scans import DrawnTiles, a_reading

SEAT = 2
DEVELOP, SETTLE = in_phase(Phase.DEVELOP), in_phase(Phase.SETTLE)


class Table(StackedPages):
    """Some pages over which a tile is asked for."""

    def first(self) -> Page:
        return Page("", "", Cards(()))


class Asking(AtSource):
    """A table at which one tile is asked for."""

    def __init__(
        self,
        *readings: TilesReading | Exception,
        phase: Phase = Phase.DEVELOP,
        language: str = "en",
    ) -> None:
        scans = DrawnTiles(list(readings or (NoTileCameraError(),)))  # type: ignore[arg-type]
        view = DEVELOP if phase is Phase.DEVELOP else SETTLE
        self.ui, self.table = a_context(view, language=language, services=Services(tiles=scans))
        self.tiles, self.pages = TilePages(self.ui), Table(self.ui)
        self.found: list[str] = []
        super().__init__(self.pages)
        self.ask()

    @property
    def completed(self) -> Sought:
        """The question which tile is complete."""
        return there(tile_question(self.ui, SEAT, None))[0]

    def ask(self, sought: Sought | None = None) -> None:
        self.tiles.ask(self.pages, sought or self.completed, self.found.append)

    @property
    def offered(self) -> list[str]:
        """The keys of the tiles on the cards."""
        return [tile_of(card) for card in self.cards]

    def narrow(self, group: TileGroup) -> None:
        """Touch the tab of a group."""
        body = self.body(Cards)
        self.touch(next(tab.key for tab in body.tabs if tab.pictures == (group.picture,)))

    def typed(self, letters: str) -> list[str]:
        """The titles of what some letters find."""
        self.touch(self.page.chips[0].key)
        for letter in letters:
            self.touch(Letter(letter))
        return [card.title for card in self.body(Letters).cards]

    @property
    def proposed(self) -> list[object]:
        return [tile_of(card) for card in self.cards if card.suggested]


def tile_of(card: Card) -> str:
    """What a touch on a card names."""
    return str(of(Do, card.key).args[0])


def whole_box(ui: RollContext) -> Sought:
    """Any tile of the box, as for a score."""
    del ui
    return Sought("Which tile is it?", starts=True)


def test_tiles_that_cost_the_dice_come_first_and_one_touch_names_one() -> None:
    """Nobody names a tile before it is complete; then the cost makes the list short."""
    at = Asking(phase=Phase.SETTLE)
    dice = at.completed.pays
    sides = [CATALOG.sides[key] for key in at.offered]
    group = next(each for each in TILE_GROUPS if each.has(sides[0]))
    assert (sides[0].cost, group.category) == (dice, Category.WORLD)
    assert all(map(group.has, sides))
    costs = [side.cost for side in sides]
    assert costs == sorted(costs, key=lambda cost: cost != dice)
    assert at.pages.covered
    at.touch(at.cards[0].key)
    assert at.found == [sides[0].key]
    assert not at.pages.covered


def test_what_is_built_or_under_construction_is_not_offered() -> None:
    at = Asking(phase=Phase.SETTLE)
    at.press("All tiles")
    offered = set(at.offered)
    seen = SETTLE.tracking.seen  # type: ignore[union-attr]
    assert seen
    assert not any(CATALOG.tile_by_side[key].id in seen for key in some(offered))


def test_a_touch_on_a_tab_narrows_and_the_next_one_on_it_widens() -> None:
    at = Asking(phase=Phase.SETTLE)
    at.press("All tiles")
    everything = at.titles
    cheap = TileGroup(Category.WORLD, (2,))
    at.narrow(cheap)
    assert all(cheap.has(CATALOG.sides[key]) for key in some(at.offered))
    at.narrow(cheap)
    assert at.titles == everything


def test_developments_can_be_told_from_worlds_where_both_are_asked_for() -> None:
    """Every tile is behind one tab; those of the side that is asked for are the only ones."""
    at = Asking()
    at.ask(whole_box(at.ui))
    every = len(at.cards)
    for group in TILE_GROUPS:
        at.narrow(group)
        assert all(group.has(CATALOG.sides[key]) for key in some(at.offered))
    at.press("All tiles")
    assert len(at.cards) == every
    at.ask()
    assert {group.category for group in at.completed.groups} == {Category.DEVELOPMENT}


def test_home_worlds_and_factions_have_a_tab_of_their_own() -> None:
    """The final score asks for any tile of the box."""
    at = Asking()
    at.ask(whole_box(at.ui))
    at.narrow(STARTS)
    assert len(at.cards) == len(CATALOG.home_worlds) + len(CATALOG.factions)
    at.touch(do(at.tiles.take, "faction_3"))
    assert at.found == ["faction_3"]


def test_letters_look_through_all_costs_and_a_touch_names_what_they_find() -> None:
    """One letter is the first of a name; the arrow leads back to the tabs."""
    at = Asking()
    assert all(title.startswith("G") for title in some(at.typed("g")))
    at.touch(at.page.back)
    assert at.typed("gal fed") == ["Galactic Federation"]
    at.touch(do(at.tiles.take, "galactic_federation"))
    assert at.found == ["galactic_federation"]
    assert not at.pages.covered


def test_polish_letters_are_found_without_their_accents() -> None:
    found = {title[0] for title in Asking(language="pl").typed("s")}
    assert {"S"} <= found <= {"S", "Ś"}


def test_an_empty_list_says_so() -> None:
    at = Asking(phase=Phase.SETTLE)
    at.ask(replace(at.completed, shows=lambda _key: False))
    assert at.cards == ()
    assert at.note == "No tile matches."


def test_leaving_names_nothing_and_returns_to_where_it_was_asked() -> None:
    at = Asking()
    at.touch(at.page.back)
    assert at.page.body == Cards(())
    assert at.found == []


def test_a_question_that_has_been_answered_elsewhere_closes() -> None:
    """An undo or another device has ended the phase."""
    at = Asking()
    at.table.show(SETTLE)
    at.ui.take(at.table.latest())
    assert at.page.body == Cards(())
    assert not at.pages.covered


def test_recent_and_likely_tiles_come_first() -> None:
    """What was named and taken back, then what earlier games were full of, then the others."""
    at = Asking(phase=Phase.SETTLE)
    usual = at.offered
    seldom, never = usual[-1], usual[-2]
    built = ScoreEntryPlayer("Ann", 1, 1, 4, "doomed_world", (seldom,))
    others = (ScoreEntryPlayer("Bo", 1, 1, 5, "old_earth"),)
    archive = at.ui.settings.services.archive
    archive.keep(StoredScoreEntry("t1", "2026-01-01T10:00:00+00:00", document((built, *others))))
    at.ui.tile_frequency = TileFrequency(archive)
    assert at.cards
    at.ui.tile_frequency._past.wait()
    assert at.offered == [seldom, *(key for key in usual if key != seldom)]
    at.touch(do(at.tiles.take, never))
    at.ask()
    assert at.offered[:2] == [never, seldom]


# --- the camera ----------------------------------------------------------------------------------


def _cheap() -> list[str]:
    return Asking().offered


def _world(at: Asking) -> str:
    unseen = at.completed.shows
    return next(s for s in CATALOG.tile_by_side if isinstance(CATALOG.sides[s], World)
                and unseen(s))  # fmt: skip


def test_the_new_tile_is_proposed_first_with_its_alternatives() -> None:
    """What is built lies there, too, and is no proposal; nor is what lay there the time before."""
    built = DEVELOP.seats[0].tracking.tableau[-1]  # type: ignore[union-attr]
    one, other, third = _cheap()[:3]
    at = Asking(
        a_reading((built, one), unsure=(1,), others=(other,)), a_reading((built, one, third))
    )
    assert at.proposed == [one, other] == at.offered[:2]
    assert at.note == ""
    at.touch(at.page.back)
    at.ask()
    assert at.proposed == [third]


def test_a_sure_world_is_no_development_that_it_resembles() -> None:
    """The alternatives of a tile that is read for sure are not proposed."""
    sure = a_reading((_world(Asking()),))
    tile = replace(sure.tiles[0], alternatives=(TileAlternative(_cheap()[0], 0.001),))
    assert Asking(replace(sure, tiles=(tile,))).proposed == []


def test_the_rules_object_to_a_world_and_to_a_tile_that_is_too_dear() -> None:
    """Both are said; a dear one may be taken all the same, since truth lies on the table."""
    world = _world(Asking())
    at = Asking(a_reading((world,)))
    assert at.proposed == []
    assert at.note == f"{CATALOG.sides[world].name_en} is a world; a development is asked for."
    at = Asking(a_reading(("galactic_federation",)))
    assert at.proposed == ["galactic_federation"]
    assert "Galactic Federation costs 6" in at.note


def test_a_built_tile_is_no_contradiction_unless_it_alone_has_come() -> None:
    """Players' empires lie under the camera, too."""
    sought = Asking().completed
    built = next(key for key in CATALOG.tile_by_side if not sought.shows(key))
    other = next(key for key in CATALOG.tile_by_side if sought.shows(key))
    at = Asking(a_reading((built, other)), a_reading((other, built)))
    assert "elsewhere" not in at.note
    at.ask()
    assert at.note == "The camera sees no new tile."
    at = Asking(a_reading((other,)), a_reading((other, built)))
    assert "elsewhere" not in at.note
    at.ask()
    assert "already listed elsewhere" in at.note


def test_without_a_camera_nothing_is_said() -> None:
    """People name the tile by touch, as ever; an empty table is said."""
    assert Asking(NoTileCameraError()).note == ""
    assert Asking(a_reading(())).note == "The camera sees no new tile."
