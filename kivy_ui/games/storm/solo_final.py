"""The solitaire player's points at the end: as a number, or from the names of the cards."""

from __future__ import annotations

from companion.games.storm.ask_solo import PLAYER
from companion.games.storm.solo import SoloState
from kivy_ui.common.board.box_facts import load_box_facts
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.page_table import Cell, Line, PageTable
from kivy_ui.common.board.pages import Number, Option, Page, Row
from kivy_ui.common.board.question_page import Asking, Path, answer_key
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.card_letters import LETTER, card_row

_FIRST = 2
"""Place of the first card in the path of answers; each is two answers: add a card, which one."""


class SoloFinal:
    """The last page of a game before its result."""

    def __init__(self, ui: UiContext, asking: Asking) -> None:
        self._ui = ui
        self._asking = asking
        self.forget()

    def forget(self) -> None:
        """Clear the input."""
        self._letter = ""
        self._tie = 0

    @property
    def _cards(self) -> Path:
        """The path to the entry of cards, of the edition that is set for the goals."""
        box = load_box_facts(self._ui, "gathering_storm")
        second = box is not None and bool(box.second_edition)
        return ("cards", "second" if second else "first")

    def page(self, state: SoloState) -> Page:
        """Return the page."""
        translate, asking = self._ui.translate, self._asking
        if not asking.path:
            asking.open(state, PLAYER, "points")
        answers = asking.answers(state, PLAYER)
        named = asking.path[0] == "cards"
        by_cards = answer_key(PLAYER, *self._cards)
        ways = (
            asking.option(answers["points"], PLAYER, chosen=not named),
            Option(by_cards, asking.said(answers["cards"].text), icon="cards", chosen=named),
        )
        asked = asking.asked(state, PLAYER)
        if named:
            asked = translate("First letter of your card?")
        if self._letter:
            asked = asking.asked(state, PLAYER, *asking.path, "card")
        return Page(
            translate("The end"),
            asked,
            lead=Row("", ways),
            rows=self._rows(state) if named else (),
            table=None
            if self._letter
            else PageTable((), (self._tie_line(state),) if named else self._points(state)),
            primary=translate("Compare"),
        )

    def _points(self, state: SoloState) -> tuple[Line, ...]:
        chips = Cell(text=str(state.player_chips))
        had = Line(self._ui.translate("VP chips"), (chips,), icons=(Icon("chip"),))
        parts = zip(self._asking.opened(state).parts, ("tile", "cards"), strict=True)
        entered = (
            Line(
                self._asking.said(part.text),
                (Cell(number=self._asking.part(state, place)),),
                icons=(Icon(icon),),
            )
            for place, (part, icon) in enumerate(parts)
        )
        return (had, *entered)

    def _tie_line(self, state: SoloState) -> Line:
        tie = self._asking.at(state, PLAYER, *self._asking.path, "done")
        cell = Cell(number=Number("tie", self._tie, tie.low, tie.high))
        return Line(self._asking.said(tie.text), (cell,), icons=(Icon("cards"),))

    def _rows(self, state: SoloState) -> tuple[Row, ...]:
        """Return the rows for adding and removing cards: a letter, then a card."""
        asking, path = self._asking, (*self._asking.path, "card")
        able = asking.able(state, PLAYER, *path).values()
        cards = [asking.option(each, PLAYER, *path) for each in able]
        rows = [card_row(cards, self._letter)]
        if len(asking.path) > _FIRST and not self._letter:
            lying = []
            for place in range(_FIRST, len(asking.path), 2):
                answers = asking.answers(state, PLAYER, *asking.path[: place + 1])
                name = asking.said(answers[asking.path[place + 1]].text)
                lying.append(Option(f"unpick:{place}", name, icon="close"))
            rows.append(Row(self._ui.translate("In play; tap to remove it"), tuple(lying)))
        return tuple(rows)

    # --- input ---------------------------------------------------------------------------------

    def tap(self, state: SoloState, key: str) -> None:
        """Handle a tap on a button."""
        asking = self._asking
        if asking.tap(state, key):
            self._letter = ""
        elif key.startswith(LETTER):
            self._letter = key.removeprefix(LETTER)
        else:
            place = int(key.removeprefix("unpick:"))
            asking.open(state, PLAYER, *asking.path[:place], *asking.path[place + 2 :])

    def change(self, state: SoloState, key: str, delta: int) -> None:
        """Change a number by one step."""
        if not self._asking.change(state, key, delta):
            tie = self._asking.at(state, PLAYER, *self._asking.path, "done")
            self._tie = max(tie.low, min(tie.high, self._tie + delta))

    def send(self, state: SoloState) -> None:
        """Send the points."""
        if self._asking.path[0] == "points":
            self._asking.send_marked(state)
        else:
            self._asking.send(state, PLAYER, *self._asking.path, "done", self._tie)
