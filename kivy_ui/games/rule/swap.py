"""Swapping cards of Rule the Galaxy one for one (section 3.3): partner, card given, card gained."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.question import Answer
from companion.games.rule.cards import Card
from companion.games.rule.turn import Trade
from companion.games.rule.view import TableView
from kivy_ui.common.board.pages import Option, Page, Row
from kivy_ui.common.board.question_page import Asking
from kivy_ui.games.rule.icons import card_icons, piece_icon
from kivy_ui.games.rule.table_text import RuleTable

_CARDS = 2
"""Questions after the one for the partner: the card given and the card gained."""


def swap_button(asking: Asking, able: Mapping[str, Answer], seat: int) -> tuple[Option, ...]:
    """Return the button that opens the page, if a swap is possible."""
    return (asking.option(able["swap"], seat, icon="swap", icons=()),) if "swap" in able else ()


def swap_page(table: RuleTable, asking: Asking, view: TableView) -> Page:
    """Return the open question of a swap."""
    translate, state, path = table.ui.translate, view.state, asking.path
    seat, player = asking.seat, state.on_turn
    answers = asking.able(state, seat, *path)
    partners = any(each.pieces[0].owner for each in asking.able(state, seat, "swap").values())
    steps = _CARDS + partners
    mine = player.cards if state.options.swap_taken else player.hand
    options = []
    for answer in answers.values():
        piece = answer.pieces[0]
        if piece.owner:
            hand = card_icons(state.player(piece.owner).hand)
            icons = (table.group.badge(piece.owner), *hand)
        else:
            then = answer.then
            held = state.player(then.other).hand if isinstance(then, Trade) else mine
            icons = (piece_icon(piece, str(held.count(Card(answer.key)))),)
        options.append(asking.option(answer, seat, *path, icons=icons))
    return table.page(
        view,
        asking.asked(state, seat, *path),
        rows=(Row("", tuple(options), cards=True, stacked=len(path) > steps - _CARDS),),
        primary=translate("Do not swap"),
        progress=translate("%(step)s of %(steps)s", step=len(path), steps=steps),
    )
