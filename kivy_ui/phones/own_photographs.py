"""What seats have photographed: asked of the seat itself, sent to nobody else."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.games.answers import StaleAnswerError, received
from companion.games.question import Answer, Choose, Question, text
from companion.session.ports import Reading
from companion.session.sightings import dice_on
from companion.session.table_port import STRIP, PrivateView
from kivy_ui.common.game_ui import GameUi
from kivy_ui.common.seat_sheet import ACCEPT, OwnMats
from kivy_ui.common.ui_context import UiContext

KEY: Final = "photograph-"
"""The answer that leads to a photograph; its number is that of the last change."""


@dataclass(frozen=True, slots=True)
class Held:
    """A photograph that was read: what it is of, what is known of it, how often it has changed."""

    about: object
    read: Any
    number: int

    @property
    def key(self) -> str:
        """The key of the answer that leads to the photograph."""
        return f"{KEY}{self.number}"


class OwnPhotographs:
    """The photographs that were read for the running game, by seat. Used by one thread."""

    def __init__(self) -> None:
        self._held: dict[int, Held] = {}
        self._changes = 0

    def about(self, game: GameUi | None, private: PrivateView) -> object:
        """Return what a photograph of the seat would be of now; None if nothing is to be read."""
        mats = _mats(game)
        return None if mats is None or private.seat is None else mats.about(private)

    def take(self, game: GameUi | None, private: PrivateView, reading: Reading) -> None:
        """Take the dice of a photograph; those on the own mat if it is in the picture."""
        mats, seat = _mats(game), private.seat
        about = self.about(game, private)
        if mats is None or seat is None or about is None:
            return
        dice = dice_on(reading, f"{STRIP}{seat}") or reading.dice
        self._changes += 1
        self._held[seat] = Held(about, mats.read(dice), self._changes)

    def asked(self, ui: UiContext, game: GameUi | None, private: PrivateView) -> Question | None:
        """Return the question of a seat, which leads to its photograph first."""
        question, held, mats = private.question, self.held(game, private), _mats(game)
        if held is None or mats is None or not isinstance(question, Choose):
            return question
        words = text("The photographed mat")
        answer = Answer(held.key, words, mats.asked(ui, private, held.read))
        return replace(question, answers=(answer, *question.answers), default=held.key)

    def received(
        self, ui: UiContext, game: GameUi | None, private: PrivateView, message: Mapping[str, Any]
    ) -> object:
        """Take an answer about the seat's photograph; return the command that records the mat.

        Returns:
            None if the answer only changed what is known of the photograph.

        Raises:
            CompanionError: as ``companion.games.answers.received``.
        """
        held, mats = self.held(game, private), _mats(game)
        seat, path = private.seat, message["path"]
        if held is None or mats is None or seat is None or path[0] != held.key:
            raise StaleAnswerError
        found = received(self.asked(ui, game, private), private.update.version, message)
        if path[1] == ACCEPT:
            return found
        read = mats.change(private, held.read, found)
        self._changes += 1
        self._held[seat] = replace(held, read=read, number=self._changes)
        return None

    def held(self, game: GameUi | None, private: PrivateView) -> Held | None:
        """Return what a seat has photographed, while it can be used."""
        held = self._held.get(private.seat or 0)
        return held if held is not None and held.about == self.about(game, private) else None


def _mats(game: GameUi | None) -> OwnMats | None:
    return None if game is None or game.own_screens is None else game.own_screens.mats
