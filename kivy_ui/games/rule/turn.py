"""A player's turn in Rule the Galaxy: drawing, destroying units, swapping cards."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from companion.games.answers import proposed
from companion.games.question import Answer
from companion.games.rule.cards import Card
from companion.games.rule.odds import Worth, next_kinds, worth_of_drawing
from companion.games.rule.state import GameState, Step
from companion.games.rule.units import UnitKind
from companion.games.rule.view import TableView
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Option, Page, Row
from kivy_ui.common.board.question_page import Asking, answer_key
from kivy_ui.games.rule.icons import card_face, card_icons, piece_icon, unit_icons
from kivy_ui.games.rule.payment import payment_page
from kivy_ui.games.rule.swap import swap_button, swap_page
from kivy_ui.games.rule.table_text import RuleTable


class TurnPages:
    """Pages of the active player.

    Attributes:
        shows_odds: whether the probabilities of the next card are shown.
    """

    def __init__(self, table: RuleTable, asking: Asking) -> None:
        self._table = table
        self._asking = asking
        self._by_hand = False
        self._weighed: tuple[GameState, Worth] | None = None
        self.shows_odds = True

    def page(self, view: TableView) -> Page:
        """Return the page of the current step, or of the question that is open."""
        match self._asking.path:
            case ("swap", *_):
                return swap_page(self._table, self._asking, view)
            case ("shoot", str(field)):
                return payment_page(self._table, self._asking, view, field)
            case _:
                return self._draw(view) if view.state.step is Step.DRAW else self._shoot(view)

    def _draw(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state = view.state
        chances = dict(next_kinds(state)) if self.shows_odds else {}
        seat = state.on_turn.seat
        cards = tuple(
            self._asking.option(
                answer,
                seat,
                "draw",
                icons=(Icon(card_face(card), _percent(chances[card]) if chances else ""),),
            )
            for key, answer in self._asking.answers(state, seat, "draw").items()
            for card in (Card(key),)
        )
        able = self._asking.able(state, seat)
        rows = [Row("", cards, cards=True, stacked=True)]
        if (finish := able.get("finish")) is not None and not finish.minor:
            rows.append(Row("", (self._asking.option(finish, seat, icon="next"),)))
        odds = Option("weigh", translate("Odds"), icon="chart", chosen=self.shows_odds)
        return self._table.page(
            view,
            self._asking.asked(state, seat),
            rows=tuple(rows),
            primary=translate("Stop drawing"),
            primary_enabled="stop" in able,
            lines=(*self._worth(state), *self._table.advance_line(view)),
            progress=self._risk(view),
            lanes=self._table.board(state),
            beside=(odds, *swap_button(self._asking, able, seat), *self._table.more()),
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
        seat, name = state.on_turn.seat, state.on_turn.name
        able, units = self._asking.able(state, seat), self._asking.able(state, seat, "shoot")
        options = tuple(self._shot(state, units, answer) for answer in units.values())
        if "plan" in able and not self._by_hand:
            options = (self._together(seat, able["plan"]), *options)
        status = self._asking.asked(state, seat)
        if options and self._by_hand:
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
            lanes=self._table.board(state, targets={_field(key) for key in units}),
            beside=(
                *((otherwise,) if options else ()),
                *swap_button(self._asking, able, seat),
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

    def _shot(self, state: GameState, units: dict[str, Answer], answer: Answer) -> Option:
        """Return a unit that can be paid for, with the proposed payment."""
        translate, seat = self._table.ui.translate, state.on_turn.seat
        path = self._payment(answer)
        shot = self._asking.at(state, seat, "shoot", answer.key, *(proposed(answer.then) or ()))
        paid = (*card_icons(shot.cards), *unit_icons(shot.infiltrators))
        lane, row = _field(answer.key)
        place = translate("Lane %(lane)s", lane=lane)
        if sum(_field(key)[0] == lane for key in units) > 1:
            place = translate("Lane %(lane)s, field %(row)s", lane=lane, row=row)
        return Option(
            answer_key(seat, *path),
            place,
            icons=(piece_icon(answer.pieces[0], "="), *paid),
            note=self._points(answer),
        )

    def _payment(self, answer: Answer) -> tuple[Any, ...]:
        """Return the path of a shot: with the proposed payment, or to the question for it."""
        rest = () if self._by_hand else proposed(answer.then) or ()
        return ("shoot", answer.key, *rest)

    def _points(self, answer: Answer) -> str:
        points = sum(gain.amount for gain in answer.gains)
        translate = self._table.ui.translate
        return translate.plural("%(count)s point", "%(count)s points", points)

    def _together(self, seat: int, answer: Answer) -> Option:
        """Return the option to shoot all units of the proposed plan with one tap."""
        icons = tuple(map(piece_icon, answer.pieces))
        return self._asking.option(answer, seat, icons=icons, note=self._points(answer))

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap on a button that is no answer, or on a unit on the board."""
        verb, _, value = key.partition(":")
        match verb:
            case "field":
                lane, row = value.split(":")
                seat = view.state.on_turn.seat
                units = self._asking.able(view.state, seat, "shoot")
                if (unit := units.get(f"{lane}-{row}")) is not None:
                    self._asking.send(view.state, seat, *self._payment(unit))
            case "weigh":
                self.shows_odds = not self.shows_odds
            case "otherwise":
                self._by_hand = not self._by_hand
            case _:
                self._asking.close()

    def primary(self, view: TableView) -> None:
        """Stop drawing, end the turn, pay, or leave the swap."""
        match self._asking.path:
            case ("swap", *_):
                self._asking.close()
            case ("shoot", _):
                self._asking.send_marked(view.state)
            case _:
                last = "stop" if view.state.step is Step.DRAW else "end"
                self._asking.send(view.state, view.state.on_turn.seat, last)

    def forget(self) -> None:
        """Discard an incomplete selection after a step of the game."""
        self._by_hand = False


def _field(key: str) -> tuple[int, int]:
    lane, row = key.split("-")
    return int(lane), int(row)


def _percent(chance: Fraction) -> str:
    return f"{round(100 * chance)} %"
