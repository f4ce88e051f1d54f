"""Errors and problems in the words of the table: keys in their values become names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from companion.games.roll.model.dice import DieType, Face
from companion.games.roll.model.steps import Step
from companion.games.roll.view.table_view import SeatView
from companion.i18n import N_
from companion.i18n.translator import Failure, Message
from kivy_ui.presenters.words import NEEDS, Words

_STEPS: Final = MappingProxyType(
    {
        Step.SETUP: N_("set-up"),
        Step.ASSIGN: N_("assign"),
        Step.REVEAL: N_("reveal"),
        Step.PHASE: N_("phases"),
        Step.MANAGE: N_("manage empire"),
        Step.OVER: N_("end of the game"),
    }
)
_COUNTERS: Final = MappingProxyType(
    {
        "credits": N_("Credits"),
        "vp_chips": N_("VP chips"),
        "tiles": N_("Tiles"),
        "vp_pool": N_("VP pool"),
        "round": N_("Round"),
    }
)
_PLACES: Final = (N_("on the mats"), N_("in the picture"))
"""Values that the reader's problems carry as they are."""

_MAT: Final = "strip-"


class Said:
    """Says errors and problems.

    Args:
        words: the words of the chosen language.
        seats: who plays, to call mats by their players.
    """

    def __init__(self, words: Words, seats: tuple[SeatView, ...]) -> None:
        self._words = words
        self._names = {str(seat.seat): seat.name for seat in seats}
        self._readers: Mapping[str, Callable[[str], str | None]] = {
            "column": self._face,
            "die": self._die,
            "face": self._face,
            "mat": self._mat,
            "missing": self._missing,
            "step": self._step,
            "what": self._counter,
            "where": self._where,
        }

    def message(self, message: Message) -> str:
        """Return the sentence."""
        return self._words.translate.message(message, **self._named(message))

    def hint(self, failure: Failure) -> str:
        """Return what to do; empty where there is nothing to do."""
        return self._words.translate.hint(failure, **self._named(failure))

    def _named(self, message: Message) -> dict[str, object]:
        named: dict[str, object] = {}
        for name, value in message.params.items():
            reader = self._readers.get(name)
            word = reader(str(getattr(value, "value", value))) if reader is not None else None
            if word is not None:
                named[name] = word
        return named

    def _die(self, key: str) -> str | None:
        return self._words.die(DieType(key)) if key in {die.value for die in DieType} else None

    def _face(self, key: str) -> str | None:
        return self._words.face(Face(key)) if key in {face.value for face in Face} else None

    def _mat(self, key: str) -> str | None:
        number = key.removeprefix(_MAT)
        name = self._names.get(number)
        return f"{number} ({name})" if name is not None else None

    def _missing(self, codes: str) -> str:
        translate = self._words.translate
        texts = [NEEDS[code] for code in codes.split(", ") if code in NEEDS]
        who = translate("somebody")
        return "; ".join(translate(text, who=who) for text in texts) or codes

    def _step(self, key: str) -> str | None:
        known = {step.value for step in Step}
        return self._words.translate(_STEPS[Step(key)]) if key in known else None

    def _counter(self, key: str) -> str | None:
        return self._words.translate(_COUNTERS[key]) if key in _COUNTERS else None

    def _where(self, key: str) -> str | None:
        return self._words.translate(key) if key in _PLACES else None
