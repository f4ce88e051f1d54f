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
    faces = {face.value: words.of(face) for face in Face}
    steps = {step.value: translate(text) for step, text in _STEPS.items()}
    counters = {each.value: words.of(each) for each in Correctable}
    places = {each: translate(each) for each in _PLACES}

    def dice(keys: str) -> str:
        return ", ".join(map(words.die_of, keys.split(",")))

    def mat(key: str) -> str | None:
        number = key.removeprefix(_MAT)
        return f"{number} ({names[number]})" if number in names else None

    def missing(codes: str) -> str:
        who = translate("somebody")
        texts = [NEEDS[code] for code in codes.split(", ") if code in NEEDS]
        return "; ".join(translate(text, who=who) for text in texts) or codes

    return {
        **dict.fromkeys(DICE_PARAMS, dice),
        "column": faces.get,
        "face": faces.get,
        "mat": mat,
        "missing": missing,
        "step": steps.get,
        "what": counters.get,
        "where": places.get,
    }
