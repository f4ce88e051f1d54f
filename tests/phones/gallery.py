"""A picture of each kind of page that phones show, to be looked at.

    python -m tests.phones.gallery FOLDER --languages en hu --size 390 844

Needs Chromium. Nothing is checked here: ``browser.py`` and the tests do that.
"""

import argparse
import base64
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.app.phone_pictures import PhonePhotographs
from companion.errors import CompanionError
from companion.games.emperor.corrections import CorrectCounter
from companion.games.emperor.invariants import Counter
from companion.games.roll.model.state import Step
from companion.games.roll.phases.round import StopGame
from companion.history.archive import Archive
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.session.ports import DieStatus, StoredEvent
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.settings import Services, UiSettings
from tests.phones.browser import BrowserPhone
from tests.phones.conftest import PhoneTable
from tests.phones.json_player import can_answer, random_answer
from tests.phones.phone import Phone
from tests.phones.test_pictures import FIRST, START, TABLE
from tests.phones.test_tally import CHIPS, TABLEAUS, Tiles, a_die
from tests.waiting import until
from vision.opening import open_table_reader

_STEPS: Final = 150
_DRAWN_S: Final = 0.5
_LONGEST_PX: Final = 1700
_NAMES: Final = ("Ann", "Łukasz", "Zsófi")


class LogArchive(Archive):
    """The events of the running game."""

    def __init__(self, log: MemoryEventLog) -> None:
        super().__init__()
        self._log = log

    def events(self, game_id: str) -> tuple[StoredEvent, ...]:
        return tuple(self._log.load(game_id))


@dataclass
class Gallery:
    """A table, its phone, and the pictures that were taken of it."""

    folder: Path
    language: str
    size_px: tuple[int, int]
    tiles: Tiles = field(default_factory=Tiles)
    taken: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.table = PhoneTable(
            lambda table: PhonePhotographs(open_table_reader, self.tiles, table)
        )
        services = Services(archive=LogArchive(self.table.log))
        self.table.window = replace(UiSettings(), services=services)
        self.table.open()
        self.screen = BrowserPhone(self.table.phone().url, self.size_px, self.language)
        self.chance = Random(3)

    def close(self) -> None:
        """Close the phone and the table."""
        self.screen.driver.quit()
        self.table.close()

    def sit(self, seat: int | None) -> None:
        """Let the phone be that of a seat, or of a spectator."""
        self.screen.driver.get(self.table.server.links.url(seat))
        self.screen.driver.refresh()

    def phone(self, seat: int) -> Phone:
        """Return the phone of a seat without a page, which waits where it was too quick."""
        phone = self.table.phone(seat)
        phone.patient = True
        return phone

    def show(self, name: str, *tapped: str) -> None:
        """Take a picture of the page, once it shows the table's state, after some taps."""
        if name in self.taken:
            return
        self.taken.add(name)
        until(lambda: self.screen.version == self.table.owner.latest().version)
        time.sleep(_DRAWN_S)
        for selector in tapped:
            self.screen.run("document.querySelector(arguments[0])?.click()", selector)
            time.sleep(_DRAWN_S)
        self.screen.run("scrollTo(0, 0)")
        high = self.screen.run("return document.documentElement.scrollHeight")
        clip = {"x": 0, "y": 0, "width": self.size_px[0], "scale": 1}
        clip["height"] = min(max(high, self.size_px[1]), _LONGEST_PX)
        taken = self.screen.driver.execute_cdp_cmd(
            "Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip}
        )
        file = self.folder / f"{name}-{self.language}-{self.size_px[0]}.png"
        file.write_bytes(base64.b64decode(taken["data"]))

    def begin(self, game: str, *first: object) -> None:
        """Begin a game, and sit down at seat 1."""
        self.table.begin(game, *first)
        until(lambda: len(self.table.server.links.seats) == first[0])
        self.sit(1)

    def photograph(self, what: str, jpeg: bytes, seat: int = 1) -> None:
        """Send a photograph of a seat."""
        self.phone(seat).request(
            "POST", f"/api/picture?for={what}", jpeg, Content_Type="image/jpeg"
        )

    def play(self, look: Callable[[Any], object]) -> None:
        """Play by chance; *look* is called with the table's view before each round of answers."""
        for _ in range(_STEPS):
            if self.table.owner.latest().is_over:
                return
            look(self.table.owner.latest().view)
            for seat in self.table.server.links.seats:
                phone = self.phone(seat)
                view = phone.view()
                if view["question"] is not None and can_answer(view["question"]):
                    ask = partial(phone.following, view)
                    with suppress(KeyError, IndexError, TypeError):
                        phone.answer(view, random_answer(view["question"], ask, self.chance))
            with suppress(CompanionError):
                self.table.read_mats()
                self.table.answer()


