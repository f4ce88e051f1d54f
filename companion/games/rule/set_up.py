"""Begin a game, and the facts of the box (section 2)."""

from dataclasses import dataclass, replace

from companion.games.refusals import NOT_NOW
from companion.games.rule import errors
from companion.games.rule.cards import Card, minus, whole_box
from companion.games.rule.options import DEFAULT_OPTIONS, LANES, MOST_PLAYERS, Options, sensible
from companion.games.rule.rules import apply, check_step, decide
from companion.games.rule.state import GameState, Player, Step, tiles_fit, with_units
from companion.games.rule.units import TILES, Unit, UnitKind
from companion.games.seats import are_different


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A player and the card he was dealt (section 2)."""

    seat: int
    name: str
    first_card: Card


@dataclass(frozen=True, slots=True)
class StartGame:
    """Begin; *players* in the order of turns, *wave* on the start fields of lanes 1 to 4."""

    players: tuple[NewPlayer, ...]
    wave: tuple[Unit, ...]
    options: Options = DEFAULT_OPTIONS


@decide.case
def _start(state: GameState, command: StartGame) -> None:
    check_step(state, Step.SET_UP)
    if not 1 <= len(command.players) <= MOST_PLAYERS or not are_different(command.players):
        raise errors.PLAYERS()
    if not sensible(command.options):
        raise errors.OPTIONS()
    for player in command.players:
        if player.first_card is Card.BOMBARDMENT:
            raise errors.FIRST_CARD(name=player.name)
    if len(command.wave) != LANES:
        raise errors.WAVE(count=LANES)
    if not tiles_fit(_started(state, replace(command, wave=())), command.wave):
        raise errors.UNIT_COUNT()


@apply.case
def _started(_state: GameState, event: StartGame) -> GameState:
    players = tuple(Player(p.seat, p.name, (p.first_card,)) for p in event.players)
    state = GameState(
        step=Step.DRAW,
        options=event.options,
        players=players,
        deck=minus(whole_box(), (player.first_card for player in event.players)),
        markers=frozenset(range(1, LANES + 1)),
        stack=sum(TILES.values()),
    )
    if state.few_players:
        state = replace(state, stack=state.stack - TILES[UnitKind.FLAMETROOPER])
    return with_units(state, event.wave)


@apply.sets()
@dataclass(frozen=True, slots=True)
class SetOptions:
    """The owner corrects facts of the box; the number of tiles in play is unchanged."""

    options: Options


@decide.case
def _set_options(state: GameState, command: SetOptions) -> None:
    """Refuse facts that contradict the tiles on the table."""
    if state.step is Step.SET_UP:
        raise NOT_NOW()
    if not sensible(command.options):
        raise errors.OPTIONS()
    if not tiles_fit(replace(state, options=command.options)):
        raise errors.UNIT_COUNT()
