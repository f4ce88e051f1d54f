"""Set-up, and the facts of the owner's copy (section 2)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations
from typing import Any, Final

from companion.games import question as q
from companion.games.emperor import errors
from companion.games.emperor.ask.words import At, hex_piece, hex_text
from companion.games.emperor.galaxy.fields import (
    CENTRE,
    NEIGHBOURS,
    Field,
    Fleet,
    Ground,
    fits,
    merged,
)
from companion.games.emperor.options import DEFAULT_OPTIONS, GOODS, Options, sensible
from companion.games.emperor.rules import Event, check_step, with_sectors
from companion.games.emperor.state import (
    EMPIRE_TOKENS,
    TILES_TO_PLACE,
    GameState,
    Player,
    Sector,
    Step,
)
from companion.games.emperor.war.forces import Ship, Token
from companion.games.messages import Command, sets
from companion.games.question import text
from companion.games.refusals import NOT_NOW
from companion.games.seats import are_different


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A player with the home tile's yield (section 2); seats in order around the table."""

    seat: int
    name: str
    planets: int = 1
    food: int = 0
    metal: int = 0
    energy: int = 0


class StartGame(Command, Event):
    """Begin with a random Throne holder (section 2).

    *homes*: hexes of the home sectors in the order of *players*; empty without a map.
    """

    players: tuple[NewPlayer, ...]
    throne: int
    options: Options = DEFAULT_OPTIONS
    homes: tuple[int, ...] = ()

    def decide(self, state: GameState) -> None:
        check_step(state, Step.SET_UP)
        players = self.players
        seats, many = {player.seat for player in players}, len(players)
        if many not in EMPIRE_TOKENS or not are_different(players):
            raise errors.PLAYERS()
        if self.throne not in seats or any(not 1 <= player.planets <= 2 for player in players):
            raise errors.PLAYERS()
        if not sensible(self.options):
            raise errors.OPTIONS()
        if self.homes and not fits(self.homes, many):
            raise errors.LAYOUT()

    def apply(self, _: GameState) -> GameState:
        """Homes have a Starbase, on a map with a Fighter; the Omega Sun is in the centre."""
        count = len(self.players)
        numbers = self.homes or range(1, count + 1)
        homes = tuple(
            Sector(n, p.planets, p.food, p.metal, p.energy, p.seat, Token.STARBASE, home=True)
            for n, p in zip(numbers, self.players, strict=True)
        )
        state = GameState(
            step=Step.DIRECTION,
            options=self.options,
            players=tuple(Player(new.seat, new.name) for new in self.players),
            throne=self.throne,
            hidden=TILES_TO_PLACE[count] - (count + 1),
            revealed=count + 1,
        )
        if self.homes:
            planets = (Field(number, Ground.PLANETS) for number in self.homes)
            fleets = [Fleet(home.owner or 0, home.number, Ship.FIGHTER) for home in homes]
            fields = (*planets, Field(CENTRE, Ground.OMEGA))
            state = replace(state, fields=fields, fleets=merged(fleets))
        return with_sectors(state, *homes)


@sets()
class SetOptions(Command, Event):
    """Set price tables and costs, read from the board and the cards; possible at any time."""

    options: Options

    def decide(self, state: GameState) -> None:
        if state.step is Step.SET_UP:
            raise NOT_NOW()
        if not sensible(self.options):
            raise errors.OPTIONS()


FEWEST_PLAYERS: Final = min(EMPIRE_TOKENS)
MOST_PLAYERS: Final = max(EMPIRE_TOKENS)
MOST_YIELD: Final = 5
"""Largest yield of a home sector for each good."""

_HEXES: Final = tuple(number for number in NEIGHBOURS if number != CENTRE)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is answered so far; *homes* are empty without a map."""

    names: tuple[str, ...]
    options: Options
    throne: int = 1
    homes: tuple[int, ...] = ()
    yields: tuple[tuple[int, ...], ...] = ()


def set_up(
    names: tuple[str, ...] = q.seat_names(MOST_PLAYERS), options: Options = DEFAULT_OPTIONS
) -> q.Amount:
    """Return the question before the game: how many play, the Throne, the map, the yields.

    The *options* have the layouts of the home sectors.
    """
    return q.how_many(
        names, FEWEST_PLAYERS, MOST_PLAYERS, partial(_throne, options), FEWEST_PLAYERS
    )


def _throne(options: Options, names: tuple[str, ...]) -> q.Choose:
    plan = _Plan(names, options)
    answers = tuple(
        q.Answer(
            str(n), q.named(name), q.Later(_board, (replace(plan, throne=n),)), (q.seat_piece(n),)
        )
        for n, name in enumerate(plan.names, 1)
    )
    return q.Choose(text("Draw lots for the Throne: who got it?"), answers)


def _board(plan: _Plan) -> q.Choose:
    answers = (
        q.Answer("yes", text("Map on the screen"), q.Later(_homes, (plan,)), (q.Piece("hexes"),)),
        q.Answer("no", text("Without a map"), q.Later(_yields, (plan,)), (q.Piece("rows"),)),
    )
    return q.Choose(text("How do you track ships and sectors?"), answers, "yes")


def _homes(plan: _Plan) -> q.Place:
    """Ask for the hexes of the home sectors; those that were entered once are proposed."""
    seats = tuple(range(1, len(plan.names) + 1))
    proposed = tuple(map(str, plan.options.homes(len(seats))))
    spots = tuple(q.Spot(str(n), n, hex_text(n), (hex_piece(n),), room=1) for n in _HEXES)

    def legal() -> Iterator[tuple[tuple[int, str], ...]]:
        return (tuple(enumerate(each)) for each in permutations(map(str, _HEXES), len(seats)))

    return q.Place(
        text("Same as on your table? If not, tap a home sector, then its hex"),
        seats,
        tuple(map(q.seat_piece, seats)),
        spots,
        len(seats),
        lambda placed: _yields(replace(plan, homes=tuple(n for _, n in sorted(placed)))),
        default=tuple(enumerate(proposed)),
        legal=legal,
        verb=text("Next"),
        asked=tuple(text("Tap the home hex of %(name)s", name=name) for name in plan.names),
    )


def _yields(plan: _Plan) -> q.Form:
    """Ask what the home sector of the next player yields."""
    name = plan.names[len(plan.yields)]
    parts = tuple(q.number(q.Piece(f"cube/{good}"), MOST_YIELD) for good in GOODS)
    words = text("%(name)s: copy the yield of your home tile", name=name)
    return q.Form(words, parts, partial(_yielded, plan), _refuses, verb=text("Next"))


def _yielded(plan: _Plan, *goods: int) -> Any:
    """Return the question for the next home, or the beginning of the game."""
    plan = replace(plan, yields=(*plan.yields, goods))
    if len(plan.yields) < len(plan.names):
        return _yields(plan)
    players = tuple(
        NewPlayer(seat, name, 1, *goods)
        for seat, (name, goods) in enumerate(zip(plan.names, plan.yields, strict=True), 1)
    )
    options = plan.options.with_homes(plan.homes) if plan.homes else plan.options
    return StartGame(players, plan.throne, options, plan.homes)


def _refuses(made: Any) -> q.Refusal | None:
    return None if q.is_question(made) else At(GameState()).judge.refuses(made)
