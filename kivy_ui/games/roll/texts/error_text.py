"""Display names of the keys in the parameters of errors and problems."""

from typing import Final

from companion.games.roll.model.dice import Face
from companion.games.roll.phases.counters import Correctable
from companion.games.roll.view.table_view import SeatView
from companion.i18n import N_
from kivy_ui.common.error_text import Readers
from kivy_ui.games.roll.texts.book import BOOK
from kivy_ui.games.roll.texts.words import Words

_PLACES: Final = (N_("on the mats"), N_("in the image"))
"""Parameter values of reading problems that are translated as they are."""
DICE_PARAMS: Final = ("dice", "die", "first", "second", "other")
"""Parameters whose values are kinds of dice, several divided by commas."""
_MAT: Final = "strip-"


def readers(words: Words, seats: tuple[SeatView, ...]) -> Readers:
    """Return the functions that give display names to dice, faces, mats, steps etc."""
    names = {str(seat.seat): seat.name for seat in seats}
    translate = words.translate
    faces = {face.value: words.of(face) for face in Face}
    steps = {step: translate(text) for step, text in BOOK["turns"].items()}
    counters = {each.value: words.of(each) for each in Correctable}
    places = {each: translate(each) for each in _PLACES}

    def dice(keys: str) -> str:
        return ", ".join(map(words.die_of, keys.split(",")))

    def mat(key: str) -> str | None:
        number = key.removeprefix(_MAT)
        return f"{number} ({names[number]})" if number in names else None

    def missing(codes: str) -> str:
        who = translate("somebody")
        texts = [BOOK["needs"][code] for code in codes.split(", ") if code in BOOK["needs"]]
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
