"""Log sentences for game events, with the rules they follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.games.roll.model.dice import DieType, Face, Phase, PlacedDie
from companion.games.roll.model.holdings import SeatScore
from companion.games.roll.model.seating import Computers
from companion.games.roll.phases.assign import AssignmentUnexplained, RollDice, WorkersReassigned
from companion.games.roll.phases.build import (
    DiceGained,
    DieGivenUp,
    LeaveUnfinished,
    TileCompleted,
    WorkersPlaced,
)
from companion.games.roll.phases.corrections import WorkersWithdrawn
from companion.games.roll.phases.counters import ChangeTiles, Correctable, Corrected
from companion.games.roll.phases.dice_corrections import MoveDice
from companion.games.roll.phases.drawing import (
    BagRefilled,
    PlaceTiles,
    ReturnTile,
    TilesAskedBack,
    TilesDrawn,
)
from companion.games.roll.phases.explore import Rearrange, Scout, Stock
from companion.games.roll.phases.goods import Produce, Ship
from companion.games.roll.phases.ledger import CreditsPaid, VpGiven
from companion.games.roll.phases.manage import MarkerRaised, Recall, Recruit
from companion.games.roll.phases.reveal import (
    AddDie,
    CorrectDie,
    DiceReturned,
    PhasesActivated,
    RecordMat,
    RecordSpareDie,
    RemoveDie,
)
from companion.games.roll.phases.round import (
    GameEnded,
    ManageStarted,
    PhaseFinished,
    PhaseStarted,
    RevealStarted,
    RoundFinished,
    RoundStarted,
    SignalReady,
    WithdrawReady,
    WorkersBorrowed,
    WorkersReturned,
)
from companion.games.roll.phases.set_up import (
    BagFilled,
    EmpireFounded,
    GameStarted,
    LevelLowered,
    SeatComputers,
)
from companion.games.roll.phases.tile_corrections import MoveTile, StartTilesReplaced, TileReplaced
from companion.i18n import N_
from kivy_ui.common.numbers import signed
from kivy_ui.games.roll.texts.location_text import location_text
from kivy_ui.games.roll.texts.player_words import level_word, why_lowered
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.games.roll.tiles.localised_tiles import LocalisedTiles

SENTENCES: Final[Mapping[type, tuple[str, str]]] = MappingProxyType(
    {
        GameStarted: (N_("The game begins: %(who)s."), "R-1.3"),
        RoundStarted: (N_("Round %(number)s begins: roll and assign."), "R-2.1"),
        SignalReady: (N_("%(who)s is ready."), "R-3.7"),
        WithdrawReady: (N_("%(who)s continues assigning."), "R-3.7"),
        RevealStarted: (N_("Everybody is ready: screens up."), "R-4.1"),
        RecordMat: (N_("%(who)s has laid out: %(dice)s."), "R-3.1"),
        CorrectDie: (N_("Corrected on the mat of %(who)s: %(die)s, %(face)s."), "R-3.6"),
        AddDie: (N_("Added on the mat of %(who)s: %(die)s, %(face)s."), "R-3.6"),
        RemoveDie: (N_("Removed from the mat of %(who)s: a die that is not there."), "R-3.6"),
        RecordSpareDie: (N_("The white die of two players shows %(face)s."), "R-4.2"),
        PhasesActivated: (N_("These phases happen: %(phases)s."), "R-4.1"),
        DiceReturned: (N_("Back to the cup of %(who)s: %(dice)s."), "R-4.3"),
        PhaseStarted: (N_("%(phase)s begins."), "R-5.1"),
        PhaseFinished: (N_("%(phase)s is done."), "R-5.1"),
        ManageStarted: (N_("Manage Empire begins."), "R-10.1"),
        MarkerRaised: (N_("%(who)s had no credits left: the marker goes to $1."), "R-10.1"),
        ChangeTiles: (N_("%(who)s: %(delta)s tiles in the tableau."), "R-10.4"),
        Corrected: (N_("Corrected: %(what)s is %(value)s, not %(old)s (%(who)s)."), ""),
        RoundFinished: (N_("Round %(number)s is done."), "R-10.4"),
        GameEnded: (N_("The game is over."), "R-10.4"),
        SeatComputers: (N_("Played by the companion: %(computers)s."), ""),
        LevelLowered: (N_("%(who)s continues at the level %(level)s: %(why)s."), ""),
        BagFilled: (N_("The tiles are in the bag."), "R-1.2"),
        EmpireFounded: (N_("%(who)s begins with %(tableau)s."), "R-1.6"),
        RollDice: (N_("%(who)s has rolled: %(dice)s."), "R-2.1"),
        WorkersReassigned: (N_("%(who)s moves workers: %(moves)s."), "R-3.3"),
        AssignmentUnexplained: (
            N_("The mat of %(who)s is accepted as it is: too much to check."),
            "R-3.3",
        ),
        WorkersBorrowed: (N_("%(who)s borrows workers: %(dice)s."), "R-5.4"),
        Stock: (N_("%(who)s stocks with %(die)s."), "R-6.2"),
        Scout: (N_("%(who)s scouts with %(die)s."), "R-6.3"),
        BagRefilled: (N_("The abandoned tiles go into the bag."), "R-6.4"),
        TilesDrawn: (N_("%(who)s draws tiles: %(count)s."), "R-6.3"),
        PlaceTiles: (N_("%(who)s puts tiles under the stacks: %(count)s."), "R-6.3"),
        TilesAskedBack: (N_("The bag is empty: %(who)s must return tiles."), "R-6.5"),
        ReturnTile: (N_("%(who)s returns a tile to the bag."), "R-6.5"),
        Rearrange: (N_("%(who)s reorders the stacks."), "advanced_logistics"),
        WorkersPlaced: (N_("%(who)s puts workers on a stack (%(phase)s): %(dice)s."), "R-7.1"),
        LeaveUnfinished: (N_("%(who)s leaves the top tile unfinished."), "R-7.2"),
        TileCompleted: (N_("%(who)s completes %(side)s."), "R-7.2"),
        DieGivenUp: (N_("%(who)s gives up a die."), "R-7.4"),
        DiceGained: (N_("%(who)s gains %(count)s × %(die)s."), "R-7.4"),
        Produce: (N_("%(who)s produces goods on %(goods)s."), "R-8.1"),
        Ship: (N_("%(who)s ships the good of %(world)s."), "R-9.1"),
        CreditsPaid: (N_("%(who)s: %(delta)s credits."), "R-5.3"),
        VpGiven: (N_("%(who)s: %(vp)s VP."), "R-9.4"),
        WorkersReturned: (N_("Back to the cup of %(who)s: %(dice)s."), "R-5.2"),
        Recruit: (N_("%(who)s recruits %(dice)s."), "R-10.1"),
        Recall: (N_("%(who)s recalls %(recalled)s dice."), "R-10.2"),
        MoveDice: (N_("Corrected: %(count)s × %(die)s, %(source)s → %(target)s."), ""),
        MoveTile: (N_("Corrected: a tile, %(source)s → %(target)s."), ""),
        TileReplaced: (N_("Corrected: another tile is there (%(spot)s)."), ""),
        StartTilesReplaced: (N_("Corrected: %(who)s began with %(sides)s."), ""),
        WorkersWithdrawn: (N_("%(who)s returns borrowed workers: %(dice)s."), "R-5.4"),
        SeatScore: (N_("%(who)s has %(total)s VP and is number %(rank)s."), "R-11.1"),
    }
)

_HIDDEN: Final = (
    RecordMat,
    CorrectDie,
    AddDie,
    RemoveDie,
    RollDice,
    MoveDice,
)
"""Events that are secret before Reveal (R-12.1)."""


class Sentences:
    """Converts events to sentences.

    Args:
        words: the terms of the chosen language.
        tiles: the tile names in that language.
        names: seat -> name of the player.
    """

    def __init__(self, words: Words, tiles: LocalisedTiles, names: Mapping[int, str]) -> None:
        self._words = words
        self._tiles = tiles
        self._names = names

    def say(self, event: object, *, hidden: bool = False) -> str:
        """Return the sentence of an event.

        Args:
            event: of the game's log.
            hidden: whether the mats are still behind the screens.
        """
        translate = self._words.translate
        values = self._values(event)
        if hidden and isinstance(event, _HIDDEN):
            return translate("%(who)s: dice behind the screen.", **values)
        return translate(SENTENCES[type(event)][0], **values)

    def rule(self, event: object) -> str:
        """Return the reason: the number of a rule, the key of a tile, or empty."""
        reason = str(getattr(event, "reason", ""))
        if reason.startswith("R-") or reason in self._tiles.catalog.sides:
            return reason
        return SENTENCES[type(event)][1]

    # --- values ----------------------------------------------------------------------------------

    def _values(self, event: object) -> dict[str, object]:
        values: dict[str, object] = {"who": self._who(event)}
        for name in getattr(event, "__dataclass_fields__", ()):
            reader = _READERS.get(name)
            if reader is not None:
                values[name] = reader(self, getattr(event, name))
        values["vp"] = signed(_number(event, "from_pool") + _number(event, "from_reserve"))
        values["recalled"] = sum(
            len(getattr(event, name, ())) for name in ("developers", "settlers", "goods")
        )
        if "count" not in values:
            found = getattr(event, "tiles", getattr(event, "placings", ()))
            values["count"] = len(found) if isinstance(found, tuple) else 0
        die = getattr(event, "die", None)
        if isinstance(die, PlacedDie):
            values["face"] = self._words.face(die.face)
        if isinstance(event, LevelLowered):
            translate = self._words.translate
            values["level"] = level_word(translate, event.level)
            values["why"] = why_lowered(translate, event.reason, event.wanted)
        good = getattr(event, "good", None)
        if good is not None:
            values["world"] = self._tiles.name(good.world)
        return values

    def _who(self, event: object) -> str:
        if isinstance(event, GameStarted):
            return self._words.translate.list_of(tuple(each.name for each in event.players))
        seats = getattr(event, "seats", None)
        if isinstance(seats, tuple):
            return self._words.translate.list_of(tuple(self._names.get(s, "?") for s in seats))
        seat = getattr(event, "seat", None)
        table = self._words.translate("the table")
        return self._names.get(seat, "?") if isinstance(seat, int) else table

    def dice(self, value: Any) -> str:
        """Return dice in any representation, counted by kind."""
        counts: Counter[DieType] = Counter()
        for each in value:
            if isinstance(each, DieType):
                counts[each] += 1
            elif isinstance(each, tuple):
                counts[each[0]] += each[1]
            else:
                counts[each.type] += 1
        ordered = [(die, counts[die]) for die in DieType if counts[die]]
        return ", ".join(f"{count} {self._words.die(die)}" for die, count in ordered) or "–"

    def die(self, value: Any) -> str:
        """Return the kind of one die."""
        kind = getattr(value, "type", getattr(value, "die", value))
        return self._words.die(kind) if isinstance(kind, DieType) else str(kind)

    def face(self, value: Face) -> str:
        """Return a face."""
        return self._words.face(value)

    def phase(self, value: Phase) -> str:
        """Return a phase."""
        return self._words.phase(value)

    def phases(self, value: tuple[Phase, ...]) -> str:
        """Return several phases."""
        return self._words.translate.list_of(tuple(self._words.phase(phase) for phase in value))

    def side(self, value: str) -> str:
        """Return a tile."""
        return self._tiles.name(value)

    def sides(self, value: tuple[str, ...]) -> str:
        """Return several tiles."""
        return self._words.translate.list_of(tuple(self._tiles.name(key) for key in value))

    def goods(self, value: Any) -> str:
        """Return the worlds of goods."""
        return self.sides(tuple(dict.fromkeys(good.world for good in value)))

    def moves(self, value: Any) -> str:
        """Return reassigned workers."""
        phase = self._words.phase
        return ", ".join(
            f"{self._words.die(move.die)} {phase(move.origin)} → {phase(move.destination)}"
            for move in value
        )

    def spot(self, value: Any) -> str:
        """Return a location of dice or tiles."""
        return location_text(self._words, self._tiles, self._names, value)

    def computers(self, value: Computers) -> str:
        """Return the computer players with their levels."""
        translate = self._words.translate
        told = (
            f"{self._names.get(each.seat, '?')} ({level_word(translate, each.level)})"
            for each in value.seats
        )
        return translate.list_of(tuple(told)) or "–"

    def what(self, value: Correctable) -> str:
        """Return a counter."""
        names = {
            Correctable.CREDITS: N_("Credits"),
            Correctable.VP_CHIPS: N_("VP chips"),
            Correctable.TILES: N_("Tiles"),
            Correctable.VP_POOL: N_("VP pool"),
            Correctable.ROUND: N_("Round"),
        }
        return self._words.translate(names[value])


def _plain(_sentences: Sentences, value: object) -> object:
    return value


def _number(event: object, name: str) -> int:
    value = getattr(event, name, 0)
    return value if isinstance(value, int) else 0


_READERS: Final[Mapping[str, Callable[[Sentences, Any], object]]] = MappingProxyType(
    {
        "number": _plain,
        "value": _plain,
        "old": _plain,
        "count": _plain,
        "total": _plain,
        "rank": _plain,
        "delta": lambda _s, value: signed(value),
        "dice": Sentences.dice,
        "die": Sentences.die,
        "face": Sentences.face,
        "phase": Sentences.phase,
        "phases": Sentences.phases,
        "side": Sentences.side,
        "tableau": Sentences.sides,
        "goods": Sentences.goods,
        "moves": Sentences.moves,
        "what": Sentences.what,
        "sides": Sentences.sides,
        "source": Sentences.spot,
        "target": Sentences.spot,
        "spot": Sentences.spot,
        "computers": Sentences.computers,
    }
)
