"""Each new step of the table in sentences: as lines of text, and as JSON for programs of owners."""

import json
import logging
import socket
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.errors import CompanionError, os_errors_as
from companion.i18n import Translator
from companion.session.steps import StepKind
from companion.session.table_port import TableUpdate

log = logging.getLogger(__name__)

_WAITING: Final = 8  # connections that wait to be accepted

FEED_UNAVAILABLE: Final = CompanionError.row(
    "feed_unavailable",
    "The socket %(path)s for events cannot be opened: %(reason)s.",
    "Correct the path under [events] in config.toml, or remove it.",
)


class StepFeed:
    """Tells each step once, as everybody at the table may hear it.

    Args:
        translate: the translator of the language.
        tell: gets the step as the text of a JSON object, then its sentences.
    """

    def __init__(self, translate: Translator, tell: Callable[[str, tuple[str, ...]], None]) -> None:
        self._translate = translate
        self._tell = tell
        self._told: tuple[str | None, int] = (None, 0)
        self._open = False  # whether nothing is secret

    def take(self, update: TableUpdate) -> None:
        """Tell the newest step unless it was told; a game that was open before goes on silently."""
        step, told = update.step, self._told
        self._told = update.game_id, 0 if step is None else step.version
        self._open &= update.game_id == told[0]
        if step is None or update.game_id != told[0] or self._told == told:
            return
        from kivy_ui.common.player_group import PlayerGroup, usual_seat
        from kivy_ui.registry import GAME_UIS

        texts = GAME_UIS[update.game or ""].log
        group = PlayerGroup(usual_seat)
        context = group.told(self._translate, update.view).with_players(step.events)
        events = []
        for event in step.events:
            self._open = texts.shows_after(event, shown=self._open)
            text = texts.say(replace(context, over=self._open), event)
            seat = getattr(event, "seat", None)
            events.append({"kind": type(event).__name__, "seat": seat, "text": text})
        self._open &= step.kind is not StepKind.UNDONE  # what is secret again cannot be told
        line = {
            "game": update.game,
            "game_id": update.game_id,
            "version": step.version,
            "step": step.kind.value,
            "over": update.is_over,
            "events": events,
        }
        sentences = tuple(str(each["text"]) for each in events if each["text"])
        if step.kind is StepKind.UNDONE:
            sentences = tuple(self._translate("Undone: %(what)s", what=each) for each in sentences)
        self._tell(json.dumps(line, ensure_ascii=False), sentences)


class FeedSocket:
    """A Unix stream socket from which any number of programs read lines.

    Args:
        path: of the socket; one that a killed companion has left is replaced.

    Raises:
        CompanionError: it cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._readers: list[socket.socket] = []
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with ExitStack() as stack, os_errors_as(FEED_UNAVAILABLE, path=path):
            stack.callback(self._server.close)
            if path.is_socket():
                path.unlink()
            self._server.bind(str(path))
            path.chmod(0o660)
            self._server.listen(_WAITING)
            stack.pop_all()
        threading.Thread(target=self._accept, name="events", daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                reader, _ = self._server.accept()
                reader.settimeout(0)
                self._readers.append(reader)

    def send(self, line: str) -> None:
        """Send a line; a reader whose buffer is full is disconnected. Never waits."""
        data = f"{line}\n".encode()
        for reader in tuple(self._readers):
            with suppress(OSError):
                if reader.send(data) == len(data):
                    continue
            log.info("a reader of events is gone or too slow")
            self._readers.remove(reader)
            reader.close()

    def close(self) -> None:
        """End all connections. Safe to call twice."""
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for reader in self._readers:
            reader.close()
        self._path.unlink(missing_ok=True)
