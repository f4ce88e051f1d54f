"""What players hold, as far as several roles change it: marks, goods, VP, sectors, cards."""

from dataclasses import dataclass, fields

from companion.games.emperor import errors, rules
from companion.games.emperor.rules import Event
from companion.games.emperor.state import GameState, Step, tokens_left
from companion.games.emperor.technologies import ONCE_A_ROUND, Technology
from companion.games.emperor.war.forces import Token
from companion.games.messages import Move, OfPlayer
from companion.games.refusals import NOT_NOW


class _Counted(OfPlayer, Event):
    """The numbers are added to a player's counters."""

    def apply(self, state: GameState) -> GameState:
        changes = {each.name: getattr(self, each.name) for each in fields(self)}
        del changes["seat"], changes["reason"]
        return rules.with_more(state, self.seat, **changes)


class MarksChanged(_Counted):
    """A player's marks changed."""

    marks: int
    reason: str


class StorageChanged(_Counted):
    """A player's metal and energy changed."""

    metal: int
    energy: int
    reason: str


class VpScored(_Counted):
    """VP from the pool, and beyond it when it is empty (section 6)."""

    vp: int
    reason: str


@dataclass(frozen=True, slots=True)
class Cubes:
    """Food on a sector."""

    sector: int
    count: int


class CubesLaid(Event):
    """The food on sectors changed."""

    lies: tuple[Cubes, ...]

    def apply(self, state: GameState) -> GameState:
        for cubes in self.lies:
            state = rules.with_sector(state, cubes.sector, cubes=cubes.count)
        return state


class Annex(Move, Event):
    """Put an Empire on an unprotected planet sector that ships have entered (section 4.5)."""

    sector: int

    def decide(self, state: GameState) -> None:
        """On a map it follows from the moves of the ships."""
        player = rules.on_turn(state, self.seat, Step.WAR)
        sector = state.sector(self.sector)
        if sector is None or sector.token is not Token.NONE or state.fields:
            raise errors.NO_SUCH_SECTOR(number=self.sector)
        if not tokens_left(state, self.seat):
            raise errors.NO_RESERVE(name=player.name, what=Token.EMPIRE.value)

    def apply(self, state: GameState) -> GameState:
        return rules.with_sector(state, self.sector, owner=self.seat, token=Token.EMPIRE, cubes=0)


class UseTechnology(Move, Event):
    """A technology was used; one that works once a round is announced at the table."""

    technology: Technology

    def decide(self, state: GameState) -> None:
        if not state.selected:
            raise NOT_NOW()
        player = state.player(self.seat)
        rules.check_technology(player, self.technology)
        if self.technology not in ONCE_A_ROUND:
            raise errors.TECHNOLOGY(name=player.name)

    def apply(self, state: GameState) -> GameState:
        used = state.player(self.seat).used | {self.technology}
        return state.with_player(self.seat, used=used)
