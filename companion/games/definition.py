"""What every game gives to the session: pure functions over its own types.

A second game is a folder beside ``roll`` with a module-level ``GAME`` of this shape. Nothing in
the session knows more of a game than this.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class GameDefinition:
    """One game's rules as functions of state.

    Attributes:
        key: the game's name in the log and on the command line, such as ``roll``.
        schema: version of the game's event types; a log with a higher one is not opened.
        initial: the state before the first event.
        decide: ``(state, command) -> events``; checks the rules, raises ``RulesError``.
        apply: ``(state, event) -> state``; total and deterministic, never refuses.
        view: ``(state, seat) -> view``; what ``seat`` may see, or everybody where it is None.
        event_types: every event class, for the log's codec.
        is_over: whether nothing more can happen in this state but corrections and undo.
    """

    key: str
    schema: int
    initial: Any
    decide: Callable[[Any, Any], tuple[Any, ...]]
    apply: Callable[[Any, Any], Any]
    view: Callable[[Any, int | None], Any]
    event_types: tuple[type, ...]
    is_over: Callable[[Any], bool]
