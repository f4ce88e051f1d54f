"""What a table has agreed on where the rules are silent or the editions differ, for its box."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.games.question import Choose
from companion.games.roll.ask.agreements import HUNGARIAN, agreements
from companion.games.roll.model.options import DEFAULT_OPTIONS, TableOptions
from kivy_ui.common.fields import one_of
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.games.roll.context import GAME, RollContext
from kivy_ui.games.roll.looks import telling
from kivy_ui.pages.forms import Field, Form
from kivy_ui.pages.page import Main, Page, Side


class Agreements:
    """Asks what the table agrees on; each choice is kept at once."""

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui

    @property
    def now(self) -> TableOptions:
        """What is agreed on; at first the readings of the edition in the chosen language."""
        usual = HUNGARIAN if self._ui.language == "hu" else DEFAULT_OPTIONS
        kept: TableOptions | None = self._ui.settings.services.boxes.of(GAME)
        return kept or usual

    def told(self) -> Iterator[str]:
        """Yield what is agreed on, a line each."""
        say = telling(self._ui).said
        for _, part in self._parts():
            reading = next(each.text for each in part.answers if each.key == part.default)
            yield f"{say(part.text)}: {say(reading)}"

    def page(self, on: StackedPages) -> Page:
        translate = self._ui.translate
        other = Side(do(self.keep, HUNGARIAN), translate("Hungarian edition"), "book")
        if self.now == HUNGARIAN:
            other = Side(do(self.keep, DEFAULT_OPTIONS), translate("As printed"), "book")
        return Page(
            translate("For the next games with this box"),
            telling(self._ui).said(agreements().text),
            Form(tuple(self._field(name, part) for name, part in self._parts())),
            side=(other,),
            main=Main(translate("Done"), do(on.back, by="done"), "tick"),
        )

    def choose(self, name: str, value: str) -> None:
        chosen: dict[str, Any] = {name: value}
        self.keep(replace(self.now, **chosen))

    def keep(self, options: TableOptions) -> None:
        """Agree on all readings."""
        self._ui.settings.services.boxes.keep(GAME, options)

    def _field(self, name: str, part: Choose) -> Field:
        say = telling(self._ui).said
        readings = ((each.key, say(each.text)) for each in part.answers)
        return one_of(say(part.text), do(self.choose, name), readings, part.default)

    def _parts(self) -> Iterator[tuple[str, Choose]]:
        """Yield the questions by the field of the options that they ask for."""
        asked = agreements(self.now)
        for name, part in zip(TableOptions.__dataclass_fields__, asked.parts, strict=True):
            assert isinstance(part, Choose)  # noqa: S101 - all of them are
            yield name, part
