"""Words and pictures of the pieces in Roll for the Galaxy's questions."""

from dataclasses import replace
from typing import Final

from companion.games.question import Piece, Question
from companion.games.roll.ask.mat import PLACES
from companion.games.roll.model.dice import DieType, Face, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import DieLocation
from companion.games.roll.view.table_view import SeatView, TableView
from companion.i18n import Translator
from companion.tableau.from_picture import faction_number
from kivy_ui.asking.telling import PieceLooks, Telling
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.book import PICTURES
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.games.roll.tiles.localised_tiles import LocalisedTiles
from kivy_ui.games.roll.tiles.tile_cards import side_picture
from kivy_ui.pages.page import Picture, Seat


def telling(ui: RollContext) -> Telling:
    """Return how texts and pieces of questions are said in the chosen language."""
    seats = {seat.seat: seat for seat in ui.seats}
    return Telling(
        ui.translate, LOOKS, lambda seat: seats[seat].colour, lambda seat: seats[seat].name
    )


def shown_seat(seat: SeatView) -> Seat:
    return Seat(seat.seat, seat.name, seat.colour)


def asked_of(view: TableView | None, number: int) -> Question | None:
    """Return what a seat may do now; seat 0 is the table."""
    if view is None:
        return None
    if not number:
        return view.seldom
    found = (each.tracking for each in view.seats if each.seat == number)
    return next((tracking.question for tracking in found if tracking is not None), None)


def loaded(pictures: tuple[Picture, ...]) -> tuple[Picture, ...]:
    """Return a good and its world as one picture, the die on the world; others as they are."""
    if [each.piece.partition("/")[0] for each in pictures] != ["die", "world"]:
        return pictures
    die, world = pictures
    return (replace(world, number="", over=(die,)),)


def stacked_name(words: Words, kind: Category, index: int) -> str:
    """Return the name of a tile in a stack by its position from the top."""
    translate = words.translate
    if kind is Category.DEVELOPMENT:
        top, name = translate("Top development"), translate("Development")
    else:
        top, name = translate("Top world"), translate("World")
    return f"{name} {index + 1}" if index else top


def _word(translate: Translator, piece: Piece) -> str:
    words, tiles = Words(translate), LocalisedTiles(translate.language)
    kind, _, key = piece.key.partition("/")
    match kind:
        case "die" if "/" in key:
            return ""  # the face says it
        case "die":
            die, place = words.of(DieType(key)), _place(words, tiles, piece)
            return f"{die} ({place})" if place else die
        case "side":
            return tiles.name(key)
        case "tile" if key:
            return _tile(words, tiles, piece, *key.split("/"))
        case "phase":
            return words.of(Phase(key))
        case "face":
            return words.of(Face(key))
        case "mat":
            return words.place(PLACES[key])
        case _:
            return key


def _name(translate: Translator, piece: Piece) -> str:
    kind, _, key = piece.key.partition("/")
    if kind != "die" or "/" not in key:
        return _word(translate, piece)
    return ", ".join(map(Words(translate).of, key.split("/")))


def _tile(words: Words, tiles: LocalisedTiles, piece: Piece, stack: str, number: str) -> str:
    if stack == "drawn":
        return words.translate("drawn tile")
    category = Category(stack)
    side = tiles.of_tile(int(number), category)
    if side is not None:
        return tiles.name(side.key)
    index = piece.where.partition("/")[2]
    return stacked_name(words, category, int(index) if index.isdigit() else 0)


def _place(words: Words, tiles: LocalisedTiles, piece: Piece) -> str:
    kind, _, key = piece.where.partition("/")
    if kind == DieLocation.COLUMN.value:
        return words.of(Phase(key))
    if kind == DieLocation.MAT.value:
        return words.of(Face(key))
    if key:
        return tiles.name(key)
    return words.of(kind) if kind else ""


def _picture(piece: Piece) -> Picture:
    kind, _, key = piece.key.partition("/")
    match kind:
        case "side":
            faction = faction_number(key)
            if faction is not None:
                return Picture("symbol/flag", number=str(faction))
            return side_picture(LocalisedTiles("en").side(key))
        case "tile" if key.partition("/")[0] in {each.value for each in Category}:
            stack, number = key.split("/")
            side = LocalisedTiles("en").of_tile(int(number), Category(stack))
            return side_picture(side) if side is not None else Picture(PICTURES[stack])
        case "stack":
            return Picture(PICTURES[key])
        case "phase" | "face":
            wild = key == Face.WILD.value
            return Picture("die/home/wild" if wild else f"phase/{key}/active")
        case "die":
            return Picture(piece.key)
        case "mat":
            place = PLACES[key]
            state = "active" if place.selecting else "off"
            return Picture(f"phase/{place.phase.value}/{state}" if place.phase else "cup")
        case _:
            return Picture(PICTURES.get(piece.name, "tile"))


LOOKS: Final = PieceLooks(_word, _picture, name=_name)
