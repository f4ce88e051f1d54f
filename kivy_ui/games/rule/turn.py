"""A player's turn in Rule the Galaxy: drawing, destroying units, swapping cards."""

from __future__ import annotations

from companion.games.rule.cards import Card
from companion.games.rule.commands import DrawCard, EndTurn, Shoot, StopDrawing, Trade
from companion.games.rule.state import Step
from companion.games.rule.view import TableView
from kivy_ui.common.pages import Option, Page, Row
from kivy_ui.games.rule.table_text import RuleTable
from kivy_ui.games.rule.words import card_word, cards_words, unit_words


class TurnPages:
    """The pages of the active player."""

    def __init__(self, table: RuleTable) -> None:
        self._table = table
        self._partner: int | None = None
        self._gives: Card | None = None

    def page(self, view: TableView) -> Page:
        """Return what to show."""
        return self._draw(view) if view.state.step is Step.DRAW else self._shoot(view)

    def _draw(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state, odds = view.state, view.odds
        facts = self._table.board_facts(view)
        if odds is not None:
            chance = translate(
                "Bombardment: %(bad)s of %(cards)s cards, %(percent)s %%.",
                bad=odds.bombardments,
                cards=odds.cards,
                percent=round(100 * odds.bombardment),
            )
            lost = len(state.on_turn.taken)
            harmless = translate("The first one would be harmless.")
            costs = translate.plural("%(count)s card at risk.", "%(count)s cards at risk.", lost)
            facts = (chance, costs if lost else harmless, *facts)
        cards = tuple(
            Option(f"draw:{card.value}", card_word(translate, card), enabled=card in state.deck)
            for card in Card
        )
        status = translate("%(name)s draws: tap the card", name=state.on_turn.name)
        rows = (
            Row(translate("Card from the deck"), cards),
            *self._trade_rows(view),
            self._table.more_row(),
        )
        return self._table.page(
            view,
            status,
            facts=facts,
            rows=rows,
            primary=translate("Stop drawing"),
            first_large=odds is not None,
            primary_enabled=state.drew,
        )

    def _shoot(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state = view.state
        options = tuple(
            Option(
                f"shoot:{shot.target.lane}:{shot.target.row}",
                translate(
                    "Lane %(lane)s: %(unit)s for %(cards)s",
                    lane=shot.target.lane,
                    unit=unit_words(translate, shot.target.unit),
                    cards=", ".join(
                        part
                        for part in (
                            cards_words(translate, shot.cards),
                            *(unit_words(translate, unit) for unit in shot.infiltrators),
                        )
                        if part
                    ),
                ),
            )
            for shot in view.shots
        )
        label = translate("Destroy a unit") if options else translate("No unit can be paid for")
        status = translate("%(name)s shoots or ends the turn", name=state.on_turn.name)
        return self._table.page(
            view,
            status,
            facts=self._table.board_facts(view),
            rows=(Row(label, options), *self._trade_rows(view), self._table.more_row()),
            primary=translate("End turn"),
        )

    def _trade_rows(self, view: TableView) -> tuple[Row, ...]:
        """Swap one card for one (section 3.3): with whom, what for what."""
        translate = self._table.ui.translate
        state = view.state
        mine = state.on_turn
        if not state.options.trading or not mine.hand:
            return ()
        others = tuple(
            Option(f"with:{p.seat}", p.name, chosen=p.seat == self._partner)
            for p in state.players
            if p is not mine and p.hand
        )
        if not others:
            return ()
        rows = [Row(translate("Swap a card with"), others)]
        if self._partner is not None and self._partner != mine.seat:
            rows.append(self._table.card_row(translate("gives"), "give", mine.hand, self._gives))
            if self._gives is not None:
                theirs = state.player(self._partner).hand
                rows.append(self._table.card_row(translate("gets"), "get", theirs))
        return tuple(rows)

    # --- what can be done ----------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """A button was tapped."""
        verb, _, value = key.partition(":")
        seat, post = view.state.on_turn.seat, self._table.ui.port.post
        match verb:
            case "draw":
                post(DrawCard(seat, Card(value)))
            case "shoot":
                self._shoot_at(view, key)
            case "with":
                self._partner = None if self._partner == int(value) else int(value)
                self._gives = None
            case "give":
                self._gives = Card(value)
            case "get" if self._partner is not None and self._gives is not None:
                post(Trade(seat, self._partner, (self._gives,), (Card(value),)))
            case _:
                pass

    def _shoot_at(self, view: TableView, key: str) -> None:
        _, lane, row = key.split(":")
        for shot in view.shots:
            if (shot.target.lane, shot.target.row) == (int(lane), int(row)):
                seat = view.state.on_turn.seat
                shoot = Shoot(seat, int(lane), int(row), shot.cards, shot.infiltrators)
                self._table.ui.port.post(shoot)

    def primary(self, view: TableView) -> None:
        """Stop drawing, or end the turn."""
        seat, post = view.state.on_turn.seat, self._table.ui.port.post
        post(StopDrawing(seat) if view.state.step is Step.DRAW else EndTurn(seat))

    def forget(self) -> None:
        """A step of the game ends what was half picked."""
        self._partner, self._gives = None, None
