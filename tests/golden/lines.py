"""The form of a game as text, as ``regenerate.py`` describes it: every answer written anew."""

from collections.abc import Callable
from typing import Any

from companion.errors import CompanionError
from companion.session.session import GameSession


def coded(text: str, reserved: str) -> str:
    """Return *text* with ``%XX`` for what cannot be printed and for *reserved* characters."""
    return "".join(
        char
        if char.isprintable() and char not in reserved
        else "".join(f"%{byte:02X}" for byte in char.encode())
        for char in text
    )


def anew(
    text: str,
    session: GameSession,
    *,
    read: Callable[[str], Any],
    write: Callable[[Any], str],
    standing: Callable[[], str],
) -> str:
    """Play the commands of *text*; return it with everything but them and comments written anew."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("#") or (not line and lines and lines[-1]):
            lines.append(line)
        elif line.startswith("> "):
            lines.append(line)
            try:
                events = _act(session, line.removeprefix("> "), read, write)
            except CompanionError as error:
                lines.append(f"! {error.code}: {error.message}")
            else:
                lines += [*(f". {event}" for event in events), f"= {standing()}"]
    return "\n".join(lines).rstrip() + "\n"


def _act(
    session: GameSession, line: str, read: Callable[[str], Any], write: Callable[[Any], str]
) -> list[str]:
    if line == "undo":
        return [f"Undone to_version={session.undo().to_version}"]
    if line == "redo":
        return [f"Redone to_version={session.redo().to_version}"]
    return [write(event) for event in session.execute(read(line))]
