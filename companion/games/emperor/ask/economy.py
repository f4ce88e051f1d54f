"""Steward, Engineer and Scientist (sections 4.3, 4.4 and 4.7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.games.emperor.ask.words import (
    card_of,
    judge_of,
    leading,
    place_text,
    sector_piece,
    ship_piece,
)
from companion.games.emperor.roles.engineer import BuildShips
from companion.games.emperor.roles.scientist import BuyTechnology
from companion.games.emperor.roles.steward import PROTEIN_SECTORS, ProduceOn, TakeFree
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.state import GameState, Sector
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Ship, Token
from companion.games.question import (
    Amount,
    Answer,
    Choose,
    Form,
    Piece,
    Question,
    one_of,
    pick,
    shown,
    switch,
    text,
)


def produce(state: GameState, seat: int) -> Choose:
    """Ask for the bonus and for the sectors that produce."""
    judge, player = judge_of(state, seat), state.player(seat)
    words = text("Tap the sectors that use a food and yield")
    bonus = tuple(
        judge.piece(key, Piece(f"cube/{key}"), command)
        for key, command in (
            ("metal", TakeFree(seat, metal=True)),
            ("energy", TakeFree(seat, metal=False)),
        )
    )
    answers = []
    if seat == state.selector and not (state.bonus_used or state.acted):
        answers.append(one_of("bonus", text("Bonus of the Steward: choose one"), bonus))
    ready = [s for s in state.own(seat) if (s.metal or s.energy) and s.number not in state.acted]
    fed = tuple(s.number for s in ready if s.cubes)
    if fed:
        asked = pick(words, fed, _piece(state), 1, len(fed), partial(_produced, seat), fed)
        answers.append(leading(judge, "produce", text("Produce"), asked))
    if ready and player.has(Technology.PROTEIN_FIELDS):
        free = text("Protein Fields: two sectors without food")
        every = tuple(s.number for s in ready)
        make = partial(_without_food, seat)
        asked = pick(free, every, _piece(state), 1, PROTEIN_SECTORS, make, every[:PROTEIN_SECTORS])
        pieces = (card_of(Technology.PROTEIN_FIELDS),)
        answers.append(leading(judge, "protein", free, asked, pieces))
    done = judge.answer("end", text("End turn"), EndTurn(seat))
    name = text("%(name)s produces", name=player.name)
    return Choose(name, (*answers, done), "produce" if fed else "end")


def _piece(state: GameState) -> Callable[[int], Piece]:
    return lambda number: sector_piece(state.sector(number) or Sector(number, 0))


def _produced(seat: int, sectors: tuple[int, ...]) -> ProduceOn:
    return ProduceOn(seat, tuple(sorted(sectors)))


def _without_food(seat: int, sectors: tuple[int, ...]) -> ProduceOn:
    some = tuple(sorted(sectors))
    return ProduceOn(seat, some, some)


def build(state: GameState, seat: int) -> Choose:
    """Ask how many ships of each kind are built; the bill is checked as a whole."""
    player, judge = state.player(seat), judge_of(state, seat)
    bases = _bases(state, seat)
    may = seat == state.selector and not state.bonus_used
    more = (*(("hex",) if len(bases) > 1 else ()), *(("free_fighter",) if may else ()))
    make = partial(_ordered, seat, more)
    one = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0))
    where = (bases[0].number,) if len(bases) > 1 else ()
    tries = [(*counts, *where, *((not any(counts),) if may else ())) for counts in one]
    found = [each for each in tries if judge.refuses(make(*each)) is None]
    proposal = found[0] if found else tries[0]
    amounts = tuple(
        Amount(
            shown(ship_piece(ship, seat)),
            0,
            player.in_reserve(ship),
            int,
            (ship_piece(ship, seat),),
            default=min(proposal[i], player.in_reserve(ship)),
        )
        for i, ship in enumerate(Ship)
    )
    parts: tuple[Question, ...] = amounts
    if where:
        delivered = tuple(
            Answer(str(s.number), place_text(state, s.number), s.number, (sector_piece(s),))
            for s in bases
        )
        parts = (*parts, Choose(text("New ships go to"), delivered, str(bases[0].number)))
    if may:
        parts = (*parts, switch(text("Bonus: a free Fighter"), "yes" if proposal[-1] else "no"))
    words = text("%(name)s builds ships", name=player.name)
    form = Form(words, parts, make, judge.refuses)
    refused = None if found else judge.refuses(make(*proposal))
    return Choose(
        words,
        (
            Answer("build", text("Build"), form, refused=refused),
            judge.answer("end", text("End turn"), EndTurn(seat)),
        ),
    )


def _bases(state: GameState, seat: int) -> tuple[Sector, ...]:
    """Return the own Starbases on a map, the home first."""
    own = (s for s in state.own(seat) if s.token is Token.STARBASE and state.fields)
    return tuple(sorted(own, key=lambda s: not s.home))


def _ordered(seat: int, more: tuple[str, ...], *entered: int) -> BuildShips:
    changes = dict(zip(more, entered[3:], strict=True))
    return replace(BuildShips(seat, *entered[:3]), **changes)  # type: ignore[arg-type] # its fields


def research(state: GameState, seat: int) -> Choose:
    """Ask which technology is bought; one that is too expensive says so."""
    judge = judge_of(state, seat)
    gone = {each for player in state.players for each in player.technologies} | state.removed
    cards = tuple(
        judge.piece(each.value, card, BuyTechnology(seat, each))
        for each in Technology
        if each not in gone
        for card in (card_of(each),)
    )
    done = judge.answer("end", text("Pass"), EndTurn(seat))
    name = state.player(seat).name
    return Choose(text("%(name)s buys a technology or passes", name=name), (*cards, done))
