"""Phones in a real browser: an evening by random taps, with sleeps, reloads, undo, lost network.

Run with ``make test-phones`` (needs Chromium). Seat 1 has two phones, one of which lies on its
side. Games that so many taps do not end go on by answers of the phones without a page, while the
pages follow. After Roll for the Galaxy each seat enters its final score on its page: a photograph
of the tableau, and its chips. Exits with 1 if a page reports an error, is wider than a phone, wakes
too late or comes to show another view than the table's, if an answer was executed twice, or if a
phone shows no result.
"""

import argparse
import time
from collections import Counter
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from selenium import webdriver
from selenium.common.exceptions import JavascriptException, WebDriverException

from companion.app.phone_pictures import PhonePhotographs
from companion.demo.script import PICTURES
from companion.errors import CompanionError
from companion.games.roll.model.state import EndReason
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.session.table_port import TableUpdate
from tests.phones.conftest import PhoneTable
from tests.phones.json_player import can_answer, random_answer
from tests.phones.test_tally import TABLEAUS, Tiles
from tests.waiting import until
from vision.opening import open_table_reader

_SHOWN_S: Final = 6.0
_AWAKE_S: Final = 1.5
_ASLEEP: Final = """
Object.defineProperty(document, "hidden", { value: arguments[0], configurable: true });
if (arguments[0]) streaming?.abort();
else document.dispatchEvent(new Event("visibilitychange"));
"""
_SIZES: Final = ((320, 568), (360, 740), (412, 915), (740, 360))
_LANGUAGES: Final = ("en", "pl", "hu")
_TAPPED: Final = """
const able = [...document.querySelectorAll("button, summary")].filter((each) =>
  !each.disabled && each.getAttribute("aria-disabled") !== "true" && each.offsetParent);
const chosen = able[Math.floor(arguments[0] * able.length)];
if (chosen) chosen.click();
return chosen ? chosen.textContent : null;
"""
_WIDER: Final = "return document.documentElement.scrollWidth > innerWidth"
_SMALL: Final = """
return [...document.querySelectorAll("button, .button, summary, input:not(.unseen)")]
  .filter((each) => each.offsetParent && (each.offsetHeight < 48 || each.offsetWidth < 48))
  .map((each) => each.textContent);
"""
_HIDDEN: Final = (
    "return [...document.querySelectorAll('[hidden]')].some((each) => each.offsetParent)"
)
_CHIPS: Final = "#main .card.suggested"
"""The first part that a photograph does not show."""
_ENTER: Final = """
const typed = document.querySelector("#main .number");
typed.value = arguments[0];
typed.dispatchEvent(new Event("change"));
document.querySelector("#main .foot .main").click();
"""


class BrowserPhone:
    """A seat's page in a browser of its own."""

    def __init__(self, url: str, size_px: tuple[int, int], language: str) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for each in ("--headless=new", "--no-sandbox", "--disable-gpu"):
            options.add_argument(each)
        metrics = {"width": size_px[0], "height": size_px[1], "pixelRatio": 2.0}
        options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options, webdriver.ChromeService("/usr/bin/chromedriver"))
        agent = self.run("return navigator.userAgent")
        spoken = {"userAgent": agent, "acceptLanguage": language}
        self.driver.execute_cdp_cmd("Network.setUserAgentOverride", spoken)
        self.driver.get(url)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    @property
    def version(self) -> int:
        """The version of the view that is shown; -1 before the first one."""
        try:
            return int(self.run("return view ? view.version : -1"))
        except JavascriptException:
            return -1

    def network(self, *, on: bool) -> None:
        conditions = {"offline": not on, "latency": 5, "throughput": 500_000}
        self.driver.set_network_conditions(**conditions)

    def errors(self) -> list[str]:
        """Return what the page complained about, apart from requests that were refused."""
        lines = (each["message"] for each in self.driver.get_log("browser"))  # type: ignore[no-untyped-call]
        expected = ("Failed to load resource", "ERR_INTERNET_DISCONNECTED")
        return [each for each in lines if not any(part in each for part in expected)]


