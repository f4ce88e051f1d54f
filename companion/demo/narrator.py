"""Text output of the demonstration: one line for each change between two updates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from companion.catalog.roll_loader import load_roll_catalog
from companion.catalog.roll_texts import load_tile_texts
from companion.games.roll.model.dice import DieType, Phase, PlacedDie
from companion.games.roll.model.holdings import SeatScore
from companion.games.roll.model.state import EndReason, Step
from companion.games.roll.rules.scoring import FinalEmpire, OwnedDice
from companion.games.roll.view.table_view import PhaseStatus, SeatView, TableView
from companion.scorefile.roll_final import score_text
from companion.session.table_port import TableUpdate

_WORKERS = {
    Phase.EXPLORE: "explorer",
    Phase.DEVELOP: "developer",
    Phase.SETTLE: "settler",
    Phase.PRODUCE: "producer",
    Phase.SHIP: "shipper",
}
_NUMERALS = dict(zip(Phase, ("I", "II", "III", "IV", "V"), strict=True))
_DOUBT = " (doubtful)"
_ENDS = {
    EndReason.VP_POOL: "the VP pool is used up",
    EndReason.TILES: "a tableau has 12 tiles",
    EndReason.STOPPED: "the players stopped",
}


class Narrator:
    """Describes the changes of each update. Not thread-safe.

    Args:
        tell: prints a line, passed without line break.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._before: TableUpdate | None = None
        self._scored: TableView | None = None

    def take(self, update: TableUpdate) -> None:
        """Describe the changes of *update*."""
        before, self._before = self._before, update
        for line in _lines(before, update):
            self._tell(line)
        view = update.view
        if isinstance(view, TableView) and any(_score(seat) for seat in view.seats):
            self._scored = view

    def explain_score(self) -> None:
        """Tell every tile and bonus of the last fully tracked game that ended."""
        for line in _explanation(self._scored) if self._scored is not None else ():
            self._tell(line)


def _lines(before: TableUpdate | None, now: TableUpdate) -> Iterator[str]:
    if now.error is not None:
        yield f"Refused: {now.error.message}"
    if now.game is None or not isinstance(now.view, TableView):
        return
    if before is None or before.game_id != now.game_id or not isinstance(before.view, TableView):
        yield from _opening(now)
        return
    if now.version == before.version:
        return
    if now.can_redo:
        yield "The last step was undone."
    yield from _changes(before.view, now.view)


def _opening(update: TableUpdate) -> Iterator[str]:
    view: TableView = update.view
    if view.step is Step.SETUP:
        yield "A new game is open."
        return
    names = _list(each.name for each in view.seats)
    if update.restored:
        yield f"The game continues where it stopped: {names}, round {view.round}."
    if view.step is Step.OVER:
        yield from _ending(view)


def _changes(before: TableView, now: TableView) -> Iterator[str]:
    if before.step is Step.SETUP and now.step is not Step.SETUP:
        yield from _start(now)
    yield from _ready(before, now)
    yield from _mats(before, now)
    if now.spare_die is not None and now.spare_die is not before.spare_die:
        yield f"The spare white die shows {now.spare_die.value}."
    if before.step is Step.REVEAL and now.step is Step.PHASE:
        yield from _reveal(now)
    yield from _counters(before, now)
    yield from _steps(before, now)


def _start(view: TableView) -> Iterator[str]:
    for seat in sorted(view.seats, key=lambda each: each.seat):
        faction = f", faction {seat.faction}" if seat.faction else ""
        yield f"Seat {seat.seat}: {seat.name}{faction}, ${seat.credits}."
    yield f"The VP pool holds {view.vp_pool}."


def _ready(before: TableView, now: TableView) -> Iterator[str]:
    if (before.step, before.round) != (now.step, now.round):
        waiting = [each.name for each in before.seats if not each.ready]
        if before.step is Step.ASSIGN and len(waiting) == 1:
            yield f"{waiting[0]} is ready, so all are: the screens go up."
        return
    for seat in now.seats:
        was = _seat(before, seat.seat)
        if seat.ready and not was.ready:
            yield f"{seat.name} is ready."
        elif was.ready and not seat.ready:
            yield f"{seat.name} is not ready after all."


def _mats(before: TableView, now: TableView) -> Iterator[str]:
    if now.step not in {Step.REVEAL, Step.PHASE}:
        return
    for seat in now.seats:
        was = _seat(before, seat.seat)
        if seat.recorded and not was.recorded:
            yield f"Read {seat.name}'s mat, {_count(len(seat.dice), 'die', 'dice')}: {_dice(seat)}."
        elif seat.dice != was.dice and seat.recorded:
            yield from _corrections(seat, was.dice)


