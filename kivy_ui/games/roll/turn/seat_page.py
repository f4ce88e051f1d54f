"""What the players have: all of them in a list, one with dice by place, stacks and tiles."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from companion.games.roll.model.dice import PHASES, DieType
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import Dice
from companion.games.roll.view.table_view import SeatTracking, SeatView, StackView
from companion.i18n import Translator
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.looks import shown_seat
from kivy_ui.games.roll.texts.book import PICTURES
from kivy_ui.games.roll.tiles.tile_cards import side_picture
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Chip, Page, Picture, Side

if TYPE_CHECKING:
    from kivy_ui.games.roll.turn.round_pages import RoundPages

_KINDS: Final = tuple(DieType)


def players(on: "RoundPages") -> List:
    """Return all players with their counters and, if it is shown, their chance to win."""
    return List(tuple(_player(on, seat) for seat in on.ui.seats))


def _player(on: "RoundPages", seat: SeatView) -> Row:
    chance, badge = on.ui.win_percent(seat.seat), shown_seat(seat).badge()
    wins = "" if chance is None else on.translate("wins %(percent)s %%", percent=chance)
    key = do(on.whole, seat.seat)
    return Row(key, seat.name, (badge,), _who(on.ui, seat), counters(on.translate, seat), wins)


def counters(translate: Translator, seat: SeatView) -> tuple[Picture, ...]:
    """Return credits, VP chips and tiles."""
    return (
        Picture("coin", text=str(seat.credits)),
        Picture("chip", text=translate("%(count)s VP", count=seat.vp_chips)),
        Picture("tile", text=translate.plural("%(count)s tile", "%(count)s tiles", seat.tiles)),
    )


def _who(ui: RollContext, seat: SeatView) -> str:
    """Return what plays a seat, else its faction."""
    if seat.computer is not None:
        return ui.words.player(seat.computer)
    if seat.faction is None:
        return ""
    development = ui.tiles.catalog.faction(seat.faction).halves[0]
    return f"{seat.faction} {ui.tiles.name(development.key)}"


def seat_page(on: "RoundPages", seat: SeatView, *, hints: bool) -> Page:
    """Return everything that a player has; *hints* whether the player may ask for them."""
    translate = on.translate
    side = [
        Side(do(on.in_full, 0, ("correct",)), translate("Correct"), "pencil"),
        Side(do(on.who.ask_about, on, seat.seat), translate("Who plays?"), "robot"),
    ]
    if hints:
        side.append(Side(do(on.ask_hints, seat.seat), translate("Hints"), "eye"))
    chips = (Chip(each.text, each) for each in counters(translate, seat)[:2])
    return Page(
        _who(on.ui, seat),
        translate("What %(name)s has", name=seat.name),
        List(pieces(on.ui, seat)),
        chips=(*chips, Chip(seat=shown_seat(seat))),
        side=tuple(side),
    )


def pieces(ui: RollContext, seat: SeatView) -> tuple[Row, ...]:
    """Return the player's dice by place, stacks and tiles."""
    tracking = seat.tracking or SeatTracking()
    return (*_dice(ui, tracking), *_tiles(ui, tracking))


def _dice(ui: RollContext, tracking: SeatTracking) -> Iterator[Row]:
    words, translate = ui.words, ui.translate
    yield _place(translate("Cup"), Picture("cup"), tracking.cup)
    yield _place(translate("Citizenry"), Picture("citizenry"), tracking.citizenry)
    for phase, column in zip(PHASES, tracking.columns, strict=False):
        if column:
            yield _place(words.of(phase), Picture(f"phase/{phase.value}/active"), column)
    for kind, label, stack in (
        (Category.DEVELOPMENT, translate("Development stack"), tracking.developments),
        (Category.WORLD, translate("World stack"), tracking.worlds),
    ):
        yield _stack(ui, kind, label, stack)
    for world in dict.fromkeys(good.world for good in tracking.goods):
        dice = tuple(good.die for good in tracking.goods if good.world == world)
        picture = side_picture(ui.tiles.side(world))
        yield _place(ui.tiles.name(world), picture, dice, translate("Goods"))


def _stack(ui: RollContext, kind: Category, label: str, stack: StackView) -> Row:
    """Return a stack with its tiles, the dice on it, and the top tile if it is named."""
    side, text = ui.tiles.of_tile(stack.top, kind), ""
    if side is not None:
        text = ui.translate(
            "%(tile)s: %(there)s of %(needed)s workers",
            tile=ui.tiles.name(side.key),
            there=len(stack.workers),
            needed=side.cost,
        )
    picture = Picture(PICTURES[kind.value], text=f"\u00d7{stack.size}")
    return _place(label, picture, stack.workers, text)


def _place(label: str, picture: Picture, dice: Dice, text: str = "") -> Row:
    counts = Counter(dice)
    figures = tuple(
        Picture(f"die/{kind.value}", count=counts[kind]) for kind in _KINDS if counts[kind]
    )
    return Row(None, label, (picture,), text, figures)


def _tiles(ui: RollContext, tracking: SeatTracking) -> Iterator[Row]:
    for key in tracking.tableau:
        side = ui.tiles.side(key)
        yield Row(None, ui.tiles.name(key), (side_picture(side),), ui.tiles.text(key))
