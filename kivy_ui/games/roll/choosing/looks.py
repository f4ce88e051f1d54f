"""Words and icons of the pieces in Roll for the Galaxy's questions."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.question import Gain, Piece, Question
from companion.games.roll.ask.at import LENT
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import DieLocation
from companion.games.roll.view.table_view import TableView
from companion.i18n import N_, Translator
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.question_page import PieceLooks, Questions
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.choosing.model import STACK_ICONS, stacked_name
from kivy_ui.games.roll.texts.dice_text import gains_text
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.games.roll.tiles.localised_tiles import LocalisedTiles

_ICONS: Final = MappingProxyType(
    {"credits": "credits", "vp": "chip", "tile": "tile"}
    | {f"stack/{kind.value}": icon for kind, icon in STACK_ICONS.items()}
    | {f"tile/{kind.value}": icon for kind, icon in STACK_ICONS.items()}
    | {kind.value: icon for kind, icon in STACK_ICONS.items()}
)
_PLACES: Final = MappingProxyType(
    {
        DieLocation.CUP.value: N_("cup"),
        DieLocation.CITIZENRY.value: N_("Citizenry"),
        DieLocation.DEVELOPERS.value: N_("Development stack"),
        DieLocation.SETTLERS.value: N_("World stack"),
        LENT: N_("borrowed"),
    }
)
"""Names of the places of dice, except columns and goods."""


def questions(ui: UiContext) -> Questions:
    """Return the questions to the seats of a view."""
    return Questions(ui, asked_of, PieceLooks(_word, _icon))


def asked_of(view: TableView | None, number: int) -> Question | None:
    """Return what a seat may do now."""
    seats = view.seats if view is not None else ()
    found = (each.tracking for each in seats if each.seat == number)
    return next((tracking.question for tracking in found if tracking is not None), None)


def gained(words: Words, gains: tuple[Gain, ...]) -> str:
    """Return what an answer brings, such as "+2 $"; what is lost at $10 (R-5.3) is said."""
    amounts = {gain.key: gain.amount for gain in gains}
    text = gains_text(words, money=amounts.get("credits", 0), vp=amounts.get("vp", 0))
    if not any(gain.lost for gain in gains):
        return text
    return f"{text or '+0 $'} {words.translate('(max 10)')}"


def is_die(piece: Piece) -> bool:
    """Whether a piece is a die."""
    return piece.key.startswith("die/")


def is_lent(piece: Piece) -> bool:
    """Whether a tile lends this worker: there is no die on the table."""
    return piece.where == LENT


def _word(translate: Translator, piece: Piece) -> str:
    words, tiles = Words(translate), LocalisedTiles(translate.language)
    kind, _, key = piece.key.partition("/")
    match kind:
        case "die":
            die = words.die(DieType(key.partition("/")[0]))
            place = _place(words, tiles, piece)
            return f"{die} ({place})" if place else die
        case "side":
            return tiles.name(key)
        case "tile":
            return _tile(words, tiles, piece, *key.split("/"))
        case _:
            return key


def _tile(words: Words, tiles: LocalisedTiles, piece: Piece, stack: str, number: str) -> str:
    if stack == "drawn":
        return words.translate("drawn tile")
    category = Category(stack)
    side = tiles.of_tile(int(number), category)
    if side is not None:
        return tiles.name(side.key)
    return stacked_name(words, category, int(piece.where.partition("/")[2]))


def _place(words: Words, tiles: LocalisedTiles, piece: Piece) -> str:
    kind, _, key = piece.where.partition("/")
    if kind == DieLocation.COLUMN.value:
        return words.phase(Phase(key))
    if key:
        return tiles.name(key)
    return words.translate(_PLACES[kind]) if kind else ""


def _icon(piece: Piece) -> Icon:
    kind, _, key = piece.key.partition("/")
    if kind == "die":
        return Icon(piece.key)
    name = f"{kind}/{key.partition('/')[0]}" if key else kind
    return Icon(_ICONS.get(name, ""))
