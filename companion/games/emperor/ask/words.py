"""A seat in a state, and the names of pieces: what all questions need."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.games import question as q
from companion.games.emperor.options import DIE_SIDES
from companion.games.emperor.rules import after, decide
from companion.games.emperor.state import GameState, Player, Sector
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Ship
from companion.games.question import text

FACES: Final = tuple(range(1, DIE_SIDES + 1))
card_of: Final = q.pieces_of("technology", Technology)
die_piece: Final = q.pieces_of("die", int)
hex_piece: Final = q.pieces_of("hex", int)


@dataclass(frozen=True)
class At:
    """A seat in a state; seat 0 is the table."""

    state: GameState
    seat: int = 0

    @cached_property
    def player(self) -> Player:
        """Who sits there."""
        return self.state.player(self.seat)

    @property
    def name(self) -> str:
        """The player's name."""
        return self.player.name

    @cached_property
    def others(self) -> tuple[Player, ...]:
        return tuple(player for player in self.state.players if player.seat != self.seat)

    @cached_property
    def judge(self) -> q.Judge:
        """Asks ``decide``; answers bring what the player gets or pays."""
        return decide.judge(self.state, gains=self._gains if self.seat else None)

    def _gains(self, events: Sequence[object]) -> tuple[q.Gain, ...]:
        then = after(self.state, events).player(self.seat)
        changes = (
            (key, getattr(then, key) - getattr(self.player, key))
            for key in ("vp", "marks", "metal", "energy")
        )
        return tuple(q.Gain(key, change) for key, change in changes if change)

    def answer(self, key: str, words: q.Text, command: q.Command, *pieces: q.Piece) -> q.Answer:
        """Return an answer that ``decide`` has judged."""
        return self.judge.answer(key, words, command, pieces)

    def place(self, number: int) -> q.Text:
        """Return the location of a sector or hex."""
        return place(self.state, number)

    def on_sector(self, key: str, sector: Sector, command: q.Command) -> q.Answer:
        return self.answer(key, self.place(sector.number), command, sector_piece(sector))

    def faces(self, command: Callable[[int], q.Command]) -> tuple[q.Answer, ...]:
        """Return an answer for each value of a die."""
        return tuple(self.judge.piece(die_piece(n), command(n)) for n in FACES)

    def rerolled(
        self, key: str, old: int, command: Callable[[int], q.Command], *pieces: q.Piece
    ) -> q.Answer:
        """Ask for the new value of a die."""
        die = die_piece(old)
        asked = q.Choose(text("What does the die show now?"), self.faces(command))
        return q.following(key, q.shown(die), asked, (die, *pieces))


def values(dice: Iterable[int]) -> list[tuple[int, int]]:
    """Return each value among dice with the index of the first die that shows it."""
    first = {value: index for index, value in reversed(tuple(enumerate(dice)))}
    return sorted(first.items())


def hex_text(number: int) -> q.Text:
    return text("Hex %(hex)s", hex=number)


def place(state: GameState, number: int) -> q.Text:
    sector = state.sector(number)
    if state.fields:
        return hex_text(number)
    if sector is not None and sector.home:
        return text("Home sector %(number)s", number=number)
    return text("Sector %(number)s", number=number)


def ship_piece(ship: Ship, seat: int) -> q.Piece:
    """Return a ship in a player's colour."""
    return q.Piece(f"ship/{ship.value}", seat)


def sector_piece(sector: Sector) -> q.Piece:
    """Return a sector, with the colour of its owner."""
    return q.Piece(f"sector/{sector.number}", sector.owner or 0)
