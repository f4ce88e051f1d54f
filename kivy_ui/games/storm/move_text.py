"""Texts of The Gathering Storm's instructions for moving goal tiles and robot pieces."""

from types import MappingProxyType
from typing import Final

from companion.catalog.storm_loader import load_storm_cards
from companion.games.instructions import Instruction, Piece, PieceKind, Place
from companion.games.storm.goals import Goal
from companion.games.storm.layout import ROBOT_SEAT, Where
from companion.games.storm.robot import RobotFace, Space
from companion.games.storm.solo_round import PlayerTold
from companion.i18n import N_, Translator
from kivy_ui.common.event_text import EventContext
from kivy_ui.common.move_texts import MoveTexts
from kivy_ui.games.storm.words import face_word, goal_word, phase_word, space_word
from kivy_ui.pages.page import Picture

_MARKERS: Final = MappingProxyType(
    {
        "action": N_("your action marker"),
        "six_cost": N_("6-cost counter"),
        "credit": N_("credit marker"),
        "economy": N_("economy marker"),
        "equals": N_("“robot =” counter"),
    }
)


def _piece(translate: Translator, move: Instruction) -> str:
    piece = move.piece
    match piece.kind:
        case PieceKind.TILE:
            return goal_word(translate, Goal(piece.key))
        case PieceKind.CHIP if piece.key:
            return translate("3 VP goal chip")
        case PieceKind.CHIP:
            return translate("VP in chips")
        case PieceKind.DIE:
            return translate("die with %(face)s", face=face_word(translate, RobotFace(piece.key)))
        case PieceKind.CARD:
            card = load_storm_cards().get(piece.key)
            return card.name if card is not None else translate("card")
        case _:
            return translate(_MARKERS[piece.key])


def _place(  # noqa: C901  # one case per place
    t: EventContext, place: Place, move: Instruction
) -> str:
    translate, piece = t.translate, move.piece
    owner = translate("Robot") if place.seat == ROBOT_SEAT else t.name(place.seat)
    match place.name:
        case Where.CENTRE:
            return translate("centre of the table")
        case Where.GOALS | Where.VP_CHIPS:
            return owner
        case Where.CREDIT:
            return translate("Robot's credit %(count)s", count=place.detail)
        case Where.ECONOMY:
            return translate("Robot's economy %(count)s", count=place.detail)
        case Where.SPACE | Where.EQUALS:
            return space_word(translate, Space(place.detail))
        case Where.STACK:
            return translate("the robot's draw stack")
        case Where.TABLEAU if place.seat == ROBOT_SEAT:
            return translate("the robot's tableau")
        case Where.TABLEAU:
            return translate("tableau of %(name)s", name=owner)
        case Where.POOL:
            return translate("VP pool")
        case Where.TRAY:
            return translate("tray")
        case _ if piece.kind is PieceKind.CARD and piece.key:
            return translate("hand or discard pile")
        case _ if piece.kind is PieceKind.CARD:
            return translate("the draw pile, or the discard pile")
        case _ if piece == Piece(PieceKind.CHIP):
            return translate("VP pool")
        case _:
            return translate("supply")


def _quiet(move: Instruction) -> bool:
    """Return whether a move concerns the players' own markers, chips or cards."""
    people = {move.source.seat, move.target.seat} - {None, ROBOT_SEAT}
    names = {move.source.name, move.target.name}
    return move.piece.key == "action" or bool(people and names & {Where.VP_CHIPS, Where.TABLEAU})


def _told(t: EventContext, event: PlayerTold) -> str:
    """Return the instruction for a phase that needs no input."""
    word = phase_word(t.translate, event.task.phase)
    if event.task.bonus:
        return t.translate("Play %(phase)s with your bonus; the robot after you.", phase=word)
    return t.translate("Play %(phase)s without a bonus; the robot after you.", phase=word)


_PICTURES: Final = MappingProxyType(
    {
        "credit": "coin",
        "economy": "symbol/chevrons",
        "six_cost": "storm/counter",
        "equals": "robot/robot",
    }
)


def _picture(move: Instruction) -> Picture | None:
    piece = move.piece
    match piece.kind:
        case PieceKind.TILE:
            return Picture(f"goal/{piece.key}")
        case PieceKind.CHIP:
            return Picture("chip")
        case PieceKind.DIE:
            return Picture(f"robot/{piece.key}")
        case PieceKind.CARD:
            return Picture("storm/back")
        case _:
            return Picture(_PICTURES[piece.key]) if piece.key in _PICTURES else None


def _spot(move: Instruction) -> Picture | None:
    """Return the picture of a mat space, a track or a robot location."""
    place = move.target
    match place.name:
        case Where.SPACE | Where.EQUALS:
            return Picture(f"action/{place.detail}")
        case Where.CREDIT | Where.ECONOMY:
            return Picture(f"track/{place.detail}")
        case Where.STACK:
            return Picture("storm/stack")
        case Where.TABLEAU | Where.VP_CHIPS if place.seat == ROBOT_SEAT:
            return Picture("seat")
        case _:
            return None


GOALS_MOVE_TEXTS: Final = MoveTexts(_piece, _place, _quiet, picture=_picture)
SOLO_MOVE_TEXTS: Final = MoveTexts(
    _piece, _place, _quiet, MappingProxyType({PlayerTold: _told}), _picture, _spot
)
