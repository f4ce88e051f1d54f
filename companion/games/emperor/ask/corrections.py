"""Corrections: counters, technologies, sectors, ships, tiles; the table is always right."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from companion.games import question as q
from companion.games.emperor.ask.words import (
    At,
    card_of,
    hex_piece,
    hex_text,
    sector_piece,
    ship_piece,
)
from companion.games.emperor.corrections import (
    CorrectCounter,
    CorrectFleet,
    CorrectHex,
    CorrectSector,
    CorrectTechnology,
    CorrectThrone,
    CorrectTiles,
)
from companion.games.emperor.galaxy.fields import NEIGHBOURS, Ground, force_of
from companion.games.emperor.invariants import MOST, Counter
from companion.games.emperor.roles.explorer import MOST_PLANETS, MOST_YIELD
from companion.games.emperor.state import (
    CUBES_LIMIT,
    Player,
    Sector,
    tiles_left,
)
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Ship, Token
from companion.games.question import text

_GROUNDS: Final = MappingProxyType(
    {
        "none": (text("No tile"), None),
        "empty": (text("No planet"), Ground.EMPTY),
        "sun": (text("A Sun"), Ground.SUN),
    }
)
_NUMBERS: Final = MappingProxyType(
    {
        "planets": (text("Planets"), (1, MOST_PLANETS)),
        "food": (text("Food"), (0, MOST_YIELD)),
        "metal": (text("Metal"), (0, MOST_YIELD)),
        "energy": (text("Energy"), (0, MOST_YIELD)),
        "cubes": (text("Food there"), (0, CUBES_LIMIT)),
    }
)
_CHANGE: Final = text("What is different on the table?")


def corrections(at: At) -> tuple[q.Answer, ...]:
    """Return the corrections of what is open; refused in a battle or a conflict."""
    blocked = at.judge.refuses(CorrectThrone(at.state.throne))
    asked: dict[str, tuple[q.Text, str, Callable[[At], q.Choose]]] = {
        "counters": (text("Goods and ships"), "marks", partial(_owners, _counters)),
        "cards": (text("Technologies"), "technologies", partial(_owners, _cards)),
        "sectors": (text("Sectors"), "planets", _sectors),
        "tiles": (text("Tiles left"), "tile/back", _tiles),
        "throne": (text("Throne"), "throne", _throne),
    }
    if at.state.fleets:
        asked["fleets"] = text("Move a ship"), "ship/cruiser", _fleets
    if blocked or any(each.refused is None for each in _tiles_on_hexes(at)):
        asked["hexes"] = text("Tiles without planets"), "hexes", _hexes
    return tuple(
        q.Answer(key, words, q.Later(ask, (at,)), (q.Piece(piece),), refused=blocked)
        for key, (words, piece, ask) in asked.items()
    )


def hidden_vp(at: At) -> q.Answer:
    """Ask for the VP of a player, who alone knows them."""
    words = text("See or correct the VP of %(name)s", name=at.name)
    refused = at.judge.refuses(CorrectCounter(at.seat, Counter.VP, at.player.vp))
    show = q.Answer("look", text("Show"), q.Later(_vp, (at.player,)), (q.Piece("eye"),))
    look = q.Choose(text("%(name)s: VP are secret, the others look away", name=at.name), (show,))
    return q.Answer("vp", words, look, (q.Piece("vp"),), refused=refused, minor=True)


def _vp(player: Player) -> q.Amount:
    """Show a player's VP, and ask how many they are."""
    make = partial(CorrectCounter, player.seat, Counter.VP)
    words = text(
        "%(name)s has %(count)s VP. If not, how many in all?", name=player.name, count=player.vp
    )
    vp = (q.Piece("vp"),)
    return q.Amount(words, 0, MOST[Counter.VP], make, vp, default=player.vp, urgent=False)


def _owners(ask: Callable[[At, Player], q.Choose], at: At) -> q.Choose:
    people = tuple(q.of_person(p, q.Later(ask, (at, p))) for p in at.state.players)
    return q.Choose(text("With whom is it different?"), people)


def _counters(_at: At, player: Player) -> q.Choose:
    counters = {each: q.Piece(f"counter/{each.value}", player.seat) for each in Counter}
    del counters[Counter.VP]
    numbers = (
        q.recorded(
            each.value,
            q.shown(piece),
            getattr(player, each.value),
            (0, MOST[each]),
            partial(CorrectCounter, player.seat, each),
            (piece,),
        )
        for each, piece in counters.items()
    )
    return q.Choose(text("%(name)s: what is different?", name=player.name), tuple(numbers))


