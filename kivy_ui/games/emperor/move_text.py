"""Texts of Galactic Emperor's instructions for moving pieces."""

from types import MappingProxyType
from typing import Final

from companion.games.emperor.advance import RoundEnded
from companion.games.emperor.layout import INFLUENCE, Where
from companion.games.emperor.roles.explorer import TileScanned
from companion.games.emperor.roles.regent import InfluenceResolved
from companion.games.emperor.state import Role
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Ship, Token
from companion.games.instructions import Instruction, PieceKind, Place
from companion.i18n import N_, Translator
from kivy_ui.common.event_text import EventContext
from kivy_ui.common.move_texts import BoardMove, MoveTexts
from kivy_ui.games.emperor.event_text import resolved_lines
from kivy_ui.games.emperor.looks import MARKS, THRONE, VP
from kivy_ui.games.emperor.words import word
from kivy_ui.pages.page import Picture

_CUBES: Final = MappingProxyType({"metal": N_("metal"), "energy": N_("energy"), "food": N_("food")})
_TILES: Final = MappingProxyType(
    {"": N_("tile"), "omega": N_("The Omega Sun"), "black_hole": N_("The Black Hole")}
)
_ROLES: Final = frozenset(role.value for role in Role)
_QUIET: Final = frozenset(
    {(Where.INFLUENCE, Where.PLACED), (Where.REVEALED, "supply"), (Where.REVEALED, Where.HEX)}
)
"""Moves already made by the player who entered them, so no instruction is shown."""


def _piece(translate: Translator, move: Instruction) -> str:  # one case per kind
    piece = move.piece
    match piece.kind:
        case PieceKind.CREDIT:
            return translate("marks")
        case PieceKind.CHIP:
            return translate("VP")
        case PieceKind.CUBE:
            return translate(_CUBES[piece.key])
        case PieceKind.SHIP:
            return word(translate, Ship(piece.key))
        case PieceKind.COUNTER:
            return translate("Empire token")
        case PieceKind.TILE:
            return translate(_TILES[piece.key])
        case _ if piece.key == "throne":
            return translate("Throne")
        case _ if piece.key in _ROLES:
            return word(translate, Role(piece.key))
        case _:
            return word(translate, Technology(piece.key))


def _place(  # noqa: C901  # one case per place
    t: EventContext, place: Place, move: Instruction
) -> str:
    translate, who = t.translate, t.name(place.seat)
    match place.name:
        case Where.EMPIRE:
            return translate("%(name)s: Empire on sector %(sector)s", name=who, sector=place.detail)
        case Where.STARBASE:
            return translate(
                "%(name)s: Starbase on sector %(sector)s", name=who, sector=place.detail
            )
        case Where.FOOD:
            return translate("Sector %(sector)s", sector=place.detail)
        case Where.PLACED if place.detail == "throne":
            return translate("Throne")
        case Where.PLACED:
            return translate("Influence: %(where)s", where=place.detail)
        case Where.RESERVE | Where.TOKENS:
            return translate("reserve of %(name)s", name=who)
        case Where.HEX:
            return translate("Hex %(hex)s", hex=place.detail)
        case Where.BOARD if place.detail:
            return translate("%(name)s: hex %(hex)s", name=who, hex=place.detail)
        case Where.BOARD:
            return translate("the board (%(name)s)", name=who)
        case Where.ON_SIDE:
            return translate("%(name)s: on its side", name=who)
        case Where.INFLUENCE:
            return translate("influence of %(name)s", name=who)
        case Where.HIDDEN:
            return translate("tile stack")
        case Where.REVEALED:
            return translate("the face-up tiles")
        case Where.OFFERED:
            return translate("beside the board")
        case Where.MARKS | Where.STORAGE | Where.CARDS | Where.VP:
            return who
        case _ if move.piece.kind is PieceKind.TILE:
            return translate("box")
        case _:
            return translate("pool")


def _picture(move: Instruction) -> Picture | None:
    piece = move.piece
    pictures = {
        PieceKind.CREDIT: MARKS,
        PieceKind.CHIP: VP,
        PieceKind.CUBE: f"cube/{piece.key}",
        PieceKind.SHIP: f"ship/{piece.key}",
        PieceKind.COUNTER: "token/empire",
        PieceKind.TILE: {"omega": "sun", "black_hole": "black_hole"}.get(piece.key, "tile/back"),
    }
    found = f"role/{piece.key}" if piece.key in _ROLES else pictures.get(piece.kind, "")
    if piece.key == "throne":
        found = THRONE
    return Picture(found) if found else None


def _quiet(move: Instruction) -> bool:
    """Return whether a move is omitted: a role just taken, influence just placed or resolved."""
    dealt = (move.source.name, move.target.name) == (Where.TOKENS, Where.INFLUENCE)
    if move.piece.kind is PieceKind.COUNTER and move.reason == INFLUENCE and not dealt:
        return True
    return move.piece.key in _ROLES or (move.source.name, move.target.name) in _QUIET


def _resolved(t: EventContext, event: InfluenceResolved) -> tuple[BoardMove, ...]:
    """Return the new owners of sectors and Throne, and whose ships have to leave.

    If a Starbase has to be chosen, the page asks for it next.
    """
    translate = t.translate
    *words, throne = resolved_lines(t, event)
    held = (
        BoardMove(
            () if each.owner is None else (_token(each.token, t.colour(each.owner)),),
            target=translate("Sector %(number)s", number=each.number),
            spot=t.badge(each.owner),
            note=note,
        )
        for each, note in zip(event.sectors, words, strict=True)
    )
    crowned = BoardMove((Picture(THRONE),), spot=t.badge(event.throne), note=throne)
    leave = (
        BoardMove(
            note=translate(
                "Ships of %(who)s on sector %(sector)s go to the nearest Starbase of their own.",
                who=t.name(each.seat),
                sector=each.sector,
            )
        )
        for each in event.driven_off
    )
    return (*held, crowned, *leave)


def _token(token: Token, colour: str) -> Picture:
    return Picture(f"token/{token.value}", colour=colour)


def _scanned(t: EventContext, _event: TileScanned) -> str:
    return t.translate("The tile that was not kept goes on top of the stack, face down.")


def _roles_return(t: EventContext, _event: RoundEnded) -> str:
    return t.translate("The role cards go back beside the board.")


MOVE_TEXTS: Final = MoveTexts(
    _piece,
    _place,
    _quiet,
    MappingProxyType(
        {
            RoundEnded: _roles_return,
            TileScanned: _scanned,
        }
    ),
    drawn=MappingProxyType({InfluenceResolved: _resolved}),
    picture=_picture,
)
