"""The pages before a game: welcome, who plays with what, the start tiles, the other games."""

import random
from collections.abc import Callable
from functools import partial
from types import MappingProxyType
from typing import Final

from companion.games.roll.model.state import Step
from companion.games.roll.phases.set_up import MAX_PLAYERS, MIN_PLAYERS
from companion.i18n import LANGUAGES, N_
from companion.tableau.from_picture import faction_number
from kivy_ui.common.page_source import Speak, Visit
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.games.roll.agreements import Agreements
from kivy_ui.games.roll.context import GAME, RollContext
from kivy_ui.games.roll.new_game import NewGame, NewSeat, StartTile
from kivy_ui.games.roll.tiles.tile_camera import TileCamera
from kivy_ui.games.roll.tiles.tile_cards import owned_cards, side_picture
from kivy_ui.games.roll.who_pages import WhoPages
from kivy_ui.pages.opening import Place, Seats, Slot, Welcome
from kivy_ui.pages.page import Card, Cards, Chip, Frame, Main, Page, Picture, Side

_EMPTY: Final = MappingProxyType(
    {
        StartTile.FACTION: ((Picture("development"), N_("Faction")), (Picture("world/gray"), "")),
        StartTile.HOME_WORLD: ((Picture("world/gray"), N_("Home world")),),
    }
)
"""The pieces that belong in an empty place, and what they are together."""


