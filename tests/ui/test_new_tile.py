"""The tile that was just placed is proposed by the camera, or the rules object to it."""

from __future__ import annotations

from dataclasses import replace

from companion.games.roll.model.dice import Phase
from companion.games.roll.model.tiles import World
from companion.session.service_ports import NoTileCameraError, TileAlternative, TilesReading
from kivy_ui.games.roll.tiles.new_tile import NewTile
from kivy_ui.games.roll.tiles.tile_camera import TileCamera
from kivy_ui.games.roll.tiles.tile_finder import TileFinder
from kivy_ui.panels.tiles.finder import FoundView, NameTilePanel
from kivy_ui.settings import Services, UiSettings
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context
from tests.ui.counted_scenes import all_scenes
from tests.ui.hand import Hand
from tests.ui.score_entry_taps import CATALOG
from tests.ui.tile_scans import DrawnTiles, a_reading

_DEVELOP = next(view for name, view, panel in all_scenes() if name == "tasks develop")
_SEAT = 1


def _asked(*readings: TilesReading | Exception) -> tuple[NewTile, TileFinder]:
    ui, _ = a_context(_DEVELOP)
    finder = TileFinder(ui, _SEAT)
    new = NewTile(ui, TileCamera(DrawnTiles(list(readings))))  # type: ignore[arg-type]
    new.begin(finder)
    new.tick()
    return new, finder


def _names(new: NewTile) -> list[str]:
    return [found.key for found in new.proposals()]


def _cheap(finder: TileFinder) -> list[str]:
    model = finder.model()
    assert model is not None
    return [found.key for found in model.found]


def test_the_new_tile_is_proposed_first_with_its_alternatives() -> None:
    """What is built lies there, too, and is no proposal; nor is what lay there the time before."""
    assert _DEVELOP.current_phase is Phase.DEVELOP
    built = _DEVELOP.seats[0].tracking.tableau[-1]  # type: ignore[union-attr]
    ui, _ = a_context(_DEVELOP)
    one, other, third = _cheap(TileFinder(ui, _SEAT))[:3]
    new, finder = _asked(
        a_reading((built, one), unsure=(1,), others=(other,)),
        a_reading((built, one, third)),
    )
    assert _names(new) == [one, other]
    assert new.text() == ""
    new.begin(finder)
    assert _names(new) == []
    new.tick()
    assert _names(new) == [third]


def test_a_sure_world_is_no_development_that_it_resembles() -> None:
    """The alternatives of a tile that is read for sure are not proposed."""
    _, finder = _asked(a_reading(()))
    world = next(s for s in CATALOG.tile_by_side if isinstance(CATALOG.sides[s], World)
                 and not finder.is_known(s))  # fmt: skip
    one = _cheap(finder)[0]
    sure = a_reading((world,))
    tile = replace(sure.tiles[0], alternatives=(TileAlternative(one, 0.001),))
    new, _ = _asked(replace(sure, tiles=(tile,)))
    assert _names(new) == []


def test_the_rules_object_to_a_world_and_to_a_tile_that_is_too_dear() -> None:
    """Both are said; a dear one may be taken all the same, since truth lies on the table."""
    _, finder = _asked(a_reading(()))
    world = next(s for s in CATALOG.tile_by_side if isinstance(CATALOG.sides[s], World)
                 and not finder.is_known(s))  # fmt: skip
    new, _ = _asked(a_reading((world,)))
    assert _names(new) == []
    name = CATALOG.sides[world].name_en
    assert new.text() == f"{name} is a world; a development is asked for."
    new, finder = _asked(a_reading(("galactic_federation",)))
    assert finder.allows("galactic_federation")
    assert _names(new) == ["galactic_federation"]
    assert "Galactic Federation costs 6" in new.text()


def test_a_built_tile_is_no_contradiction_unless_it_alone_has_come() -> None:
    """Players' empires lie under the camera, too."""
    _, finder = _asked(a_reading(()))
    built = next(key for key in CATALOG.tile_by_side if finder.is_known(key))
    other = next(key for key in CATALOG.tile_by_side if not finder.is_known(key))
    new, finder = _asked(a_reading((built, other)), a_reading((other, built)))
    assert "elsewhere" not in new.text()
    new.begin(finder)
    new.tick()
    assert new.text() == "The camera sees no new tile."
    new, finder = _asked(a_reading((other,)), a_reading((other, built)))
    new.begin(finder)
    new.tick()
    assert "already listed elsewhere" in new.text()


def test_without_a_camera_nothing_is_said() -> None:
    """People name the tile by touch, as ever; an empty table is said."""
    assert _asked(NoTileCameraError())[0].text() == ""
    assert _asked(a_reading(()))[0].text() == "The camera sees no new tile."


def test_one_tap_names_the_tile() -> None:
    """The proposal stands at the top of the list and is sent like any other tile of it."""
    table = fake.FakeTable(fake.an_update(_DEVELOP))
    ui, _ = a_context(_DEVELOP)
    key = _cheap(TileFinder(ui, _SEAT))[-1]
    scans = DrawnTiles([a_reading((key,))], holds=True)
    with Hand(table, settings=UiSettings(services=Services(tiles=scans))) as hand:
        hand.app.root.ask_tile(_SEAT)
        hand.wait()
        assert isinstance(hand.app.root.panel, NameTilePanel)
        assert hand.reads("Looking for the new tile")
        scans.let_go()
        hand.wait_until(lambda: any(found.proposed for found in hand.widgets(FoundView)))
        proposed = [found for found in hand.widgets(FoundView) if found.proposed]
        assert [found.key for found in proposed] == [key]
        hand.tap(proposed[0])
        assert hand.app.root.panel is None
    assert len(table.posted) == 1