def _cards(at: At, player: Player) -> q.Choose:
    cards = (
        at.judge.piece(
            card_of(each),
            CorrectTechnology(player.seat, each, each not in player.technologies),
        )
        for each in Technology
    )
    asked = text("%(name)s: tap a technology that is bought or gone", name=player.name)
    return q.Choose(asked, tuple(cards))


def _sectors(at: At) -> q.Choose:
    answers = (
        q.Answer(str(s.number), at.place(s.number), q.Later(_sector, (at, s)), (sector_piece(s),))
        for s in at.state.sectors
    )
    return q.Choose(text("Which sector is different?"), tuple(answers))


def _sector(at: At, sector: Sector) -> q.Choose:
    numbers = q.recorded_fields(sector, _NUMBERS, CorrectSector)
    holder = q.Answer("holder", text("Who holds the sector?"), q.Later(_holder, (at, sector)))
    return q.Choose(_CHANGE, numbers if sector.home else (*numbers, holder))


def _holder(at: At, sector: Sector) -> q.Choose:
    free = CorrectSector(replace(sector, owner=None, token=Token.NONE))
    owners = (
        at.answer(
            f"{p.seat}-{token.value}",
            text("%(name)s: %(token)s", name=p.name, token=piece),
            CorrectSector(replace(sector, owner=p.seat, token=token)),
            *(q.seat_piece(p.seat), piece),
        )
        for p in at.state.players
        for token in (Token.EMPIRE, Token.STARBASE)
        for piece in (q.Piece(f"token/{token.value}", p.seat),)
    )
    nobody = at.answer("nobody", text("nobody"), free)
    return q.Choose(text("Who holds the sector?"), (nobody, *owners))


def _tiles(at: At) -> q.Choose:
    now = CorrectTiles(at.state.hidden, at.state.revealed)
    most = tiles_left(at.state)
    limits = {
        "hidden": (text("Tiles face down"), (0, most - now.revealed)),
        "revealed": (text("Tiles face up"), (0, most - now.hidden)),
    }
    return q.Choose(_CHANGE, q.recorded_fields(now, limits, lambda changed: changed))


def _throne(at: At) -> q.Choose:
    people = (q.of_person(p, CorrectThrone(p.seat)) for p in at.state.players)
    return q.Choose(text("Who has the Throne?"), tuple(people))


def _fleets(at: At) -> q.Choose:
    """Ask for the hex of a ship, then for the ship, then for the hex where it is."""
    starts = (
        q.Answer(str(number), hex_text(number), q.Later(_ships, (at, number)), (hex_piece(number),))
        for number in dict.fromkeys(fleet.hex for fleet in at.state.fleets)
    )
    return q.Choose(text("On which hex is a ship too many?"), tuple(starts))


def _ships(at: At, start: int) -> q.Choose:
    there = (
        q.Answer(
            f"{p.seat}-{ship.value}",
            q.shown(ship_piece(ship, p.seat)),
            q.Later(_targets, (at, p.seat, start, ship)),
            (ship_piece(ship, p.seat),),
        )
        for p in at.state.players
        for ship in Ship
        if force_of(at.state.fleets, p.seat, start).count(ship)
    )
    return q.Choose(text("Which ship is elsewhere?"), tuple(there))


def _targets(at: At, seat: int, start: int, ship: Ship) -> q.Choose:
    hexes = (
        at.answer(
            str(number),
            hex_text(number),
            CorrectFleet(seat, start, number, ship),
            hex_piece(number),
        )
        for number in NEIGHBOURS
    )
    return q.Choose(text("Tap the hex of this ship."), tuple(hexes))


def _hexes(at: At) -> q.Choose:
    return q.Choose(text("Which hex is different?"), tuple(_tiles_on_hexes(at)))


def _tiles_on_hexes(at: At) -> Iterator[q.Answer]:
    for number in NEIGHBOURS:
        grounds = tuple(
            at.answer(key, words, CorrectHex(number, ground))
            for key, (words, ground) in _GROUNDS.items()
        )
        pieces = (hex_piece(number),)
        yield q.following(str(number), hex_text(number), q.Choose(_CHANGE, grounds), pieces)
