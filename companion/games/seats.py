"""Players by seat: the part of a game's state that all games share."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Generic, Protocol, Self, TypeVar

from companion.games.names import same_name
from companion.games.refusals import NOT_NOW


class Seated(Protocol):
    @property
    def seat(self) -> int:
        """Number of the seat, from 1."""


class Named(Seated, Protocol):
    @property
    def name(self) -> str:
        """As entered."""


P = TypeVar("P", bound=Seated)


class Seats(Generic[P]):
    """A state, a frozen dataclass, that has *players*."""

    __slots__ = ()
    players: tuple[P, ...]

    def player(self, seat: int) -> P:
        """Return the player at *seat*; refuse if nobody sits there."""
        for player in self.players:
            if player.seat == seat:
                return player
        raise NOT_NOW()

    def with_player(self, seat: int, **changes: Any) -> Self:
        """Return the state with changed fields of the player at *seat*."""
        state: Any = self
        some = (replace(each, **changes) if each.seat == seat else each for each in state.players)
        changed: Self = replace(state, players=tuple(some))
        return changed


def are_different(people: Sequence[Named]) -> bool:
    """Return whether everybody has a name and a seat that nobody else has."""
    names, seats = {same_name(each.name) for each in people}, {each.seat for each in people}
    return "" not in names and len(names) == len(seats) == len(people)
