"""A running table with its phones' server on a free port of this machine."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.app.phone_service import phone_assets
from companion.app.wiring import games_at_table
from companion.games.answers import NoSuchAnswerError, received, walk
from companion.games.question import Choose, is_question
from companion.games.roll.model.state import Step
from companion.phones.ports import PhonePictures
from companion.phones.server import PhoneServer
from companion.players.seeded_random import SeededRandom
from companion.session.service_ports import SharedTally
from companion.session.table import TableOwner
from companion.session.table_port import PrivateView, TablePort
from companion.simulation.random_answers import random_path
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.common.player_group import usual_seat
from kivy_ui.phones.seat_pages import SeatPages
from kivy_ui.settings import UiSettings
from tests.fakes import ManualClock
from tests.phones.phone import Json, Phone
from tests.waiting import until


class PhoneTable:
    """A table with phones; what is asked on its touchscreen is answered by chance."""

    def __init__(self, pictures: Callable[[TablePort], PhonePictures] | None = None) -> None:
        self.log = MemoryEventLog()
        self.owner = TableOwner(games_at_table(), self.log, ManualClock())
        self.links: list[Json] = []
        self.window: UiSettings | None = None
        """Settings of the touchscreen, to be set before the first view."""
        self.tally = SharedTally()
        pages = SeatPages(
            self.owner,
            usual_seat,
            tally=self.tally,
            photographs=pictures is not None,
            window=lambda: self.window,
        )
        self.server = PhoneServer(
            self.owner,
            pages,
            None if pictures is None else pictures(self.owner),
            assets=phone_assets(),
            seats=pages.seats,
            on_links=lambda text: self.links.append(json.loads(text)),
        )
        self.tally.on_change = self.server.refresh
        self._chance = SeededRandom("7")

    def open(self) -> None:
        self.owner.start()
        self.server.start("127.0.0.1", 0)

    def close(self) -> None:
        self.server.stop()
        self.owner.stop()

    def begin(self, game: str, *first: object) -> None:
        """Begin a game; *first* are the first answers of its set-up."""
        before = self.owner.latest().game_id
        self.owner.new_game(game)
        until(lambda: self.owner.latest().game_id not in (None, before))
        self.answer(*first)

    def answer(self, *first: Any) -> None:
        """Answer what the table is asked, except what is seldom wanted.

        Raises:
            CompanionError: it is asked for nothing else, or refuses the answer.
        """
        private = self.owner.private_view(0)
        asked = walk(private.question, first)
        if isinstance(asked, Choose):
            usual = tuple(each for each in asked.answers if not (each.minor or each.refused))
            if not usual:
                raise NoSuchAnswerError
            asked = replace(asked, answers=usual)
        path = [*first, *random_path(asked, self._chance)]
        self._give(private, path)

    def _give(self, private: PrivateView, path: list[Any]) -> None:
        message = {"version": private.update.version, "path": path}
        command = received(private.question, private.update.version, message)
        self.owner.answer(private.update, command).result(20)

    def read_mats(self) -> None:
        """Record legal mats at Reveal of Roll for the Galaxy, as the table's camera does."""
        for seat in self.server.links.seats:
            private = self.owner.private_view(seat)
            if getattr(private.update.view, "step", None) is Step.REVEAL and private.question:
                mat = walk(private.question, ("mat",))
                path = ["mat", *random_path(mat, self._chance)] if is_question(mat) else ["mat"]
                self._give(private, path)

    def phone(self, seat: int | None = None, language: str = "en") -> Phone:
        """Return the phone of a seat, or of a spectator."""
        return Phone(self.server.links.url(seat), language)


@pytest.fixture
def table() -> Iterator[PhoneTable]:
    made = PhoneTable()
    made.open()
    yield made
    made.close()
