"""Log sentences for Galactic Emperor; scored VP amounts are shown only after the game."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from companion.games.emperor.advance import RoundEnded
from companion.games.emperor.corrections import (
    CorrectCounter,
    CorrectFleet,
    CorrectHex,
    CorrectSector,
    CorrectTechnology,
    CorrectThrone,
    CorrectTiles,
)
from companion.games.emperor.ending import DuelCalled, GameEnded
from companion.games.emperor.galaxy.ships import RetreatsBegan, RetreatTo, ShipsMoved
from companion.games.emperor.holdings import (
    Annex,
    CubesLaid,
    MarksChanged,
    StorageChanged,
    UseTechnology,
    VpScored,
)
from companion.games.emperor.roles.engineer import ShipsBuilt
from companion.games.emperor.roles.explorer import (
    ExplorerFlipped,
    OmegaCollapsed,
    TilePlaced,
    TileScanned,
    TilesRevealed,
)
from companion.games.emperor.roles.merchant import MarketThrown
from companion.games.emperor.roles.regent import (
    BuyInfluence,
    InfluenceResolved,
    MakePrivate,
    PlaceInfluence,
)
from companion.games.emperor.roles.scientist import Sabotage, TechnologyBought
from companion.games.emperor.roles.steward import ProduceOn
from companion.games.emperor.rounds import BonusTaken, ChooseDirection, EndTurn, SelectRole
from companion.games.emperor.set_up import SetOptions, StartGame
from companion.games.emperor.state import THRONE, Direction, Sector
from companion.games.emperor.war.battle import BattleBegan, Fired, NameShip
from companion.games.emperor.war.forces import Ship
from companion.games.emperor.war.losses import BattleEnded, LossesTaken
from companion.games.emperor.war.rolls import AddDie, ForgetDice, RerollInBattle, SetDiceColours
from companion.games.emperor.war.tray import DiceOwner
from kivy_ui.common.event_text import EventContext, EventSentence, EventTexts, after, corrected
from kivy_ui.common.numbers import signed
from kivy_ui.games.emperor.words import colour_word, force_words, word


def _plain(text: Callable[[EventContext], str]) -> EventSentence:
    return lambda t, _event: text(t)


def _scored(t: EventContext, event: VpScored) -> str:
    if not t.over:
        return t.translate("%(who)s takes VP from the pool.", who=t.name(event.seat))
    return t.translate("%(who)s: %(vp)s VP.", who=t.name(event.seat), vp=signed(event.vp))


def _marks(t: EventContext, event: MarksChanged) -> str:
    delta = signed(event.marks)
    return t.translate("%(who)s: marks %(delta)s.", who=t.name(event.seat), delta=delta)


def _storage(t: EventContext, event: StorageChanged) -> str:
    return t.translate(
        "%(who)s: metal %(metal)s, energy %(energy)s.",
        who=t.name(event.seat),
        metal=signed(event.metal),
        energy=signed(event.energy),
    )


def _ships(t: EventContext, event: ShipsBuilt | ShipsMoved) -> str:
    counts = event.fighters, event.cruisers, event.dreadnoughts
    kinds = zip(Ship, counts, strict=True)
    return ", ".join(f"{n} {word(t.translate, ship)}" for ship, n in kinds if n)


def _built(t: EventContext, event: ShipsBuilt) -> str:
    words = {"who": t.name(event.seat), "ships": _ships(t, event)}
    if not event.hex:
        return t.translate("%(who)s builds: %(ships)s.", **words)
    return t.translate("%(who)s builds on hex %(hex)s: %(ships)s.", hex=event.hex, **words)


def _moved(t: EventContext, event: ShipsMoved) -> str:
    words = {"who": t.name(event.seat), "ships": _ships(t, event), "target": event.path[-1]}
    if event.jump:
        return t.translate(
            "%(who)s jumps through the stargate to hex %(target)s: %(ships)s.", **words
        )
    return t.translate(
        "%(who)s: %(ships)s from hex %(start)s to hex %(target)s.", start=event.start, **words
    )


def _driven_off(t: EventContext, event: RetreatTo) -> str:
    return t.translate(
        "The ships of %(who)s leave hex %(start)s for hex %(target)s.",
        who=t.name(event.seat),
        start=event.start,
        target=event.target,
    )


def _retreats(t: EventContext, event: RetreatsBegan) -> str:
    return " ".join(
        t.translate(
            "%(who)s chooses a Starbase for the ships on hex %(start)s: %(targets)s.",
            who=t.name(each.seat),
            start=each.start,
            targets=", ".join(map(str, each.targets)),
        )
        for each in event.retreats
    )


def _scanned(t: EventContext, event: TileScanned) -> str:
    return t.translate("%(who)s uses Long Range Scanners.", who=t.name(event.seat))


def _battle(t: EventContext, event: BattleBegan) -> str:
    battle = event.battle
    return t.translate(
        "%(who)s (%(mine)s) attacks %(other)s (%(theirs)s).",
        who=t.name(battle.attacker),
        mine=force_words(t.translate, battle.began[0]),
        other=t.name(battle.defender),
        theirs=force_words(t.translate, battle.began[1]),
    )


def _fired(t: EventContext, event: Fired) -> str:
    if not event.attacker and not event.defender:
        if not any(event.hits):
            return ""
        return t.translate(
            "Hits of the attacker: %(hits)s; of the defender: %(back)s.",
            hits=event.hits[1],
            back=event.hits[0],
        )
    return t.translate(
        "Dice of the attacker: %(mine)s (hits %(hits)s); of the defender: %(theirs)s (%(back)s).",
        mine=" ".join(str(value) for value in event.attacker) or "–",
        hits=event.hits[1],
        theirs=" ".join(str(value) for value in event.defender) or "–",
        back=event.hits[0],
    )


def _food(t: EventContext, event: CubesLaid) -> str:
    sectors = ", ".join(f"{each.sector}: {each.count}" for each in event.lies)
    return t.translate("Food on the sectors: %(sectors)s.", sectors=sectors)


def _extra_die(t: EventContext, event: NameShip) -> str:
    if event.ship is None:
        return t.translate("The attacker rolls no extra die.")
    return t.translate("The extra die goes to: %(ship)s.", ship=word(t.translate, event.ship))


def _colours(t: EventContext, event: SetDiceColours) -> str:
    owners = (
        f"{colour_word(t.translate, each.colour)}: {_owner(t, each.owner)}"
        for each in event.colours
    )
    return t.translate("Owners of the dice: %(owners)s.", owners=", ".join(owners) or "–")


def _owner(t: EventContext, owner: DiceOwner) -> str:
    match owner:
        case DiceOwner.ATTACKER:
            return t.translate("attacker")
        case DiceOwner.DEFENDER:
            return t.translate("defender")
        case DiceOwner.IN_TURN:
            return t.translate("Both, in turn")


def _losses(t: EventContext, event: LossesTaken) -> str:
    left = force_words(t.translate, event.left)
    if event.side == 0:
        return t.translate("Remaining force of the attacker: %(force)s.", force=left)
    return t.translate("Remaining force of the defender: %(force)s.", force=left)


def _influence(t: EventContext, event: PlaceInfluence) -> str:
    throne = t.translate("Throne")
    places = ", ".join(
        f"{each.count} × {throne if each.sector == THRONE else each.sector}"
        for each in event.placed
    )
    return t.translate(
        "%(who)s places influence: %(places)s.", who=t.name(event.seat), places=places
    )


def _resolved(t: EventContext, event: InfluenceResolved) -> str:
    return " ".join(resolved_lines(t, event))


def resolved_lines(t: EventContext, event: InfluenceResolved) -> tuple[str, ...]:
    """Return the owner of each contested sector after the Regent's conflicts, and of the Throne."""
    throne = t.translate("The Throne goes to %(who)s.", who=t.name(event.throne))
    return (*(_sector_result(t, each) for each in event.sectors), throne)


