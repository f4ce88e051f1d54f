"""Choices in Ship: trade or consume for each good, with the result (R-9.1 to R-9.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.roll.model.commands import Ship
from companion.games.roll.model.holdings import Good
from companion.games.roll.view.table_view import Option, ShipChoice, ShipResult
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.dice_text import gains_text
from kivy_ui.games.roll.texts.words import Words


@dataclass(frozen=True, slots=True)
class ShipButton:
    """A way to ship a good: text with its result, and the command.

    Attributes:
        best: whether it is the proposed one.
        idle: whether it gains nothing.
    """

    text: str
    icon: str
    command: Ship
    best: bool = False
    idle: bool = False


@dataclass(frozen=True, slots=True)
class ShipperMark:
    """A die that may ship; *number* identifies it in a tap."""

    number: int
    die: str
    borrowed: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class GoodRow:
    """A good, the ways to ship it, and the shippers if the choice of one matters."""

    die: str
    world: str
    buttons: tuple[ShipButton, ...]
    shippers: tuple[ShipperMark, ...]


@dataclass(frozen=True, slots=True)
class ShippingModel:
    """Content of the panel."""

    title: str
    goods: tuple[GoodRow, ...]


_Shipper = tuple[str, bool]
BEST: Final = -1
"""Instead of a shipper's number: the shipper with the best result."""


class ShippingChoices:
    """A player's choices in Ship.

    Args:
        ui: context of the presenters.
        number: the player's seat.
    """

    def __init__(self, ui: RollContext, number: int) -> None:
        self._ui = ui
        self.number = number
        self._chosen: dict[Good, _Shipper] = {}

    def model(self) -> ShippingModel | None:
        """Return the panel's content; None if nothing is left to ship."""
        seat, choices = self._ui.seat(self.number), self._choices()
        if seat is None or not choices:
            return None
        phase = self._ui.translate("Ship")
        return ShippingModel(f"{seat.name}: {phase}", tuple(map(self._row, choices)))

    def choose(self, good: int, shipper: int) -> None:
        """Select a good's shipper; selecting it again, or ``BEST``, clears the selection."""
        choices = self._choices()
        if not 0 <= good < len(choices):
            return
        if shipper == BEST:
            self._chosen.pop(choices[good].good, None)
            return
        known = tuple(_shippers(choices[good]))
        if 0 <= shipper < len(known):
            key = choices[good].good
            if self._chosen.get(key) == known[shipper]:
                del self._chosen[key]
            else:
                self._chosen[key] = known[shipper]

    def _choices(self) -> tuple[ShipChoice, ...]:
        seat = self._ui.seat(self.number)
        return seat.tracking.ship_choices if seat is not None and seat.tracking else ()

    def _row(self, choice: ShipChoice) -> GoodRow:
        chosen = self._chosen.get(choice.good)
        matters = any(result.die_matters for result in _results(choice))
        shippers = tuple(_shippers(choice)) if matters else ()
        return GoodRow(
            die=choice.good.die.value,
            world=self._ui.tiles.name(choice.good.world),
            buttons=tuple(self._buttons(choice, chosen)),
            shippers=tuple(
                ShipperMark(number, *each, chosen=each == chosen)
                for number, each in enumerate(shippers)
            ),
        )

    def _buttons(self, choice: ShipChoice, chosen: _Shipper | None) -> Iterator[ShipButton]:
        translate, seat = self._ui.translate, self._ui.seat(self.number)
        proposed = seat.tracking.proposal.commands if seat is not None and seat.tracking else ()
        for verb, icon, result in (
            (translate("Trade"), "credits", choice.trade),
            (translate("Consume"), "chip", choice.consume),
            (translate("Trade"), "chip", choice.trade_for_vp),
        ):
            if result is not None:
                option = _with(result, chosen, proposed)
                assert isinstance(option.command, Ship)  # noqa: S101 - choices of Ship
                text = f"{verb}: {result_text(self._ui.words, option)}"
                best = option.command in proposed
                idle = not (option.credits or option.vp)
                yield ShipButton(text, icon, option.command, best, idle)


def result_text(words: Words, option: Option) -> str:
    """Return an option's gains; a trade at $10 shows that it gains nothing (R-5.3)."""
    return gains_text(words, money=option.credits, vp=option.vp) or "+0 $"


def _results(choice: ShipChoice) -> Iterator[ShipResult]:
    for result in (choice.trade, choice.consume, choice.trade_for_vp):
        if result is not None:
            yield result


def _shippers(choice: ShipChoice) -> Iterator[_Shipper]:
    """Yield every die that may ship the good, in the order of the first result."""
    found = (
        _shipper(option) for result in _results(choice) for option in (result.best, *result.others)
    )
    yield from dict.fromkeys(found)


def _shipper(option: Option) -> _Shipper:
    assert isinstance(option.command, Ship)  # noqa: S101 - choices of Ship hold nothing else
    return option.command.shipper.value, option.command.borrowed


def _with(result: ShipResult, chosen: _Shipper | None, proposed: Sequence[object]) -> Option:
    """Return the chosen shipper's option, else the proposed one, else the best."""
    options = (result.best, *result.others)
    if chosen is None:
        return next((each for each in options if each.command in proposed), result.best)
    return next((each for each in options if _shipper(each) == chosen), result.best)
