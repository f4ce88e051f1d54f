"""What players hold, as far as several roles change it: marks, goods, VP, sectors, cards."""

from dataclasses import dataclass, fields

from companion.games.emperor import errors, rules
from companion.games.emperor.rules import apply, decide
from companion.games.emperor.state import GameState, Step, tokens_left
from companion.games.emperor.technologies import ONCE_A_ROUND, Technology
from companion.games.emperor.war.forces import Token
from companion.games.refusals import NOT_NOW


@dataclass(frozen=True, slots=True)
class MarksChanged:
    """A player's marks changed."""

    seat: int
    marks: int
    reason: str


@dataclass(frozen=True, slots=True)
class StorageChanged:
    """A player's metal and energy changed."""

    seat: int
    metal: int
    energy: int
    reason: str


@dataclass(frozen=True, slots=True)
class VpScored:
    """VP from the pool, and beyond it when it is empty (section 6)."""

    seat: int
    vp: int
    reason: str


@apply.case
def _counted(state: GameState, event: MarksChanged | StorageChanged | VpScored) -> GameState:
    changes = {each.name: getattr(event, each.name) for each in fields(event)}
    del changes["seat"], changes["reason"]
    return rules.with_more(state, event.seat, **changes)


@dataclass(frozen=True, slots=True)
class Cubes:
    """Food on a sector."""

    sector: int
    count: int


@dataclass(frozen=True, slots=True)
class CubesLaid:
    """The food on sectors changed."""

    lies: tuple[Cubes, ...]


@apply.case
def _lie(state: GameState, event: CubesLaid) -> GameState:
    for cubes in event.lies:
        state = rules.with_sector(state, cubes.sector, cubes=cubes.count)
    return state


@dataclass(frozen=True, slots=True)
class Annex:
    """Put an Empire on an unprotected planet sector that ships have entered (section 4.5)."""

    seat: int
    sector: int


@decide.case
def _annex(state: GameState, command: Annex) -> None:
    """On a map it follows from the moves of the ships."""
    player = rules.on_turn(state, command.seat, Step.WAR)
    sector = state.sector(command.sector)
    if sector is None or sector.token is not Token.NONE or state.fields:
        raise errors.NO_SUCH_SECTOR(number=command.sector)
    if not tokens_left(state, command.seat):
        raise errors.NO_RESERVE(name=player.name, what=Token.EMPIRE.value)


@apply.case
def _annexed(state: GameState, event: Annex) -> GameState:
    return rules.with_sector(state, event.sector, owner=event.seat, token=Token.EMPIRE, cubes=0)


@dataclass(frozen=True, slots=True)
class UseTechnology:
    """A technology was used; one that works once a round is announced at the table."""

    seat: int
    technology: Technology


@decide.case
def _use(state: GameState, command: UseTechnology) -> None:
    if not state.selected:
        raise NOT_NOW()
    player = state.player(command.seat)
    rules.check_technology(player, command.technology)
    if command.technology not in ONCE_A_ROUND:
        raise errors.TECHNOLOGY(name=player.name)


@apply.case
def _used(state: GameState, event: UseTechnology) -> GameState:
    used = state.player(event.seat).used | {event.technology}
    return state.with_player(event.seat, used=used)
