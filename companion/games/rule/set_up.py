"""Begin a game, and the facts of the box (section 2)."""

from dataclasses import dataclass, replace

from companion.games.messages import Command, sets
from companion.games.refusals import NOT_NOW
from companion.games.rule import errors
from companion.games.rule.cards import Card, minus, whole_box
from companion.games.rule.options import DEFAULT_OPTIONS, LANES, MOST_PLAYERS, Options, sensible
from companion.games.rule.rules import Event, check_step
from companion.games.rule.state import GameState, Player, Step, tiles_fit, with_units
from companion.games.rule.units import TILES, Unit, UnitKind
from companion.games.seats import are_different


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A player and the card he was dealt (section 2)."""

    seat: int
    name: str
    first_card: Card


class StartGame(Command, Event):
    """Begin; *players* in the order of turns, *wave* on the start fields of lanes 1 to 4."""

    players: tuple[NewPlayer, ...]
    wave: tuple[Unit, ...]
    options: Options = DEFAULT_OPTIONS

    def decide(self, state: GameState) -> None:
        check_step(state, Step.SET_UP)
        if not 1 <= len(self.players) <= MOST_PLAYERS or not are_different(self.players):
            raise errors.PLAYERS()
        if not sensible(self.options):
            raise errors.OPTIONS()
        for player in self.players:
            if player.first_card is Card.BOMBARDMENT:
                raise errors.FIRST_CARD(name=player.name)
        if len(self.wave) != LANES:
            raise errors.WAVE(count=LANES)
        if not tiles_fit(replace(self, wave=()).apply(state), self.wave):
            raise errors.UNIT_COUNT()

    def apply(self, _state: GameState) -> GameState:
        players = tuple(Player(p.seat, p.name, (p.first_card,)) for p in self.players)
        state = GameState(
            step=Step.DRAW,
            options=self.options,
            players=players,
            deck=minus(whole_box(), (player.first_card for player in self.players)),
            markers=frozenset(range(1, LANES + 1)),
            stack=sum(TILES.values()),
        )
        if state.few_players:
            state = replace(state, stack=state.stack - TILES[UnitKind.FLAMETROOPER])
        return with_units(state, self.wave)


@sets()
class SetOptions(Command, Event):
    """The owner corrects facts of the box; the number of tiles in play is unchanged."""

    options: Options

    def decide(self, state: GameState) -> None:
        """Refuse facts that contradict the tiles on the table."""
        if state.step is Step.SET_UP:
            raise NOT_NOW()
        if not sensible(self.options):
            raise errors.OPTIONS()
        if not tiles_fit(replace(state, options=self.options)):
            raise errors.UNIT_COUNT()
