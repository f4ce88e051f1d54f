"""Influence: buying, placing, reserved sectors, retreats (sections 4.6 and 5)."""

from __future__ import annotations

from collections import Counter
from functools import partial

from companion.games.emperor.ask.words import At, card_of, sector_piece
from companion.games.emperor.galaxy.ships import RetreatTo
from companion.games.emperor.holdings import Cubes
from companion.games.emperor.roles.regent import (
    BuyInfluence,
    MakePrivate,
    PlaceInfluence,
    regent_of,
)
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.state import THRONE
from companion.games.emperor.technologies import Technology
from companion.games.question import Answer, Choose, Piece, Place, Spot, one_of, text


def buy(at: At) -> Choose:
    """Ask whether one more token is bought."""
    more = at.answer("buy", text("One more token"), BuyInfluence(at.seat))
    done = at.answer("end", text("Pass"), EndTurn(at.seat))
    return Choose(text("%(name)s buys influence or passes", name=at.name), (more, done), "end")


def place(at: At) -> Place:
    """Ask where the tokens go: the Throne and the planet tiles that are open to the player."""
    count = regent_of(at.state).tokens(at.seat)
    throne = Spot(str(THRONE), THRONE, text("Throne"), (Piece("throne"),))
    tiles = (
        Spot(str(s.number), s.number, at.place(s.number), (sector_piece(s),))
        for s in at.state.sectors
        if not s.home
    )
    spots = tuple(
        spot
        for spot in (throne, *tiles)
        if at.judge.refuses(PlaceInfluence(at.seat, (Cubes(spot.value, count),))) is None
    )
    tokens = (Piece("token/empire", at.seat),) * count
    words = text(
        "%(name)s places %(count)s token: tap a sector or the Throne",
        "%(name)s places %(count)s tokens: tap a sector or the Throne",
        name=at.name,
        count=count,
    )
    return Place(words, tokens, tokens, spots, count, partial(_placed, at.seat))


def _placed(seat: int, tokens: tuple[tuple[Piece, int], ...]) -> PlaceInfluence:
    counts = Counter(number for _, number in tokens)
    return PlaceInfluence(seat, tuple(Cubes(*each) for each in sorted(counts.items())))


def reserve(at: At) -> Answer:
    """Ask for the sector that an Ambassador reserves."""
    sectors = tuple(
        at.on_sector(str(s.number), s, MakePrivate(at.seat, s.number))
        for s in at.state.sectors
        if not s.home
    )
    words = text("Ambassador of %(name)s reserves", name=at.name)
    return one_of("ambassador", words, sectors, pieces=(card_of(Technology.AMBASSADOR),))


def retreat(at: At) -> Choose:
    """Ask for the Starbase to which ships go from a sector that was lost."""
    here = next(each for each in at.state.retreats if each.seat == at.seat)
    answers = tuple(
        at.answer(str(target), at.place(target), RetreatTo(at.seat, here.start, target))
        for target in here.targets
    )
    words = text(
        "%(name)s: tap the hex to which these ships go from hex %(hex)s",
        name=at.name,
        hex=here.start,
    )
    return Choose(words, answers)
