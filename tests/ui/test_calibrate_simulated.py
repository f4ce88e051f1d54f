"""The whole way through the pages over a running table: from the list to a profile that reads."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.app.wiring import RunningTable, demonstration
from companion.choices import ChoicesFile
from companion.session.table_port import DeviceState, TablePort
from companion.settings import Settings
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.calibration.pages import CalibrationPages
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.listing import List
from kivy_ui.pages.page import Cards
from kivy_ui.pages.photos import Photo
from kivy_ui.settings import Services, UiSettings
from tests.calibration.pictures import good_picture
from tests.calibration.service.rig import Lens
from tests.calibration.service.running_table import running_table

pytestmark = pytest.mark.slow

MOST_TAPS = 10
PATIENCE_S = 60


class Counted:
    """The pages over a running table, with the number of touches."""

    def __init__(self, table: RunningTable) -> None:
        port: TablePort = table.owner
        settings = UiSettings(services=Services(calibration=table.calibration))
        self.pages = CalibrationPages(RollContext(port, settings))
        self.taps = 0
        self.until(lambda: table.owner.latest_scan().camera is DeviceState.READY)
        self.pages.enter()

    def touch(self, *names: str) -> None:
        """Touch what has a title or text, one after the other; none is refused."""
        for name in names:
            self.taps += 1
            assert self.pages.touch(self.offered()[name]) is None

    def offered(self) -> dict[str, object]:
        """The text or the seat of all buttons, cards and rows -> their keys."""
        page = self.pages.page()
        body = page.body
        keys: dict[str, object] = {}
        if isinstance(body, Cards | Photo):
            keys = {card.title or card.pictures[0].number: card.key for card in body.cards}
        elif isinstance(body, List):
            keys = {row.title: row.key for row in body.rows}
        if page.main is not None:
            keys[page.main.text] = page.main.key
        return keys

    def until(self, happens: Callable[[], object]) -> None:
        """Wait."""
        until_s = time.monotonic() + PATIENCE_S
        while not happens():
            assert time.monotonic() < until_s
            time.sleep(0.05)

    def names(self) -> bool:
        """Whether a die before the camera can be named."""
        body = self.pages.page().body
        return isinstance(body, Photo) and any(card.able for card in body.cards)

    def sees(self) -> bool:
        """Whether there is a picture."""
        body = self.pages.page().body
        return isinstance(body, Photo) and body.photo is not None


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningTable]:
    """The demonstration's table with a data folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    choices = ChoicesFile(tmp_path / "choices.json")
    made = demonstration(Settings(), MemoryEventLog(), choices=choices)
    made.start()
    made.start_devices()
    yield made
    made.stop()


def test_a_table_is_calibrated_with_few_taps(table: RunningTable) -> None:
    """New calibration, with the mat, three times All right, Save; the menu takes two more."""
    at = Counted(table)
    at.touch("Calibration mat")
    for roll in (1, 2, 3):
        at.until(lambda: "All right" in at.offered())
        assert f"{roll} of 3" in at.pages.page().above
        at.touch("All right")
        at.until(lambda: "All right" not in at.offered())
    at.touch("Save")
    assert at.taps + 3 <= MOST_TAPS
    (line,) = table.calibration().profiles()
    assert (line.name, line.used) == ("Light 1", True)
    counts = table.calibration().page("Light 1").counts
    assert (sum(c.read for c in counts), sum(c.corrected for c in counts)) == (21, 0)


def test_faces_and_places_over_a_running_table(tmp_path: Path) -> None:
    """No printer: a plain profile, a strip drawn on the picture, a face named by a tap."""
    lens = Lens()
    lens.pixels = good_picture()
    table, stored = running_table(tmp_path, lens)
    table.start()
    table.start_devices()
    try:
        at = Counted(table)
        at.touch("No mat", "Places", "1", "In the middle")
        at.until(at.sees)
        at.touch("Done", "Save")
        assert len(table.calibration().drawing.drawn("Light 1")) == 5
        at.touch("Faces", "First robot die")
        at.until(at.names)
        at.touch("Match", "Save")
        profile = stored.repository.read("Light 1")
        assert (len(profile.zones), len(profile.faces), profile.light) == (5, 1, None)
    finally:
        table.stop()
