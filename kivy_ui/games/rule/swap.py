"""Swapping cards of Rule the Galaxy one for one (section 3.3): partner, card given, card gained."""

from __future__ import annotations

from companion.games.rule.cards import Card
from companion.games.rule.commands import Trade
from companion.games.rule.state import GameState, Player
from companion.games.rule.view import TableView
from kivy_ui.common.board.pages import Option, Page, Row
from kivy_ui.games.rule.icons import card_icons
from kivy_ui.games.rule.table_text import RuleTable


class SwapPage:
    """Page that asks for the swap step by step.

    Attributes:
        open: whether it is shown instead of the turn's page.
    """

    def __init__(self, table: RuleTable) -> None:
        self._table = table
        self._partner: int | None = None
        self._gives: Card | None = None
        self.open = False

    def button(self, view: TableView) -> tuple[Option, ...]:
        """Return the button that opens the page, if a swap is possible."""
        if not _partners(view.state):
            return ()
        return (Option("swap", self._table.ui.translate("Swap cards"), icon="swap"),)

    def page(self, view: TableView) -> Page:
        """Return the current question."""
        translate = self._table.ui.translate
        state = view.state
        name = state.on_turn.name
        others = _partners(state)
        partner = next((p for p in others if p.seat == self._partner), None)
        if partner is None and len(others) == 1:
            partner = others[0]
        if partner is None:
            asked, step = translate("With whom does %(name)s swap a card?", name=name), 1
            row = Row("", tuple(self._person(each) for each in others), cards=True)
        elif self._gives is None:
            asked, step = translate("Which card does %(name)s give?", name=name), 2
            row = self._table.card_row("", "give", state.on_turn.hand)
        else:
            asked, step = translate("Which card does %(name)s get?", name=name), 3
            row = self._table.card_row("", "get", partner.hand)
        self._partner = partner.seat if partner is not None else None
        return self._table.page(
            view,
            asked,
            rows=(row,),
            primary=translate("Do not swap"),
            progress=translate("%(step)s of %(steps)s", step=step, steps=3),
        )

    def _person(self, player: Player) -> Option:
        badge = self._table.group.badge(player.seat)
        return Option(f"with:{player.seat}", player.name, icons=(badge, *card_icons(player.hand)))

    def tap(self, view: TableView, verb: str, value: str) -> None:
        """Handle a tap; the last answer performs the swap."""
        state = view.state
        match verb:
            case "swap":
                self.open = True
            case "with":
                self._partner = int(value)
            case "give":
                self._gives = Card(value)
            case _ if self._partner is not None and self._gives is not None:
                trade = Trade(state.on_turn.seat, self._partner, (self._gives,), (Card(value),))
                self._table.ui.port.post(trade)
                self.close()

    def close(self) -> None:
        """Cancel the swap."""
        self._partner, self._gives, self.open = None, None, False


def _partners(state: GameState) -> tuple[Player, ...]:
    """Return the players with whom the active player can swap a card."""
    mine = state.on_turn
    if not state.options.trading or not mine.hand:
        return ()
    return tuple(player for player in state.players if player is not mine and player.hand)