def roll(on: Gallery) -> None:
    """Show a tracked game of Roll for the Galaxy: mats, phases, the table, the result."""
    pairs = zip(START[::2], START[1::2], strict=True)
    on.begin("roll", 3, "tracked", [e for pair in pairs for e in (*pair, "unknown", "unknown")])
    on.show("assign")
    on.show("refused", "[aria-disabled=true]")
    on.sit(1)
    on.show("roll", ".more .card", ".main")
    on.photograph("mat", TABLE)
    on.show("mat-doubt")
    on.photograph("mat", FIRST)
    on.show("mat-read")
    view = on.phone(1).view()
    on.phone(1).answer(view, [view["page"]["open"], "accept"])
    on.show("waiting")
    on.show("table", "#beside > button")

    def look(view: Any) -> None:
        question = on.phone(1).view()["question"]
        asks = question is not None and question["urgent"]
        if view.step is Step.PHASE and asks:
            phase = next(e.phase.value for e in view.phases if e.status.value == "current")
            on.sit(1)
            on.show(f"phase-{phase}")
            on.show(f"phase-{phase}-then", "#main .card:not([aria-disabled=true])")
        elif view.step is Step.MANAGE:
            on.sit(1)
            on.show("manage" if asks else "manage-waiting")
            on.sit(None)
            on.show("spectator-log", ".log > summary")

    on.play(look)
    if not on.table.owner.latest().is_over:
        on.table.owner.post(StopGame())
        until(lambda: on.table.owner.latest().is_over)
    on.sit(1)
    on.show("result")
    on.show("result-why", ".why > summary")
    on.sit(None)
    on.show("result-spectator")


def tally(on: Gallery) -> None:
    """Show the final score: what is asked of a photograph, its parts, the result."""
    on.table.begin("roll", 3, "by-hand")
    until(lambda: len(on.table.server.links.seats) == len(_NAMES))
    on.sit(1)
    on.show("quick-count")
    on.table.owner.post(StopGame())
    until(lambda: on.table.owner.latest().is_over)
    game_id = on.table.owner.latest().game_id or ""
    on.table.tally.begin(tuple(map(ScoreEntryPlayer, _NAMES)), game_id)
    on.show("tally")
    on.tiles.show(*TABLEAUS[0][:2], doubt=("galactic_federation", "galactic_renaissance"))
    on.photograph("tableau", FIRST)
    on.show("tally-tile")
    dice = replace(a_die(10.0, "home"), status=DieStatus.CHECK), a_die(50.0, "military")
    on.tiles.show(*TABLEAUS[0])
    on.tiles.next = replace(on.tiles.next, dice=dice)
    on.photograph("tableau", FIRST)
    on.show("tally-die")
    for seat, (keys, chips) in enumerate(zip(TABLEAUS, CHIPS, strict=True), 1):
        on.tiles.show(*keys)
        on.photograph("tableau", FIRST, seat)
        view = on.phone(seat).view()
        if seat == 1:
            on.show("tally-parts")
            on.show("tally-chips", "#main .card.suggested")
        on.phone(seat).answer(view, [view["page"]["open"], "vp_chips", chips])
    on.sit(1)
    on.show("tally-result")


def others(on: Gallery) -> None:
    """Show pages of the other games, and of those who watch."""
    on.begin("galactic_emperor", 3)
    on.table.owner.post(CorrectCounter(1, Counter.VP, 7))

    def look(game: str, _view: Any) -> None:
        asked = on.phone(1).view()["question"]
        if asked is not None:
            on.show(f"{game}-{asked['kind']}-{len(asked['answers']) if 'answers' in asked else 0}")

    on.sit(1)
    on.show("hidden-vp", "#main summary", "#main .more .card")
    on.play(partial(look, "emperor"))
    on.show("emperor-result")
    for game, short in (("rule_the_galaxy", "rule"), ("gathering_storm", "storm")):
        on.begin(game, 3)
        on.play(partial(look, short))
        on.show(f"{short}-result")
    on.begin("rule_the_galaxy", 3)
    on.sit(None)
    on.show("spectator")


def pages() -> Iterator[Callable[[Gallery], None]]:
    """Yield what is shown."""
    yield lambda on: on.show("no-game")
    yield from (roll, tally, others)


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--languages", nargs="+", default=["en"])
    parser.add_argument("--size", nargs=2, type=int, default=(390, 844))
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for language in args.languages:
        on = Gallery(args.folder, language, tuple(args.size))
        try:
            for show in pages():
                show(on)
        finally:
            on.close()
        print(f"{language}: {len(on.taken)} pictures")  # noqa: T201 - the result


if __name__ == "__main__":
    main()