@dataclass
class Evening:
    """A table, its phones, and what has happened."""

    table: PhoneTable
    tiles: Tiles
    phones: list[tuple[int, BrowserPhone]]
    chance: Random
    happened: Counter[str] = field(default_factory=Counter)
    sleepers: set[int] = field(default_factory=set)

    def act(self) -> None:
        """Do one thing at random."""
        index = self.chance.randrange(len(self.phones))
        phone = self.phones[index][1]
        match self.chance.random():
            case what if what < 0.02:
                phone.driver.refresh()
                self.sleepers.discard(index)
                self.happened["reloads"] += 1
            case what if what < 0.03:
                phone.network(on=False)
                time.sleep(self.chance.random())
                phone.network(on=True)
                self.happened["lost networks"] += 1
            case what if what < 0.05:
                self.sleep(index)
            case what if what < 0.06 and self.table.owner.latest().can_undo:
                phone.run(_TAPPED, self.chance.random())  # somebody answers meanwhile
                self.table.owner.undo()
                self.happened["undos while somebody answers"] += 1
            case what if what < 0.2:
                self.answer_at_the_table()
            case _:
                if index in self.sleepers:
                    self.wake(index)
                phone.run(_TAPPED, self.chance.random())
                self.happened["taps"] += 1

    def answer_at_the_table(self) -> None:
        """Answer by chance what the table is asked; its camera reads the mats."""
        if not self.table.server.links.seats:
            self._seat_people()
            return
        with suppress(CompanionError):
            self.table.read_mats()
            self.table.answer()
        self._count_rounds()
        self.happened["answers of the table"] += 1

    def _seat_people(self) -> None:
        """Take back what left no person at the table: an undone set-up, computers in all seats."""
        owner, before = self.table.owner, self.table.owner.latest().version
        turn = owner.redo if owner.latest().can_redo else owner.undo
        turn()
        until(lambda: owner.latest().version > before)
        self.happened["tables without people, taken back"] += 1

    def go_on(self) -> None:
        """Play to the end by answers of the seats, which are sent as a page sends them."""
        phones = [self.table.phone(seat) for seat in self.table.server.links.seats]
        while not self.over:
            for phone in phones:
                phone.patient = True
                view = phone.view()
                if view["question"] is not None and can_answer(view["question"]):
                    with suppress(KeyError, IndexError, TypeError):  # the table has moved on
                        ask = partial(phone.following, view)
                        phone.answer(view, random_answer(view["question"], ask, self.chance))
                        self.happened["answers without a page"] += 1
            self.answer_at_the_table()

    @property
    def over(self) -> bool:
        """Whether the game has ended by its rules; what a tap has stopped goes on."""
        latest = self.table.owner.latest()
        reasons = {EndReason.STOPPED, *getattr(latest.view, "end_reasons", ())}
        if latest.is_over and latest.game == "roll" and reasons == {EndReason.STOPPED}:
            self.table.owner.undo()
            until(lambda: not self.table.owner.latest().is_over)
            self.happened["games stopped by a tap, and gone on with"] += 1
        return self.table.owner.latest().is_over

    def _count_rounds(self) -> None:
        now = getattr(self.table.owner.latest().view, "round", 0)
        self.happened["rounds of Roll"] = max(self.happened["rounds of Roll"], now)

    def sleep(self, index: int) -> None:
        """Let a phone sleep: its connection is gone, and it does not notice."""
        self.phones[index][1].run(_ASLEEP, True)
        self.sleepers.add(index)
        self.happened["sleeps"] += 1

    def wake(self, index: int) -> None:
        """Wake a phone, which must show the present state in time."""
        phone, begin_s = self.phones[index][1], time.monotonic()
        self.sleepers.discard(index)
        phone.run(_ASLEEP, False)
        while phone.version != self.table.owner.latest().version:
            if time.monotonic() - begin_s > _SHOWN_S:
                break
        took_s = time.monotonic() - begin_s
        self.happened["slowest wake-up ms"] = max(
            self.happened["slowest wake-up ms"], round(1000 * took_s)
        )
        if took_s > _AWAKE_S:
            self.happened["WRONG: woke too late"] += 1

    def look(self) -> None:
        """Check the size of all pages."""
        for _, phone in self.phones:
            if phone.run(_WIDER):
                self.happened[f"WRONG: wider than {phone.run('return innerWidth')} px"] += 1
            if phone.run(_HIDDEN):
                self.happened["WRONG: shows what is hidden"] += 1
            for text in phone.run(_SMALL):
                self.happened[f"WRONG: small target {text!r}"] += 1


class Steps:
    """Compares the steps of the game with the replies to the phones: nothing lost, none doubled."""

    def __init__(self, table: PhoneTable) -> None:
        self._asked = table.owner.answer
        self.replies: list[int] = []
        self.wrong: list[str] = []
        table.owner.answer = self._answer  # type: ignore[method-assign] # counts what comes

    def _answer(self, asked: TableUpdate, command: object) -> Future[int]:
        reply = self._asked(asked, command)
        reply.add_done_callback(self._replied)
        return reply

    def _replied(self, reply: Future[int]) -> None:
        if reply.exception() is None:
            if reply.result() in self.replies[-1:]:
                self.wrong.append(f"version {reply.result()} was said twice")
            self.replies.append(reply.result())


def compare(evening: Evening) -> list[str]:
    """Return which phones do not come to show the table's state, with a view equal to its own."""
    for index in tuple(evening.sleepers):
        evening.wake(index)
    until_s = time.monotonic() + _SHOWN_S
    owner = evening.table.owner
    version, late = owner.latest().version, list(evening.phones)
    while late and time.monotonic() < until_s:
        late = [(seat, phone) for seat, phone in late if phone.version != version]
        time.sleep(0.1)
    wrong = [f"seat {seat} shows {phone.version}, not {version}" for seat, phone in late]
    for seat, phone in evening.phones:
        shown = phone.run("return view")
        if shown != evening.table.phone(seat, shown["page"]["language"]).view():
            wrong.append(f"seat {seat} shows another view of version {shown['version']}")
    return wrong


