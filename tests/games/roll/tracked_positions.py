"""Fully tracked tables for tests: two players in any phase with anything in front of them."""

from dataclasses import replace

import pytest

from companion.catalog import load_roll_catalog
from companion.errors import CompanionError
from companion.games.messages import apply
from companion.games.refusals import RefusedError
from companion.games.roll import GAME
from companion.games.roll.model.dice import PHASES, DieType, Phase
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import NO_WORKERS, Dice, Good, Holdings
from companion.games.roll.model.options import TableOptions
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.model.state import Assignment, GameState, Round, Step, holdings, tracking
from companion.games.roll.notation import read
from companion.games.roll.phases.ledger import CreditsPaid, VpGiven
from companion.games.roll.phases.set_up import FirstTiles, SetUpGame
from companion.games.roll.rules.judge import decide
from companion.games.roll.rules.lookup import Rules

CATALOG = load_roll_catalog()
RULES = Rules(CATALOG)

ANN = PlayerSetup(1, "Ann", "blue", 5, "old_earth")
BOB = PlayerSetup(2, "Bob", "red", 3, "new_sparta")
EVE = PlayerSetup(3, "Eve", "green", 8, "doomed_world")


def agreed(state: GameState, options: TableOptions) -> GameState:
    """The same among players who have agreed on *options*."""
    return replace(state, options=options)


def tile(side: str) -> int:
    """The number of the game tile that has this side."""
    return CATALOG.tile_by_side[side].id


def dice(words: str) -> Dice:
    return tuple(DieType(word) for word in words.split())


def goods(words: str) -> tuple[Good, ...]:
    """Return the goods of ``world/die world/die``."""
    pairs = (word.split("/") for word in words.split())
    return tuple(Good(world, DieType(die)) for world, die in pairs)


def begun(*players: PlayerSetup, named_bag: bool = True) -> GameState:
    """Return a game after set-up; the first tiles are 51 and 52 for Ann, 53 and 54 for Bob."""
    seated = players or (ANN, BOB)
    numbers = (51, 53, 49, 47, 45)
    first = tuple(FirstTiles(n, n + 1) for n in numbers[: len(seated)])
    return follow(GAME.initial, decide(RULES, GAME.initial, SetUpGame(seated, first, named_bag)))


def follow(state: GameState, events: tuple[Event, ...]) -> GameState:
    for event in events:
        state = apply(state, event)
    return state


def front(
    state: GameState,
    seat: int = 1,
    *,
    credits: int | None = None,  # noqa: A002 - the field's name
    **held: object,
) -> GameState:
    """Return the state with other things in front of the seat, out of nowhere.

    ``built`` adds sides to the tableau, ``workers`` are those of the phase that runs.
    """
    empire, now = state.empire(seat), holdings(state, seat)
    built = tuple(str(held.pop("built", "")).split())
    workers = held.pop("workers", None)
    if workers is not None:
        phase = state.round.current or Phase.EXPLORE
        columns = tuple(
            dice(str(workers)) if each is phase else old
            for each, old in zip(PHASES, now.columns, strict=True)
        )
        held["columns"] = columns
    changed: Holdings = replace(now, tableau=(*now.tableau, *built), **held)  # type: ignore[arg-type] # any field
    return state.with_empire(
        replace(
            empire,
            credits=empire.credits if credits is None else credits,
            tiles=len(changed.tableau),
            holdings=changed,
        )
    )


def phase(wanted: Phase, *players: PlayerSetup, **mine: object) -> GameState:
    """Return a table in that phase, the last one of its round, seat 1 with *mine*."""
    state = begun(*players)
    parts = tuple(Assignment(seat) for seat in state.seats)
    state = replace(state, step=Step.PHASE, round=Round(1, parts, active=(wanted,), current=wanted))
    for seat in state.seats:
        state = front(state, seat, columns=NO_WORKERS)
    return front(state, 1, **mine)  # type: ignore[arg-type] # any field


def manage(**mine: object) -> GameState:
    """Return a table in Manage Empire, nobody has recruited, seat 1 with *mine*."""
    state = replace(phase(Phase.SHIP), step=Step.MANAGE)
    return front(state, 1, **mine)  # type: ignore[arg-type] # any field


def bag(state: GameState, *tiles: int, abandoned: tuple[int, ...] = ()) -> GameState:
    return replace(state, tracking=replace(tracking(state), bag=tiles, abandoned=abandoned))


def told(state: GameState, line: str) -> tuple[Event, ...]:
    """Return what a line of notation brings about."""
    return decide(RULES, state, read(line))


def play(state: GameState, *lines: str) -> GameState:
    for line in lines:
        state = follow(state, told(state, line))
    return state


def shown(state: GameState, mat: str) -> GameState:
    """Return a table of Ann and Bob that can be revealed: seat 1 shows *mat*, seat 2 ships."""
    return play(
        state,
        f"RecordMat seat=1 dice={mat}",
        "RecordMat seat=2 dice=home:ship!,home:ship,home:ship,novelty:ship",
        "RecordSpareDie face=ship",
    )


def paid(events: tuple[Event, ...], seat: int = 1) -> dict[str, tuple[int, int]]:
    """Return reason -> (credits, VP) of what was paid to the seat, what was lost left out."""
    sums: dict[str, tuple[int, int]] = {}
    for event in events:
        if isinstance(event, CreditsPaid | VpGiven) and event.seat == seat:
            money, vp = sums.get(event.reason, (0, 0))
            if isinstance(event, CreditsPaid):
                money += event.delta
            else:
                vp += event.from_pool + event.from_reserve
            sums[event.reason] = money, vp
    return sums


def refused(state: GameState, line: str) -> str:
    """Return the code of the rules' refusal of *line*, which must be one that people may see."""
    with pytest.raises(RefusedError) as caught:
        told(state, line)
    assert isinstance(caught.value, CompanionError)
    return caught.value.code
