"""Counters, dice and start tiles in questions: entered by hand, and corrected."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from companion.games import question as q
from companion.games.question import Amount, Answer, Choose, Piece, named, text
from companion.games.roll.ask.at import BY_HAND, At, Table, die, faction_of
from companion.games.roll.ask.mat import assigning, die_corrections, readiness, revealing
from companion.games.roll.ask.tile_corrections import MOVED, WHICH, TileCorrections
from companion.games.roll.model.dice import PHASES, DieType, Face
from companion.games.roll.model.holdings import DieLocation, DieSpot
from companion.games.roll.model.state import MAX_CREDITS, GameState, Step, holdings
from companion.games.roll.phases.counters import (
    ChangeCredits,
    ChangeTiles,
    ChangeVp,
    Correct,
    Correctable,
    current,
    limits,
    most_vp,
)
from companion.games.roll.phases.dice_corrections import MoveDice, dice_at
from companion.games.roll.phases.set_up import VP_PER_PLAYER, start_factions, start_homes
from companion.games.roll.phases.tile_corrections import ReplaceStartTiles
from companion.games.roll.rules.lookup import Rules

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
_WHERE: Final = text("Where is it?")
_SUPPLY: Final = ("stock", text("Supply"))


def corrections(rules: Rules, state: GameState) -> q.Choose:
    """Return what can be corrected; dice and tiles only where they are tracked."""
    counters, tiles = _Counters(rules, state), TileCorrections(rules, state)
    chips = (_counter(Correctable.VP_CHIPS),)
    answers = [*q.branch("counters", text("Counters"), WORDS, counters.all, pieces=chips)]
    if state.tracking is not None:
        dice, start = _Dice(rules, state), _StartTiles(rules, state)
        home, tile, world = die(DieType.HOME), q.Piece("tile"), q.Piece("stack/world")
        named_wrong, start_tiles = text("A tile is wrong: name it"), text("Faction and home world")
        answers += [
            *q.branch("dice", text("Dice"), WORDS, dice.all, pieces=(home,)),
            *q.branch("tiles", text("Move a tile"), MOVED, tiles.moved, pieces=(tile,)),
            *q.branch("names", named_wrong, WHICH, tiles.named, pieces=(q.Piece("search"),)),
            *q.branch("start", start_tiles, WORDS, start.all, pieces=(world,)),
        ]
    return q.Choose(WORDS, tuple(answers), urgent=False)


@dataclass(frozen=True)
class _Counters(Table):
    """Whose counters have other values, and which; the pool and the round."""

    def all(self) -> Iterator[q.Answer]:
        of_a_seat = tuple(each for each in self._known() if each not in _OF_THE_TABLE)
        for empire in self.state.empires:
            name, badge = q.named(empire.name), (q.seat_piece(empire.seat),)
            yield self._form(str(empire.seat), name, name, badge, of_a_seat, empire.seat)
        for each in self._known():
            if each in _OF_THE_TABLE:
                words, now = _COUNTERS[each], current(self.state, Correct(each, 0))
                said = text("%(what)s: %(now)s", what=words, now=now)
                yield self._form(each.value, said, words, (_counter(each),), (each,), None)

    def _known(self) -> Iterator[Correctable]:
        """Yield the counters that the rules do not count themselves."""
        tracked = self.state.tracking is not None
        return (each for each in Correctable if not (tracked and each in _COUNTED))

    def _form(
        self, key: str, words: q.Text, asked: q.Text, pieces: tuple[q.Piece, ...],
        counters: tuple[Correctable, ...], seat: int | None,
    ) -> q.Answer:  # fmt: skip
        """Ask for the real values; only those that change are corrected, no change is refused."""

        def make(*values: int) -> Correct | q.Steps:
            pairs = zip(counters, values, strict=True)
            every = tuple(Correct(what, value, seat, BY_HAND) for what, value in pairs)
            changed = tuple(each for each in every if current(self.state, each) != each.value)
            return q.Steps(changed) if len(changed) > 1 else (changed or every)[0]

        def judge(made: Correct | q.Steps) -> q.Refusal | None:
            steps = made.commands if isinstance(made, q.Steps) else (made,)
            return next(filter(None, map(self.judge.refuses, steps)), None)

        ranges = [limits(self.state, what, seat) for what in counters]
        now = [current(self.state, Correct(what, 0, seat)) for what in counters]
        parts = tuple(
            q.Amount(_COUNTERS[what], low, high, int, (_counter(what),), default=value)
            for what, (low, high), value in zip(counters, ranges, now, strict=True)
        )
        pairs = zip(now, ranges, strict=True)
        refused = judge(make(*(low + (value == low) for value, (low, _) in pairs)))
        return q.Answer(key, words, q.Form(asked, parts, make, judge), pieces, refused=refused)


def _counter(what: Correctable) -> q.Piece:
    return q.Piece(f"counter/{what.value}")


@dataclass(frozen=True)
class _Dice(Table):
    """Whose die is elsewhere, then which, whose it is now, where it is, and how many."""

    def all(self) -> Iterator[q.Answer]:
        asked = text("Tap the die that is elsewhere")
        return self.owners(asked, self._lying, box=_SUPPLY)

    def _spots(self, seat: int) -> Iterator[tuple[str, q.Text, DieSpot]]:
        """Yield the places of a player's dice by their keys; the supply for seat 0."""
        if not seat:
            yield *_SUPPLY, DieSpot(DieLocation.STOCK)
            return
        for location, words in _PLACES.items():
            yield location.value, words, DieSpot(location, seat)
        for phase in PHASES:
            spot = DieSpot(DieLocation.COLUMN, seat, phase)
            yield f"column/{phase.value}", q.shown(q.Piece(f"phase/{phase.value}")), spot
        for face in Face:
            spot = DieSpot(DieLocation.MAT, seat, face=face)
            words = text("The mat: %(face)s", face=q.Piece(f"face/{face.value}"))
            yield f"mat/{face.value}", words, spot
        for key in holdings(self.state, seat).tableau:
            spot = DieSpot(DieLocation.GOOD, seat, world=key)
            yield f"good/{key}", q.shown(q.Piece(f"side/{key}")), spot

    def _lying(self, seat: int) -> Iterator[q.Answer]:
        for key, place, spot in self._spots(seat):
            there = () if self._is_secret(spot) else dice_at(self.state, spot)
            for kind in dict.fromkeys(there):
                piece, most = die(kind, key), there.count(kind)
                words = text("%(die)s: %(place)s", die=die(kind), place=place)
                full, pieces = f"{kind.value}/{key}", (piece,)
                yield from q.branch(
                    full, words, _WHERE, self._new_owners, kind, spot, most, pieces=pieces
                )

    def _is_secret(self, spot: DieSpot) -> bool:
        """Whether dice may come there, but nobody may learn which lie there (R-12.1)."""
        return self.state.step is Step.ASSIGN and spot.location is DieLocation.MAT

    def _new_owners(self, kind: DieType, source: DieSpot, most: int) -> Iterator[q.Answer]:
        return self.owners(_WHERE, self._targets, kind, source, most, box=_SUPPLY)

    def _targets(self, kind: DieType, source: DieSpot, most: int, seat: int) -> Iterator[q.Answer]:
        for key, words, spot in self._spots(seat):
            yield self._amount(key, words, MoveDice(kind, source, spot, reason=BY_HAND), most)

    def _amount(self, key: str, words: q.Text, one: MoveDice, most: int) -> q.Answer:
        """Ask how many dice are there; more than fit are no answer."""

        def many(count: int) -> MoveDice:
            return MoveDice(one.die, one.source, one.target, count, one.reason)

        answer = self.judge.answer(key, words, one)
        if answer.refused is not None or most == 1:
            return answer
        fits = next(n for n in range(most, 0, -1) if self.judge.refuses(many(n)) is None)
        if fits == 1:
            return answer
        return q.Answer(key, words, q.Amount(text("How many dice?"), 1, fits, many, default=1))


