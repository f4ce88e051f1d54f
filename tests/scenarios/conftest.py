"""Every ``KEY/NAME.txt`` is a file of scenarios of the game KEY; each scenario or row is a test."""

import os
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from tests.golden.other_games import game_of
from tests.scenarios.any_game import AnyGame
from tests.scenarios.roll_table import Roll
from tests.scenarios.runner import Game, Scenario, played, rewritten, scenarios


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> pytest.Collector | None:
    if file_path.suffix == ".txt" and file_path.parent.name in GAMES:
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


class ScenarioFile(pytest.File):
    """Collects the scenarios; with ``SCENARIOS=rewrite`` they are made to expect what happens."""

    def collect(self) -> Iterator[pytest.Item]:
        text = self.path.read_text("utf-8")
        if os.environ.get("SCENARIOS") == "rewrite":
            text = rewritten(text, self.game())
            self.path.write_text(text, "utf-8")
        names: set[str] = set()
        for each in scenarios(text):
            if each.name in names:
                raise ValueError(f"{self.path.name} has twice: {each.name}")
            names.add(each.name)
            yield ScenarioItem.from_parent(self, name=each.name, scenario=each)

    def game(self) -> Game:
        """Return the game before anything has happened."""
        key = self.path.parent.name
        return Roll() if key == "roll" else AnyGame(game_of(key))


class DifferenceError(AssertionError):
    """What happened is not what the scenario says."""


class ScenarioItem(pytest.Item):
    """A scenario."""

    def __init__(self, *, scenario: Scenario, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type] # pytest's own
        self.scenario = scenario

    def runtest(self) -> None:
        assert isinstance(self.parent, ScenarioFile)
        now = played(self.parent.game(), self.scenario)
        if now != list(self.scenario.lines):
            lines = self.scenario.lines
            diff = unified_diff(lines, now, "expected", "happened", lineterm="", n=len(now))
            raise DifferenceError("\n".join(diff))

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], _style: object = None
    ) -> str:
        where = f"{self.path.name}:{self.scenario.number}"
        if isinstance(excinfo.value, DifferenceError):
            return f"{where}\n{excinfo.value}"
        notes = "\n".join(getattr(excinfo.value, "__notes__", ()))
        return f"{where}\n{notes}\n{excinfo.value!r}\n{excinfo.traceback[-1]}"

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.scenario.number - 1, self.name