def _corrections(seat: SeatView, before: Sequence[PlacedDie]) -> Iterator[str]:
    """Describe changed dice; their order and marks are ignored."""
    sure = [_die(replace(die, doubtful=False)) for die in before if die.doubtful]
    gone = Counter(map(_die, before)) - Counter(map(_die, seat.dice))
    come = Counter(map(_die, seat.dice)) - Counter(map(_die, before))
    for words in (each for each in sure if come[each] and gone[f"{each}{_DOUBT}"]):
        yield f"Looked at on {seat.name}'s mat: it is {words}."
        come[words] -= 1
        gone[f"{words}{_DOUBT}"] -= 1
    was, is_now = list(gone.elements()), list(come.elements())
    if was and is_now:
        yield f"Corrected on {seat.name}'s mat: {_list(was)} is {_list(is_now)}."
    elif was:
        yield f"Removed from {seat.name}'s mat: {_list(was)}."
    elif is_now:
        yield f"Added to {seat.name}'s mat: {_list(is_now)}."


def _reveal(view: TableView) -> Iterator[str]:
    active = [each for each in view.phases if each.status is not PhaseStatus.INACTIVE]
    for each in active:
        by = [_seat(view, seat).name for seat in each.selected_by]
        who = f"selected by {_list(by)}" if by else "by the spare die"
        yield f"Phase {_NUMERALS[each.phase]} {each.phase.value} is active: {who}."
    for seat in view.seats:
        workers = [
            _count(n, _WORKERS[phase], _WORKERS[phase] + "s") for phase, n in seat.workers if n
        ]
        back = [f"{count} {_kind(kind)}" for kind, count in seat.to_cup]
        returned = f"; back to the cup: {_list(back)}" if back else ""
        yield f"{seat.name} has {_list(workers) or 'no workers'}{returned}."


def _counters(before: TableView, now: TableView) -> Iterator[str]:
    chips_moved = False
    for seat in now.seats:
        was = next((each for each in before.seats if each.seat == seat.seat), seat)
        if seat.credits != was.credits:
            yield f"{seat.name}: ${was.credits} -> ${seat.credits}."
        if seat.vp_chips != was.vp_chips:
            chips_moved = True
            left = f"{now.vp_pool} left in the pool"
            beyond = f", {now.vp_beyond_pool} beyond it" if now.vp_beyond_pool else ""
            yield f"{seat.name}: {was.vp_chips} -> {seat.vp_chips} VP; {left}{beyond}."
        yield from _built(was, seat)
        if seat.tiles != was.tiles:
            yield f"{seat.name}: {was.tiles} -> {seat.tiles} tiles."
    if now.vp_pool != before.vp_pool and not chips_moved and before.step is not Step.SETUP:
        yield f"The VP pool holds {now.vp_pool}."


def _built(before: SeatView, now: SeatView) -> Iterator[str]:
    if before.tracking is None or now.tracking is None:
        return
    for key in now.tracking.tableau:
        if key not in before.tracking.tableau:
            yield f"{now.name} builds {key.replace('_', ' ')}."


def _steps(before: TableView, now: TableView) -> Iterator[str]:
    if now.end_reasons and not before.end_reasons and now.step is not Step.OVER:
        yield f"The game ends with this round: {_list(_ENDS[why] for why in now.end_reasons)}."
    if now.step is Step.OVER and before.step is not Step.OVER:
        yield from _ending(now)
    elif now.round != before.round:
        yield f"Round {now.round}: everybody rolls and assigns behind the screens."
    elif now.step is Step.PHASE and now.current_phase not in {None, before.current_phase}:
        phase = now.current_phase
        if phase is not None:
            yield f"Now phase {_NUMERALS[phase]}, {phase.value}."
    elif now.step is Step.MANAGE and before.step is not Step.MANAGE:
        yield "Now everybody manages the empire."


def _ending(view: TableView) -> Iterator[str]:
    yield f"The game is over after round {view.round}: {_list(_ENDS[r] for r in view.end_reasons)}."
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
    yield f"The final score of {_list(each.name for each in empires)}, tile by tile:"
    yield from score_text(empires, scores, catalog, load_tile_texts("en")).splitlines()


def _seat(view: TableView, seat: int) -> SeatView:
    return next(each for each in view.seats if each.seat == seat)


def _dice(seat: SeatView) -> str:
    selected = f"; selects {seat.selected.value}" if seat.selected else ""
    return ", ".join(map(_die, seat.dice)) + selected


def _die(die: PlacedDie) -> str:
    where = die.place.phase.value if die.place.phase else "dictate"
    there = "" if where == die.face.value else f" on {where}"
    chosen = " (selecting)" if die.place.selecting else ""
    doubt = _DOUBT if die.doubtful else ""
    return f"{_kind(die.type)} {die.face.value}{there}{chosen}{doubt}"


def _kind(kind: DieType) -> str:
    return kind.value.replace("_", " ")


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _list(items: Iterable[str]) -> str:
    words = list(items)
    return " and ".join(words) if len(words) < 3 else f"{', '.join(words[:-1])} and {words[-1]}"
