"""Fakes of the machine ports: for tests, and for running on a personal computer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.session.machine_ports import ExchangeError, PowerError


@dataclass(slots=True)
class NoPower:
    """A machine that must not be shut down; ``asked`` counts the attempts."""

    available: bool = False
    asked: int = 0

    def power_off(self) -> None:
        """Count the attempt; fail unless ``available``.

        Raises:
            PowerError: not ``available``.
        """
        self.asked += 1
        if not self.available:
            raise PowerError(reason="it is not the default log")


@dataclass(slots=True)
class NoBrightness:
    """A display without brightness control; stores the requested value."""

    percent: int | None = None

    def set_percent(self, percent: int) -> bool:
        """Store the value; returns False."""
        self.percent = percent
        return False


@dataclass(slots=True)
class MemoryExchange:
    """Files in memory; implements ``Exchange``."""

    files: dict[str, bytes] = field(default_factory=dict)

    def write(self, name: str, content: bytes) -> str:
        """Store *content*."""
        self.files[name] = content
        return name

    def offered(self, suffix: str) -> tuple[str, ...]:
        """Return the names with that suffix, newest first."""
        return tuple(name for name in reversed(self.files) if name.endswith(suffix))

    def read(self, name: str) -> bytes:
        """Return the stored content.

        Raises:
            ExchangeError: there is no such file.
        """
        if name not in self.files:
            raise ExchangeError(file=name, reason="there is no such file")
        return self.files[name]


@dataclass(slots=True)
class MemoryReporter:
    """Records the requested reports."""

    written: list[dict[str, bytes]] = field(default_factory=list)

    def write(self, *, pictures: Mapping[str, bytes]) -> str:
        """Record the images."""
        self.written.append(dict(pictures))
        return f"report-{len(self.written)}.zip"


@dataclass(slots=True)
class MemoryBoxes:
    """Box facts in memory; implements ``Boxes``."""

    kept: dict[str, Any] = field(default_factory=dict)

    def of(self, game: str) -> Any:
        """Return the facts of a game; None where none were entered."""
        return self.kept.get(game)

    def keep(self, game: str, facts: Any) -> None:
        """Store the facts."""
        self.kept[game] = facts
