"""Influence: buying, placing, reserved sectors, retreats (sections 4.6 and 5)."""

from __future__ import annotations

from collections import Counter
from functools import partial

from companion.games.emperor.ask.words import (
    card_of,
    judge_of,
    place_text,
    sector_piece,
)
from companion.games.emperor.galaxy.ships import RetreatTo
from companion.games.emperor.holdings import Cubes
from companion.games.emperor.roles.regent import (
    BuyInfluence,
    MakePrivate,
    PlaceInfluence,
    regent_of,
)
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.state import THRONE, GameState
from companion.games.emperor.technologies import Technology
from companion.games.question import Answer, Choose, Piece, Place, Spot, one_of, text


def buy(state: GameState, seat: int) -> Choose:
    """Ask whether one more token is bought."""
    judge = judge_of(state, seat)
    more = judge.answer("buy", text("One more token"), BuyInfluence(seat))
    done = judge.answer("end", text("Pass"), EndTurn(seat))
    asked = text("%(name)s buys influence or passes", name=state.player(seat).name)
    return Choose(asked, (more, done), "end")


def place(state: GameState, seat: int) -> Place:
    """Ask where the tokens go: the Throne and the planet tiles that are open to the player."""
    judge = judge_of(state)
    count = regent_of(state).tokens(seat)
    throne = Spot(str(THRONE), THRONE, text("Throne"), (Piece("throne"),))
    tiles = (
        Spot(str(s.number), s.number, place_text(state, s.number), (sector_piece(s),))
        for s in state.sectors
        if not s.home
    )
    spots = tuple(
        spot
        for spot in (throne, *tiles)
        if judge.refuses(PlaceInfluence(seat, (Cubes(spot.value, count),))) is None
    )
    token = Piece("token/empire", seat)
    words = text(
        "%(name)s places %(count)s token: tap a sector or the Throne",
        "%(name)s places %(count)s tokens: tap a sector or the Throne",
        name=state.player(seat).name,
        count=count,
    )
    return Place(words, (token,) * count, (token,) * count, spots, count, partial(_placed, seat))


def _placed(seat: int, tokens: tuple[tuple[Piece, int], ...]) -> PlaceInfluence:
    counts = Counter(number for _, number in tokens)
    return PlaceInfluence(seat, tuple(Cubes(*each) for each in sorted(counts.items())))


def reserve(state: GameState, seat: int) -> Answer:
    """Ask for the sector that an Ambassador reserves."""
    judge = judge_of(state)
    sectors = tuple(
        judge.answer(
            str(s.number),
            place_text(state, s.number),
            MakePrivate(seat, s.number),
            (sector_piece(s),),
        )
        for s in state.sectors
        if not s.home
    )
    words = text("Ambassador of %(name)s reserves", name=state.player(seat).name)
    return one_of("ambassador", words, sectors, pieces=(card_of(Technology.AMBASSADOR),))


def retreat(state: GameState, seat: int) -> Choose:
    """Ask for the Starbase to which ships go from a sector that was lost."""
    judge = judge_of(state)
    here = next(each for each in state.retreats if each.seat == seat)
    answers = tuple(
        judge.answer(str(target), place_text(state, target), RetreatTo(seat, here.start, target))
        for target in here.targets
    )
    name = state.player(seat).name
    words = text(
        "%(name)s: tap the hex to which these ships go from hex %(hex)s",
        name=name,
        hex=here.start,
    )
    return Choose(words, answers)
