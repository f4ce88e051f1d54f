"""Teaching the camera the tiles of a box: progress, what is missing, stopping and going on."""

from __future__ import annotations

import time

from companion.session.service_ports import NoTileCameraError, TilesReading
from kivy_ui.games.roll.tiles.box_tiles import BoxTiles
from kivy_ui.games.roll.tiles.tile_camera import TileCamera
from kivy_ui.panels.tiles.camera import TileCameraPanel
from kivy_ui.panels.tiles.pick import PickTilePanel
from kivy_ui.settings import Services, UiSettings
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context
from tests.ui.hand import Hand
from tests.ui.tile_scans import DrawnTiles, a_reading

UNKNOWN = ("galactic_federation", "spice_world", "space_marines", "old_earth", "faction_3")


def _box(*readings: TilesReading | Exception) -> tuple[BoxTiles, DrawnTiles]:
    scans = DrawnTiles(list(readings), unknown=UNKNOWN, known=48)  # type: ignore[arg-type]
    ui, _ = a_context(None)
    box = BoxTiles(ui, TileCamera(scans))
    _settle(box)
    return box, scans


def _settle(box: BoxTiles) -> None:
    """Let what is asked on other threads arrive."""
    for _ in range(400):
        box.tick()
        if box.camera.progress is not None and not box.camera.keeping:
            return
        time.sleep(0.005)


def test_tiles_are_named_kept_and_counted() -> None:
    """A sure one without a question, one by a tap, one that is no tile; then the next ones."""
    box, scans = _box(a_reading(("galactic_federation", None, None)))
    assert box.model().title == "Tiles of this box: 48 of 53 known"
    assert box.model().primary == "Capture"
    assert not box.primary()
    box.tick()
    assert box.model().primary == "Save 1 known tile"
    box.answer("spice_world")
    box.answer(None)
    assert box.model().question is None
    assert box.model().primary == "Save 2 known tiles"
    box.primary()
    assert box.model().waiting
    _settle(box)
    assert sorted(key for _, key in scans.named) == ["galactic_federation", "spice_world"]
    model = box.model()
    assert model.title == "Tiles of this box: 50 of 53 known"
    assert model.picture is None
    assert model.primary == "Capture"


def test_what_is_missing_is_listed_and_resumed() -> None:
    """The box is kept: whoever opens it again goes on where it was left."""
    box, scans = _box(a_reading(()))
    picker = box.more()
    assert picker is not None
    assert {found.key for found in picker.found()} == set(UNKNOWN)
    assert picker.keys == ()
    scans.remember(None, [(a_reading(("old_earth",)).tiles[0], "old_earth")])  # type: ignore[arg-type]
    again = BoxTiles(a_context(None)[0], TileCamera(scans))
    _settle(again)
    assert again.model().title == "Tiles of this box: 49 of 53 known"


def test_nothing_in_view_no_camera_and_giving_up() -> None:
    """Each says what to do; giving up keeps nothing of the picture."""
    box, scans = _box(a_reading(()), NoTileCameraError(), a_reading(("spice_world",)))
    box.primary()
    box.tick()
    assert "No tile is seen" in box.model().text
    box.primary()
    box.tick()
    assert "delivers no image" in box.model().text
    scans.holds = True
    box.primary()
    assert box.model().primary == "Cancel"
    assert box.primary()
    box.close()
    scans.let_go()
    box.tick()
    assert box.seen is None
    assert scans.named == []


def test_a_picture_in_the_window() -> None:
    """From the devices: the picture, its tiles, what is missing, what is kept."""
    scans = DrawnTiles([a_reading(("galactic_federation", None))], unknown=UNKNOWN, known=48)
    table = fake.FakeTable(fake.an_update(None))
    with Hand(table, settings=UiSettings(services=Services(tiles=scans))) as hand:
        hand.menu("This device", "Learn the tiles")
        panel = hand.app.root.panel
        assert isinstance(panel, TileCameraPanel)
        hand.wait_until(lambda: "48 of 53" in panel.title)
        hand.tap_text("What is missing")
        assert isinstance(hand.app.root.panel, PickTilePanel)
        assert hand.reads("Old Earth")
        hand.tap(hand.button(icon="close"))
        hand.tap_text("Capture")
        hand.wait_until(lambda: panel.asking)
        hand.tap_text("Not a tile")
        hand.tap_text("Save 1 known tile")
        hand.wait_until(lambda: "49 of 53" in panel.title)
        hand.tap(hand.button(icon="close"))
        assert hand.app.root.panel is None
