"""Sentences of events and of proposed commands, with the rules that they follow.

One table serves the log, undo and hints: kind of event -> message and number of its rule. The named
fields of a message are those of the event, each in the words of its value.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from companion.games.roll.model.dice import DieType, Face, Phase, PlacedDie
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import (
    DieSpot,
    Good,
    OwnedDie,
    Placing,
    RolledDie,
    SeatScore,
    ShipTask,
    Spot,
)
from companion.games.roll.model.seating import Computers
from companion.games.roll.phases import (
    assign,
    build,
    corrections,
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
from kivy_ui.games.roll.texts.book import RULES, rule_title
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.games.roll.tiles.localised_tiles import LocalisedTiles

_SENTENCES: Final[Mapping[type, tuple[str, str]]] = MappingProxyType(
    {
        set_up.GameStarted: (N_("The game begins: %(who)s."), "R-1.3"),
        rounds.RoundStarted: (N_("Round %(number)s begins: roll and assign."), "R-2.1"),
        rounds.SignalReady: (N_("%(who)s is ready."), "R-3.7"),
        rounds.WithdrawReady: (N_("%(who)s continues assigning."), "R-3.7"),
        rounds.RevealStarted: (N_("Everybody is ready: screens up."), "R-4.1"),
        reveal.RecordMat: (N_("%(who)s has laid out: %(dice)s."), "R-3.1"),
        reveal.CorrectDie: (N_("Corrected on the mat of %(who)s: %(die)s, %(face)s."), "R-3.6"),
        reveal.AddDie: (N_("Added on the mat of %(who)s: %(die)s, %(face)s."), "R-3.6"),
        reveal.RemoveDie: (
            N_("Removed from the mat of %(who)s: a die that is not there."),
            "R-3.6",
        ),
        reveal.RecordSpareDie: (N_("The white die of two players shows %(face)s."), "R-4.2"),
        reveal.PhasesActivated: (N_("These phases happen: %(phases)s."), "R-4.1"),
        reveal.DiceReturned: (N_("Back to the cup of %(who)s: %(dice)s."), "R-4.3"),
        rounds.PhaseStarted: (N_("%(phase)s begins."), "R-5.1"),
        rounds.PhaseFinished: (N_("%(phase)s is done."), "R-5.1"),
        rounds.ManageStarted: (N_("Manage Empire begins."), "R-10.1"),
        manage.MarkerRaised: (N_("%(who)s had no credits left: the marker goes to $1."), "R-10.1"),
        counters.ChangeTiles: (N_("%(who)s: %(delta)s tiles in the tableau."), "R-10.4"),
        counters.Correct: (N_("Corrected: %(what)s is %(value)s, not %(old)s (%(who)s)."), ""),
        rounds.RoundFinished: (N_("Round %(number)s is done."), "R-10.4"),
        rounds.GameEnded: (N_("The game is over."), "R-10.4"),
        set_up.SeatComputers: (N_("Played by the companion: %(computers)s."), ""),
        set_up.LevelLowered: (N_("%(who)s continues at the level %(level)s: %(why)s."), ""),
        set_up.BagFilled: (N_("The tiles are in the bag."), "R-1.2"),
        set_up.EmpireFounded: (N_("%(who)s begins with %(tableau)s."), "R-1.6"),
        assign.RollDice: (N_("%(who)s has rolled: %(dice)s."), "R-2.1"),
        assign.WorkersReassigned: (N_("%(who)s moves workers: %(moves)s."), "R-3.3"),
        assign.AssignmentUnexplained: (
            N_("The mat of %(who)s is accepted as it is: too much to check."),
            "R-3.3",
        ),
        rounds.WorkersBorrowed: (N_("%(who)s borrows workers: %(dice)s."), "R-5.4"),
        explore.Stock: (N_("%(who)s stocks with %(die)s."), "R-6.2"),
        explore.Scout: (N_("%(who)s scouts with %(die)s, abandons: %(abandon)s."), "R-6.3"),
        drawing.BagRefilled: (N_("The abandoned tiles go into the bag."), "R-6.4"),
        drawing.TilesDrawn: (N_("%(who)s draws tiles: %(count)s."), "R-6.3"),
        drawing.PlaceTiles: (N_("%(who)s puts drawn tiles here: %(placings)s."), "R-6.3"),
        drawing.TilesAskedBack: (N_("The bag is empty: %(who)s must return tiles."), "R-6.5"),
        drawing.ReturnTile: (N_("%(who)s returns a tile to the bag: %(spot)s."), "R-6.5"),
        explore.Rearrange: (N_("%(who)s reorders the stacks."), "advanced_logistics"),
        build.WorkersPlaced: (
            N_("%(who)s puts workers on a stack (%(phase)s): %(dice)s."),
            "R-7.1",
        ),
        build.LeaveUnfinished: (N_("%(who)s leaves the top tile unfinished."), "R-7.2"),
        build.TileCompleted: (N_("%(who)s completes %(side)s."), "R-7.2"),
        build.DieGivenUp: (N_("%(who)s gives up a die."), "R-7.4"),
        build.DiceGained: (N_("%(who)s gains %(count)s × %(die)s."), "R-7.4"),
        goods.Produce: (N_("%(who)s produces goods on %(goods)s."), "R-8.1"),
        goods.Ship: (N_("%(who)s consumes the good of %(good)s with %(shipper)s."), "R-9.1"),
        ledger.CreditsPaid: (N_("%(who)s: %(delta)s credits."), "R-5.3"),
        ledger.VpGiven: (N_("%(who)s: %(vp)s VP."), "R-9.4"),
        rounds.WorkersReturned: (N_("Back to the cup of %(who)s: %(dice)s."), "R-5.2"),
        manage.Recruit: (N_("%(who)s recruits %(dice)s."), "R-10.1"),
        manage.Recall: (N_("%(who)s recalls: %(recalled)s."), "R-10.2"),
        dice_corrections.MoveDice: (
            N_("Corrected: %(count)s × %(die)s, %(source)s → %(target)s."),
            "",
        ),
        tile_corrections.MoveTile: (N_("Corrected: a tile, %(source)s → %(target)s."), ""),
        tile_corrections.ReplaceTile: (N_("Corrected: another tile is there (%(spot)s)."), ""),
        tile_corrections.ReplaceStartTiles: (N_("Corrected: %(who)s began with %(sides)s."), ""),
        corrections.WorkersWithdrawn: (N_("%(who)s returns borrowed workers: %(dice)s."), "R-5.4"),
        SeatScore: (N_("%(who)s has %(total)s VP and is number %(rank)s."), "R-11.1"),
    }
)

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
_COMMANDS: Final[Mapping[type, str]] = MappingProxyType(
    {
        build.PlaceWorkers: N_("%(who)s puts workers on the stack: %(dice)s."),
        build.CompleteTile: N_("%(who)s completes the top tile with %(workers)s."),
        rounds.FinishPhase: N_("Leave the stacks as they are"),
        rounds.SignalReady: N_("Recall nothing"),
    }
)
"""Messages of commands that a hint proposes, where no event is the same or says enough."""

_LOWERED: Final = MappingProxyType(
    {
        "network": N_("the file of the level %(wanted)s cannot be used"),
        "level": N_("there is no level %(wanted)s"),
        "position": N_("the level %(wanted)s could not decide here"),
    }
)
"""Why a computer player continues at a lower level."""
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
    """Return the sentence of an event."""
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
    message = _COMMANDS.get(type(command), "")
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
            why = _LOWERED.get(event.reason, _LOWERED["position"])
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
            return f"{words.of(value.die)} {origin} → {goal}"
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
    return _SENTENCES[type(event)][1] or "by hand"


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
    MappingProxyType({kind: partial(_say, message) for kind, (message, _) in _SENTENCES.items()}),
    begins=set_up.GameStarted,
    ends=rounds.RevealStarted,
    rounds=_rounds,
    hides=rounds.RoundStarted,
    reason=_reason,
    explained=_explained,
)
