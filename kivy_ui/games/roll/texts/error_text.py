"""Display names of the keys in the parameters of errors and problems."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.roll.model.dice import Face
from companion.games.roll.model.state import Step
from companion.games.roll.phases.counters import Correctable
from companion.games.roll.view.table_view import SeatView
from companion.i18n import N_
from kivy_ui.common.error_text import Readers
from kivy_ui.games.roll.texts.words import NEEDS, Words

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
_PLACES: Final = (N_("on the mats"), N_("in the image"))
"""Parameter values of reading problems that are translated as they are."""
DICE_PARAMS: Final = ("dice", "die", "first", "second", "other")
"""Parameters whose values are kinds of dice, several divided by commas."""
_MAT: Final = "strip-"


def readers(words: Words, seats: tuple[SeatView, ...]) -> Readers:
    """Return the functions that give display names to dice, faces, mats, steps etc.

    Args:
        words: the terms of the chosen language.
        seats: the players, for the names of their mats.
    """
    names = {str(seat.seat): seat.name for seat in seats}
    translate = words.translate

    def dice(keys: str) -> str:
        return ", ".join(map(words.die_of, keys.split(",")))

    def face(key: str) -> str | None:
        return words.face(Face(key)) if key in {face.value for face in Face} else None

    def mat(key: str) -> str | None:
        number = key.removeprefix(_MAT)
        return f"{number} ({names[number]})" if number in names else None

    def missing(codes: str) -> str:
        who = translate("somebody")
        texts = [NEEDS[code] for code in codes.split(", ") if code in NEEDS]
        return "; ".join(translate(text, who=who) for text in texts) or codes

    def step(key: str) -> str | None:
        return translate(_STEPS[Step(key)]) if key in {step.value for step in Step} else None

    def counter(key: str) -> str | None:
        known = {each.value for each in Correctable}
        return words.counter(Correctable(key)) if key in known else None

    def where(key: str) -> str | None:
        return translate(key) if key in _PLACES else None

    return {
        "column": face,
        **dict.fromkeys(DICE_PARAMS, dice),
        "face": face,
        "mat": mat,
        "missing": missing,
        "step": step,
        "what": counter,
        "where": where,
    }
