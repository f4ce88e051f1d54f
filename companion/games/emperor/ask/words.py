"""What the questions share: judging, gains, names of pieces, switches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.games.emperor.holdings import MarksChanged, StorageChanged, VpScored
from companion.games.emperor.roles.engineer import ShipsBuilt
from companion.games.emperor.roles.scientist import TechnologyBought
from companion.games.emperor.rules import decide
from companion.games.emperor.state import GameState, Sector
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Ship
from companion.games.question import (
    Answer,
    Command,
    Gain,
    Judge,
    Piece,
    Question,
    Text,
    is_question,
    text,
)


def judge_of(state: GameState, seat: int = 0) -> Judge:
    """Return the judge of answers; they bring what the player at *seat* gets or pays."""
    return Judge(partial(decide, state), partial(_gains, seat))


def _gains(seat: int, events: Sequence[object]) -> tuple[Gain, ...]:
    total = {"vp": 0, "marks": 0, "metal": 0, "energy": 0}
    for event in events:
        match event:
            case VpScored(seat=whose, vp=vp) if whose == seat:
                total["vp"] += vp
            case MarksChanged(seat=whose, marks=marks) if whose == seat:
                total["marks"] += marks
            case StorageChanged(seat=whose, metal=metal, energy=energy) if whose == seat:
                total["metal"] += metal
                total["energy"] += energy
            case TechnologyBought(energy=energy):
                total["energy"] -= energy
            case ShipsBuilt(bill=bill):
                total["marks"] -= bill.marks
                total["metal"] -= bill.metal
                total["energy"] -= bill.energy
            case _:
                pass
    return tuple(Gain(key, amount) for key, amount in total.items() if amount)


def seat_piece(seat: int) -> Piece:
    """Return a player's badge."""
    return Piece("seat", seat)


def ship_piece(ship: Ship, seat: int) -> Piece:
    """Return a ship in a player's colour."""
    return Piece(f"ship/{ship.value}", seat)


def card_of(technology: Technology) -> Piece:
    """Return a technology card."""
    return Piece(f"technology/{technology.value}")


def die_piece(value: int) -> Piece:
    """Return the face of a die."""
    return Piece(f"die/{value}")


def place_text(state: GameState, number: int) -> Text:
    """Return the location of a sector or hex."""
    sector = state.sector(number)
    if state.fields:
        return text("Hex %(hex)s", hex=number)
    if sector is not None and sector.home:
        return text("Home sector %(number)s", number=number)
    return text("Sector %(number)s", number=number)


def sector_piece(sector: Sector) -> Piece:
    """Return a sector, with the colour of its owner."""
    return Piece(f"sector/{sector.number}", sector.owner or 0)


def leading(
    judge: Judge, key: str, words: Text, then: Question | Command, pieces: tuple[Piece, ...] = ()
) -> Answer:
    """Return an answer that leads to a question, or to a command where nothing is left to ask."""
    if is_question(then):
        return Answer(key, words, then, pieces)
    return judge.answer(key, words, then, pieces)
