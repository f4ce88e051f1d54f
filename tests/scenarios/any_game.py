"""A game in scenarios: its state is read and changed by the types of its fields.

A path is the names of fields with dots between them, from the player or the state; ``view.`` begins
a path in the shared view, ``sees.`` in the player's own; ``lit``: the seats whose button is lit.
A step into a list is the element whose first field is so (``sectors.10.cubes``) or its place from 0
(``market.#2``); the name of a field goes on with that field of all (``players.marks``). Values are
those of ``tests/golden/notation.py``, lists without brackets. ``sectors+`` adds to a list.
"""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any

from companion.games.definition import GameDefinition
from tests.golden.notation import Notation, commands_of, hints_of, read_value, write_value


class AnyGame:
    """One of the games whose state has ``players`` with seats and names, or no players."""

    def __init__(self, game: GameDefinition) -> None:
        self.game, self.state = game, game.initial
        self.notation: Any = Notation((*commands_of(game), *game.event_types))
        self._seated = {
            cls.__name__
            for cls in commands_of(game)
            if any(field.name == "seat" and field.default is MISSING for field in fields(cls))
        }

    @property
    def names(self) -> tuple[str, ...]:
        return (*(each.name for each in self.players), "table")

    @property
    def players(self) -> tuple[Any, ...]:
        """Those who sit at the table; each has ``seat`` and ``name``."""
        return getattr(self.state, "players", ())

    def seat(self, who: str) -> int | None:
        """Return the seat of a name; None for the table."""
        return next((each.seat for each in self.players if each.name == who), None)

    def begin(self, where: str) -> None:
        """Begin before the game is set up, which is the only position without commands."""
        assert where == "box"
        self.state = self.game.initial

    def put(self, who: str, what: Mapping[str, str]) -> None:
        seat = self.seat(who)
        for path, text in what.items():
            whole = path if seat is None else f"players.{seat}.{path}"
            self.state = changed(self.state, whole, text)

    def act(self, who: str, line: str) -> list[str]:
        name, _, rest = line.partition(" ")
        if name in self._seated:
            rest = f"seat={self.seat(who)} {rest}"
        return [self.notation.write(event) for event in self.do(f"{name} {rest}".rstrip())]

    def do(self, line: str) -> tuple[Any, ...]:
        """Carry out a command and return its events."""
        events: tuple[Any, ...] = self.game.decide(self.state, self.notation.read(line))
        for event in events:
            self.state = self.game.apply(self.state, event)
        return events

    def gains(self, who: str) -> str:
        raise NotImplementedError(who)

    def field(self, who: str, path: str) -> str:
        if path.startswith("view."):
            return shown(_found(self.game.view(self.state, None), path.removeprefix("view.")))
        if path.startswith("sees."):
            seen = self.game.view(self.state, self.seat(who))
            return shown(_found(seen, path.removeprefix("sees.")))
        if path == "lit":
            return shown(self.game.lit_seats(self.game.view(self.state, None)))
        for each in self.objects(who):
            if hasattr(each, path.partition(".")[0]):
                return shown(_found(each, path))
        raise ValueError(f"nothing is called {path}")

    def objects(self, who: str) -> Iterator[object]:
        """Where fields are looked for, in this order."""
        yield from (each for each in self.players if each.name == who)
        yield self.state


def _found(value: Any, path: str) -> Any:
    if not path or value is None:
        return value
    step, _, rest = path.partition(".")
    if isinstance(value, tuple):
        element = _element(value, step)
        if element is not None:
            return _found(element, rest)
        return tuple(_found(each, path) for each in value)
    return _found(getattr(value, step), rest)


def _element(items: tuple[Any, ...], step: str) -> Any:
    if step.startswith("#"):
        return items[int(step.removeprefix("#"))]
    return next((each for each in items if _first(each) == step), None)


def _first(value: Any) -> str:
    """The first field of a value, the first of a list."""
    if isinstance(value, tuple):
        return write_value(value[0]) if value else ""
    return write_value(getattr(value, fields(value)[0].name)) if is_dataclass(value) else ""


def shown(value: object) -> str:
    """Return a value as a scenario has it: lists without brackets, ``-`` for none."""
    text = write_value(value)
    return (text[1:-1] or "-") if text.startswith("[") else text


def changed(value: Any, path: str, text: str) -> Any:
    """Return the value with another one at the path."""
    step, _, rest = path.partition(".")
    if isinstance(value, tuple):
        old = _element(value, step)
        return tuple(changed(each, rest, text) if each is old else each for each in value)
    name = step.rstrip("+")
    old = getattr(value, name)
    new = changed(old, rest, text) if rest else read_value(hints_of(type(value))[name], text)  # type: ignore[arg-type]
    return replace(value, **{name: (*old, *new) if step.endswith("+") else new})
