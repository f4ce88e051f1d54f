"""A phone as a client of the running server: plain HTTP, what it was told, what it sends."""

import http.client
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

Json = dict[str, Any]

_TOO_OFTEN = 429
_WAIT_S = 0.2


class Phone:
    """Requests of one phone.

    Args:
        url: the link; of spectators one without a token.

    Attributes:
        patient: whether it waits and tries again where it was too quick.
    """

    def __init__(self, url: str, language: str = "en") -> None:
        parts = urlsplit(url)
        self.url = url
        self.host, self.port = parts.hostname or "", parts.port or 80
        self.headers = {"Accept-Language": language}
        self.patient = False
        if parts.fragment:
            self.headers["Authorization"] = f"Bearer {parts.fragment}"

    def request(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, Any]:
        """Send a request; return the status and what came back."""
        sent = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection(self.host, self.port, timeout=20)
        try:
            connection.request(method, path, body, sent)
            reply = connection.getresponse()
            content = reply.read()
        finally:
            connection.close()
        if self.patient and reply.status == _TOO_OFTEN:
            time.sleep(_WAIT_S)
            return self.request(method, path, body, **headers)
        is_json = reply.headers.get_content_type() == "application/json"
        return reply.status, json.loads(content) if is_json else content

    def post(self, path: str, message: Any, **headers: str) -> tuple[int, Any]:
        """Send a message as JSON."""
        content = message if isinstance(message, bytes) else json.dumps(message).encode()
        return self.request("POST", path, content, **{"Content_Type": "application/json"} | headers)

    def answer(self, view: Json, path: list[Any]) -> tuple[int, Any]:
        """Answer the question of a view."""
        return self.post("/api/answer", {"version": view["version"], "path": path})

    def following(self, view: Json, path: list[Any]) -> Json | None:
        """Return the question at the end of a path; None if it is an answer, or refused."""
        _, reply = self.post("/api/question", {"version": view["version"], "path": path})
        found: Json | None = reply.get("question")
        return found

    def view(self) -> Json:
        """Return the newest view."""
        with self.stream() as views:
            return next(views)

    @contextmanager
    def stream(self) -> Iterator[Iterator[Json]]:
        """Open the stream; yields its views, and at the end the error if it was revoked."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=20)
        connection.request("GET", "/api/stream", headers=self.headers)
        reply = connection.getresponse()
        while self.patient and reply.status == _TOO_OFTEN:
            reply.read()
            time.sleep(_WAIT_S)
            connection.request("GET", "/api/stream", headers=self.headers)
            reply = connection.getresponse()
        assert reply.status == 200, reply.read()
        try:
            yield _views(reply)
        finally:
            reply.close()
            connection.close()


def _views(reply: http.client.HTTPResponse) -> Iterator[Json]:
    while line := reply.readline():
        if line.startswith(b"data: "):
            yield json.loads(line[6:])


def asked_below(phone: Phone, path: list[Any]) -> list[Json]:
    """Return the question at the end of a path, and those below it."""
    phone.patient = True
    question = phone.following(phone.view(), path)
    if question is None or question["kind"] != "choose" or len(path) > 4:
        return [] if question is None else [question]
    keys = [each["key"] for each in question["answers"] if each.get("then")]
    return [question, *(more for key in keys for more in asked_below(phone, [*path, key]))]
