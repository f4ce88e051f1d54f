"""Five phones for a while: memory of the table's program, and how long a touch takes to be shown.

    python -m tests.phones.soak --minutes 30

Exits with 1 if memory has grown by more than 25 MB, or touches take longer at the end.
"""

import argparse
import threading
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from companion.errors import CompanionError
from companion.games.roll.phases.counters import ChangeCredits
from companion.session.table_port import TableUpdate
from tests.phones.conftest import PhoneTable
from tests.phones.json_player import can_answer, random_answer
from tests.phones.phone import Json, Phone
from tests.waiting import until

_PHONES: Final = 5
_MOST_MB: Final = 25.0
_WARM_S: Final = 120.0
"""Loading and filling of caches is no growth."""
_PAUSE_S: Final = 0.6
_SLOWER: Final = 1.5


def resident_mb() -> float:
    """Return the memory of this program."""
    with Path("/proc/self/statm").open(encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096 / 1e6


def follow(phone: Phone, stopping: threading.Event) -> None:
    """Receive views and answer by chance, as a phone does."""
    chance = Random(phone.url)
    phone.patient = True
    while not stopping.is_set():
        try:
            with phone.stream() as views:
                for view in views:
                    if stopping.wait(_PAUSE_S * chance.random()) or view.get("code"):
                        return
                    _answer(phone, view, chance)
        except (OSError, TimeoutError):
            continue


def _answer(phone: Phone, view: Json, chance: Random) -> None:
    question = view["question"]
    if question is None or not can_answer(question):
        return
    try:
        path = random_answer(question, lambda path: phone.following(view, path), chance)
    except (KeyError, IndexError):  # the table has moved on while it was asked
        return
    phone.answer(view, path)


def touch_ms(table: PhoneTable) -> float:
    """Return how long a touch takes until the window is told."""
    shown = threading.Event()

    def take(_update: TableUpdate) -> None:
        shown.set()

    unsubscribe = table.owner.subscribe(take)
    begin_s = time.perf_counter()
    table.owner.post(ChangeCredits(1, 0))  # is refused, and told
    shown.wait(5)
    unsubscribe()
    return 1000 * (time.perf_counter() - begin_s)


def main() -> int:
    """Play for some minutes; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    args = parser.parse_args()
    table = PhoneTable()
    table.open()
    begin_s, first_mb, touches, games = time.monotonic(), 0.0, list[float](), 0
    while time.monotonic() - begin_s < 60 * args.minutes:
        table.begin("roll", _PHONES, "tracked")
        until(lambda: len(table.server.links.seats) == _PHONES)
        games, stopping = games + 1, threading.Event()
        phones = [threading.Thread(target=follow, args=(table.phone(seat), stopping), daemon=True)
                  for seat in table.server.links.seats]  # fmt: skip
        for each in phones:
            each.start()
        while not table.owner.latest().is_over and time.monotonic() - begin_s < 60 * args.minutes:
            touches.append(touch_ms(table))
            time.sleep(1.0)
            try:
                table.answer()
            except CompanionError:
                continue
            if not first_mb and time.monotonic() - begin_s > _WARM_S:
                first_mb = resident_mb()
        stopping.set()
    grown, part = resident_mb() - first_mb, max(1, len(touches) // 6)
    early, late = median(touches[:part]), median(touches[-part:])
    table.close()
    print(  # noqa: T201 - the result
        f"{games} games, version {table.owner.latest().version}: {first_mb:.1f} MB, "
        f"{grown:+.1f} MB; a touch {early:.2f} ms, at the end {late:.2f} ms"
    )
    return int(grown > _MOST_MB or late > _SLOWER * early)


if __name__ == "__main__":
    raise SystemExit(main())
