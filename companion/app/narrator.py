"""Text output of a table without a screen: its steps, and the explained result."""

from collections.abc import Callable, Iterator

from companion.app.step_feed import StepFeed
from companion.catalog.roll_loader import load_roll_catalog
from companion.catalog.roll_texts import load_tile_texts
from companion.games.roll.model.holdings import SeatScore
from companion.games.roll.model.state import Step
from companion.games.roll.rules.scoring import FinalEmpire, OwnedDice
from companion.games.roll.view.table_view import SeatView, TableView
from companion.i18n import translator
from companion.scorefile.roll_final import score_text
from companion.session.table_port import TableUpdate


class Narrator:
    """Prints each step in English, and the ranks at the end of a game. Not thread-safe.

    Args:
        tell: prints a line, passed without line break.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._feed = StepFeed(translator("en"), self._say)
        self._over = False
        self._scored: TableView | None = None

    def _say(self, _json: str, sentences: tuple[str, ...]) -> None:
        for sentence in sentences:
            self._tell(sentence)

    def take(self, update: TableUpdate) -> None:
        """Describe what is new in *update*."""
        if update.error is not None:
            self._tell(f"Refused: {update.error.message}")
        self._feed.take(update)
        view, was_over = update.view, self._over
        if not isinstance(view, TableView):
            return
        self._over = view.step is Step.OVER
        if self._over and not was_over:
            for line in _ranks(view):
                self._tell(line)
        if any(_score(seat) for seat in view.seats):
            self._scored = view

    def explain_score(self) -> None:
        """Tell every tile and bonus of the last fully tracked game that ended."""
        for line in _explanation(self._scored) if self._scored is not None else ():
            self._tell(line)


def _ranks(view: TableView) -> Iterator[str]:
    for seat in sorted(view.seats, key=lambda each: each.final_rank or 0):
        rank = f"{seat.final_rank}. " if seat.final_rank is not None else ""
        score = _score(seat)
        counted = f"{seat.vp_chips} VP in chips, {seat.tiles} tiles, ${seat.credits}"
        if score is not None:
            counted = f"{score.total} points; {counted}"
        yield f"{rank}{seat.name}: {counted}."


def _score(seat: SeatView) -> SeatScore | None:
    return seat.tracking.score if seat.tracking is not None else None


def _explanation(view: TableView) -> Iterator[str]:
    catalog = load_roll_catalog()
    empires, scores = [], []
    for seat in view.seats:
        held = seat.tracking
        if held is None or held.score is None:
            continue
        tableau, dice = tuple(catalog.sides[key] for key in held.tableau), OwnedDice(held.cup)
        empires.append(FinalEmpire(seat.name, seat.vp_chips, seat.credits, tableau, dice))
        scores.append(held.score)
    names = translator("en").list_of(tuple(each.name for each in empires))
    yield f"The final score of {names}, tile by tile:"
    yield from score_text(empires, scores, catalog, load_tile_texts("en")).splitlines()
