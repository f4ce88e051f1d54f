"""A player's turn in Rule the Galaxy: drawing, destroying units, swapping cards."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from companion.games.rule.cards import Card, bundle
from companion.games.rule.commands import DrawCard, EndTurn, Shoot, StopDrawing
from companion.games.rule.odds import Worth, next_kinds, worth_of_drawing
from companion.games.rule.options import points_of
from companion.games.rule.planning import Shot, best_plan
from companion.games.rule.state import GameState, Step
from companion.games.rule.units import UnitKind
from companion.games.rule.view import TableView
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Option, Page, Row
from kivy_ui.games.rule.icons import card_face, card_icons, unit_face, unit_icons
from kivy_ui.games.rule.payment import Payment
from kivy_ui.games.rule.swap import SwapPage
from kivy_ui.games.rule.table_text import RuleTable
from kivy_ui.games.rule.words import card_word


class TurnPages:
    """Pages of the active player.

    Attributes:
        shows_odds: whether the probabilities of the next card are shown.
    """

    def __init__(self, table: RuleTable) -> None:
        self._table = table
        self._payment = Payment(table)
        self._swap = SwapPage(table)
        self._by_hand = False
        self._weighed: tuple[GameState, Worth] | None = None
        self.shows_odds = True

    def page(self, view: TableView) -> Page:
        """Return the page of the current step."""
        if self._swap.open:
            return self._swap.page(view)
        if view.state.step is Step.DRAW:
            return self._draw(view)
        if self._payment.target is not None:
            return self._payment.page(view, self._payment.target)
        return self._shoot(view)

    def _draw(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state = view.state
        chances = dict(next_kinds(state)) if self.shows_odds else {}
        cards = tuple(
            Option(
                f"draw:{card.value}",
                card_word(translate, card),
                enabled=card in state.deck,
                icons=(Icon(card_face(card), _percent(chances[card]) if chances else ""),),
            )
            for card in Card
        )
        name = state.on_turn.name
        status = translate("%(name)s draws a card: which one?", name=name)
        if state.drew:
            status = translate("%(name)s draws again: which card?", name=name)
        rows = [Row("", cards, cards=True, stacked=True)]
        if finish := self._finish(state):
            rows.append(Row("", finish))
        odds = Option("weigh", translate("Odds"), icon="chart", chosen=self.shows_odds)
        return self._table.page(
            view,
            status,
            rows=tuple(rows),
            primary=translate("Stop drawing"),
            primary_enabled=state.drew,
            lines=(*self._worth(state), *self._table.advance_line(view)),
            progress=self._risk(view),
            lanes=self._table.board(state),
            beside=(odds, *self._swap.button(view), *self._table.more()),
        )

    def _risk(self, view: TableView) -> str:
        """Return the number of remaining bombardments and the cards at risk."""
        translate, odds = self._table.ui.translate, view.odds
        if odds is None:
            return ""
        chance = translate(
            "%(bad)s of %(cards)s cards are bombardments.",
            bad=odds.bombardments,
            cards=odds.cards,
        )
        lost = len(view.state.on_turn.taken)
        harmless = translate("The first one would be harmless.")
        costs = translate.plural("%(count)s card at risk.", "%(count)s cards at risk.", lost)
        return f"{chance} {costs if lost else harmless}"

    def _finish(self, state: GameState) -> tuple[Option, ...]:
        """Return a button that stops and ends the turn, if the cards pay for no unit."""
        player = state.on_turn
        if not state.drew:
            return ()
        plan = best_plan(state, replace(player, hand=bundle(player.cards), taken=()))
        if plan.shots:
            return ()
        text = self._table.ui.translate("Stop and end the turn")
        return (Option("finish", text, icon="next"),)

    def _worth(self, state: GameState) -> tuple[IconLine, ...]:
        """Return the expected points of drawing another card and of stopping."""
        if not self.shows_odds or not state.drew:
            return ()
        if self._weighed is None or self._weighed[0] is not state:
            self._weighed = state, worth_of_drawing(state)
        worth = self._weighed[1]
        translate = self._table.ui.translate
        ways = (
            (translate("Stop: %(points)s", points=worth.stop), worth.stop),
            (
                translate("Draw again: %(points)s on average", points=round(worth.again, 1)),
                worth.again,
            ),
        )
        best = max(points for _, points in ways)
        icons = (
            icon
            for words, points in ways
            for icon in (*((Icon("check"),) if points == best else ()), Icon("chip", words))
        )
        return (IconLine(tuple(icons)),)

    def _shoot(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state = view.state
        options = tuple(self._shot(view, shot) for shot in view.shots)
        if len(view.plan.shots) > 1 and not self._by_hand:
            options = (self._together(view), *options)
        name = state.on_turn.name
        status = translate("Which unit does %(name)s destroy?", name=name)
        if not options:
            status = translate("%(name)s can pay for no unit: end the turn", name=name)
        elif self._by_hand:
            status = translate("Which unit does %(name)s pay for differently?", name=name)
        otherwise = Option(
            "otherwise", translate("Pay with other cards"), icon="cards", chosen=self._by_hand
        )
        return self._table.page(
            view,
            status,
            rows=(Row("", options, cards=True),) if options else (),
            primary=translate("End turn"),
            lines=(
                *self._hand(state),
                *self._table.advance_line(view),
                *(() if options else self._captured(view)),
            ),
            lanes=self._table.board(
                state, targets={(shot.target.lane, shot.target.row) for shot in view.shots}
            ),
            beside=(
                *((otherwise,) if options else ()),
                *self._swap.button(view),
                *self._table.more(),
            ),
        )

    def _hand(self, state: GameState) -> tuple[IconLine, ...]:
        """Return the possible payment: cards and captured infiltrators."""
        translate, player = self._table.ui.translate, state.on_turn
        used = tuple(tile for tile in player.tiles if tile.kind is UnitKind.INFILTRATOR)
        icons = (*card_icons(player.hand), *unit_icons(used))
        if not icons:
            return (IconLine((Icon("cards"),), translate("No cards are left.")),)
        return (IconLine(icons, translate("An infiltrator counts for 2.") if used else ""),)

    def _captured(self, view: TableView) -> tuple[IconLine, ...]:
        """Return all players' captured units, shown if nothing can be destroyed."""
        translate = self._table.ui.translate
        points = {score.name: score.points for score in view.scores}
        return tuple(
            IconLine(
                (
                    self._table.group.badge(player.seat),
                    *unit_icons(player.tiles),
                ),
                translate.plural("%(count)s point", "%(count)s points", points[player.name]),
            )
            for player in view.state.players
        )

    def _shot(self, view: TableView, shot: Shot) -> Option:
        """Return a unit that can be paid for, with the proposed payment."""
        translate = self._table.ui.translate
        target = shot.target
        paid = (*card_icons(shot.cards), *unit_icons(shot.infiltrators))
        points = points_of(target.unit.kind, view.state.options)
        place = translate("Lane %(lane)s", lane=target.lane)
        if sum(each.target.lane == target.lane for each in view.shots) > 1:
            place = translate("Lane %(lane)s, field %(row)s", lane=target.lane, row=target.row)
        return Option(
            f"shoot:{target.lane}:{target.row}",
            place,
            icons=(Icon(unit_face(target.unit), "="), *paid),
            note=translate.plural("%(count)s point", "%(count)s points", points),
        )

    def _together(self, view: TableView) -> Option:
        """Return the option to shoot all units of the proposed plan with one tap."""
        translate = self._table.ui.translate
        units = tuple(shot.target.unit for shot in view.plan.shots)
        return Option(
            "together",
            translate("All of these"),
            icons=unit_icons(units),
            note=translate.plural("%(count)s point", "%(count)s points", view.plan.points),
        )

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap on a button."""
        verb, _, value = key.partition(":")
        seat, post = view.state.on_turn.seat, self._table.ui.port.post
        match verb:
            case "draw":
                post(DrawCard(seat, Card(value)))
            case "field":
                self._tap_shots(view, "shoot", value)
            case "shoot" | "together" | "otherwise" | "tile" | "pay" | "unpaid":
                self._tap_shots(view, verb, value)
            case "weigh" | "finish":
                self._draw_on(seat, verb)
            case "swap" | "with" | "give" | "get":
                self._swap.tap(view, verb, value)
            case _:
                pass

    def _draw_on(self, seat: int, verb: str) -> None:
        if verb == "weigh":
            self.shows_odds = not self.shows_odds
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
            case "tile" | "pay":
                self._payment.tap(verb, value)
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

    def primary(self, view: TableView) -> None:
        """Stop drawing, end the turn, pay, or leave the swap."""
        if self._swap.open:
            self._swap.close()
            return
        if self._payment.target is not None:
            self._payment.pay(view.state.on_turn)
            return
        seat, post = view.state.on_turn.seat, self._table.ui.port.post
        post(StopDrawing(seat) if view.state.step is Step.DRAW else EndTurn(seat))

    def forget(self) -> None:
        """Discard an incomplete selection after a step of the game."""
        self._swap.close()
        self._by_hand = False
        self._payment.close()


def _percent(chance: Fraction) -> str:
    return f"{round(100 * chance)} %"
