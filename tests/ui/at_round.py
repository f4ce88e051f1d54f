"""A round of Roll for the Galaxy on the screen, without a window: pages, touches, the state."""

from typing import Any

from companion.app.wiring import games_at_table
from companion.games.roll.view.table_view import SeatTracking, TableView
from companion.preferences import Preferences
from kivy_ui.art.files import SIZES_PX
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.listing import Moves
from kivy_ui.pages.page import Frame, Page
from kivy_ui.pages.rounds import Answer, Lane, Lanes
from kivy_ui.settings import UiSettings
from kivy_ui.window.presenters import Presenters
from tests.games.roll.tracked_table import Played
from tests.some import of, there
from tests.ui.at_source import AtSource
from tests.ui.one_game import OneGame


class AtRound(AtSource):
    """A table before the pages of its round.

    Attributes:
        sent: the commands that touches have sent.
    """

    def __init__(
        self,
        game: Played,
        size_px: tuple[int, int] = SIZES_PX[0],
        language: str = "en",
        **look: Any,
    ) -> None:
        self.port = OneGame(games_at_table()["roll"])
        self.port.put(game.state)
        self.sent: list[object] = []
        post = self.port.post

        def posted(command: object) -> None:
            self.sent.append(command)
            post(command)

        self.port.post = posted  # type: ignore[method-assign]
        settings = UiSettings(language=language, preferences=Preferences(**look))
        self.presenters = Presenters(RollContext(self.port, settings))
        super().__init__(self.presenters.rounds, size_px)

    @property
    def page(self) -> Page:
        """The page that is shown now."""
        self.presenters.ui.take(self.port.latest())
        self.presenters.rounds.follow()
        return self.source.page()

    @property
    def view(self) -> TableView:
        return of(TableView, self.port.latest().view)

    def tracking(self, seat: int) -> SeatTracking:
        return there(next(each.tracking for each in self.view.seats if each.seat == seat))

    def touched(self, key: object) -> None:
        super().touched(key)
        assert not self.port.refused, self.port.refused

    def tap_row(self, title: str) -> None:
        """Touch the row of a list with this title."""
        self.touch(next(row.key for row in self.rows if row.title == title))

    def moved(self) -> "AtRound":
        """Say that everything was moved, if that is asked first."""
        if isinstance(self.page.body, Moves):
            self.touch(do(self.presenters.rounds.all_moved))
        return self

    def lane(self, seat: int) -> Lane:
        return next(each for each in self.body(Lanes).lanes if each.seat.number == seat)

    def labels(self, seat: int) -> list[str]:
        """What a seat can answer: number and word."""
        return [f"{each.number} {each.label}".strip() for each in self.lane(seat).answers]

    def answered(self, seat: int, label: str) -> Answer:
        """The answer of a seat with this label."""
        return next(each for each in self.lane(seat).answers if each.label == label)

    def give(self, seat: int, label: str) -> None:
        """Touch an answer of a seat."""
        self.touch(self.answered(seat, label).key)

    def pick(self, seat: int, index: int) -> None:
        """Tick a piece of a seat, or take its tick away."""
        self.touch(self.lane(seat).picks[index].key)

    def ticked(self, seat: int) -> list[str]:
        """Which pieces of a seat are ticked, by the player or as the proposal."""
        return [
            each.picture.piece for each in self.lane(seat).picks if each.chosen or each.suggested
        ]

    def open(self, seat: int) -> None:
        """Touch the head of a seat."""
        self.touch(self.lane(seat).key)

    def choose(self, title: str) -> None:
        """Touch an answer of a question in full: a card, or a button of the foot."""
        main = self.page.main
        if main is not None and main.text == title:
            self.main()
        elif title in self.side:
            self.press(title)
        else:
            self.tap(title)

    def undo(self) -> None:
        """Touch the button that takes the last step back."""
        self.touch(Frame.UNDO)
