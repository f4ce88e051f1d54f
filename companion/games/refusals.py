"""Refusals of the games' rules: a table of reasons for each game, here those common to all.

A game's ``errors`` has a ``Reason`` for each sentence; ``raise errors.TIMING(name="Ann")`` refuses.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from companion.errors import CompanionError


class NoRule(Enum):
    """Why no rule of the rulebook stands behind a refusal."""

    FORM = "what was entered or read does not exist, is incomplete or used twice"
    TABLE = "this table plays or counts in another way"
    RECORD = "it does not fit what the companion has recorded"


FORM, TABLE, RECORD = NoRule


class RefusedError(CompanionError, ValueError):
    """A command that the rules refuse; the state is unchanged.

    Args:
        reason: the row of the game's table.
        params: values for the placeholders of its sentence and hint.
    """

    def __init__(self, reason: "Reason", /, **params: object) -> None:
        self.reason = reason
        self.rule = reason.rule if isinstance(reason.rule, str) else ""
        self.code, self.template, self.hint = reason.code, reason.template, reason.hint
        super().__init__(**params)


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason to refuse a command; called with the values of its placeholders, the error.

    Attributes:
        rule: numbers of the rules that refuse, such as ``R-6.3``; those of other games than Roll
            for the Galaxy are sections of their digests, such as ``4.5``.
        template: the sentence.
        hint: how to solve the problem.
        code: stable, unique within the game; the name of the constant, from ``name_rows``.
    """

    rule: str | NoRule
    template: str
    hint: str = ""
    code: str = field(default="", init=False)

    def __call__(self, **values: object) -> RefusedError:
        """Return the error to raise; ``tests/games/test_refusals.py`` compares the placeholders."""
        return RefusedError(self, **values)


def name_rows(module: Mapping[str, object]) -> None:
    """Name the rows that a module defines after their constants."""
    for name, row in module.items():
        if isinstance(row, Reason) and not row.code:
            object.__setattr__(row, "code", name.lower())


NOT_NOW: Final = Reason(
    RECORD, "This is not possible now.", "Check what the screen asks for, or undo."
)
NOT_YOUR_TURN: Final = Reason("3", "It is not the turn of %(name)s.")

name_rows(globals())
