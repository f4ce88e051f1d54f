"""Corrections of counters, dice and start tiles in questions; the table is always right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from types import MappingProxyType
from typing import Final

from companion.games.question import (
    Amount,
    Answer,
    Choose,
    Form,
    Judge,
    Later,
    Piece,
    Text,
    following,
    named,
    shown,
    text,
)
from companion.games.roll.ask.at import die
from companion.games.roll.ask.tile_corrections import moved_tiles, named_tiles
from companion.games.roll.ask.words import judge_of, leading, players, seat_piece
from companion.games.roll.model.dice import PHASES, DieType, Face
from companion.games.roll.model.holdings import DieLocation, DieSpot
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.phases.counters import Correct, Correctable, current, limits
from companion.games.roll.phases.dice_corrections import MoveDice, dice_at
from companion.games.roll.phases.set_up import FACTIONS, HOME_WORLDS
from companion.games.roll.phases.tile_corrections import ReplaceStartTiles
from companion.games.roll.rules.lookup import Rules

BY_HAND: Final = "by hand"
WORDS: Final = text("Change what differs on the table")

_COUNTERS: Final = MappingProxyType(
    {
        Correctable.CREDITS: text("Credits"),
        Correctable.VP_CHIPS: text("VP chips"),
        Correctable.TILES: text("Tiles"),
        Correctable.VP_POOL: text("VP pool"),
        Correctable.ROUND: text("Round"),
    }
)
_OF_THE_TABLE: Final = (Correctable.VP_POOL, Correctable.ROUND)
_COUNTED: Final = (Correctable.TILES, Correctable.VP_POOL)
"""What the rules count in a fully tracked game."""

_PLACES: Final = MappingProxyType(
    {
        DieLocation.CUP: text("Cup"),
        DieLocation.CITIZENRY: text("Citizenry"),
        DieLocation.DEVELOPERS: text("Development stack"),
        DieLocation.SETTLERS: text("World stack"),
    }
)


def corrections(rules: Rules, state: GameState) -> Choose:
    """Return what can be corrected; dice and tiles only where they are tracked."""
    answers = [Answer("counters", text("Counters"), _counters(rules, state))]
    if state.tracking is not None:
        asked: dict[str, tuple[Text, Callable[[Rules, GameState], Choose]]] = {
            "dice": (text("Dice"), _dice),
            "tiles": (text("Move a tile"), moved_tiles),
            "names": (text("It is another tile"), named_tiles),
            "start": (text("Faction and home world"), _start),
        }
        for key, (words, ask) in asked.items():
            then = ask(rules, state)
            if then.answers:
                answers.append(following(key, words, then))
    return Choose(WORDS, tuple(answers), urgent=False)


# --- counters ------------------------------------------------------------------------------------


def _counters(rules: Rules, state: GameState) -> Choose:
    numbers = (_number(rules, state, each, None) for each in _able(state) if each in _OF_THE_TABLE)
    owners = players(rules, state, _of_player, _credits)
    return Choose(WORDS, (*owners, *numbers), urgent=False)


def _credits(_rules: Rules, _state: GameState, seat: int) -> Iterator[Correct]:
    return (Correct(Correctable.CREDITS, value, seat, BY_HAND) for value in (0, 1))


def _able(state: GameState) -> Iterator[Correctable]:
    return (each for each in Correctable if state.tracking is None or each not in _COUNTED)


def _of_player(rules: Rules, state: GameState, seat: int) -> Choose:
    own = (each for each in _able(state) if each not in _OF_THE_TABLE)
    numbers = tuple(_number(rules, state, each, seat) for each in own)
    return Choose(named(state.empire(seat).name), numbers)


def _number(rules: Rules, state: GameState, what: Correctable, seat: int | None) -> Answer:
    """Ask for the real value of a counter; the present one changes nothing and is refused."""

    def make(value: int) -> Correct:
        return Correct(what, value, seat, BY_HAND)

    words, piece = _COUNTERS[what], (Piece(f"counter/{what.value}"),)
    low, high = limits(state, what)
    now = current(state, make(low))
    number = Amount(words, low, high, int, piece, default=now)
    form = Form(words, (number,), make, judge_of(rules, state).refuses)
    return Answer(what.value, words, form, piece)


# --- dice ----------------------------------------------------------------------------------------


def _spots(state: GameState, seat: int | None) -> dict[str, tuple[Text, DieSpot]]:
    """Return the places of a player's dice by their keys; the supply for None."""
    if seat is None:
        return {"stock": (text("Supply"), DieSpot(DieLocation.STOCK))}
    found = {
        location.value: (words, DieSpot(location, seat)) for location, words in _PLACES.items()
    }
    for phase in PHASES:
        spot = DieSpot(DieLocation.COLUMN, seat, phase)
        found[f"column/{phase.value}"] = shown(Piece(f"phase/{phase.value}")), spot
    for face in Face:
        spot = DieSpot(DieLocation.MAT, seat, face=face)
        words = text("The mat: %(face)s", face=Piece(f"face/{face.value}"))
        found[f"mat/{face.value}"] = words, spot
    for key in holdings(state, seat).tableau:
        spot = DieSpot(DieLocation.GOOD, seat, world=key)
        found[f"good/{key}"] = shown(Piece(f"side/{key}")), spot
    return found


