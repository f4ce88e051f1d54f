"""Choice of a unit's payment that differs from the proposal: cards and infiltrators."""

from __future__ import annotations

from companion.games.rule.pieces import unit_of
from companion.games.rule.units import INFILTRATOR_WORTH
from companion.games.rule.view import TableView
from kivy_ui.common.board.icons import IconLine
from kivy_ui.common.board.pages import Option, Page, Row
from kivy_ui.common.board.question_page import Asking, mark_key
from kivy_ui.games.rule.icons import card_icons, piece_icon, unit_icons
from kivy_ui.games.rule.table_text import RuleTable
from kivy_ui.games.rule.words import piece_word, unit_words


def payment_page(table: RuleTable, asking: Asking, view: TableView, field: str) -> Page:
    """Return the page of one payment: a tap on a card or an infiltrator toggles its use."""
    translate, state = table.ui.translate, view.state
    lane, row = map(int, field.split("-"))
    answer = asking.answers(state, asking.seat, "shoot")[field]
    unit_icon = piece_icon(answer.pieces[0], "=")
    form = asking.opened(state)
    used: dict[bool, list[Option]] = {True: [], False: []}
    for part, amount in enumerate(form.parts):
        (piece,), count = amount.pieces, asking.marked[part]
        captured = piece.key.startswith("unit/")
        text = translate("Counts for 2") if captured else piece_word(translate, piece)
        used[captured] += [
            Option(
                mark_key(part, count + (1 if place >= count else -1)),
                text,
                chosen=place < count,
                icons=(piece_icon(piece, f"= {INFILTRATOR_WORTH}" if captured else ""),),
            )
            for place in range(amount.high)
        ]
    rows = [Row(translate("Tap what pays"), tuple(used[False]), cards=True, stacked=True)]
    if used[True]:
        label = translate("Captured infiltrators; a used one goes to the box")
        rows.append(Row(label, tuple(used[True]), cards=True, stacked=True))
    shot = form.make(*asking.marked)
    unit = unit_of(answer.pieces[0])
    paid = translate(
        "Paid: %(paid)s of %(strength)s",
        paid=len(shot.cards) + INFILTRATOR_WORTH * len(shot.infiltrators),
        strength=unit.strength,
    )
    given = (*card_icons(shot.cards), *unit_icons(shot.infiltrators))
    return table.page(
        view,
        translate("Pay for %(unit)s", unit=unit_words(translate, unit)),
        facts=(paid,),
        lines=(IconLine((unit_icon, *given)),),
        rows=tuple(rows),
        primary=translate("Destroy"),
        primary_enabled=asking.fits(state),
        first_large=True,
        lanes=table.board(state, marked={(lane, row)}),
        beside=(Option("unpaid", translate("Do not shoot"), icon="back"),),
    )
