"""The requests of the phones: the page, the stream of views, answers, pictures."""

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.errors import CompanionError
from companion.games.answers import StaleAnswerError
from companion.phones import guard as guards
from companion.phones.errors import NO_PAGE, OTHER_SEAT, TOO_OFTEN, WRONG_TYPE, DeniedError
from companion.phones.guard import Guard
from companion.phones.links import Links
from companion.phones.ports import PhonePictures, PhoneViews
from companion.session.table_port import TablePort
from companion.text_formats import from_json

_PAGE: Final = Path(__file__).parent / "page"
_FILES: Final = {"phone.js": "text/javascript", "style.css": "text/css"}
_PLAYERS: Final = frozenset("012345")
_STREAMS: Final = 16
_ALIVE_S: Final = 10.0
"""A stream says so often that it is there: a phone that has slept notices that it is not."""
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class PhoneApplication:
    """Answers requests; all of it runs in the loop of the server.

    Args:
        table: the running table.
        views: what is sent.
        pictures: reads photographs; None if this table reads none.
        links: whose tokens are valid.
        hosts: names and addresses of the server.
        assets: name -> file of further files, such as the pictures of the pieces.
    """

    def __init__(
        self,
        table: TablePort,
        views: PhoneViews,
        pictures: PhonePictures | None,
        links: Links,
        *,
        hosts: tuple[str, ...],
        assets: Mapping[str, Path],
    ) -> None:
        self._table, self._views, self._pictures, self._links = table, views, pictures, links
        self._guard = Guard(links, hosts)
        self._assets = assets
        self._changed = asyncio.Condition()
        self._changes = 0
        self._built: dict[tuple[int | None, str], str] = {}
        """The present views as they are sent, by seat and language of the phone."""
        self._reading = asyncio.Lock()
        self.connected: Counter[int | None] = Counter()
        """Open streams by seat."""
        self.app = Starlette(
            routes=[
                Route("/", self._guarded(self._index)),
                Route("/api/stream", self._guarded(self._stream)),
                Route("/api/answer", self._guarded(self._answer), methods=["POST"]),
                Route("/api/question", self._guarded(self._question), methods=["POST"]),
                Route("/api/hints", self._guarded(self._hints), methods=["POST"]),
                Route("/api/rule", self._guarded(self._rule)),
                Route("/api/picture", self._guarded(self._picture), methods=["POST"]),
                Route("/{name}", self._guarded(self._file)),
            ]
        )

    async def change(self) -> None:
        """Send new views to everybody."""
        self._built.clear()
        async with self._changed:
            self._changes += 1
            self._changed.notify_all()

    # --- every request -------------------------------------------------------------------------

    def _guarded(
        self, handle: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        async def handled(request: Request) -> Response:
            try:
                self._guard.check(request)
                reply = await handle(request)
            except CompanionError as error:
                reply = self._refused(request, error)
            for name, value in _HEADERS.items():
                reply.headers.setdefault(name, value)
            return reply

        return handled

    def _refused(self, request: Request, error: CompanionError) -> Response:
        status = 422
        if isinstance(error, DeniedError):
            status = error.status
        elif isinstance(error, StaleAnswerError):
            status = 409
        return JSONResponse({"error": self._views.error(error, _language(request))}, status)

    # --- the page ------------------------------------------------------------------------------

    async def _index(self, _request: Request) -> Response:
        nonce = secrets.token_urlsafe(16)
        html = (_PAGE / "index.html").read_text(encoding="utf-8").replace("{nonce}", nonce)
        policy = (
            "default-src 'none'; connect-src 'self'; font-src 'self'; img-src 'self'; "
            "base-uri 'none'; "
            f"form-action 'none'; frame-ancestors 'none'; script-src 'nonce-{nonce}'; "
            f"style-src 'nonce-{nonce}'"
        )
        return Response(html, media_type="text/html", headers={"Content-Security-Policy": policy})

    async def _file(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name in _FILES:
            return FileResponse(_PAGE / name, media_type=_FILES[name])
        if name in self._assets:
            return FileResponse(self._assets[name], headers={"Cache-Control": "max-age=86400"})
        raise NO_PAGE()

    # --- views ---------------------------------------------------------------------------------

    async def _stream(self, request: Request) -> Response:
        seat = self._guard.spectator_or_seat(request)
        if self.connected.total() >= _STREAMS:
            raise TOO_OFTEN()
        return StreamingResponse(self._views_for(request, seat), media_type="text/event-stream")

    async def _views_for(self, request: Request, seat: int | None) -> AsyncIterator[str]:
        """Yield a view at once and after each change, until the token ends."""
        language, sent = _language(request), -1
        self.connected[seat] += 1
        try:
            while self._guard.spectator_or_seat(request) == seat:
                if sent == self._changes:
                    yield ": here\n\n"
                else:
                    sent = self._changes
                    yield f"data: {self._view(seat, language)}\n\n"
                await self._wait(sent)
        except DeniedError as denied:
            shown = self._views.error(denied, language)
            yield f"event: revoked\ndata: {json.dumps(shown)}\n\n"
        finally:
            self.connected[seat] -= 1

    def _view(self, seat: int | None, language: str) -> str:
        if (seat, language) not in self._built:
            view = json.dumps(self._views.view(seat, language), separators=(",", ":"))
            if len(self._built) >= _STREAMS:
                self._built.clear()
            self._built[seat, language] = view
        return self._built[seat, language]

    async def _wait(self, sent: int) -> None:
        try:
            async with asyncio.timeout(_ALIVE_S), self._changed:
                await self._changed.wait_for(lambda: self._changes != sent)
        except TimeoutError:
            pass

    # --- answers -------------------------------------------------------------------------------

    async def _message(self, request: Request) -> tuple[int, Mapping[str, Any]]:
        seat = self._guard.seat(request)
        text = await guards.body(request, "application/json", guards.ANSWER_BYTES)
        try:
            message = from_json(text)
        except ValueError:
            message = None
        if not isinstance(message, dict):
            raise WRONG_TYPE()
        if message.get("seat", seat) != seat:
            raise OTHER_SEAT()
        return seat, message

    async def _answer(self, request: Request) -> Response:
        seat, message = await self._message(request)
        answered = self._views.answer(seat, _language(request), message)
        if answered is None:
            await self.change()
            return JSONResponse({"version": self._table.latest().version})
        return JSONResponse({"version": await asyncio.wrap_future(answered)})

    async def _question(self, request: Request) -> Response:
        seat, message = await self._message(request)
        return JSONResponse(self._views.following(seat, _language(request), message))

    async def _hints(self, request: Request) -> Response:
        return JSONResponse(self._views.hints(self._guard.seat(request), _language(request)))

    async def _rule(self, request: Request) -> Response:
        number = request.query_params.get("number", "")
        return JSONResponse(self._views.rule(number, _language(request)))

    # --- pictures ------------------------------------------------------------------------------

    async def _picture(self, request: Request) -> Response:
        seat, what = self._guard.seat(request), request.query_params.get("for", "")
        whose = request.query_params.get("player", "0")
        if self._pictures is None or what not in ("mat", "tableau") or whose not in _PLAYERS:
            raise NO_PAGE()
        jpeg = await guards.body(request, "image/jpeg", guards.PICTURE_BYTES)
        async with self._reading:
            reading, shown = await asyncio.to_thread(self._pictures.read, what, seat, jpeg)
        self._views.photographed(seat, reading, int(whose))
        await self.change()
        return JSONResponse(shown)


def _language(request: Request) -> str:
    """Return the first language that the browser prefers, such as ``pl-PL``."""
    return request.headers.get("accept-language", "").partition(",")[0].partition(";")[0].strip()
