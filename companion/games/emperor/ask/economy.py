"""Steward, Engineer and Scientist (sections 4.3, 4.4 and 4.7)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.games.emperor.ask.words import At, card_of, sector_piece, ship_piece
from companion.games.emperor.roles.engineer import BuildShips
from companion.games.emperor.roles.scientist import BuyTechnology
from companion.games.emperor.roles.steward import PROTEIN_SECTORS, ProduceOn, TakeFree
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.state import Sector
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Ship, Token
from companion.games.question import (
    Answer,
    Choose,
    Form,
    Piece,
    Question,
    leading,
    number,
    one_of,
    pick,
    switch,
    text,
)


def produce(at: At) -> Choose:
    """Ask for the bonus and for the sectors that produce."""
    state, seat, answers = at.state, at.seat, []
    if seat == state.selector and not (state.bonus_used or state.acted):
        bonus = tuple(
            at.judge.piece(key, Piece(f"cube/{key}"), TakeFree(seat, metal=key == "metal"))
            for key in ("metal", "energy")
        )
        answers.append(one_of("bonus", text("Bonus of the Steward: choose one"), bonus))
    ready = [s for s in state.own(seat) if (s.metal or s.energy) and s.number not in state.acted]
    fed = tuple(s for s in ready if s.cubes)
    if fed:
        words = text("Tap the sectors that use a food and yield")
        asked = pick(words, fed, sector_piece, 1, len(fed), partial(_produced, seat), fed)
        answers.append(leading(at.judge, "produce", text("Produce"), asked))
    if ready and at.player.has(Technology.PROTEIN_FIELDS):
        free = text("Protein Fields: two sectors without food")
        make, two = partial(_without_food, seat), ready[:PROTEIN_SECTORS]
        asked = pick(free, ready, sector_piece, 1, PROTEIN_SECTORS, make, two)
        pieces = (card_of(Technology.PROTEIN_FIELDS),)
        answers.append(leading(at.judge, "protein", free, asked, pieces))
    done = at.answer("end", text("End turn"), EndTurn(seat))
    name = text("%(name)s produces", name=at.name)
    return Choose(name, (*answers, done), "produce" if fed else "end")


def _produced(seat: int, sectors: tuple[Sector, ...]) -> ProduceOn:
    return ProduceOn(seat, tuple(sorted(sector.number for sector in sectors)))


def _without_food(seat: int, sectors: tuple[Sector, ...]) -> ProduceOn:
    command = _produced(seat, sectors)
    return replace(command, without_food=command.sectors)


def build(at: At) -> Choose:
    """Ask how many ships of each kind are built; the bill is checked as a whole."""
    bases = _bases(at)
    where = (bases[0].number,) if len(bases) > 1 else ()
    bonus = at.seat == at.state.selector and not at.state.bonus_used
    more = (*(("hex",) if where else ()), *(("free_fighter",) if bonus else ()))
    make = partial(_ordered, at.seat, more)
    one = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0))
    tries = [(*counts, *where, *((not any(counts),) if bonus else ())) for counts in one]
    found = [each for each in tries if at.judge.refuses(make(*each)) is None]
    proposal = found[0] if found else tries[0]
    parts: list[Question] = []
    for ship, now in zip(Ship, proposal, strict=False):
        most = at.player.in_reserve(ship)
        parts.append(number(ship_piece(ship, at.seat), most, now=min(now, most)))
    if where:
        delivered = tuple(
            Answer(str(s.number), at.place(s.number), s.number, (sector_piece(s),)) for s in bases
        )
        parts.append(Choose(text("New ships go to"), delivered, str(bases[0].number)))
    if bonus:
        parts.append(
            switch(
                text("Bonus: a free Fighter"), ship_piece(Ship.FIGHTER, at.seat), on=proposal[-1]
            )
        )
    words = text("%(name)s builds ships", name=at.name)
    form = Form(words, tuple(parts), make, at.judge.refuses)
    refused = None if found else at.judge.refuses(make(*proposal))
    order = Answer("build", text("Build"), form, refused=refused)
    return Choose(words, (order, at.answer("end", text("End turn"), EndTurn(at.seat))))


def _bases(at: At) -> tuple[Sector, ...]:
    """Return the own Starbases on a map, the home first."""
    own = at.state.own(at.seat) if at.state.fields else ()
    return tuple(sorted((s for s in own if s.token is Token.STARBASE), key=lambda s: not s.home))


def _ordered(seat: int, more: tuple[str, ...], *entered: int) -> BuildShips:
    changes = dict(zip(more, entered[3:], strict=True))
    return replace(BuildShips(seat, *entered[:3]), **changes)  # type: ignore[arg-type] # its fields


def research(at: At) -> Choose:
    """Ask which technology is bought; one that is too expensive says so."""
    held = {each for player in at.state.players for each in player.technologies}
    cards = tuple(
        at.judge.piece(each.value, card_of(each), BuyTechnology(at.seat, each))
        for each in Technology
        if each not in held | at.state.removed
    )
    done = at.answer("end", text("Pass"), EndTurn(at.seat))
    return Choose(text("%(name)s buys a technology or passes", name=at.name), (*cards, done))