def _dice(rules: Rules, state: GameState) -> Choose:
    """Ask whose die is elsewhere, then which, whose it is now, where it is, and how many."""
    judge, box = judge_of(rules, state), Later(_lying, (rules, state, None))
    supply = leading(judge, "stock", text("Supply"), box, _taken(rules, state, None))
    owners = players(rules, state, _lying, _taken)
    return Choose(WORDS, owners if supply is None else (*owners, supply))


def _taken(_rules: Rules, state: GameState, seat: int | None) -> Iterator[MoveDice]:
    """Yield a move of each kind of die in each place, to a place where it fits."""
    spots = _spots(state, seat)
    cup = DieSpot(DieLocation.CUP, state.seats[0])
    target = cup if seat is None else DieSpot(DieLocation.STOCK)
    return (
        MoveDice(kind, spot, target, reason=BY_HAND)
        for _, spot in spots.values()
        for kind in dict.fromkeys(dice_at(state, spot))
    )


def _lying(rules: Rules, state: GameState, seat: int | None) -> Choose:
    """Ask which die is elsewhere."""
    answers = []
    for key, (words, spot) in _spots(state, seat).items():
        there = dice_at(state, spot)
        for kind in dict.fromkeys(there):
            piece = die(kind, key)
            words_of_die = text("%(die)s: %(place)s", die=piece, place=words)
            then = Later(_targets, (rules, state, kind, spot, there.count(kind)))
            answers.append(Answer(f"{kind.value}/{key}", words_of_die, then, (piece,)))
    return Choose(text("Tap the die that is elsewhere"), tuple(answers))


def _targets(rules: Rules, state: GameState, kind: DieType, source: DieSpot, most: int) -> Choose:
    judge = judge_of(rules, state)
    asked = text("Where is it?")

    def places(spots: dict[str, tuple[Text, DieSpot]]) -> Choose:
        answers = (
            _amount(judge, key, words, MoveDice(kind, source, spot, reason=BY_HAND), most)
            for key, (words, spot) in spots.items()
        )
        return Choose(asked, tuple(answers))

    owners = (
        following(
            str(seat),
            named(state.empire(seat).name),
            places(_spots(state, seat)),
            (seat_piece(seat),),
        )
        for seat in state.seats
    )
    return Choose(asked, (*owners, following("stock", text("Supply"), places(_spots(state, None)))))


def _amount(judge: Judge, key: str, words: Text, one: MoveDice, most: int) -> Answer:
    """Ask how many dice are there; more than fit are no answer."""

    def many(count: int) -> MoveDice:
        return MoveDice(one.die, one.source, one.target, count, one.reason)

    answer = judge.answer(key, words, one)
    if answer.refused is not None or most == 1:
        return answer
    fits = next(n for n in range(most, 0, -1) if judge.refuses(many(n)) is None)
    if fits == 1:
        return answer
    return Answer(key, words, Amount(text("How many dice?"), 1, fits, many, default=1))


# --- start tiles ---------------------------------------------------------------------------------


def _start(rules: Rules, state: GameState) -> Choose:
    return Choose(WORDS, players(rules, state, _factions, _others))


def _others(_rules: Rules, _state: GameState, seat: int) -> Iterator[ReplaceStartTiles]:
    pairs = product(FACTIONS, HOME_WORLDS)
    return (ReplaceStartTiles(seat, faction, home, BY_HAND) for faction, home in pairs)


def _factions(rules: Rules, state: GameState, seat: int) -> Choose:
    judge, name = judge_of(rules, state), state.empire(seat).name

    def homes(faction: int) -> Choose:
        answers = (
            judge.answer(
                key,
                shown(Piece(f"side/{key}")),
                ReplaceStartTiles(seat, faction, key, BY_HAND),
                (Piece(f"side/{key}"),),
            )
            for key in HOME_WORLDS
        )
        return Choose(text("%(name)s: which home world?", name=name), tuple(answers))

    factions = (
        following(str(n), text("Faction %(number)s", number=n), homes(n), (Piece(f"faction/{n}"),))
        for n in FACTIONS
    )
    return Choose(text("%(name)s: which faction tile?", name=name), tuple(factions))
