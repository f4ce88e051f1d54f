"""Sentences of events and of proposed commands, with the rules that they follow.

``book.toml`` has them for the log, undo and hints. The named fields of a message are those of the
event, each in the words of its value.
"""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from companion.games.roll import GAME
from companion.games.roll.model.dice import DieType, Face, Phase, PlacedDie
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import (
    DieSpot,
    Good,
    OwnedDie,
    Placing,
    RolledDie,
    ShipTask,
    Spot,
)
from companion.games.roll.model.seating import Computers
from companion.games.roll.phases import (
    assign,
    counters,
    dice_corrections,
    drawing,
    explore,
    goods,
    ledger,
    manage,
    reveal,
    set_up,
    tile_corrections,
)
from companion.games.roll.phases import round as rounds
from companion.i18n import N_, Translator
from kivy_ui.common.event_text import EventContext, EventTexts
from kivy_ui.common.numbers import signed
from kivy_ui.games.roll.texts.book import BOOK, RULES, rule_title
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.games.roll.tiles.localised_tiles import LocalisedTiles

_SENTENCES: Final = MappingProxyType(
    {kind: BOOK["events"][kind.__name__] for kind in GAME.event_types}
)
"""Kind of event -> its sentence (``text``) and the rule that it follows (``rule``)."""
_VARIANTS: Final[Mapping[type, tuple[str, Any, str]]] = MappingProxyType(
    {
        explore.Scout: ("abandon", (), N_("%(who)s scouts with %(die)s.")),
        goods.Ship: (
            "task",
            ShipTask.TRADE,
            N_("%(who)s trades the good of %(good)s with %(shipper)s."),
        ),
    }
)
"""Kinds of events with another message where a field has a certain value."""
_HIDDEN: Final = (
    reveal.RecordMat,
    reveal.CorrectDie,
    reveal.AddDie,
    reveal.RemoveDie,
    assign.RollDice,
    dice_corrections.MoveDice,
)
"""Events that are secret before Reveal (R-12.1)."""


def _say(message: str, t: EventContext, event: Any) -> str:
    values = _values(t, event)
    if not t.over and isinstance(event, _HIDDEN):
        return t.translate("%(who)s: dice behind the screen.", **values)
    field, value, other = _VARIANTS.get(type(event), ("", None, ""))
    return t.translate(other if other and getattr(event, field) == value else message, **values)


def proposal(t: EventContext, command: Any) -> str:
    """Return the sentence of a command that a hint proposes."""
    if isinstance(command, explore.Rearrange):
        return "; ".join(
            f"{_word(t, kind)}: {_stack(t, kind, stack)}"
            for kind, stack in zip(Category, (command.developments, command.worlds), strict=True)
        )
    message = BOOK["proposals"].get(type(command).__name__, "")
    return _say(message, t, command) if message else EVENT_TEXTS.say(t, command)


def _stack(t: EventContext, kind: Category, numbers: tuple[int, ...]) -> str:
    tiles = LocalisedTiles(t.translate.language)
    sides = (tiles.of_tile(number, kind) for number in numbers)
    return ", ".join("?" if side is None else tiles.name(side.key) for side in sides) or "–"


# --- values --------------------------------------------------------------------------------------


def _values(t: EventContext, event: Any) -> dict[str, object]:
    """Return the fields of an event in words, and what several of them say together."""
    values: dict[str, object] = {
        name: _word(t, getattr(event, name)) for name in event.__dataclass_fields__
    }
    values["who"] = _who(t, event)
    match event:
        case ledger.VpGiven():
            values["vp"] = signed(event.from_pool + event.from_reserve)
        case counters.ChangeTiles(delta=delta) | ledger.CreditsPaid(delta=delta):
            values["delta"] = signed(delta)
        case manage.Recall():
            goods = (good.die for good in event.goods)
            values["recalled"] = _word(t, (*event.developers, *event.settlers, *goods))
        case reveal.CorrectDie(die=die) | reveal.AddDie(die=die):
            values["face"] = _word(t, die.face)
        case set_up.LevelLowered():
            of = Words(t.translate).of
            why = BOOK["lowered"].get(event.reason, BOOK["lowered"]["position"])
            values["level"] = of(event.level)
            values["why"] = t.translate(why, wanted=of(event.wanted))
        case drawing.TilesDrawn(tiles=tiles):
            values["count"] = len(tiles)
        case _:
            pass
    return values