def play(evening: Evening, game: str, players: int, taps: int) -> list[str]:
    """Play a game to its end, or for so many taps; return what is wrong."""
    table, first = evening.table, (players, "tracked") if game == "roll" else (players,)
    table.begin(game, *first)
    until(lambda: len(table.server.links.seats) == players)
    seats = [*table.server.links.seats, 1][: len(evening.phones)]
    evening.phones = [(s, p) for s, (_, p) in zip(seats, evening.phones, strict=False)]
    for seat, phone in evening.phones:
        phone.driver.get(table.server.links.url(seat))
        phone.driver.refresh()  # another fragment alone does not load it again
    before = evening.happened["taps"]
    while evening.happened["taps"] - before < taps and not evening.over:
        evening.act()
        if evening.happened["taps"] % 10 == 0:
            evening.look()
    evening.go_on()
    wrong = compare(evening)
    evening.look()
    evening.happened[f"{game}: to the end"] += 1
    asked = {phone.run("return view.page.asked") != "" for _, phone in evening.phones}
    wrong += [] if asked == {True} else [f"{game}: a phone shows no result"]
    if game == "roll":
        wrong += tally(evening)
    return [f"{game}: {each}" for each in wrong]


def tally(evening: Evening) -> list[str]:
    """Enter the final score on the page of each seat; return whose page shows no result."""
    table, seats = evening.table, sorted(evening.table.server.links.seats)
    names = [each.name for each in sorted(table.owner.latest().view.seats, key=lambda it: it.seat)]
    table.tally.begin(tuple(map(ScoreEntryPlayer, names)), table.owner.latest().game_id or "")
    for seat, phone in dict(evening.phones).items():
        evening.tiles.show(*TABLEAUS[seats.index(seat)])
        number = table.tally.number
        _shown(phone, f"return path[0] === 'tally-{number}'")
        upload = phone.driver.find_element("css selector", "#main input[type=file]")
        upload.send_keys(str(PICTURES / "table.jpg"))
        until(lambda number=number: table.tally.number > number)  # type: ignore[misc]
        _shown(phone, f"return path[0] === 'tally-{table.tally.number}' && !busy")
        phone.run(f"document.querySelector('{_CHIPS}').click()")
        _shown(phone, "return document.querySelector('#main .number') !== null")
        phone.run(_ENTER, 10 + seat)
        until(lambda seat=seat: table.tally.players[seats.index(seat)].vp_chips == 10 + seat)  # type: ignore[misc]
        evening.happened["final scores entered on pages"] += 1
    wrong = [f"seat {seat} shows no final score" for seat, phone in evening.phones
             if not _shown(phone, "return document.querySelectorAll('.result > li').length === "
                                  f"{len(seats)}")]  # fmt: skip
    evening.look()
    return wrong


def _shown(phone: BrowserPhone, condition: str) -> bool:
    """Wait until a page fulfils a condition; return whether it does."""
    until_s = time.monotonic() + _SHOWN_S
    while time.monotonic() < until_s:
        if phone.run(condition):
            return True
        time.sleep(0.1)
    return False


def main() -> int:
    """Play games; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", nargs="+", default=["roll"])
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--taps", type=int, default=300, help="at most, in each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", type=Path, help="folder for a picture of each phone")
    args = parser.parse_args()
    tiles = Tiles()
    table = PhoneTable(lambda table: PhonePhotographs(open_table_reader, tiles, table))
    table.open()
    steps = Steps(table)
    phones = [
        (0, BrowserPhone(table.phone().url, _SIZES[index % 4], _LANGUAGES[index % 3]))
        for index in range(args.players + 1)
    ]
    evening, wrong = Evening(table, tiles, phones, Random(args.seed)), []
    try:
        for game in args.game:
            wrong += play(evening, game, args.players, args.taps)
        wrong += [each for each in evening.happened if each.startswith("WRONG")] + steps.wrong
        wrong += [f"seat {seat}: {each}" for seat, p in evening.phones for each in p.errors()]
        if args.pictures is not None:
            args.pictures.mkdir(parents=True, exist_ok=True)
            for index, (seat, phone) in enumerate(evening.phones):
                phone.driver.save_screenshot(str(args.pictures / f"{index}-{seat}.png"))
    finally:
        for _, phone in phones:
            with suppress(WebDriverException):
                phone.driver.quit()
        table.close()
    print(dict(evening.happened), f"{len(steps.replies)} answers")  # noqa: T201 - the result
    print(*(wrong or ("nothing wrong",)), sep="\n")  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