def _sector_result(t: EventContext, sector: Sector) -> str:
    if sector.owner is None:
        return t.translate("Sector %(sector)s: nobody.", sector=sector.number)
    return t.translate(
        "Sector %(sector)s: %(who)s, %(token)s.",
        sector=sector.number,
        who=t.name(sector.owner),
        token=word(t.translate, sector.token),
    )


def _technology(text: Callable[[EventContext, str, str], str]) -> EventSentence:
    return lambda t, event: text(t, t.name(event.seat), word(t.translate, event.technology))


def _blocked(t: EventContext, event: Sabotage) -> str:
    return t.translate(
        "%(who)s blocks %(technology)s of %(other)s.",
        who=t.name(event.seat),
        technology=word(t.translate, event.technology),
        other=t.name(event.victim),
    )


def _direction(t: EventContext, event: ChooseDirection) -> str:
    if event.direction is Direction.LEFT:
        return t.translate("This round goes to the left.")
    return t.translate("This round goes to the right.")


_SENTENCES: Final[dict[type, EventSentence]] = {
    StartGame: lambda t, event: t.translate(
        "The game begins: %(who)s.", who=t.all(p.seat for p in event.players)
    ),
    SetOptions: _plain(lambda t: t.translate("Box data was entered.")),
    ChooseDirection: _direction,
    SelectRole: lambda t, event: t.translate(
        "%(who)s chooses %(role)s.", who=t.name(event.seat), role=word(t.translate, event.role)
    ),
    EndTurn: lambda t, event: t.translate("%(who)s ends the turn.", who=t.name(event.seat)),
    BonusTaken: lambda t, event: t.translate(
        "%(who)s takes the bonus of the role.", who=t.name(event.seat)
    ),
    MarksChanged: _marks,
    StorageChanged: _storage,
    VpScored: _scored,
    TilePlaced: lambda t, event: (
        t.translate("%(who)s places a tile on hex %(hex)s.", who=t.name(event.seat), hex=event.hex)
        if event.hex
        else t.translate("%(who)s places a tile.", who=t.name(event.seat))
    ),
    TilesRevealed: lambda t, event: t.translate("Tiles turned up: %(count)s.", count=event.count),
    ExplorerFlipped: _plain(
        lambda t: t.translate("All tiles are placed: the Explorer becomes a second Warlord.")
    ),
    OmegaCollapsed: _plain(lambda t: t.translate("The Omega Sun collapses: no more Scientist.")),
    MarketThrown: lambda t, event: t.translate(
        "Market dice: %(dice)s.", dice=" ".join(str(value) for value in event.dice)
    ),
    ProduceOn: lambda t, event: t.translate(
        "%(who)s produces on the sectors %(sectors)s.",
        who=t.name(event.seat),
        sectors=", ".join(str(number) for number in event.sectors),
    ),
    CubesLaid: _food,
    ShipsBuilt: _built,
    ShipsMoved: _moved,
    RetreatTo: _driven_off,
    RetreatsBegan: _retreats,
    TileScanned: _scanned,
    Annex: lambda t, event: t.translate(
        "%(who)s annexes sector %(sector)s.", who=t.name(event.seat), sector=event.sector
    ),
    BattleBegan: _battle,
    NameShip: _extra_die,
    SetDiceColours: _colours,
    AddDie: lambda t, event: t.translate("A die is entered by hand: %(value)s.", value=event.value),
    ForgetDice: _plain(lambda t: t.translate("The dice are entered again.")),
    Fired: _fired,
    RerollInBattle: lambda t, event: t.translate(
        "A die of the battle is rerolled: %(value)s.", value=event.value
    ),
    LossesTaken: _losses,
    BattleEnded: lambda t, event: (
        t.translate("The attacker withdraws.")
        if event.withdrew
        else t.translate("The battle is over.")
    ),
    BuyInfluence: lambda t, event: t.translate("%(who)s buys influence.", who=t.name(event.seat)),
    PlaceInfluence: _influence,
    MakePrivate: lambda t, event: t.translate(
        "Only %(who)s may influence sector %(sector)s.",
        who=t.name(event.seat),
        sector=event.sector,
    ),
    InfluenceResolved: _resolved,
    TechnologyBought: _technology(
        lambda t, who, what: t.translate("%(who)s buys %(technology)s.", who=who, technology=what)
    ),
    UseTechnology: _technology(
        lambda t, who, what: t.translate("%(who)s uses %(technology)s.", who=who, technology=what)
    ),
    Sabotage: _blocked,
    RoundEnded: _plain(lambda t: t.translate("The round is over")),
    DuelCalled: lambda t, event: t.translate(
        "Tied leaders fight a last battle: %(who)s.", who=t.all(event.duel)
    ),
    GameEnded: lambda t, event: t.translate("Winner: %(who)s", who=t.all(event.winners)),
    **dict.fromkeys(
        (
            CorrectCounter,
            CorrectSector,
            CorrectTiles,
            CorrectThrone,
            CorrectTechnology,
            CorrectFleet,
            CorrectHex,
        ),
        corrected,
    ),
}


EVENT_TEXTS: Final = EventTexts(
    MappingProxyType(_SENTENCES), begins=StartGame, ends=GameEnded, rounds=after(RoundEnded)
)