class StartPages(StackedPages):
    """Welcomes, asks who plays with what, and begins the game."""

    ui: RollContext

    def __init__(
        self, ui: RollContext, game: NewGame, who: WhoPages, choose_game: Callable[[str], None]
    ) -> None:
        super().__init__(ui)
        self._game = game
        self._who = who
        self._choose_game = choose_game
        self._agreements = Agreements(ui)
        self._camera = TileCamera(ui.settings.services.tiles)
        self._seen: frozenset[str] = frozenset()

    @property
    def live(self) -> bool:
        """Whether the camera may see the tile at any moment."""
        return self._camera.waiting

    def page(self) -> Page:
        """Return the page on top; the arrow of a visit leads back to the game."""
        self.leads_to = Visit(None) if self._visited else None
        return super().page()

    @property
    def _visited(self) -> bool:
        """Whether a new game is asked for: it begins with the seats, without a welcome."""
        return self.ui.visiting == "start"

    def first(self) -> Page:
        """Return the welcome, or the seats."""
        if self._visited:
            return self.seats()
        translate, seats = self.translate, do(self.open, self.seats)
        first = Side(Visit("guide"), translate("First time?"), "book")
        main = Main(translate("New game"), seats, "plus")
        if not self.ui.known.everybody():
            main = Main(translate("First time? We lead you"), first.key, first.icon)
            first = Side(seats, translate("We know the game"), "plus")
        return Page(
            translate("Table companion"),
            "Roll for the Galaxy",
            Welcome(
                (translate("You roll. It reads the dice"), translate("and keeps the score.")),
                Side(do(self.open, self.others), translate("Other games"), "next"),
            ),
            chips=(
                Chip(icon="menu", key=Frame.MENU),
                *(
                    Chip(each.key.upper(), key=Speak(each.key), chosen=each.key == self.ui.language)
                    for each in LANGUAGES
                ),
            ),
            side=(first, Side(Visit("score_entry"), translate("Score only"), "crown")),
            main=main,
        )

    def others(self) -> Page:
        translate = self.translate
        cards = [
            Card(do(self.play, each.key), (each.picture,), translate(each.name),
                 (translate("Players: %(count)s", count=each.players),))
            for each in self.ui.settings.games.choices
        ]  # fmt: skip
        return Page(translate("Table companion"), translate("Which game?"), Cards(tuple(cards)))

    def play(self, game: str) -> None:
        self.enter()
        if game == GAME:
            self.open(self.seats)
        else:
            self._choose_game(game)

    # --- who plays with what -------------------------------------------------------------------

    def seats(self) -> Page:
        translate, game, missing = self.translate, self._game, any(self._game.missing())
        main = Main(translate("Start the game"), do(self.start))
        count = translate("Quick count") if game.all_rules else translate("All rules")
        side = [Side(do(game.count_only), count, "chip" if game.all_rules else "tile")]
        if missing:
            main = Main(translate("Enter the tiles"), do(self.ask_next))
            side.append(Side(do(game.draw_missing), translate("Draw for us"), "star"))
        agreed = Chip(icon="book", key=do(self.open, self._agreements.page, self))
        running = self.ui.step not in (Step.SETUP, Step.OVER)
        return Page(
            translate("This ends the running game") if running else translate("New game"),
            translate("Who plays? From mat 1 on, clockwise"),
            Seats(tuple(map(self._place, game.seats()))),
            chips=(
                *(
                    Chip(str(count), key=do(game.seat, count), chosen=count == game.players)
                    for count in range(MIN_PLAYERS, MAX_PLAYERS + 1)
                ),
                agreed,
            ),
            side=tuple(side),
            main=main,
        )

    def start(self) -> None:
        self.enter()
        self._game.start()

    def _place(self, row: NewSeat) -> Place:
        slots = tuple(self._slot(row, what) for what in StartTile if self._game.all_rules)
        return Place(row.badge, slots, do(self._who.ask_about, self, row.seat))

    def _slot(self, row: NewSeat, what: StartTile) -> Slot:
        """Return the tile, or its empty place, which says what belongs there."""
        tiles, ask = self.ui.tiles, do(self.ask_tile, row.seat, what)
        if not row.tile(what):
            empty = ((piece, name and self.translate(name)) for piece, name in _EMPTY[what])
            return Slot(tuple(empty), ask, waiting=True)
        number = faction_number(row.tile(what))
        sides = tiles.catalog.faction(number).halves if number else (tiles.side(row.tile(what)),)
        return Slot(tuple((side_picture(each), tiles.name(each.key)) for each in sides), ask)

    # --- start tiles ---------------------------------------------------------------------------

    def ask_tile(self, seat: int, what: StartTile) -> None:
        self._seen = frozenset()
        self._camera.take_picture(self._game.keys(what))
        self.open(self.tiles, seat, what)

    def ask_next(self) -> None:
        """Ask for the next tile that is missing, if there is one."""
        missing = next(self._game.missing(), None)
        if missing is not None:
            self.ask_tile(*missing)

    def back(self) -> None:
        """Close the page on top; the camera need not see a tile."""
        self._camera.give_up()
        super().back()

    def tiles(self, seat: int, what: StartTile) -> Page:
        """Ask which tile a player has drawn; those that the camera sees are outlined."""
        self._look()
        translate, row = self.translate, self._game.at(seat)
        question = translate("%(name)s: which faction was drawn?", name=row.shown_name)
        if what is StartTile.HOME_WORLD:
            question = translate("%(name)s: which home world was drawn?", name=row.shown_name)
        draw, game = do(self.draw, seat, what), self._game
        pick = partial(do, self.pick, seat, what)
        cards = owned_cards(self.ui, game.keys(what), pick, game.owner, row.badge, self._seen)
        return Page(
            translate("New game"),
            question,
            Cards(tuple(cards)),
            chips=(Chip(seat=row.badge),),
            side=(Side(draw, translate("Draw one for me"), "star"),),
        )

    def _look(self) -> None:
        """Take over what the camera has seen."""
        scan = self._camera.tick()
        if scan is not None:
            self._seen = frozenset(tile.tile for tile in scan.reading.tiles if tile.tile)

    def pick(self, seat: int, what: StartTile, key: str) -> None:
        """Give a seat the tile that was drawn, and ask for the next one."""
        self._game.pick(seat, what, key)
        self.back()
        self.ask_next()

    def draw(self, seat: int, what: StartTile) -> None:
        """Draw a tile for a seat, and ask for the next one."""
        self.pick(seat, what, random.choice(self._game.free(what)))  # noqa: S311 - a draw
