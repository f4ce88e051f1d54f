"""Log sentences for Galactic Emperor; scored VP amounts are shown only after the game."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

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
from companion.games.emperor.roles.merchant import MarketThrown, ProduceOn
from companion.games.emperor.roles.regent import (
    BuyInfluence,
    InfluenceResolved,
    MakePrivate,
    PlaceInfluence,
)
from companion.games.emperor.roles.scientist import Sabotage, TechnologyBought
from companion.games.emperor.rounds import (
    BonusTaken,
    ChooseDirection,
    DuelCalled,
    EndTurn,
    GameEnded,
    SelectRole,
)
from companion.games.emperor.set_up import SetOptions, StartGame
from companion.games.emperor.state import THRONE, Direction, Sector
from companion.games.emperor.war.battle import BattleBegan, Fired, NameShip
from companion.games.emperor.war.forces import Ship
from companion.games.emperor.war.losses import BattleEnded, LossesTaken
from companion.games.emperor.war.rolls import AddDie, ForgetDice, RerollInBattle, SetDiceColours
from companion.games.emperor.war.tray import DiceOwner
from companion.i18n import N_
from kivy_ui.common.event_text import (
    EventContext,
    EventSentence,
    EventTexts,
    after,
    begun,
    corrected,
    sentence,
)
from kivy_ui.common.numbers import signed
from kivy_ui.games.emperor.words import colour_word, force_words, word


def _scored(t: EventContext, event: VpScored) -> str:
    if not t.over:
        return t.translate("%(who)s takes VP from the pool.", who=t.name(event.seat))
    return t.translate("%(who)s: %(vp)s VP.", who=t.name(event.seat), vp=signed(event.vp))


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


def _food(_t: EventContext, event: CubesLaid) -> str:
    return ", ".join(f"{each.sector}: {each.count}" for each in event.lies)


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


def _placed(t: EventContext, event: PlaceInfluence) -> str:
    throne = t.translate("Throne")
    places = (
        (each.count, throne if each.sector == THRONE else each.sector) for each in event.placed
    )
    return ", ".join(f"{count} × {place}" for count, place in places)


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


def _technology(t: EventContext, event: Any) -> str:
    return word(t.translate, event.technology)


def _delta(field: str) -> Callable[[EventContext, Any], str]:
    return lambda _, event: signed(getattr(event, field))


def _direction(t: EventContext, event: ChooseDirection) -> str:
    if event.direction is Direction.LEFT:
        return t.translate("This round goes to the left.")
    return t.translate("This round goes to the right.")


_SENTENCES: Final[dict[type, EventSentence]] = {
    StartGame: begun,
    SetOptions: sentence(N_("Box data was entered.")),
    ChooseDirection: _direction,
    SelectRole: sentence(
        N_("%(who)s chooses %(role)s."), role=lambda t, event: word(t.translate, event.role)
    ),
    EndTurn: sentence(N_("%(who)s ends the turn.")),
    BonusTaken: sentence(N_("%(who)s takes the bonus of the role.")),
    MarksChanged: sentence(N_("%(who)s: marks %(delta)s."), delta=_delta("marks")),
    StorageChanged: sentence(
        N_("%(who)s: metal %(metal)s, energy %(energy)s."),
        metal=_delta("metal"),
        energy=_delta("energy"),
    ),
    VpScored: _scored,
    TilePlaced: lambda t, event: (
        t.translate("%(who)s places a tile on hex %(hex)s.", who=t.name(event.seat), hex=event.hex)
        if event.hex
        else t.translate("%(who)s places a tile.", who=t.name(event.seat))
    ),
    TilesRevealed: sentence(N_("Tiles turned up: %(count)s.")),
    ExplorerFlipped: sentence(N_("All tiles are placed: the Explorer becomes a second Warlord.")),
    OmegaCollapsed: sentence(N_("The Omega Sun collapses: no more Scientist.")),
    MarketThrown: sentence(
        N_("Market dice: %(dice)s."), dice=lambda _, event: " ".join(map(str, event.dice))
    ),
    ProduceOn: sentence(
        N_("%(who)s produces on the sectors %(sectors)s."),
        sectors=lambda _, event: ", ".join(map(str, event.sectors)),
    ),
    CubesLaid: sentence(N_("Food on the sectors: %(sectors)s."), sectors=_food),
    ShipsBuilt: _built,
    ShipsMoved: _moved,
    RetreatTo: sentence(N_("The ships of %(who)s leave hex %(start)s for hex %(target)s.")),
    RetreatsBegan: _retreats,
    TileScanned: sentence(N_("%(who)s uses Long Range Scanners.")),
    Annex: sentence(N_("%(who)s annexes sector %(sector)s.")),
    BattleBegan: _battle,
    NameShip: _extra_die,
    SetDiceColours: _colours,
    AddDie: sentence(N_("A die is entered by hand: %(value)s.")),
    ForgetDice: sentence(N_("The dice are entered again.")),
    Fired: _fired,
    RerollInBattle: sentence(N_("A die of the battle is rerolled: %(value)s.")),
    LossesTaken: _losses,
    BattleEnded: lambda t, event: (
        t.translate("The attacker withdraws.")
        if event.withdrew
        else t.translate("The battle is over.")
    ),
    BuyInfluence: sentence(N_("%(who)s buys influence.")),
    PlaceInfluence: sentence(N_("%(who)s places influence: %(places)s."), places=_placed),
    MakePrivate: sentence(N_("Only %(who)s may influence sector %(sector)s.")),
    InfluenceResolved: _resolved,
    TechnologyBought: sentence(N_("%(who)s buys %(technology)s."), technology=_technology),
    UseTechnology: sentence(N_("%(who)s uses %(technology)s."), technology=_technology),
    Sabotage: sentence(
        N_("%(who)s blocks %(technology)s of %(other)s."),
        technology=_technology,
        other=lambda t, event: t.name(event.victim),
    ),
    RoundEnded: sentence(N_("The round is over")),
    DuelCalled: sentence(
        N_("Tied leaders fight a last battle: %(who)s."), who=lambda t, each: t.all(each.duel)
    ),
    GameEnded: sentence(N_("Winner: %(who)s"), who=lambda t, event: t.all(event.winners)),
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
