"""The Explorer's tiles: what is on it, its hex, the free Empire (section 4.1)."""

from collections.abc import Callable, Iterator
from dataclasses import astuple, replace
from functools import partial

from companion.games import question as q
from companion.games.emperor.ask.words import At, card_of, hex_piece, hex_text
from companion.games.emperor.galaxy.fields import NEIGHBOURS
from companion.games.emperor.galaxy.moving import ground_of
from companion.games.emperor.options import GOODS, USUAL_TILES, TileKind
from companion.games.emperor.roles.explorer import MOST_PLANETS, MOST_YIELD, PlaceTile
from companion.games.emperor.state import GameState
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Token
from companion.games.question import text


def on_board(state: GameState) -> Iterator[TileKind]:
    """Yield the kinds of the tiles with planets that lie on the board."""
    return (TileKind(s.planets, *s.yields) for s in state.sectors)


def tile(at: At) -> q.Choose:
    """Ask for the tile that is placed, those with more planets last; then where it lies."""
    known = {*at.state.options.tiles, *on_board(at.state)}
    copied = bool(at.state.options.tiles)
    kinds = sorted({*known, *USUAL_TILES}, key=lambda k: (not k.food, not k.metal, astuple(k)))
    answers = {
        kind: _answer(
            at, kind.key, PlaceTile(at.seat, *astuple(kind)), minor=copied and kind not in known
        )
        for kind in kinds
    }
    one = (answer for kind, answer in answers.items() if kind.planets == 1)
    more = (answer for kind, answer in answers.items() if kind.planets > 1)
    empty = _answer(at, "empty", PlaceTile(at.seat))
    suns = (_answer(at, "sun", PlaceTile(at.seat, sun=True)),) if at.state.fields else ()
    hole = _answer(at, "black_hole", PlaceTile(at.seat, black_hole=True))
    other = replace(
        _answer(at, "other", PlaceTile(at.seat, 1), minor=True), then=q.Later(_another, (at,))
    )
    asked = text("%(name)s takes a face-up tile: which one?", name=at.name)
    return q.Choose(asked, (*one, empty, *suns, hole, *more, other))


def _yield_asked(at: At) -> q.Text:
    return text("What does the tile of %(name)s yield?", name=at.name)


def _answer(at: At, key: str, command: PlaceTile, *, minor: bool = False) -> q.Answer:
    """Return a kind of tile; refused if there is no hex for it."""
    hexes = _hexes(at, command)
    refused = at.judge.refuses(replace(command, hex=hexes[0] if hexes else 0))
    then = q.Later(_where, (at, command))
    answer = q.of_piece(q.Piece(f"tile/{key}"), then, refused, minor=minor)
    goods = tuple(q.Piece(f"cube/{good}") for good in GOODS for _ in range(getattr(command, good)))
    if command.planets > 1:  # what they yield is in the pictures
        several = text("%(count)s planet", "%(count)s planets", count=command.planets)
        answer = replace(answer, pieces=answer.pieces * command.planets, short=several)
    return replace(answer, pieces=(*answer.pieces, *goods))


def _hexes(at: At, command: PlaceTile) -> tuple[int, ...]:
    """Return the hexes where the tile may lie; none for the Black Hole and without a map."""
    if not at.state.fields or command.black_hole:
        return ()
    return tuple(number for number in NEIGHBOURS if ground_of(at.state, number) is None)


def _where(at: At, command: PlaceTile) -> q.Question | PlaceTile:
    """Ask for the hex and what else is done with the tile."""
    parts = _rest(at, command)
    return _form(at, command, parts) if parts else command


def _another(at: At) -> q.Form:
    """Ask for the planets and yields of an unknown tile, too."""
    command = PlaceTile(at.seat, 1)
    contents = {
        "planets": q.number(q.Piece("planets"), MOST_PLANETS, 1, now=1),
        **{good: q.number(q.Piece(f"cube/{good}"), MOST_YIELD) for good in GOODS},
    }
    return _form(at, command, {**contents, **_rest(at, command)})


def _rest(at: At, command: PlaceTile) -> dict[str, q.Question]:
    """Return what is asked of a tile beside its contents, by the command's field."""
    hexes, found = _hexes(at, command), dict[str, q.Question]()
    if hexes:
        answers = (q.Answer(str(n), hex_text(n), n, (hex_piece(n),)) for n in hexes)
        found["hex"] = q.Choose(_hex_asked(at), tuple(answers))
    tried = [replace(command, hex=n) for n in hexes or (0,)]
    if any(at.judge.refuses(replace(each, annex=True)) is None for each in tried):
        empire = q.Piece(f"token/{Token.EMPIRE.value}", at.seat)
        found["annex"] = q.switch(text("Put an Empire on it"), empire, on=True)
    if at.judge.refuses(replace(tried[0], scanned=True)) is None:
        scanners = card_of(Technology.LONG_RANGE_SCANNERS)
        found["scanned"] = q.switch(text("Long Range Scanners used"), scanners)
    return found


def _hex_asked(at: At) -> q.Text:
    return text("%(name)s: lay the tile and tap its hex", name=at.name)


def _form(at: At, command: PlaceTile, parts: dict[str, q.Question]) -> q.Form:
    words = text("%(name)s: what is done with the tile?", name=at.name)
    if "hex" in parts:
        words = _hex_asked(at)
    elif "food" in parts:
        words = _yield_asked(at)
    form = q.form_of(words, command, parts, at.judge.refuses)
    return replace(form, make=partial(_placed, at, form.make))


def _placed(at: At, make: Callable[..., PlaceTile], *entered: int | bool) -> PlaceTile:
    """Return the command; the Empire is left out where there may be none."""
    placed = make(*entered)
    barred = placed.annex and at.judge.refuses(placed) is not None
    return replace(placed, annex=False) if barred else placed