@dataclass(frozen=True)
class _StartTiles(Table):
    """Who began with another faction or home world, and with which."""

    def all(self) -> Iterator[q.Answer]:
        for empire in self.state.empires:
            key, name, badge = str(empire.seat), q.named(empire.name), (q.seat_piece(empire.seat),)
            asked = text("%(name)s: which faction tile?", name=empire.name)
            yield from q.branch(key, name, asked, self._factions, empire.seat, pieces=badge)

    def _factions(self, seat: int) -> Iterator[q.Answer]:
        asked = text("%(name)s: which home world?", name=self.state.empire(seat).name)
        for n in start_factions(self.rules):
            words, pieces = faction_of(self.rules, n)
            yield from q.branch(str(n), words, asked, self._homes, seat, n, pieces=pieces)

    def _homes(self, seat: int, faction: int) -> Iterator[q.Answer]:
        for key in start_homes(self.rules):
            command = ReplaceStartTiles(seat, faction, key, BY_HAND)
            yield self.judge.piece(q.Piece(f"side/{key}"), command)


def by_hand(at: At) -> Choose:
    """Return what a player reports: the mat, the counters, the end of the round."""
    counters = tuple(_counters(at))
    match at.state.step:
        case Step.ASSIGN | Step.REVEAL as step:
            asked = assigning(at) if step is Step.ASSIGN else revealing(at)
            minor = tuple(replace(each, minor=True) for each in counters)
            return Choose(asked.text, (*asked.answers, *minor), asked.default, asked.urgent)
        case Step.MANAGE:
            own = tuple(readiness(at))
        case _:
            own = tuple(die_corrections(at))
    return Choose(named(at.state.empire(at.seat).name), (*own, *counters), urgent=False)


def _counters(at: At) -> Iterator[Answer]:
    """Yield what is gained or spent; forgotten bookkeeping may be entered at any time."""
    empire, seat = at.state.empire(at.seat), at.seat
    most = min(VP_PER_PLAYER * len(at.state.empires), most_vp(at.state, seat) - empire.vp_chips)
    paid, given = partial(ChangeCredits, seat), partial(ChangeVp, seat)
    yield from _numbers("credits", MAX_CREDITS, empire.credits, paid)
    yield from _numbers("vp", most, empire.vp_chips, given)
    yield at.answer("tile", text("One tile more"), ChangeTiles(seat, 1), Piece("tile"))
    yield at.answer("tile-less", text("One tile less"), ChangeTiles(seat, -1), Piece("tile"))


def _numbers(key: str, most: int, now: int, make: Callable[[int], Any]) -> Iterator[Answer]:
    piece = (Piece(key),)
    if most:
        gained = text("%(piece)s: gain", piece=Piece(key))
        yield Answer(key, gained, Amount(gained, 1, most, make, piece, default=1), piece)
    if now:
        spent = text("%(piece)s: spend", piece=Piece(key))
        given = Amount(spent, 1, now, lambda count: make(-count), piece, default=1)
        yield Answer(f"{key}-less", spent, given, piece)
