"""The smallest game: two players take turns at taking one to three tokens from a heap of ten."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from companion.errors import CompanionError
from companion.games.definition import GameDefinition, PlayerResult, PublishedGame
from companion.games.instructions import Instructions, Layout, Piece, PieceKind, Place, after_each
from companion.games.question import Choose, Judge, Question, text
from companion.games.question import Piece as Asked

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
class Begin:
    """Command: these people play."""

    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Take:
    """Command: the player whose turn it is takes tokens."""

    count: int


@dataclass(frozen=True, slots=True)
class Began:
    """The game begins."""

    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """Tokens were taken."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The heap is used up."""


@dataclass(frozen=True, slots=True)
class State:
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


def decide(state: State, command: Begin | Take) -> tuple[object, ...]:
    """Return what happens."""
    if isinstance(command, Begin):
        return (Began(command.players),)
    if not 1 <= command.count <= min(MOST, state.heap):
        raise TooManyError(count=command.count)
    taken = Taken(state.active.seat, command.count)
    return (taken, Ended()) if command.count == state.heap else (taken,)


def apply(state: State, event: object) -> State:
    """Fold an event."""
    match event:
        case Began(players):
            return State(players)
        case Taken(seat, count):
            players = tuple(
                replace(each, tokens=each.tokens + count) if each.seat == seat else each
                for each in state.players
            )
            return replace(state, players=players, heap=state.heap - count, turn=state.turn + 1)
        case _:
            return replace(state, over=True)


def question(state: State, seat: int, people: tuple[Player, ...] = ()) -> Question | None:
    """Return what a seat may do: the table begins, the player whose turn it is takes tokens."""
    judge = Judge(partial(decide, state))
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
    return after_each(state, events, apply, layout, lambda _event: "taken")


GAME: Final = GameDefinition(
    key="tiny",
    schema=1,
    initial=State(),
    decide=decide,
    apply=apply,
    view=lambda state, _seat: state,
    event_types=(Began, Taken, Ended),
    is_over=lambda state: state.over,
    question=question,
    published=PublishedGame("Tiny Tokens"),
    final_score="tests.ui.tiny_game.rules:score_file",
    results=results,
    instructions=instructions,
)
