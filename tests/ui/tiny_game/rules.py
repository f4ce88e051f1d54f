"""The smallest game: two players take turns at taking one to three tokens from a heap of ten."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from companion.errors import CompanionError
from companion.games.definition import GameDefinition, PlayerResult, PublishedGame
from companion.games.instructions import Instructions, Layout, Piece, PieceKind, Place, after_each
from companion.games.messages import Command, Decider, Event, sets
from companion.games.question import Choose, Question, text
from companion.games.question import Piece as Asked
from companion.games.seats import Seats

HEAP: Final = 10
TOKEN: Final = Asked("token")
MOST: Final = 3


class TooManyError(CompanionError, ValueError):
    """More than may be taken."""

    code = "tiny_too_many"
    template = "%(count)s tokens cannot be taken."
    hint = "Take one, two or three."


@dataclass(frozen=True, slots=True)
class Player:
    """A player and the tokens taken so far."""

    seat: int
    name: str
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class State(Seats[Player]):
    """The heap and who has what."""

    players: tuple[Player, ...] = ()
    heap: int = HEAP
    turn: int = 0
    over: bool = False

    @property
    def round(self) -> int:
        """The round, from 1."""
        return 1 + self.turn // max(1, len(self.players))

    @property
    def active(self) -> Player:
        """Whose turn it is."""
        return self.players[self.turn % len(self.players)]


class Begin(Command):
    """These people play."""

    players: tuple[Player, ...]

    def decide(self, _: State) -> "tuple[Began]":
        return (Began(self.players),)


class Take(Command):
    """The player whose turn it is takes tokens."""

    count: int

    def decide(self, state: State) -> "tuple[Taken | Ended, ...]":
        if not 1 <= self.count <= min(MOST, state.heap):
            raise TooManyError(count=self.count)
        taken = Taken(state.active.seat, self.count)
        return (taken, Ended()) if self.count == state.heap else (taken,)


class Began(Event[State]):
    """The game begins."""

    players: tuple[Player, ...]

    def apply(self, _: State) -> State:
        return State(self.players)


class Taken(Event[State]):
    """Tokens were taken."""

    seat: int
    count: int

    def apply(self, state: State) -> State:
        after = state.with_player(self.seat, tokens=state.player(self.seat).tokens + self.count)
        return replace(after, heap=state.heap - self.count, turn=state.turn + 1)


@sets(over=True)
class Ended(Event[State]):
    """The heap is used up."""


decide: Final = Decider()


def question(state: State, seat: int, people: tuple[Player, ...] = ()) -> Question | None:
    """Return what a seat may do: the table begins, the player whose turn it is takes tokens."""
    judge = decide.judge(state)
    if not state.players:
        begin = judge.answer("begin", text("Begin"), Begin(people))
        return Choose(text("Who plays?"), (begin,)) if seat == 0 else None
    if state.over or seat != state.active.seat:
        return None
    counts = range(1, min(MOST, state.heap) + 1)
    takes = (judge.answer(str(n), text("%(count)s", count=n), Take(n), (TOKEN,)) for n in counts)
    return Choose(text("%(name)s takes", name=state.active.name), tuple(takes))


def results(state: State) -> tuple[PlayerResult, ...]:
    """Return who has how many."""
    return tuple(
        PlayerResult(
            each.name,
            total=each.tokens if state.over else None,
            rank=1 + sum(other.tokens > each.tokens for other in state.players),
            figures=(("tokens", each.tokens),),
        )
        for each in state.players
    )


def score_file(document: object) -> tuple[dict[str, object], str]:
    """Score a final position: name -> tokens."""
    assert isinstance(document, dict)
    best = max(document.values())
    return {"winners": [name for name, n in document.items() if n == best]}, f"Best: {best}"


def layout(state: State) -> Layout:
    """Return where the tokens lie."""
    token = Piece(PieceKind.COUNTER)
    return Layout({(token, Place("taken", p.seat)): p.tokens for p in state.players if p.tokens})


def instructions(state: State, events: Iterable[object]) -> Instructions:
    """Return what to move."""
    return after_each(state, events, layout, lambda _event: "taken")


GAME: Final = GameDefinition(
    key="tiny",
    schema=1,
    initial=State(),
    decide=decide,
    view=lambda state, _seat: state,
    event_types=(Began, Taken, Ended),
    is_over=lambda state: state.over,
    question=question,
    published=PublishedGame("Tiny Tokens"),
    final_score="tests.ui.tiny_game.rules:score_file",
    results=results,
    instructions=instructions,
)
