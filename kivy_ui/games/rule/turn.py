"""A player's turn in Rule the Galaxy: drawing, destroying units, swapping cards."""

from __future__ import annotations

from dataclasses import replace

from companion.games.rule.cards import Card, bundle
from companion.games.rule.commands import DrawCard, EndTurn, Shoot, StopDrawing, Trade
from companion.games.rule.odds import next_kinds, worth_of_drawing
from companion.games.rule.planning import Shot, best_plan
from companion.games.rule.state import GameState, Step
from companion.games.rule.view import TableView
from kivy_ui.common.pages import Option, Page, Row
from kivy_ui.games.rule.payment import Payment
from kivy_ui.games.rule.table_text import RuleTable
from kivy_ui.games.rule.words import card_word, cards_words, unit_words


class TurnPages:
    """The pages of the active player."""

    def __init__(self, table: RuleTable) -> None:
        self._table = table
        self._payment = Payment(table)
        self._by_hand = False
        self._weighs = False
        self._partner: int | None = None
        self._gives: Card | None = None

    def page(self, view: TableView) -> Page:
        """Return what to show."""
        if view.state.step is Step.DRAW:
            return self._draw(view)
        if self._payment.target is not None:
            return self._payment.page(view, self._payment.target)
        return self._shoot(view)

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
            if self._weighs:
                facts = (*facts[:2], *self._worth(state), *facts[2:])
        cards = tuple(
            Option(f"draw:{card.value}", card_word(translate, card), enabled=card in state.deck)
            for card in Card
        )
        status = translate("%(name)s draws: tap the card", name=state.on_turn.name)
        weigh = Option("weigh", translate("Weigh drawing on"), icon="chart", chosen=self._weighs)
        rows = (
            Row(translate("Card from the deck"), cards),
            Row("", (weigh, *self._finish(state))),
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

    def _finish(self, state: GameState) -> tuple[Option, ...]:
        """Where the cards pay for nothing, stopping ends the turn in the same tap."""
        player = state.on_turn
        plan = best_plan(state, replace(player, hand=bundle(player.cards), taken=()))
        if not state.drew or (plan is not None and plan.shots):
            return ()
        text = self._table.ui.translate("Stop and end the turn")
        return (Option("finish", text, icon="next"),)

    def _worth(self, state: GameState) -> tuple[str, ...]:
        """The next card by kind, and what one more would be worth; only where somebody asks."""
        translate = self._table.ui.translate
        kinds = ", ".join(
            f"{card_word(translate, card)} {round(100 * chance)} %"
            for card, chance in next_kinds(state)
            if chance
        )
        worth = worth_of_drawing(state)
        return (
            translate("Next card: %(kinds)s.", kinds=kinds),
            translate(
                "Points you could destroy: stopping now %(stop)s, after one more card %(again)s "
                "on average.",
                stop=worth.stop,
                again=round(worth.again, 1),
            ),
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
                    cards=self._paid(shot),
                ),
            )
            for shot in view.shots
        )
        label = translate("Destroy a unit") if options else translate("No unit can be paid for")
        status = translate("%(name)s shoots or ends the turn", name=state.on_turn.name)
        otherwise = Option(
            "otherwise", translate("Pay with other cards"), icon="pencil", chosen=self._by_hand
        )
        rows = [Row(label, (*options, *((otherwise,) if options else ())))]
        if len(view.plan.shots) > 1 and not self._by_hand:
            rows.insert(0, self._together(view))
        return self._table.page(
            view,
            status,
            facts=self._table.board_facts(view),
            rows=(*rows, *self._trade_rows(view), self._table.more_row()),
            primary=translate("End turn"),
        )

    def _together(self, view: TableView) -> Row:
        """Everything that the hand pays for, in one tap."""
        translate = self._table.ui.translate
        units = ", ".join(unit_words(translate, s.target.unit) for s in view.plan.shots)
        text = translate.plural(
            "%(units)s (%(count)s point)",
            "%(units)s (%(count)s points)",
            view.plan.points,
            units=units,
        )
        return Row(
            translate("The most that these cards can destroy"),
            (Option("together", text, icon="check"),),
        )

    def _paid(self, shot: Shot) -> str:
        translate = self._table.ui.translate
        used = (unit_words(translate, unit) for unit in shot.infiltrators)
        return ", ".join(part for part in (cards_words(translate, shot.cards), *used) if part)

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
            case "shoot" | "together" | "otherwise" | "tile" | "unpaid":
                self._tap_shots(view, verb, value)
            case "weigh" | "finish":
                self._draw_on(seat, verb)
            case "with":
                self._partner = None if self._partner == int(value) else int(value)
                self._gives = None
            case "give":
                self._gives = Card(value)
            case "get" if self._partner is not None and self._gives is not None:
                post(Trade(seat, self._partner, (self._gives,), (Card(value),)))
            case _:
                pass

    def _draw_on(self, seat: int, verb: str) -> None:
        if verb == "weigh":
            self._weighs = not self._weighs
            return
        self._table.ui.port.post(StopDrawing(seat))
        self._table.ui.port.post(EndTurn(seat))

    def _tap_shots(self, view: TableView, verb: str, value: str) -> None:
        match verb:
            case "together":
                for shot in view.plan.shots:
                    self._fire(view, shot)
            case "otherwise":
                self._by_hand = not self._by_hand
            case "tile":
                self._payment.tap(value)
            case "unpaid":
                self._payment.close()
            case _:
                self._shoot_at(view, value)

    def _shoot_at(self, view: TableView, field: str) -> None:
        lane, row = map(int, field.split(":"))
        shot = next((s for s in view.shots if (s.target.lane, s.target.row) == (lane, row)), None)
        if shot is None:
            return
        if self._by_hand:
            self._payment.open(shot, view.state.on_turn)
        else:
            self._fire(view, shot)

    def _fire(self, view: TableView, shot: Shot) -> None:
        seat, target = view.state.on_turn.seat, shot.target
        shoot = Shoot(seat, target.lane, target.row, shot.cards, shot.infiltrators)
        self._table.ui.port.post(shoot)

    def change(self, key: str, delta: int) -> None:
        """A number of the payment was changed."""
        self._payment.change(key, delta)

    def primary(self, view: TableView) -> None:
        """Stop drawing, end the turn, or pay."""
        if self._payment.target is not None:
            self._payment.pay(view.state.on_turn)
            return
        seat, post = view.state.on_turn.seat, self._table.ui.port.post
        post(StopDrawing(seat) if view.state.step is Step.DRAW else EndTurn(seat))

    def forget(self) -> None:
        """A step of the game ends what was half picked."""
        self._partner, self._gives = None, None
        self._by_hand = False
        self._payment.close()
