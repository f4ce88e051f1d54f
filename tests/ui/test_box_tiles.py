"""Teaching the camera the tiles of a box: progress, what is missing, stopping and going on."""

import time
from collections.abc import Callable

from companion.session.service_ports import NoTileCameraError, TilesReading
from kivy_ui.common.page_source import Visit
from kivy_ui.games.roll.tiles.box_tiles import BoxTiles
from kivy_ui.games.roll.tiles.sought import Sought
from kivy_ui.games.roll.tiles.tile_camera import TileCamera
from kivy_ui.pages.page import Cards
from kivy_ui.pages.photos import At
from tests.ui.at_source import AtSource
from tests.ui.contexts import a_context
from tests.ui.tile_scans import DrawnTiles, a_reading

UNKNOWN = ("galactic_federation", "spice_world", "space_marines", "old_earth", "faction_3")


class Teaching(AtSource):
    """Somebody who shows tiles to the camera."""

    def __init__(
        self,
        *readings: TilesReading | Exception,
        scans: DrawnTiles | None = None,
        language: str = "en",
    ) -> None:
        self.scans = scans or DrawnTiles(list(readings), unknown=UNKNOWN, known=48)  # type: ignore[arg-type]
        ui, _ = a_context(None, language=language)
        self.asked: list[Sought] = []
        self.box = BoxTiles(ui, TileCamera(self.scans), self._search)
        self.box.enter()
        super().__init__(self.box)
        self.settle()

    def _search(self, _on: object, sought: Sought, found: Callable[[str], None]) -> None:
        self.asked.append(sought)
        found("old_earth")

    def settle(self) -> None:
        """Let what is asked on other threads arrive."""
        for _ in range(400):
            self.box.tick()
            if self.box.camera.progress is not None and not self.box.camera.keeping:
                return
            time.sleep(0.005)

    @property
    def next(self) -> str:
        main = self.page.main
        return "" if main is None else main.text


def test_tiles_are_named_kept_and_counted() -> None:
    """A sure one without a question, one by a touch, one that is no tile; then the next ones."""
    at = Teaching(a_reading(("galactic_federation", None, None)))
    assert at.page.above == "48 of 53 tiles known"
    at.main()
    assert at.next == "", "first the questions"
    at.box.answer("spice_world")
    at.tap("No tile")
    assert at.next == "Save 2 known tiles"
    at.main()
    at.settle()
    assert sorted(key for _, key in at.scans.named) == ["galactic_federation", "spice_world"]
    assert at.page.above == "50 of 53 tiles known"
    assert at.photo.photo is None
    assert at.next == "Capture"


def test_a_tile_is_asked_about_by_its_card_or_in_the_picture_and_searched() -> None:
    at = Teaching(a_reading(("galactic_federation", "spice_world")))
    at.main()
    at.tap("Spice World")
    assert at.photo.cards[0].suggested
    at.tap("Other …")
    assert at.asked[0].starts
    at.box.touch(At(at.photo.key, *_middle(at, 0)))
    assert at.photo.cards[0].title == "Galactic Federation"
    at.tap("Galactic Federation")
    at.main()
    at.settle()
    assert sorted(key for _, key in at.scans.named) == ["galactic_federation", "old_earth"]


def _middle(at: Teaching, index: int) -> tuple[float, float]:
    xs, ys = zip(*at.photo.zones[index].corners, strict=True)
    return sum(xs) / 4, sum(ys) / 4


def test_what_is_missing_is_listed_and_resumed() -> None:
    """The box is kept: whoever opens it again goes on where it was left."""
    at = Teaching(a_reading(()))
    at.press("What is missing")
    assert isinstance(at.page.body, Cards)
    assert len(at.cards) == len(UNKNOWN)
    assert {card.key for card in at.cards} == {None}
    at.touch(at.page.back)
    at.scans.remember(None, [(a_reading(("old_earth",)).tiles[0], "old_earth")])  # type: ignore[arg-type]
    assert Teaching(scans=at.scans).page.above == "49 of 53 tiles known"


def test_nothing_in_view_no_camera_and_giving_up() -> None:
    """Each says what to do; giving up keeps nothing of the picture."""
    at = Teaching(a_reading(()), NoTileCameraError(), a_reading(("spice_world",)))
    at.main()
    assert "No tile is seen" in at.photo.lines[0]
    at.main()
    assert "delivers no image" in at.photo.lines[0]
    at.scans.holds = True
    at.main()
    assert at.next == "Cancel"
    at.main()
    at.scans.let_go()
    assert at.box.seen is None
    assert at.scans.named == []
    assert at.page.back == Visit("device")
