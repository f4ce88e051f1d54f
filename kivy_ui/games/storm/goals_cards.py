"""Entry of a tableau by card: first letter, then name; a tap on a card removes it."""

from __future__ import annotations

from companion.catalog.storm_loader import load_storm_cards
from companion.games.storm.table import DropCard, PlaceCard, Player
from companion.games.storm.view import GoalsView
from kivy_ui.common.board.pages import Option, Row
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.storm.card_letters import cards_with, first_letters


class TableauCards:
    """Rows for a player whose cards are entered by name."""

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self._letter = ""

    def rows(self, view: GoalsView, player: Player) -> tuple[Row, ...]:
        """Return the rows for adding and removing cards."""
        translate = self._ui.translate
        deck = load_storm_cards(second_edition=view.state.second_edition)
        in_play = [key for each in view.state.players for key in each.cards]
        letters = first_letters(deck, self._letter)
        rows = [Row("", letters, cards=True)]
        if self._letter:
            rows = [Row("", cards_with(deck, self._letter, "place", in_play), cards=True)]
        names = dict(view.card_names)
        lying = tuple(
            Option(f"drop:{key}", names.get(key, key), icon="close") for key in player.cards
        )
        if not self._letter:
            rows.append(Row(translate("In play; tap to remove it"), lying))
        return tuple(rows)

    def question(self, player: Player) -> str:
        """Return the current question."""
        translate = self._ui.translate
        if self._letter:
            return translate("Which card of %(name)s comes into play?", name=player.name)
        return translate("First letter of the new card of %(name)s?", name=player.name)

    def tap(self, seat: int, verb: str, value: str) -> bool:
        """Handle a tap; returns whether the button belongs to these rows."""
        match verb:
            case "letter":
                self._letter = "" if self._letter == value else value
            case "place":
                self._letter = ""
                self._ui.port.post(PlaceCard(seat, value))
            case "drop":
                self._ui.port.post(DropCard(seat, value))
            case _:
                return False
        return True
