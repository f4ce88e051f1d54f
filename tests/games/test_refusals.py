"""Each game has one table of refusals: code, rule, sentence, hint; all games share two rows."""

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import pytest

from companion.games import refusals
from companion.games.emperor import rounds as emperor_rounds
from companion.games.refusals import NOT_NOW, NOT_YOUR_TURN, NoRule, Reason
from companion.games.registry import GAMES
from companion.games.rule.turn import EndTurn
from companion.games.storm.solo_round import PlayerDone
from companion.games.storm.tableaus import EndTable
from tests.games.refused import refused_as

Node = TypeVar("Node", bound=ast.AST)
ROOT = Path(__file__).parents[2]
FOLDERS = ROOT / "companion" / "games"
TABLES: dict[str, ModuleType] = {
    path.relative_to(FOLDERS).parts[0]: import_module(
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
    )
    for path in sorted(FOLDERS.glob("*/**/errors.py"))
} | {"": refusals}
"""Folder of the game -> module of its table; of all games without a folder."""


def rows(module: ModuleType) -> dict[str, Reason]:
    """The rows that a module defines."""
    shared = (NOT_NOW, NOT_YOUR_TURN) if module is not refusals else ()
    found = vars(module).items()
    return {k: each for k, each in found if isinstance(each, Reason) and each not in shared}


ROWS = [
    pytest.param(game, name, reason, id=f"{game or 'all'}-{reason.code}")
    for game, module in TABLES.items()
    for name, reason in rows(module).items()
]


@pytest.mark.parametrize(
    ("game", "command"),
    [
        ("galactic_emperor", emperor_rounds.EndTurn(1)),
        ("rule_the_galaxy", EndTurn(1)),
        ("gathering_storm", EndTable()),
        ("gathering_storm_solo", PlayerDone()),
    ],
)
def test_a_game_that_has_not_begun_refuses_turns(game: str, command: Any) -> None:
    with refused_as(NOT_NOW) as refused:
        GAMES[game].decide(GAMES[game].initial, command)
    assert refused.value.code == "not_now"
    assert refused.value.hint_text


@pytest.mark.parametrize(("game", "name", "reason"), ROWS)
def test_a_row_has_a_code_and_a_sentence(game: str, name: str, reason: Reason) -> None:
    """The constant is named after the code."""
    assert name == reason.code.upper()
    assert reason.template[-1] in ".:" or reason.template.endswith(")s")
    assert not reason.hint or reason.hint.endswith(".")


@pytest.mark.parametrize(("game", "name", "reason"), ROWS)
def test_a_refusal_names_its_rules_or_says_why_there_is_none(
    game: str, name: str, reason: Reason
) -> None:
    """The numbers exist: in the index of Roll's rules, in the table of the other games' rules."""
    if isinstance(reason.rule, NoRule):
        return
    numbers = reason.rule.split(", ")
    assert set(numbers) <= known_rules(game), reason.rule
    assert numbers == sorted(numbers, key=lambda each: [int(n) for n in re.findall(r"\d+", each)])


def known_rules(game: str) -> set[str]:
    """The numbers of a game's rules, and of the sections that contain them; "": of any game."""
    if game == "roll":
        index = ROOT / "tests" / "games" / "roll" / "by_rule" / "known.toml"
        numbers = set(tomllib.loads(index.read_text("utf-8"))["rules"])
    else:
        chapters = (FOLDERS / "RULES.md").read_text("utf-8").split("\n## ")
        some = [each for each in chapters if f"`{game}`" in each.partition("\n")[0] or not game]
        numbers = set(re.findall(r"^\| (\d(?:\.\d)?) \|", "\n".join(some), re.MULTILINE))
    return numbers | {each.partition(".")[0] for each in numbers}


@pytest.mark.parametrize("game", TABLES)
def test_every_row_is_used_and_no_code_stands_twice(game: str) -> None:
    """And a game does not repeat what is refused in all games."""
    own = rows(TABLES[game])
    codes = [reason.code for reason in own.values()]
    assert len(set(codes)) == len(codes)
    if game:
        assert not {NOT_NOW.code, NOT_YOUR_TURN.code} & set(codes)
    calls = nodes(FOLDERS / game, ast.Call)
    assert not set(own) - {name_of(each.func) for each in calls}


@pytest.mark.parametrize("game", TABLES)
def test_whoever_refuses_gives_the_values_of_the_sentence(game: str) -> None:
    """No more and no fewer than its placeholders."""
    table = rows(TABLES[game])
    calls = [each for each in nodes(FOLDERS / game, ast.Call) if name_of(each.func) in table]
    wanted = [placeholders(table[name_of(call.func)]) for call in calls]
    assert wanted
    assert [{each.arg for each in call.keywords} for call in calls] == wanted


def placeholders(row: Reason) -> set[str]:
    return set(re.findall(r"%\((\w+)\)s", row.template + row.hint))


def nodes(folder: Path, kind: type[Node]) -> Iterator[Node]:
    """All nodes of a kind in the modules of a folder."""
    for path in folder.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        yield from (each for each in ast.walk(tree) if isinstance(each, kind))


def name_of(node: ast.expr) -> str:
    """The last part of a name."""
    return str(getattr(node, "attr", getattr(node, "id", "")))


def test_whatever_the_games_raise_comes_from_a_table() -> None:
    """Rules raise rows of their table; lookups raise ``KeyError`` or ``ValueError``.

    What a class leaves to those below it is a ``NotImplementedError``.
    """
    raised = (each.exc for each in nodes(FOLDERS, ast.Raise) if each.exc)
    rest = {name_of(each.func if isinstance(each, ast.Call) else each) for each in raised}
    known = {name for module in TABLES.values() for name in rows(module)}
    answers = {"AnswerRefusedError", "NoSuchAnswerError", "StaleAnswerError"}
    lookups = {"KeyError", "ValueError", "NotImplementedError", "SearchTooLongError"}
    assert rest - known == {*answers, *lookups, "_out_of_range", "_refusal", "problem"}
