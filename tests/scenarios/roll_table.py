"""Roll for the Galaxy in scenarios; ``at`` is a phase (and later ones) or what README.md lists.

Seat 1 is Ann, seat 2 Bob. Their start tiles do as little as possible: Ann has no world that takes
goods, nobody has a Novelty world. What a scenario does not name is not there: no dice, no credits.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, get_args

from companion.games.answers import commands
from companion.games.question import Question
from companion.games.roll import with_rules
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.holdings import Dice
from companion.games.roll.model.options import TableOptions
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.model.state import (
    Assignment,
    Empire,
    Round,
    Step,
    holdings,
    tracking,
)
from companion.games.roll.rules.lookup import Rules
from companion.simulation.invariants import dice_of
from tests.games.roll.tracked_positions import CATALOG, begun, dice, paid
from tests.golden import roll_lines as notation
from tests.golden.notation import hints_of
from tests.scenarios.any_game import AnyGame, changed

ANN = PlayerSetup(1, "Ann", "blue", 2, "doomed_world")
BOB = PlayerSetup(2, "Bob", "red", 1, "new_sparta")
CID = PlayerSetup(3, "Cid", "green", 8, "separatist_colony")

_PATHS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "active": "round.active",
        "aside": "tracking.abandoned",
        "bag": "tracking.bag",
        "beyond": "vp_beyond_pool",
        "ends": "view.end_reasons",
        "order": "view.seats.seat",
        "givers": "tracking.givers",
        "needs": "view.needs",
        "phase": "round.current",
        "pool": "vp_pool",
        "ranks": "tracking.scores.rank",
        "vp": "vp_chips",
    }
)
"""Short words for paths."""

_DICE: Final = ("cup", "citizenry", "developers", "settlers")
_PHASES: Final = tuple(phase.value for phase in Phase)
_OPTIONS: Final = hints_of(TableOptions)


class Roll(AnyGame):
    """A fully tracked game; only its positions are special, and words for what is in them."""

    def __init__(self) -> None:
        super().__init__(with_rules(Rules(CATALOG)))
        self.notation = notation
        self._mats: dict[str, dict[str, str]] | None = None
        self._since: list[Any] = []

    @property
    def players(self) -> tuple[Empire, ...]:
        empires: tuple[Empire, ...] = self.state.empires
        return empires

    def begin(self, where: str) -> None:
        step, _, seated = where.partition(" of ")
        self._since, self._mats = [], {} if step == "mats" else None
        self.state = self.game.initial if step == "box" else begun(*_players(seated))
        if step in ("box", "set-up"):
            return
        for empire in self.players:
            self._hold(empire.seat, credits="0", developments="-", worlds="-", goods="-")
            self._hold(empire.seat, **dict.fromkeys(_DICE, "-"))
        if step not in ("assign", "mats"):
            self._go_to(step)

    def _go_to(self, step: str) -> None:
        """Begin the phases that are named; for Manage Empire Bob has recruited a die."""
        active = tuple(Phase(word) for word in step.replace("manage", "ship").split())
        parts = tuple(Assignment(seat) for seat in self.state.seats)
        now = Round(1, parts, active=active, current=active[0])
        self.state = replace(self.state, step=Step.PHASE, round=now)
        if step == "manage":
            self.state = replace(self.state, step=Step.MANAGE)
            self._hold(2, cup="home", recruited="yes")

    def put(self, who: str, what: Mapping[str, str]) -> None:
        seat = self.seat(who)
        if self._mats is not None and seat is not None:
            self._mats.setdefault(who, {}).update(what)
            self._lay(self._mats)
        elif seat is not None:
            self._hold(seat, **what)
        else:
            for key, text in what.items():
                self._put_on_table(key, text)

    def _lay(self, mats: Mapping[str, Mapping[str, str]]) -> None:
        """Let everybody roll the dice of the mat and lay them so."""
        self.state = begun(*(empire.player for empire in self.players))
        for empire in self.players:
            here = {"mat": "home:ship!", "credits": "0", **mats.get(empire.name, {})}
            laid = here.pop("mat").split()
            here.pop("spare", None)
            nothing = dict.fromkeys((*_DICE, "developments", "worlds", "goods"), "-")
            rolled = [die.partition("@")[0].rstrip("!") for die in laid]
            cup = " ".join(die.partition(":")[0] for die in rolled)
            self._hold(empire.seat, **{**nothing, **here, "cup": cup})
            faces = ",".join(rolled).replace(":", "/")
            self.do(f"RollDice seat={empire.seat} dice={faces}")
        for seat in self.state.seats:
            self.do(f"SignalReady seat={seat}")
        for empire in self.players:
            laid = mats.get(empire.name, {}).get("mat", "home:ship!").split()
            self.do(f"RecordMat seat={empire.seat} dice={','.join(laid)}")
        spare = mats.get("Ann", {}).get("spare", "ship")
        if len(self.players) == 2 and spare != "-":
            self.do(f"RecordSpareDie face={spare}")

    def _hold(self, seat: int, **what: str) -> None:
        for key, text in what.items():
            empire = self.state.empire(seat)
            held = holdings(self.state, seat)
            if key == "built":
                held = replace(held, tableau=(*held.tableau, *_plain(text).split()))
                empire = replace(empire, tiles=len(held.tableau))
            elif key in _PHASES:
                there = zip(_PHASES, held.columns, strict=True)
                columns = (dice(_plain(text)) if key == name else old for name, old in there)
                held = replace(held, columns=tuple(columns))
            elif hasattr(held, key.partition(".")[0]):
                held = changed(held, key, _in_brackets(key, text))
            else:
                empire = changed(empire, _whole(key), text)
                held = empire.holdings
            self.state = self.state.with_empire(replace(empire, holdings=held))
        self._take_out_of_the_bag()

    def _take_out_of_the_bag(self) -> None:
        """A tile that lies in front of somebody is not in the bag."""
        gone: set[int] = set()
        for seat in self.state.seats:
            held = holdings(self.state, seat)
            gone |= {*held.developments, *held.worlds}
            keys = (key for key in held.tableau if key in CATALOG.tile_by_side)
            gone |= {CATALOG.tile_by_side[key].id for key in keys}
        bag = tuple(number for number in tracking(self.state).bag if number not in gone)
        self.state = replace(self.state, tracking=replace(tracking(self.state), bag=bag))

    def _put_on_table(self, key: str, text: str) -> None:
        if key in _OPTIONS:
            assert text in get_args(_OPTIONS[key])
            chosen: Any = {key: text}
            options = replace(self.state.options, **chosen)
            self.state = replace(self.state, options=options)
        elif key.startswith("stock_"):
            stock = list(tracking(self.state).stock)
            stock[_kind(key)] = int(text)
            box = replace(tracking(self.state), stock=tuple(stock))
            self.state = replace(self.state, tracking=box)
        else:
            self.state = changed(self.state, _whole(key), _numbered(text))

    def do(self, line: str) -> tuple[Any, ...]:
        events = super().do(_numbered(line))
        self._since += events
        return events

    def gains(self, who: str) -> str:
        sums = paid(tuple(self._since), self.seat(who) or 0)
        self._since = []
        parts = (
            key + (f" ${money}" if money or not vp else "") + (f" {vp}vp" if vp else "")
            for key, (money, vp) in sorted(sums.items())
        )
        return "; ".join(parts) or "-"

    def field(self, who: str, path: str) -> str:
        seat = self.seat(who)
        if path.startswith("stock_"):
            return str(tracking(self.state).stock[_kind(path)])
        if path.startswith("score."):
            path = f"tracking.scores.{seat}.{path.removeprefix('score.')}"
        words = self._in_words(seat, path) if seat else None
        if words is not None:
            return " ".join(words) or "-"
        return super().field(who, _whole(path))

    def _in_words(self, seat: int, path: str) -> Iterable[str] | None:
        """What is in front of a seat, in words of its own; None where there are none."""
        held = self.state.empire(seat).holdings
        if held is None:  # counters by hand
            return None
        if path in _DICE:
            return _sorted(getattr(held, path))
        if path in _PHASES:
            return _sorted(held.workers(Phase(path)))
        others: dict[str, Callable[[], Iterable[str]]] = {
            "built": lambda: held.tableau[3:],
            "developments": lambda: _sides(held.developments, "development"),
            "dice": lambda: map(str, dice_of(held)),
            "goods": lambda: sorted(f"{each.world}/{each.die.value}" for each in held.goods),
            "offers": lambda: _offers(self.game.question(self.state, seat)),
            "start": lambda: held.tableau[:3],
            "tools": lambda: self._tools(seat),
            "worlds": lambda: _sides(held.worlds, "world"),
        }
        return others[path]() if path in others else None

    def _tools(self, seat: int) -> list[str]:
        moved = (each for each in self._since if type(each).__name__ == "WorkersReassigned")
        return [each.reason for each in moved if each.seat == seat]

    def objects(self, who: str) -> Iterator[object]:
        seat = self.seat(who)
        if seat:
            yield self.state.empire(seat).holdings
            yield self.state.empire(seat)
            yield self.state.assignment(seat)
        yield self.state


def _whole(path: str) -> str:
    """Return the path for which its first word may be short."""
    first, dot, rest = path.partition(".")
    return _PATHS.get(first, first) + dot + rest


def _players(text: str) -> tuple[PlayerSetup, ...]:
    if text in ("", "three"):
        return (ANN, BOB, CID)[: 3 if text else 2]
    command: Any = notation.read(f"SetUpGame players={text} first_tiles=()")
    players: tuple[PlayerSetup, ...] = command.players
    return players


def _plain(text: str) -> str:
    return "" if text == "-" else text


def _sorted(of: Dice) -> list[str]:
    """Dice have no order where they lie."""
    return sorted(die.value for die in of)


def _offers(asked: Question | None) -> list[str]:
    return sorted({type(each).__name__ for each in commands(asked)} if asked else ())


def _kind(key: str) -> int:
    return list(DieType).index(DieType(key.removeprefix("stock_")))


def _in_brackets(key: str, text: str) -> str:
    """Return goods as values, sides of tiles as their numbers."""
    if key == "goods":
        return re.sub(r"(\w+)/(\w+)", r"(\1 \2)", text)
    return re.sub(r"\w+", _number, text) if key in ("developments", "worlds") else text


def _number(side: re.Match[str]) -> str:
    return str(CATALOG.tile_by_side[side[0]].id)


def _numbered(text: str) -> str:
    """Return the text with the number of a tile for ``#side``, and ``home,home`` for ``home*2``."""
    text = re.sub(r"(?<![\w:?!])#(\w+)", lambda side: str(CATALOG.tile_by_side[side[1]].id), text)
    return re.sub(r"([\w:@!/]+)\*(\d+)", lambda die: ",".join([die[1]] * int(die[2])), text)


def _sides(numbers: Iterable[int], kind: str) -> list[str]:
    """The names of the sides of tiles in a stack; ``?`` for a tile that nobody named."""
    names = {each.id: getattr(each, kind).key for each in CATALOG.tiles}
    return [names.get(number, "?") for number in numbers]
