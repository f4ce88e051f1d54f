"""Number of taps in a game with all rules: simulated players use the real presenters.

Rolls and tile draws are random; taps call the presenters of the window, without a window. Ready
buttons and camera readings are not counted as taps; some dice are read as doubtful and confirmed.
Reading text, thinking and moving dice are not measured.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.benches.report import BenchOptions, BenchReport, row
from companion.benches.sync_table import SyncTable
from companion.catalog.tile_search import fold
from companion.games.roll.model.dice import FACES, DieType, Phase, PlacedDie
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.model.state import GameState, Step, holdings
from companion.games.roll.phases.reveal import ConfirmReveal, CorrectDie, RecordMat, RecordSpareDie
from companion.games.roll.phases.round import SignalReady
from companion.games.roll.rules.completing import workers_needed
from companion.games.roll.rules.lookup import Rules, current_workers
from companion.players.random_mats import arranged
from companion.players.seeded_random import SeededRandom

if TYPE_CHECKING:
    from companion.games.roll.model.tiles import Side
    from kivy_ui.games.roll.turn.round_pages import RoundPages
    from kivy_ui.pages.rounds import Lane

TARGET: Final = 2.2
"""Target of the median number of taps per player and round."""
DOUBTFUL_ONE_IN: Final = 40
MOST_ROUNDS: Final = 60
_SHOWN: Final = 15
"""Number of tiles that are in sight at once on the smallest screen, four in a row."""


def measure(options: BenchOptions) -> BenchReport:
    """Count the taps in ``options.runs`` games of three players."""
    each: list[float] = []
    kinds: Counter[str] = Counter()
    rounds = 0
    for game in range(options.runs):
        evening = TapSimulation(SeededRandom(f"taps/1 {game}"), players=3)
        evening.play()
        each += evening.taps_each_round()
        kinds.update(evening.kinds)
        rounds += len(evening.rounds)
    spent = ", ".join(f"{kind} {count / rounds / 3:.2f}" for kind, count in kinds.most_common())
    return BenchReport(
        "taps",
        (row("taps for each player and round", each, unit="taps", target=TARGET),),
        (
            f"{options.runs} games of three players, {rounds} rounds; taps divided by players.",
            f"Mean for each player and round by kind: {spent}.",
        ),
    )


@dataclass
class TapSimulation:
    """One game, played by simulated players through the presenters.

    Attributes:
        given: the table to use; None creates one without a screen.
        rounds: taps of each round.
        kinds: taps by purpose.
    """

    rng: SeededRandom
    players: int
    given: SyncTable | None = None
    rounds: list[int] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        from companion.app.wiring import games_at_table
        from companion.catalog.roll_loader import load_roll_catalog
        from companion.session.clock import SystemClock
        from companion.storage.memory_log import MemoryEventLog
        from kivy_ui.games.roll.context import RollContext
        from kivy_ui.settings import UiSettings
        from kivy_ui.window.presenters import Presenters

        self.rules = Rules(load_roll_catalog())
        self.table = self.given or SyncTable(
            games_at_table()["roll"], MemoryEventLog(), SystemClock()
        )
        self.presenters = Presenters(RollContext(self.table, UiSettings()))
        self.leave = self.table.subscribe(self.presenters.ui.take)
        self._taps = 0
        tiles = tuple(self.rules.catalog.tile_by_id)
        self._bag = list(self.rng.sample(list(tiles), len(tiles)))
        self._stacks: dict[tuple[int, Category], list[int]] = {}

    @property
    def state(self) -> GameState:
        """The full game state, which the UI does not have."""
        assert self.table.session is not None, "a game is open"  # noqa: S101 - started before
        state: GameState = self.table.session.state
        return state

    # --- game ------------------------------------------------------------------------------------

    def play(self, after_round: Callable[[], bool] = lambda: True) -> None:
        """Play to the end, but at most ``MOST_ROUNDS`` rounds.

        Args:
            after_round: called after each round; returning False ends the game.
        """
        self._begin()
        while self._step() is not Step.OVER and len(self.rounds) < MOST_ROUNDS:
            before = self._taps
            self._round()
            self.rounds.append(self._taps - before)
            if not after_round():
                return

    def taps_each_round(self) -> list[float]:
        """Return the taps of each round, divided by the number of players."""
        return [taps / self.players for taps in self.rounds]

    def _begin(self) -> None:
        start = self.presenters.start
        start.players = self.players
        for seat, what in list(start.missing()):
            start.pick(seat, what, self.rng.choice(start.free(what)))
        start.start()
        for seat in self.state.seats:
            for category in Category:
                self._stacks[seat, category] = [self._bag.pop()]

    def _round(self) -> None:
        number = self.state.round.number
        for seat in self.state.seats:
            self.table.post(SignalReady(seat))  # the ready buttons
        self._reveal()
        self._tap("confirm", lambda: self.table.post(ConfirmReveal()))
        while self._step() in (Step.PHASE, Step.MANAGE) and self.state.round.number == number:
            self._act()

    def _reveal(self) -> None:
        """Record all mats as read by the camera and confirm doubtful dice."""
        for seat in self.state.seats:
            rolled = [
                RolledDie(die, self.rng.choice(FACES[die]))
                for die in holdings(self.state, seat).cup
            ]
            dice = arranged(self.rng, rolled, self.rules.powers(self.state, seat))
            self.table.post(RecordMat(seat, tuple(map(self._read, dice))))
        if self.players == _WITH_SPARE_DIE:
            self.table.post(RecordSpareDie(self.rng.choice(FACES[DieType.HOME])))
        reveal = self.presenters.reveal
        for part in self.state.round.assignments:
            for index, die in enumerate(part.dice or ()):
                if die.doubtful:
                    reveal.show(part.seat)
                    agree = CorrectDie(part.seat, index, replace(die, doubtful=False))
                    self._tap("doubtful die", partial(reveal.touch, agree))

    def _read(self, die: PlacedDie) -> PlacedDie:
        doubtful = self.rng.one_in(DOUBTFUL_ONE_IN)
        return PlacedDie(die.type, die.face, die.place, doubtful=doubtful)

    # --- phases ----------------------------------------------------------------------------------

    def _act(self) -> None:
        """Do one tap, or a few that belong together."""
        from kivy_ui.asking.draft import Why
        from kivy_ui.common.stacked_pages import do

        pages = self.presenters.rounds
        for lane in self._lanes():
            keys = [each.key for each in lane.answers if not isinstance(each.key, Why)]
            seat = lane.seat.number
            if do(pages.name, seat) in keys and self._completes(seat):
                self._name(seat)
                return
            if not keys or any(answer.suggested for answer in lane.answers):
                continue  # accepted together with the others, by the main button
            if do(pages.in_full, seat) in keys:
                self._return_a_tile(seat)
            else:
                self._explore(seat, keys)
            return
        main = pages.page().main
        assert main is not None and main.key is not None, "nobody is asked"  # noqa: S101, PT018
        self._tap("accept all, finish", partial(pages.touch, main.key))

    def _lanes(self) -> "tuple[Lane, ...]":
        """Return the lanes of the page; moves that are shown before are put away."""
        from kivy_ui.pages.listing import Moves
        from kivy_ui.pages.rounds import Lanes

        pages = self.presenters.rounds
        if isinstance(pages.page().body, Moves):
            self._tap("moves", pages.all_moved)
        page = pages.page()
        return page.body.lanes if isinstance(page.body, Lanes) else ()

    def _explore(self, seat: int, keys: Sequence[object]) -> None:
        before = self._sizes(seat)
        self._press("explore", self.rng.choice(keys))
        after = self._sizes(seat)
        for category in Category:
            for _ in range(after[category] - before[category]):
                self._stacks[seat, category].append(self._drawn())

    def _return_a_tile(self, number: int) -> None:
        """Return a tile to the bag (R-6.5): the first one of the question in full."""
        from kivy_ui.pages.page import Cards

        self._tap("return a tile", partial(self.presenters.rounds.in_full, number))
        body = self.presenters.rounds.page().body
        assert isinstance(body, Cards), "the tiles are cards"  # noqa: S101
        self._press("return a tile", body.cards[0].key)
        for category in Category:
            size = self._sizes(number)[category]
            self._bag += self._stacks[number, category][size:]
            del self._stacks[number, category][size:]

    def _top(self, seat: int) -> "Side":
        """Return the side of a player's top tile that is up, which nobody else sees."""
        developing = self.state.round.current is Phase.DEVELOP
        category = Category.DEVELOPMENT if developing else Category.WORLD
        return self.rules.side_of(self._stacks[seat, category][0], category)

    def _completes(self, seat: int) -> bool:
        """Return whether there are enough dice for the unnamed top tile."""
        state, held = self.state, holdings(self.state, seat)
        developing = state.round.current is Phase.DEVELOP
        dice = len(held.developers if developing else held.settlers)
        dice += len(current_workers(state, seat))
        return workers_needed(self._top(seat), self.rules.sides(held.tableau)) <= dice

    def _name(self, seat: int) -> None:
        """Find the top tile like a user: in sight, else by its cost, else by its letters."""
        from kivy_ui.common.stacked_pages import do
        from kivy_ui.games.roll.tiles.tile_cards import TILE_GROUPS
        from kivy_ui.pages.letters import Letter

        tile, side, pages = self.presenters.tile, self._top(seat), self.presenters.rounds
        take = do(tile.take, side.key)
        self._tap("name a tile", partial(pages.name, seat))
        groups = (do(tile.show, group) for group in TILE_GROUPS if group.has(side))
        tabs = getattr(pages.page().body, "tabs", ())
        unseen = [key for key in groups if not any(tab.chosen and tab.key == key for tab in tabs)]
        for key in (*unseen, do(tile.search, pages), *map(Letter, fold(side.name_en))):
            if not _in_sight(pages, take):
                self._press("name a tile", key)
        self._press("name a tile", take)
        self._stacks[seat, side.category].pop(0)

    # --- taps ------------------------------------------------------------------------------------

    def _press(self, kind: str, key: object) -> None:
        self._tap(kind, partial(self.presenters.rounds.touch, key))

    def _tap(self, kind: str, act: Callable[[], object]) -> None:
        self._taps += 1
        self.kinds[kind] += 1
        act()

    def _step(self) -> Step:
        return self.state.step

    def _sizes(self, seat: int) -> dict[Category, int]:
        held = holdings(self.state, seat)
        return {Category.DEVELOPMENT: len(held.developments), Category.WORLD: len(held.worlds)}

    def _drawn(self) -> int:
        return self._bag.pop(0)


_WITH_SPARE_DIE: Final = 2


def _in_sight(pages: "RoundPages", key: object) -> bool:
    return key in [card.key for card in getattr(pages.page().body, "cards", ())[:_SHOWN]]
