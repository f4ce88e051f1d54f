"""Presenter of the calibration profiles: the list, and the page of one profile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.errors import CompanionError
from companion.i18n import Translator
from companion.session.calibration_ports import Calibration, ProfileLine, ProfilePage
from kivy_ui.calibration.dice_names import TYPES, die_name
from kivy_ui.common.dates import day
from kivy_ui.common.ui_context import UiContext

_SHOWN_PAIRS: Final = 4
_FAR_APART: Final = 30.0
"""Difference (CIEDE2000) that fills a bar; below 10 pairs are confused, real dice have 15."""


class Mode(Enum):
    """Parts of the calibration screen."""

    LIST = "list"
    PAGE = "page"
    FACES = "faces"
    SHOWING = "showing"
    PLACES = "places"
    WIZARD = "wizard"


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a list; ``die`` is a die type drawn beside it.

    Attributes:
        icon: icon at the start.
        tone: meaning of the value: ``good``, ``doubt``, ``unknown``, or empty.
    """

    key: str
    title: str
    note: str = ""
    value: str = ""
    die: str = ""
    chosen: bool = False
    icon: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class PairBar:
    """Two die types and the difference of their colours.

    Attributes:
        share: 0..1, length of the bar; 1 is a difference of ``_FAR_APART`` or more.
        close: whether they are easily confused.
    """

    first: str
    second: str
    share: float
    close: bool


class ProfilesPresenter:
    """Presenter of the list and of the page.

    Args:
        ui: the shared context of all presenters.
        tell: called with errors.
    """

    def __init__(self, ui: UiContext, tell: Callable[[CompanionError], None]) -> None:
        self._ui = ui
        self._tell = tell
        self._page = ""

    @property
    def _machine(self) -> Calibration:
        return self._ui.settings.services.calibration

    def lines(self) -> tuple[Line, ...]:
        """Return a row for each profile."""
        return tuple(
            Line(
                line.name,
                line.name,
                self._note(line),
                self._fit(line),
                chosen=line.used,
                icon="brightness",
                tone=_tone(line),
            )
            for line in self._machine.profiles()
        )

    def open(self, name: str) -> None:
        """Show a profile's page."""
        self._page = name

    def close(self) -> None:
        """Return to the list."""
        self._page = ""

    def page(self) -> ProfilePage | None:
        """Return the opened profile; None, after reporting an error, if it cannot be read."""
        if not self._page:
            return None
        try:
            return self._machine.page(self._page)
        except CompanionError as error:
            self._page = ""
            self._tell(error)
            return None

    def page_lines(self, page: ProfilePage) -> tuple[Line, ...]:
        """Return rows with a profile's light, content and reading statistics."""
        translate = self._ui.translate
        taught = [
            translate.plural("%(count)s face shown", "%(count)s faces shown", page.faces),
            translate.plural("places on %(count)s mat", "places on %(count)s mats", page.mats),
        ]
        made = _made(translate, page.line)
        if page.pairs:
            fit = self._fit(page.line)
            words, tone = translate("Light"), _tone(page.line)
            light = Line("", words, made, fit, icon="brightness", tone=tone)
        else:
            unknown = translate("Made without a calibration mat: no light measured")
            light = Line("", unknown, made, icon="doubt", tone="doubt")
        taught_line = Line("", translate("Learned"), ", ".join(taught), icon="picture")
        return (light, taught_line, *self._counts(page))

    def verdict(self, page: ProfilePage) -> Line:
        """Return whether all colours can be distinguished, else the most similar pair."""
        translate = self._ui.translate
        worst = next((pair for pair in page.pairs if pair.close), None)
        if worst is None:
            return Line("", translate("All colours are distinct."), icon="check", tone="good")
        first, second = die_name(translate, worst.first), die_name(translate, worst.second)
        text = translate("%(first)s and %(second)s look nearly alike", first=first, second=second)
        note = translate("Add light, preferably a daylight lamp.")
        return Line("", text, note, icon="doubt", tone="doubt")

    def pair_bars(self, page: ProfilePage) -> tuple[PairBar, ...]:
        """Return the most similar pairs, the most similar first."""
        return tuple(
            PairBar(
                pair.first, pair.second, min(1.0, pair.difference / _FAR_APART), close=pair.close
            )
            for pair in page.pairs[:_SHOWN_PAIRS]
        )

    def _counts(self, page: ProfilePage) -> list[Line]:
        """Return reading statistics: of all dice, then of the types that were corrected."""
        translate = self._ui.translate
        if not page.counts:
            return [Line("", translate("No dice were counted with this profile yet."), icon="pips")]

        def fate(read: int, corrected: int, doubtful: int) -> str:
            return translate(
                "%(read)s read, %(corrected)s corrected, %(doubtful)s doubtful",
                read=read,
                corrected=corrected,
                doubtful=doubtful,
            )

        read, corrected, doubtful = (
            sum(getattr(count, name) for count in page.counts)
            for name in ("read", "corrected", "doubtful")
        )
        right = f"{100 * (read - corrected) / read:.1f} %" if read else ""
        lines = [
            Line("", translate("All dice"), fate(read, corrected, doubtful), right, icon="pips")
        ]
        wrong = [count for count in page.counts if count.corrected]
        for count in sorted(wrong, key=lambda each: -each.corrected):
            note = fate(count.read, count.corrected, count.doubtful)
            die = count.die if count.die in TYPES else ""
            lines.append(Line("", die_name(translate, count.die), note, "", die))
        return lines

    @property
    def opened(self) -> str:
        """Name of the profile whose page is shown; empty for none."""
        return self._page

    def _note(self, line: ProfileLine) -> str:
        translate = self._ui.translate
        used = translate("in use") if line.used else ""
        facts = (used, _made(translate, line), line.camera)
        return " · ".join(fact for fact in facts if fact)

    def _fit(self, line: ProfileLine) -> str:
        translate = self._ui.translate
        if line.fits is None:
            return translate("light not seen")
        return translate("light fits") if line.fits else translate("other light")


def _made(translate: Translator, line: ProfileLine) -> str:
    made = day(translate, line.made_at)
    return translate("made on %(day)s", day=made) if line.made_at else made


def _tone(line: ProfileLine) -> str:
    """Return the tone for the comparison of the profile's light."""
    if line.fits is None:
        return "unknown"
    return "good" if line.fits else "doubt"
