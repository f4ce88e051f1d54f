"""Scenarios of rules as text: a position, what players do, what is so afterwards; see README.md.

    ## R-10.1, FAQ (pl, hu) 22: as many as the credits, neither more nor fewer
    at ship: Ann citizenry home genes military; credits 2
    > FinishPhase; Recruit dice=genes ! recruit; Recruit dice=genes,military
    = cup genes military; citizenry home; credits 1

Playing a scenario returns its lines with everything expected written anew.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, Protocol


class Game(Protocol):
    """What the runner needs of a game."""

    @property
    def names(self) -> Sequence[str]:
        """Who can be spoken to; the first is meant where no name stands, the last is the table."""

    def begin(self, where: str) -> None: ...

    def put(self, who: str, what: Mapping[str, str]) -> None: ...

    def act(self, who: str, line: str) -> list[str]:
        """Return the events as lines; raises an error with a ``code``."""

    def gains(self, who: str) -> str: ...

    def field(self, who: str, path: str) -> str: ...


@dataclass(frozen=True)
class Scenario:
    """One test.

    Attributes:
        number: line of the title in its file.
        lines: the lines below the title, the tables left out and the placeholders filled.
        row: placeholder -> cell, where there is a table.
        template: the lines before the placeholders were filled.
        at_row: line of the row in its file; 0 without a table or where two are multiplied.
        given: ``given NAME`` -> the lines for which it stands.
    """

    title: str
    number: int
    lines: tuple[str, ...]
    row: Mapping[str, str]
    template: tuple[str, ...]
    at_row: int
    given: Mapping[str, tuple[str, ...]]

    @property
    def name(self) -> str:
        """The title, and what else tells the row from others."""
        cells = " | ".join(cell for key, cell in self.row.items() if f"{{{key}}}" not in self.title)
        title = _filled(self.title, self.row)
        return f"{title} [{cells}]" if cells else title


def scenarios(text: str) -> Iterator[Scenario]:
    """Return the scenarios of a file, one for each row of the tables."""
    given: dict[str, tuple[str, ...]] = {}
    for part in re.finditer(r"^## (.+)\n((?:(?!## ).*\n?)*)", text, re.MULTILINE):
        start = text.count("\n", 0, part.start()) + 1
        lines, tables = _tables(part[2].splitlines(), start)
        if part[1].startswith("given "):
            given[part[1]] = lines
            continue
        for rows in product(*tables):
            cells = {name: cell for _, row in rows for name, cell in row.items()}
            filled = tuple(_filled(each, cells) for each in lines)
            at_row = rows[0][0] if len(rows) == 1 else 0
            yield Scenario(part[1], start, filled, cells, lines, at_row, given)


def _filled(line: str, cells: Mapping[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: cells[found[1]], line).rstrip()


Rows = list[tuple[int, dict[str, str]]]


def _tables(body: list[str], start: int) -> tuple[tuple[str, ...], list[Rows]]:
    lines: list[str] = []
    tables: list[Rows] = []
    columns: list[str] = []
    for number, line in enumerate((each.rstrip() for each in body), start):
        if line.startswith("with "):
            columns = _cells(line.removeprefix("with "))
            tables.append([])
        elif line.startswith("  "):
            tables[-1].append((number, dict(zip(columns, _cells(line), strict=True))))
        elif line:
            lines.append(line)
    return tuple(lines), tables


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("|")]


_TIMES: Final = re.compile(r"(?<=[ \[])([^\s\[\]()=,]+)\*(\d+)(?=[ \];]|$)")


def repeated(line: str) -> str:
    """Return the line with ``home*3`` written as three words."""
    return _TIMES.sub(lambda found: " ".join([found[1]] * int(found[2])), line)


def played(game: Game, scenario: Scenario) -> list[str]:
    """Return the lines with everything expected replaced by what happens."""
    play = _Play(game, scenario.given)
    now = []
    for line in scenario.lines:
        try:
            happened = play.line(repeated(line))
        except Exception as error:
            error.add_note(f"in the line: {line}")
            raise
        now.append(line if happened == repeated(line) else happened)
    return now


class _Play:
    """One scenario as it goes on."""

    def __init__(self, game: Game, given: Mapping[str, tuple[str, ...]]) -> None:
        self._game, self._given = game, given
        self._events: list[str] = []

    def line(self, line: str) -> str:
        """Do what the line says and return it as it turned out."""
        mark, _, rest = line.partition(" ")
        match mark:
            case "given":
                self._reach(line)
            case "at":
                where, _, more = rest.partition(": ")
                self._game.begin(where)
                if more:
                    self._put(more)
            case ">":
                self._events = []
                return "> " + "; ".join(self._act(each) for each in rest.split("; "))
            case "+":
                name, who, _ = self._who(rest)
                return f"+ {name}{self._game.gains(who)}"
            case "=":
                name, who, what = self._who(rest)
                now = (f"{path} {self._game.field(who, path)}" for path in _fields(what))
                return f"= {name}" + "; ".join(now)
            case ".":
                return f". {self._event(rest)}"
            case "#":
                pass
            case _:
                self._put(line)
        return line

    def _reach(self, name: str) -> None:
        for each in map(repeated, self._given[name]):
            if self.line(each) != each:
                raise ValueError(f"{name} cannot be reached: {each}")

    def _who(self, text: str) -> tuple[str, str, str]:
        """Return the name as it is written (or nothing), who is meant, and the rest."""
        first, _, rest = text.partition(" ")
        if first in self._game.names:
            return f"{first} ", first, rest
        return "", self._game.names[0], text

    def _put(self, text: str) -> None:
        name, who, what = self._who(text)
        if not name:
            raise ValueError(f"nobody has this name: {text}")
        self._game.put(who, _fields(what))

    def _act(self, text: str) -> str:
        order = text.partition(" ! ")[0]
        _, who, what = self._who(order)
        try:
            self._events += self._game.act(who, what)
        except Exception as error:
            if not hasattr(error, "code"):
                raise
            return f"{order} ! {error.code}"
        return order

    def _event(self, wanted: str) -> str:
        """Return it if an event has all its words, else what there is of its name."""
        name, *words = wanted.removeprefix("no ").split(" ")
        alike = [each for each in self._events if each.partition(" ")[0] == name]
        if not wanted.startswith("no ") and any({*words} <= {*each.split(" ")} for each in alike):
            return wanted
        return (alike or [f"no {name}"])[0]


def _fields(text: str) -> dict[str, str]:
    parts = (each.partition(" ") for each in text.split("; "))
    return {key: value.strip() for key, _, value in parts}


def rewritten(text: str, game: Game) -> str:
    """Return the file with new expectations, in lines and in the cells that fill them."""
    lines = text.splitlines()
    for each in reversed(list(scenarios(text))):
        now = played(game, each)
        if not each.row:
            end = each.number
            while end < len(lines) and not lines[end].startswith("## "):
                end += 1
            lines[each.number : end] = [*now, ""]
        elif each.at_row:
            cells = dict(each.row)
            for template, new in zip(each.template, now, strict=True):
                cells |= _cells_of(template, new)
            lines[each.at_row] = "  " + " | ".join(cells.values()).rstrip()
    return "\n".join(lines).rstrip() + "\n"


def _cells_of(template: str, line: str) -> dict[str, str]:
    """Return the cells with which the template is the line."""
    if template[0] not in "=+.>":
        return {}
    seen: set[str] = set()
    pattern = ""
    for part in re.split(r"(\{\w+\})", template):
        name = part[1:-1]
        if not re.fullmatch(r"\{\w+\}", part):
            pattern += re.escape(part)
        else:
            pattern += f"(?P={name})" if name in seen else f"(?P<{name}>.*?)"
            seen.add(name)
    found = re.fullmatch(pattern.rstrip(), line)
    return found.groupdict() if found else {}
