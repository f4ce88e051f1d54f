"""Layout of marks, cubes, ships, tokens, tiles and cards, and the moves after each event."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from companion.games.emperor.corrections import Correction
from companion.games.emperor.galaxy.fields import Ground
from companion.games.emperor.holdings import VpScored
from companion.games.emperor.roles.influence import InfluenceDealt
from companion.games.emperor.roles.regent import BuyInfluence, InfluenceResolved, PlaceInfluence
from companion.games.emperor.set_up import StartGame
from companion.games.emperor.state import (
    THRONE,
    GameState,
    Player,
    Sector,
    roles_left,
    tokens_left,
)
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import RESERVE, Ship, Token
from companion.games.instructions import (
    SUPPLY,
    Instruction,
    Instructions,
    Layout,
    Piece,
    PieceKind,
    Place,
    after_each,
    differences,
    unless,
)


class Where(StrEnum):
    """Names of places; the detail of a sector is its number."""

    MARKS = "marks"
    STORAGE = "storage"
    RESERVE = "reserve"
    BOARD = "board"
    ON_SIDE = "on_side"
    TOKENS = "tokens"
    EMPIRE = "empire"
    STARBASE = "starbase"
    FOOD = "food"
    INFLUENCE = "influence"
    PLACED = "placed"
    HIDDEN = "hidden"
    REVEALED = "revealed"
    HEX = "hex"
    CARDS = "cards"
    OFFERED = "offered"
    VP = "vp"


_DESCRIBES: Final = (StartGame, Correction)
"""Set-up and corrections describe the table and require no moves."""
INFLUENCE: Final = "influence"
"""Reason of the moves of influence."""
_INFLUENCES: Final = (InfluenceDealt, BuyInfluence, PlaceInfluence, InfluenceResolved)


def instructions(state: GameState, events: Iterable[object]) -> Instructions:
    """Return the moves after *events*, which follow *state*.

    VP that are taken are included, totals are not: VP are hidden (section 1).
    """
    return after_each(state, events, layout, _reason_of, _moves)


def _moves(
    _state: GameState, event: object, before: Layout, after: Layout, reason: str
) -> Instructions:
    if isinstance(event, VpScored):
        target = Place(Where.VP, event.seat)
        return (Instruction(Piece(PieceKind.CHIP), event.vp, SUPPLY, target, reason),)
    return differences(before, after, reason)


def _reason_of(event: object) -> str | None:
    return INFLUENCE if isinstance(event, _INFLUENCES) else unless(_DESCRIBES)(event)


def layout(state: GameState) -> Layout:
    """Return the positions of all pieces but VP; ships by hex on a map; empty before the game."""
    found: Counter[tuple[Piece, Place]] = Counter()
    if not state.players:
        return Layout(found)
    for player in state.players:
        _lay_player(found, state, player)
    for sector in state.sectors:
        _lay_sector(found, state, sector)
    if state.regent is not None:
        for each in state.regent.placed:
            detail = "throne" if each.sector == THRONE else str(each.sector)
            found[_TOKEN, Place(Where.PLACED, each.seat, detail)] += each.tokens
    tile = Piece(PieceKind.TILE)
    for field in state.fields:
        named = field.ground.value if field.ground in _NAMED else ""
        found[Piece(PieceKind.TILE, named), Place(Where.HEX, detail=str(field.hex))] += 1
    found[tile, Place(Where.HIDDEN)] += state.hidden
    found[tile, Place(Where.REVEALED)] += state.revealed
    _lay_cards(found, state)
    return Layout(+found)


_NAMED: Final = frozenset({Ground.OMEGA, Ground.BLACK_HOLE})
_TOKEN: Final = Piece(PieceKind.COUNTER)


def _lay_player(found: Counter[tuple[Piece, Place]], state: GameState, player: Player) -> None:
    seat = player.seat
    found[Piece(PieceKind.CREDIT), Place(Where.MARKS, seat)] += player.marks
    found[Piece(PieceKind.CUBE, "metal"), Place(Where.STORAGE, seat)] += player.metal
    found[Piece(PieceKind.CUBE, "energy"), Place(Where.STORAGE, seat)] += player.energy
    lost, on_side = _in_battle(state, seat)
    for ship in Ship:
        piece = Piece(PieceKind.SHIP, ship.value)
        there = player.ships(ship) - lost[ship]
        down = on_side if ship is Ship.DREADNOUGHT else 0
        for fleet in state.fleets:
            if (fleet.seat, fleet.ship) == (seat, ship):
                found[piece, Place(Where.BOARD, seat, str(fleet.hex))] += fleet.count
        battle = state.battle
        where = str(battle.hex) if battle is not None and battle.hex is not None else ""
        on_map = lost[ship] if state.fleets else -there
        found[piece, Place(Where.BOARD, seat, where)] -= on_map + down
        found[piece, Place(Where.ON_SIDE, seat, where)] += down
        found[piece, Place(Where.RESERVE, seat)] += RESERVE[ship] - there
    found[_TOKEN, Place(Where.TOKENS, seat)] += _reserve(state, seat)
    if state.regent is not None:
        found[_TOKEN, Place(Where.INFLUENCE, seat)] += state.regent.tokens(seat)
    for technology in player.technologies:
        found[Piece(PieceKind.CARD, technology.value), Place(Where.CARDS, seat)] += 1


def _reserve(state: GameState, seat: int) -> int:
    """Tokens in reserve, including one destroyed in the running battle."""
    battle = state.battle
    destroyed = (
        battle is not None
        and battle.defender == seat
        and battle.began[1].token is not Token.NONE
        and battle.forces[1].token is Token.NONE
    )
    return tokens_left(state, seat) + destroyed


def _in_battle(state: GameState, seat: int) -> tuple[Counter[Ship], int]:
    """Ships lost in the running battle, and Dreadnoughts that are damaged (on their side)."""
    battle = state.battle
    if battle is None or seat not in battle.seats:
        return Counter(), 0
    side = battle.seats.index(seat)
    began, left = battle.began[side], battle.forces[side]
    return Counter({ship: began.count(ship) - left.count(ship) for ship in Ship}), left.damaged


def _lay_sector(found: Counter[tuple[Piece, Place]], state: GameState, sector: Sector) -> None:
    token, battle = sector.token, state.battle
    if battle is not None and battle.sector == sector.number and token is not Token.NONE:
        token = battle.forces[1].token
    number = str(sector.number)
    if token is not Token.NONE and sector.owner is not None and not sector.home:
        name = Where.EMPIRE if token is Token.EMPIRE else Where.STARBASE
        found[_TOKEN, Place(name, sector.owner, number)] += 1
    food = Piece(PieceKind.CUBE, "food")
    found[food, Place(Where.FOOD, sector.owner, number)] += sector.cubes


def _lay_cards(found: Counter[tuple[Piece, Place]], state: GameState) -> None:
    held = {technology for player in state.players for technology in player.technologies}
    for technology in Technology:
        if technology not in held | state.removed:
            found[Piece(PieceKind.CARD, technology.value), Place(Where.OFFERED)] += 1
    for role in roles_left(state):
        found[Piece(PieceKind.CARD, role.value), Place(Where.OFFERED)] += 1
    for role, seat in state.selected:
        found[Piece(PieceKind.CARD, role.value), Place(Where.CARDS, seat)] += 1
    found[Piece(PieceKind.CARD, "throne"), Place(Where.CARDS, state.throne)] += 1
