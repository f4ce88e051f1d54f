"""Influence: buying, placing, reserved sectors, retreats (sections 4.6 and 5)."""

from collections import Counter
from dataclasses import replace
from functools import partial

from companion.games import question as q
from companion.games.emperor.ask.words import At, card_of, hex_piece, sector_piece
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
from companion.games.question import text


def buy(at: At) -> q.Choose:
    """Ask whether one more token is bought; that nobody buys is one answer of all."""
    token = q.Piece("token/empire", at.seat)
    more = at.answer("buy", text("One more token"), BuyInfluence(at.seat), token)
    done = at.answer("end", text("Pass"), EndTurn(at.seat))
    everybody = at.state.turns
    nobody = at.judge.answer(
        "nobody",
        text("Nobody buys any more"),
        q.Steps(tuple(map(EndTurn, everybody))),
        (q.Piece("nobody"), *map(q.seat_piece, everybody)),
    )
    alone = (nobody,) if len(everybody) > 1 else ()
    words = text("%(name)s buys influence or passes", name=at.name)
    return q.Choose(words, (more, *alone, done))


def place(at: At) -> q.Choose:
    """Ask where the tokens go, all together: to the Throne or a planet tile open to the player."""
    seat, count = at.seat, regent_of(at.state).tokens(at.seat)
    throne = THRONE, text("Throne"), q.Piece("throne")
    tiles = ((s.number, at.place(s.number), sector_piece(s)) for s in at.state.sectors)
    answers = (
        at.answer(str(number), words, PlaceInfluence(seat, (Cubes(number, count),)), piece)
        for number, words, piece in (throne, *tiles)
    )
    able = tuple(each for each in answers if each.refused is None)
    if len(able) == 1:
        words = text(
            "%(name)s places %(count)s token: only the Throne is free",
            "%(name)s places %(count)s tokens: only the Throne is free",
            name=at.name,
            count=count,
        )
        return q.Choose(words, (replace(able[0], pieces=(*able[0].pieces, *_split(at))),))
    words = text(
        "%(name)s places %(count)s token: tap a sector or the Throne",
        "%(name)s places %(count)s tokens: tap a sector or the Throne",
        name=at.name,
        count=count,
    )
    if count < 2:
        return q.Choose(words, able)
    apart = q.Later(_one_by_one, (at, words, able))
    split = q.Answer("split", text("One by one"), apart, _split(at)[:1])
    return q.Choose(words, (*able, split))


def _split(at: At) -> tuple[q.Piece, ...]:
    return (q.Piece("token/empire", at.seat),) * regent_of(at.state).tokens(at.seat)


def _one_by_one(at: At, words: q.Text, open_to: tuple[q.Answer, ...]) -> q.Place:
    tokens = _split(at)
    spots = tuple(q.Spot(each.key, int(each.key), each.text, each.pieces) for each in open_to)
    asked = tuple(
        text(
            "%(name)s: %(count)s token to go",
            "%(name)s: %(count)s tokens to go",
            name=at.name,
            count=left,
        )
        for left in range(len(tokens), 0, -1)
    )
    make = partial(_placed, at.seat)
    return q.Place(words, tokens, tokens, spots, len(tokens), make, asked=asked)


def _placed(seat: int, tokens: tuple[tuple[q.Piece, int], ...]) -> PlaceInfluence:
    counts = Counter(number for _, number in tokens)
    return PlaceInfluence(seat, tuple(Cubes(*each) for each in sorted(counts.items())))


def reserve(at: At) -> q.Answer:
    """Ask for the sector that an Ambassador reserves."""
    sectors = tuple(
        at.on_sector(str(s.number), s, MakePrivate(at.seat, s.number))
        for s in at.state.sectors
        if not s.home
    )
    words = text("Ambassador of %(name)s reserves", name=at.name)
    return q.one_of("ambassador", words, sectors, pieces=(card_of(Technology.AMBASSADOR),))


def retreat(at: At) -> q.Choose:
    """Ask for the Starbase to which ships go from a sector that was lost."""
    here = next(each for each in at.state.retreats if each.seat == at.seat)
    answers = tuple(
        at.answer(
            str(target), at.place(target), RetreatTo(at.seat, here.start, target), hex_piece(target)
        )
        for target in here.targets
    )
    words = text("%(name)s lost a sector: where do the ships go?", name=at.name)
    return q.Choose(words, answers)
