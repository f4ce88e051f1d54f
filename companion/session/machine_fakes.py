"""Stand-ins for the machine: for tests, and where the table runs on a machine of somebody else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.session.machine_ports import ExchangeError, PowerError


@dataclass(slots=True)
class NoPower:
    """A machine that the table must not switch off; ``asked`` counts who tried."""

    available: bool = False
    asked: int = 0

    def power_off(self) -> None:
        """Refuse, unless the machine is said to be available.

        Raises:
            PowerError: it is not.
        """
        self.asked += 1
        if not self.available:
            raise PowerError(reason="it is not the table's own")


@dataclass(slots=True)
class NoBrightness:
    """A display without a light of its own; remembers what was asked for."""

    percent: int | None = None

    def set_percent(self, percent: int) -> bool:
        """Remember, and say that no display took it."""
        self.percent = percent
        return False


@dataclass(slots=True)
class MemoryExchange:
    """Files in memory; implements ``Exchange``."""

    files: dict[str, bytes] = field(default_factory=dict)

    def write(self, name: str, content: bytes) -> str:
        """Keep *content*."""
        self.files[name] = content
        return name

    def offered(self, suffix: str) -> tuple[str, ...]:
        """Return the names with that ending, newest first."""
        return tuple(name for name in reversed(self.files) if name.endswith(suffix))

    def read(self, name: str) -> bytes:
        """Return what was kept.

        Raises:
            ExchangeError: there is no such file.
        """
        if name not in self.files:
            raise ExchangeError(file=name, reason="there is no such file")
        return self.files[name]


@dataclass(slots=True)
class MemoryReporter:
    """Remembers the reports that were asked for."""

    written: list[dict[str, bytes]] = field(default_factory=list)

    def write(self, *, pictures: Mapping[str, bytes]) -> str:
        """Remember the pictures."""
        self.written.append(dict(pictures))
        return f"report-{len(self.written)}.zip"


@dataclass(slots=True)
class MemoryBoxes:
    """Facts of boxes in memory; implements ``Boxes``."""

    kept: dict[str, Any] = field(default_factory=dict)

    def of(self, game: str) -> Any:
        """Return the facts of a game; None while nobody entered any."""
        return self.kept.get(game)

    def keep(self, game: str, facts: Any) -> None:
        """Remember the facts."""
        self.kept[game] = facts
