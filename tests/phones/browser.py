"""Phones in a real browser: a whole game by random taps, with sleeps, reloads, undo, lost network.

Run with ``make test-phones`` (needs Chromium). Exits with 1 if a page reports an error, is wider
than the phone, or shows anything else than the table's state at the end.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final

from selenium import webdriver
from selenium.common.exceptions import JavascriptException, WebDriverException

from tests.phones.conftest import PhoneTable

_SHOWN_S: Final = 6.0
_SIZES: Final = ((320, 568), (360, 740), (412, 915))
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
return [...document.querySelectorAll("button")].filter((each) => each.offsetParent &&
  (each.offsetHeight < 48 || each.offsetWidth < 44)).map((each) => each.textContent)
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


def play(
    table: PhoneTable, phones: dict[int, BrowserPhone], taps: int, chance: Random
) -> Counter[str]:
    """Tap at random; return how often what happened, and what was wrong."""
    happened: Counter[str] = Counter()
    for _ in range(taps):
        if table.owner.latest().is_over:
            happened["game over"] += 1
            break
        phone = phones[chance.choice(tuple(phones))]
        what = chance.random()
        if what < 0.03:
            phone.driver.refresh()
            happened["reloads"] += 1
        elif what < 0.05:
            phone.network(on=False)
            time.sleep(chance.random())
            phone.network(on=True)
            happened["lost networks"] += 1
        elif what < 0.06 and table.owner.latest().can_undo:
            table.owner.undo()
            happened["undos"] += 1
        elif what < 0.25:
            table.answer()
            happened["answers of the table"] += 1
        else:
            phone.run(_TAPPED, chance.random())
            happened["taps"] += 1
        if phone.run(_WIDER):
            happened[f"WRONG: wider than {phone.run('return innerWidth')} px"] += 1
        for text in phone.run(_SMALL):
            happened[f"WRONG: small target {text!r}"] += 1
    return happened


def compare(table: PhoneTable, phones: dict[int, BrowserPhone]) -> list[str]:
    """Return which phones do not come to show the table's state."""
    until_s = time.monotonic() + _SHOWN_S
    version = table.owner.latest().version
    late = dict(phones)
    while late and time.monotonic() < until_s:
        late = {seat: phone for seat, phone in late.items() if phone.version != version}
        time.sleep(0.1)
    return [f"seat {seat} shows {phone.version}, not {version}" for seat, phone in late.items()]


def main() -> int:
    """Play one game; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="roll")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--taps", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", type=Path, help="folder for a picture of each phone")
    args = parser.parse_args()
    table, chance = PhoneTable(), Random(args.seed)
    table.open()
    first = (args.players, "tracked") if args.game == "roll" else (args.players,)
    table.begin(args.game, *first)
    phones = {
        seat: BrowserPhone(
            table.server.links.url(seat), _SIZES[seat % len(_SIZES)], _LANGUAGES[seat % 3]
        )
        for seat in table.server.links.seats
    }
    try:
        happened = play(table, phones, args.taps, chance)
        wrong = [each for each in happened if each.startswith("WRONG")]
        wrong += compare(table, phones)
        wrong += [f"seat {seat}: {each}" for seat, p in phones.items() for each in p.errors()]
        if args.pictures is not None:
            args.pictures.mkdir(parents=True, exist_ok=True)
            for seat, phone in phones.items():
                phone.driver.save_screenshot(str(args.pictures / f"{args.game}-{seat}.png"))
    finally:
        for phone in phones.values():
            try:
                phone.driver.quit()
            except WebDriverException:
                continue
        table.close()
    print(dict(happened), f"version {table.owner.latest().version}")  # noqa: T201 - the result
    print(*(wrong or ("nothing wrong",)), sep="\n")  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
