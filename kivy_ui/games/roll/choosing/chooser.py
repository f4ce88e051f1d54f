"""A seat's question in full: any question as items to tap or to mark, and buttons.

Answers of a ``Choose`` are items that act at once, grouped where each leads to a further choice.
Other questions are marked, together with those that follow them: they start with the proposal, and
one button sends all of it. Nothing is sent before a tap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.games.answers import elements, proposed
from companion.games.question import (
    Answer,
    Choose,
    Path,
    Pick,
    Piece,
    Place,
    Text,
    is_question,
    opened,
    shown,
    text,
)
from companion.games.roll.view.table_view import PLAIN, SeatTracking, SeatView
from kivy_ui.games.roll.choosing.looks import gained, is_die, questions
from kivy_ui.games.roll.choosing.model import (
    ChoiceAction,
    ChoiceGroup,
    ChoiceItem,
    ChoosingModel,
    dice_of,
)
from kivy_ui.games.roll.choosing.target import target
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.turn.buttons import NAME


class Chooser:
    """A player's current choices.

    Args:
        ui: context of the presenters.
        number: the player's seat.
    """

    def __init__(self, ui: RollContext, number: int) -> None:
        self._ui = ui
        self.number = number
        self._asking = questions(ui)
        self._path: Path = ()
        self._first: Path = ()
        self._marked: dict[str, tuple[tuple[ChoiceItem, ...], tuple[int, ...]]] = {}

    def model(self) -> ChoosingModel | None:
        """Return the panel's content; None if there is nothing left to choose."""
        seat = self._ui.seat(self.number)
        tracking = seat.tracking if seat is not None else None
        if seat is None or tracking is None or not tracking.decides:
            return None
        asked = self._opened()
        if isinstance(asked, Choose):
            return self._shown(seat, tuple(self._choices(asked, tracking)))
        if isinstance(asked, Place) and not _is_whole(asked):
            return self._placing(seat, asked)
        return self._marking(seat, tracking, asked)

    def mark(self, key: str, index: int) -> object | None:
        """Mark an item, or remove its mark; return the command of an item that acts at once."""
        model = self.model()
        group = next((each for each in model.groups if each.key == key), None) if model else None
        if group is None or not 0 <= index < len(group.items):
            return None
        if not group.most:
            return self._go(_path_of(group.items[index]))
        marked = self._marks(group)
        if index in marked:
            marked = tuple(each for each in marked if each != index)
        else:
            marked = (*marked, index)[-group.most :]
        self._marked[key] = group.items, marked
        return None

    def command(self, index: int) -> object | None:
        """Return the command sent by button number *index*."""
        model = self.model()
        if model is None or not 0 <= index < len(model.actions):
            return None
        return model.actions[index].command

    def back(self) -> None:
        """Return to the first question."""
        self._path = ()

    # --- what is open --------------------------------------------------------------------------

    def _opened(self) -> Any:
        """Return the open question; the first one if the open one is over."""
        found = self._at(self._path)
        if not is_question(found):
            self._path = ()
            found = self._at(())
        if not self._path and isinstance(found, Choose):
            self._first = ()
            only, *others = _offered(found)
            then = opened(only.then)
            if not others and only.refused is None and is_question(then) and not _names_tile(then):
                self._first = self._path = (only.key,)
                return then
        return found

    def _at(self, path: Path) -> Any:
        return self._asking.at(self._ui.view, self.number, *path)

    def _go(self, path: Path) -> object | None:
        """Open the question at the end of a path, or return the command or ``NAME`` there."""
        found: object = self._at(path)
        if _names_tile(found):
            return NAME
        if is_question(found):
            self._path, found = path, None
        return found

    def _shown(
        self, seat: SeatView, groups: Sequence[ChoiceGroup], *actions: ChoiceAction
    ) -> ChoosingModel:
        phase = self._ui.phase
        what = self._ui.words.phase(phase) if phase else self._ui.translate("Manage Empire")
        return ChoosingModel(
            f"{seat.name}: {what}",
            tuple(groups),
            tuple(self._marks(each) for each in groups),
            actions,
            back=self._path != self._first,
        )

    def _marks(self, group: ChoiceGroup) -> tuple[int, ...]:
        """Return the marked indices of a group; those proposed if its items have changed."""
        items, marked = self._marked.get(group.key, ((), ()))
        return marked if group.most and items == group.items else group.marked

    # --- answers that act at once --------------------------------------------------------------

    def _choices(self, asked: Choose, tracking: SeatTracking) -> Iterator[ChoiceGroup]:
        answers = tuple(_offered(asked))
        titles = {each.text for each in answers}
        if not all(map(_leads_on, answers)) or len(titles) < len(answers):
            items = tuple(self._item(each, (*self._path, each.key)) for each in answers)
            yield self._group("answers", asked.text, items, tracking)
            return
        for each in answers:
            here = (*self._path, each.key)
            below = opened(each.then).answers
            items = tuple(self._usual(one, (*here, one.key)) for one in below)
            if any(map(_matters, below)):
                icon = self._ui.phase.value if self._ui.phase is not None else ""
                items += (ChoiceItem(self._ui.translate("Which die?"), here, icon=icon),)
            yield self._group(each.key, each.text, items, tracking)

    def _group(
        self, key: str, title: Text, items: tuple[ChoiceItem, ...], tracking: SeatTracking
    ) -> ChoiceGroup:
        """Return a group; what the proposal does is ticked."""
        done = tracking.proposal.commands
        ticked = (n for n, each in enumerate(items) if self._at(_path_of(each)) in done)
        return ChoiceGroup(key, self._asking.said(title), items, 0, tuple(ticked))

    def _usual(self, answer: Answer, path: Path) -> ChoiceItem:
        """Return an answer with what is proposed after it."""
        rest = proposed(answer.then) if answer.refused is None else None
        return self._item(answer, (*path, *(rest or ())))

    def _item(self, answer: Answer, path: Path) -> ChoiceItem:
        gains = gained(self._ui.words, answer.gains)
        why = None if answer.refused is None else self._asking.why(answer.refused)
        text = f"{self._asking.said(answer.text)} {gains}".strip()
        brought = (Piece(gain.key) for gain in answer.gains)
        return self._pictured(text, path, *answer.pieces, *brought, why=why)

    def _pictured(
        self, text: str, value: object, *pieces: Piece, why: tuple[str, str] | None = None
    ) -> ChoiceItem:
        """Return an item with the first die and the first icon among its pieces."""
        dice = [each.key.split("/")[1] for each in pieces if is_die(each)]
        icons = (self._asking.icon(each).name for each in pieces if not is_die(each))
        face = self._ui.phase.value if self._ui.phase is not None and dice else ""
        return ChoiceItem(text, value, (*dice, "")[0], next(filter(None, icons), ""), face, why)

    def _placing(self, seat: SeatView, asked: Place) -> ChoosingModel:
        """Return the placements of a single item, or of the marked items before the others."""
        if asked.default is not None and asked.ordered:
            return self._ordering(seat, asked)
        items = []
        for element in elements(asked, single=True):
            ((index, key),) = element
            spot = next(each for each in asked.spots if each.key == key)
            words = text("%(die)s on %(world)s", die=shown(asked.pieces[index]), world=spot.text)
            path = (*self._path, element)
            items.append(self._pictured(self._asking.said(words), path, asked.pieces[index]))
        return self._shown(seat, [ChoiceGroup("answers", "", tuple(items), 0)])

    def _ordering(self, seat: SeatView, asked: Place) -> ChoosingModel:
        """Return the items to mark; a button puts them first onto its spot."""
        group = self._items("order", asked, len(asked.items), ())
        marked = self._marks(group)
        assert asked.default is not None  # noqa: S101 - of a placement that can be changed
        others = tuple(each for each in asked.default if each[0] not in marked)
        actions = []
        for spot in asked.spots:
            element = (*((index, spot.key) for index in marked), *others)
            command = self._at((*self._path, element)) if marked else None
            icon = self._asking.icon(spot.pieces[0]).name if spot.pieces else ""
            actions.append(ChoiceAction(self._asking.said(spot.text), command, icon))
        return self._shown(seat, (group,), *actions)

    # --- what is marked ------------------------------------------------------------------------

    def _marking(self, seat: SeatView, tracking: SeatTracking, asked: Any) -> ChoosingModel:
        """Return the open question and those that follow it as it is marked."""
        groups: list[ChoiceGroup] = []
        path, step = self._path, asked
        last, verb = asked, asked.verb
        while is_question(step):
            found = tuple(self._groups(f"{len(path)}", step))
            groups += found
            last, element = step, self._element(step, found)
            path, step = (*path, element), None if element is None else self._at((*path, element))
        said = self._asking.said(last.text if verb is None else verb)
        action = ChoiceAction(said, step, "check", primary=True)
        model = self._shown(seat, groups, action)
        dice = dice_of([groups[0].items[n].value for n in model.marked[0]]) if groups else ()
        return replace(model, target=target(self._ui, seat, tracking, dice))

    def _groups(self, key: str, asked: Any) -> Iterator[ChoiceGroup]:
        match asked:
            case Choose(answers=answers, default=default):
                items = tuple(replace(self._item(each, ()), value=each.key) for each in answers)
                usual = (n for n, each in enumerate(answers) if each.key == default)
                yield ChoiceGroup(key, self._asking.said(asked.text), items, 1, tuple(usual))
            case Pick(most=most, default=usual):
                yield self._items(key, asked, most, usual or ())
            case Place(items=items, spots=spots):
                places = tuple(
                    self._pictured(self._asking.said(each.text), each.key, *each.pieces)
                    for each in spots
                )
                for number in range(len(items)):
                    title = self._ui.translate(
                        "Tile %(number)s of %(count)s goes to", number=number + 1, count=len(items)
                    )
                    yield ChoiceGroup(f"{key}/{number}", title, places, 1)
            case _:
                return

    def _items(
        self, key: str, asked: Pick | Place, most: int, usual: tuple[int, ...]
    ) -> ChoiceGroup:
        """Return the items of a question as they are, to be marked."""
        items = tuple(
            self._pictured(self._asking.word(piece), value, piece)
            for value, piece in zip(asked.items, asked.pieces, strict=True)
        )
        return ChoiceGroup(key, self._asking.said(asked.text), items, most, usual)

    def _element(self, asked: Any, groups: tuple[ChoiceGroup, ...]) -> Any:
        """Return what the marks answer; None if something is missing."""
        marks = [self._marks(group) for group in groups]
        match asked:
            case Choose(answers=answers):
                return answers[marks[0][0]].key if marks[0] else None
            case Pick(least=least):
                return marks[0] if len(marks[0]) >= least else None
            case Place(spots=spots):
                placed = tuple((n, spots[each[0]].key) for n, each in enumerate(marks) if each)
                return placed if len(placed) == len(groups) else None
            case _:
                return None if asked.unnamed is None else ()


def _offered(asked: Choose) -> Iterator[Answer]:
    """Yield the answers that the panel shows; others have their own button in the line."""
    for each in asked.answers:
        if each.key not in PLAIN and (each.minor or not _names_tile(opened(each.then))):
            yield each


def _names_tile(step: Any) -> bool:
    """Whether a question asks for the name of a tile: it has its own panel."""
    return isinstance(step, Choose) and "tile" in step.by


def _leads_on(answer: Answer) -> bool:
    then = opened(answer.then)
    return answer.refused is None and isinstance(then, Choose) and not _names_tile(then)


def _matters(answer: Answer) -> bool:
    """Whether the choice after an answer makes a difference."""
    then = opened(answer.then)
    return isinstance(then, Choose) and len({each.gains for each in then.answers}) > 1


def _is_whole(asked: Place) -> bool:
    """Whether all items are placed in one answer."""
    return asked.least == len(asked.items) and asked.default is None


def _path_of(item: ChoiceItem) -> Path:
    assert isinstance(item.value, tuple)  # noqa: S101 - the value of an item that acts at once
    return item.value