def _who(t: EventContext, event: Any) -> str:
    if isinstance(event, set_up.GameStarted):
        return t.translate.list_of(tuple(each.name for each in event.players))
    if isinstance(event, drawing.TilesAskedBack):
        return t.all(event.seats)
    return t.name(getattr(event, "seat", None))


def _word(t: EventContext, value: Any) -> object:  # noqa: C901 - one case per kind
    """Return a value of an event in words; numbers as they are."""
    words, name = Words(t.translate), LocalisedTiles(t.translate.language).name
    match value:
        case DieType() | Face() | Phase() | counters.Correctable():
            return words.of(value)
        case PlacedDie(type=die) | RolledDie(type=die) | OwnedDie(die=die):
            return words.of(die)
        case Category():
            return words.of(value.value)
        case Good(world=world):
            return name(world)
        case str():
            return name(value)
        case assign.WorkerMove():
            origin, goal = words.of(value.origin), words.of(value.destination)
            return f"{words.of(value.die)} {origin} » {goal}"
        case Placing(stack=stack, on_top=on_top):
            where = words.of(stack.value)
            return t.translate("%(stack)s, on top", stack=where) if on_top else where
        case Spot(stack=stack, index=index):
            return f"{words.of(stack.value)} {index + 1}"
        case DieSpot() | tile_corrections.TileSpot():
            return _location(t, value)
        case Computers(seats=seats):
            played = (f"{t.name(s.seat)} ({words.of(s.level)})" for s in seats)
            return t.translate.list_of(tuple(played)) or "–"
        case tuple():
            return _several(t, value)
        case _:
            return value


def _several(t: EventContext, values: tuple[Any, ...]) -> str:
    """Return several values: dice counted by kind, others once each."""
    dice: list[DieType] = []
    for each in values:
        match each:
            case DieType():
                dice.append(each)
            case PlacedDie(type=die) | RolledDie(type=die):
                dice.append(die)
            case (DieType() as die, int() as count):
                dice += [die] * count
            case _:
                pass
    if dice:
        return Words(t.translate).dice(dice)
    return ", ".join(dict.fromkeys(str(_word(t, each)) for each in values)) or "–"


def _location(t: EventContext, spot: DieSpot | tile_corrections.TileSpot) -> str:
    """Return a location, such as "Ann: cup"; tiles in a stack are not identified."""
    words, tiles = Words(t.translate), LocalisedTiles(t.translate.language)
    place, inside = words.of(spot.location.value), ""
    match spot:
        case DieSpot(phase=Phase() as phase):
            inside = words.of(phase)
        case DieSpot(world=key) | tile_corrections.TileSpot(side=key):
            inside = tiles.name(key)
    if inside:
        place = f"{place} ({inside})"
    return place if spot.seat is None else f"{t.name(spot.seat)}: {place}"


# --- the log -------------------------------------------------------------------------------------


def _reason(event: Any) -> str:
    """Return the number of a rule, the key of a tile, or what says that a person has set it."""
    reason = str(getattr(event, "reason", ""))
    if reason.startswith("R-") or reason in LocalisedTiles("en").catalog.sides:
        return reason
    return _SENTENCES[type(event)].get("rule", event.why) or "by hand"


def _explained(translate: Translator, reason: str) -> tuple[str, str]:
    """Return title and text of the rule or tile that explains a line."""
    tiles = LocalisedTiles(translate.language)
    if reason in RULES:
        return rule_title(translate, reason), translate(RULES[reason])
    if reason in tiles.catalog.sides:
        return tiles.name(reason), tiles.text(reason)
    return "", translate("Set by hand: what is on the table counts.")


def _rounds(number: int, event: Any) -> tuple[int, int]:
    """Return the round of an event and of the next one: 0 for set-up."""
    match event:
        case set_up.GameStarted():
            number = 0
        case rounds.RoundStarted():
            number = event.number
        case _:
            pass
    return number, number


EVENT_TEXTS: Final = EventTexts(
    MappingProxyType({kind: partial(_say, each["text"]) for kind, each in _SENTENCES.items()}),
    begins=set_up.GameStarted,
    ends=rounds.RevealStarted,
    rounds=_rounds,
    hides=rounds.RoundStarted,
    reason=_reason,
    explained=_explained,
)
