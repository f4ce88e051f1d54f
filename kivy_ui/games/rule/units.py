"""Choice of a Rule the Galaxy unit: in a table with one tap, or by kind and colour."""

from __future__ import annotations

from companion.games.rule.cards import HEROES
from companion.games.rule.pieces import unit_key
from companion.games.rule.state import GameState
from companion.games.rule.units import ONE_COLOUR, TILES, Unit, UnitKind
from companion.i18n import Translator
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.board.pages import Option, Row
from kivy_ui.common.board.question_page import Asking, Path
from kivy_ui.games.rule.icons import kind_face
from kivy_ui.games.rule.words import card_word, kind_word

KIND = "kind:"
"""Prefix of the key of a kind whose colour is asked next."""


def unit_table(
    translate: Translator, asking: Asking, state: GameState, path: Path, *, flametroopers: bool
) -> PageTable:
    """Return the units of the table's question at *path*; impossible ones are disabled.

    Args:
        flametroopers: False with one or two players, when they stay in the box.
    """
    answers = asking.answers(state, 0, *path)

    def cell(unit: Unit) -> Cell:
        return Cell(asking.option(answers[unit_key(unit)], 0, *path, text=""))

    shown = [kind for kind in TILES if kind in ONE_COLOUR]
    if not flametroopers:
        shown.remove(UnitKind.FLAMETROOPER)
    others = [cell(Unit(kind)) for kind in TILES if kind not in ONE_COLOUR]
    lines = tuple(
        Line(
            kind_word(translate, kind),
            (*(cell(Unit(kind, hero)) for hero in HEROES), *others[place : place + 1]),
        )
        for place, kind in enumerate(shown)
    )
    heads = (*(card_word(translate, hero) for hero in HEROES), translate("All"))
    return PageTable(tuple(map(Head, heads)), lines)


def unit_row(
    translate: Translator,
    asking: Asking,
    state: GameState,
    path: Path,
    kind: UnitKind | None,
    row: Row,
) -> Row:
    """Return a row with the kinds of units, or with the colours of the chosen *kind*.

    Args:
        row: with the label, and with options besides the units.
    """
    answers = asking.answers(state, 0, *path)
    if kind is not None:
        heroes = tuple(
            asking.option(answers[unit_key(Unit(kind, h))], 0, *path, text=card_word(translate, h))
            for h in HEROES
        )
        word = kind_word(translate, kind)
        return Row(translate("Colour of %(unit)s?", unit=word), heroes, cards=True)
    kinds = []
    for each in TILES:
        word, icons = kind_word(translate, each), (Icon(kind_face(each)),)
        if each in ONE_COLOUR:
            kinds.append(Option(f"{KIND}{each.value}", word, icons=icons))
        else:
            answer = answers[unit_key(Unit(each))]
            kinds.append(asking.option(answer, 0, *path, text=word, icons=icons))
    return Row(row.label, (*kinds, *row.options), cards=True, stacked=True, icons=row.icons)
