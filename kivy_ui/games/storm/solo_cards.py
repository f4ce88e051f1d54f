"""The solitaire player's tableau by card name, for the final score."""

from __future__ import annotations

from companion.catalog.storm_loader import load_storm_cards
from companion.games.storm.robot import START_WORLDS
from companion.games.storm.solo import SoloState
from kivy_ui.common.board.box_facts import load_box_facts
from kivy_ui.common.board.pages import Option, Row
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.card_letters import cards_with, first_letters


class SoloCards:
    """The chosen cards; empty if the points are entered as a number."""

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self._letter = ""
        self._keys: list[str] = []

    @property
    def second_edition(self) -> bool:
        """Whether the owner's cards are of the second edition, as set for the goals."""
        box = load_box_facts(self._ui, "gathering_storm")
        return box is not None and bool(box.second_edition)

    @property
    def keys(self) -> tuple[str, ...]:
        """The chosen cards, the start world first."""
        return tuple(self._keys)

    def forget(self) -> None:
        """Clear the selection."""
        self._letter = ""
        self._keys.clear()

    @property
    def open(self) -> bool:
        """Whether a card is being chosen."""
        return bool(self._letter)

    def rows(self) -> tuple[Row, ...]:
        """Return the rows for adding and removing cards: a letter, then a card."""
        translate = self._ui.translate
        deck = load_storm_cards(second_edition=self.second_edition)
        if self._letter:
            found = cards_with(deck, self._letter, "pick", self._keys)
            return (Row("", found, cards=True),)
        letters = first_letters(deck, self._letter)
        rows = [Row("", letters, cards=True)]
        if self._keys:
            lying = tuple(
                Option(f"unpick:{key}", deck[key].name, icon="close") for key in self._keys
            )
            rows.append(Row(translate("In play; tap to remove it"), lying))
        return tuple(rows)

    def question(self) -> str:
        """Return the current question."""
        translate = self._ui.translate
        if self._letter:
            return translate("Which card is in your tableau?")
        return translate("First letter of your card?")

    def tap(self, state: SoloState, verb: str, value: str) -> bool:
        """Handle a tap; returns whether the button belongs to these rows."""
        match verb:
            case "letter":
                self._letter = "" if self._letter == value else value
            case "pick":
                self._letter = ""
                if not self._keys:  # the start world is always in the tableau
                    self._keys.append(START_WORLDS[state.player_start].key)
                self._keys.append(value)
            case "unpick":
                if value in self._keys:
                    self._keys.remove(value)
            case _:
                return False
        return True
