"""The pages before a game: welcome, who plays with what, the start tiles, the other games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from companion.games.roll.model.state import Step
from companion.games.roll.phases.set_up import MAX_PLAYERS, MIN_PLAYERS
from companion.tableau.from_picture import faction_number
from kivy_ui.common.page_source import Said, Visit
from kivy_ui.games.roll.context import GAME, RollContext
from kivy_ui.games.roll.new_game import NewGame, NewSeat, StartTile
from kivy_ui.games.roll.tiles.tile_camera import TileCamera
from kivy_ui.games.roll.tiles.tile_cards import faction_card, home_card, side_picture
from kivy_ui.games.roll.who_pages import WhoPages
from kivy_ui.pages.opening import Place, Seats, Slot, Welcome
from kivy_ui.pages.page import Card, Cards, Chip, Frame, Main, Page, Picture, Seat, Side

_ASK: Final = {
    StartTile.FACTION: (Picture("development"), Picture("world/gray")),
    StartTile.HOME_WORLD: (Picture("world/gray"),),
}
"""What belongs into the place of a tile that is not known."""


@dataclass(frozen=True, slots=True)
class Open:
    """Key: shows the seats of a new game, the other games (*others*), or the welcome."""

    page: str


@dataclass(frozen=True, slots=True)
class Players:
    """Key: so many play."""

    count: int


@dataclass(frozen=True, slots=True)
class Who:
    """Key: who sits at a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Key: asks for a start tile of a seat."""

    seat: int
    what: StartTile


@dataclass(frozen=True, slots=True)
class Missing:
    """Key: asks for the first start tile that is missing."""


@dataclass(frozen=True, slots=True)
class Tile:
    """Key: this tile was drawn."""

    key: str


@dataclass(frozen=True, slots=True)
class Taken:
    """Key: another seat has the tile."""

    key: str


@dataclass(frozen=True, slots=True)
class DrawOne:
    """Key: the companion draws this tile, or with *all* every missing one."""

    all: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """Key: the companion counts everything, or only credits, chips and tiles."""


@dataclass(frozen=True, slots=True)
class Start:
    """Key: the game begins."""


@dataclass(frozen=True, slots=True)
class OtherGame:
    """Key: another game is played."""

    key: str


class StartPages:
    """Welcomes, asks who plays with what, and begins the game.

    Args:
        ui: context of the presenters.
        game: the players of the next game.
        who: asks who plays a seat.
        choose_game: begins another game.
    """

    def __init__(
        self, ui: RollContext, game: NewGame, who: WhoPages, choose_game: Callable[[str], None]
    ) -> None:
        self._ui = ui
        self._game = game
        self._who = who
        self._choose_game = choose_game
        self._open = ""
        self._asked: Ask | None = None
        self._camera = TileCamera(ui.settings.services.tiles)
        self._seen: frozenset[str] = frozenset()

    @property
    def live(self) -> bool:
        """Whether the camera may see the tile at any moment."""
        return self._asked is not None and self._camera.waiting

    def enter(self) -> None:
        """Begin with the seats where a new game is asked for, else with the welcome."""
        self._open, self._asked = "seats" if self._ui.visiting == "start" else "", None

    def undo(self) -> None:
        """Return to the page before."""
        self.touch(Open("" if self._asked is None else "seats"))

    def redo(self) -> None:
        """Do nothing."""

    # --- what is shown -------------------------------------------------------------------------

    def page(self) -> Page:
        """Return the page that is open."""
        if self._asked is not None:
            return self._tiles(self._asked)
        if self._open == "seats" or self._ui.visiting == "start":
            return self._seats() if self._open != "others" else self._others()
        return self._others() if self._open == "others" else self._welcome()

    def _welcome(self) -> Page:
        translate = self._ui.translate
        return Page(
            translate("Table companion"),
            "Roll for the Galaxy",
            Welcome(
                (translate("You roll. It reads the dice"), translate("and keeps the score.")),
                Side(Open("others"), translate("Other games"), "next"),
            ),
            side=(
                Side(Visit("guide"), translate("First time?"), "book"),
                Side(Frame.MENU, translate("Menu"), "menu"),
            ),
            main=Main(translate("New game"), Open("seats"), "plus"),
            can_undo=False,
        )

    def _others(self) -> Page:
        """Return the games, and counting without a game."""
        translate = self._ui.translate
        cards = [
            Card(OtherGame(each.key), (Picture("symbol/cards"),), translate(each.name),
                 (translate("%(count)s players", count=each.players),))
            for each in self._ui.settings.games.choices
        ]  # fmt: skip
        score = Card(Visit("score_entry"), (Picture("symbol/crown"),), translate("Score only"),
                     ("Roll for the Galaxy",))  # fmt: skip
        return Page(
            translate("Table companion"),
            translate("Which game?"),
            Cards((*cards, score)),
            back=Open("seats" if self._ui.visiting == "start" else ""),
            can_undo=False,
        )

    def _seats(self) -> Page:
        translate, missing = self._ui.translate, list(self._game.missing())
        main = Main(translate("Start the game"), Start())
        side = [Side(Count(), translate("Quick count"), "chip")]
        if not self._game.all_rules:
            side = [Side(Count(), translate("All rules"), "tile")]
        if missing:
            main = Main(translate("Enter the tiles"), Missing())
            side.append(Side(DrawOne(all=True), translate("Draw for us"), "star"))
        running = self._ui.step not in (Step.SETUP, Step.OVER)
        above = translate("This ends the running game") if running else translate("New game")
        return Page(
            above,
            translate("Who plays, clockwise, and with which tiles?"),
            Seats(tuple(map(self._place, self._game.seats()))),
            chips=tuple(
                Chip(str(count), key=Players(count), chosen=count == self._game.players)
                for count in range(MIN_PLAYERS, MAX_PLAYERS + 1)
            ),
            side=tuple(side),
            main=main,
            back=Visit(None) if self._ui.visiting == "start" else Open(""),
            can_undo=False,
        )

    def _place(self, row: NewSeat) -> Place:
        slots = tuple(self._slot(row, what) for what in StartTile if self._game.all_rules)
        return Place(Seat(row.seat, row.shown_name, row.colour), slots, Who(row.seat))

    def _slot(self, row: NewSeat, what: StartTile) -> Slot:
        key, tiles, ask = row.tile(what), self._ui.tiles, Ask(row.seat, what)
        if not key:
            pictures = _ASK[what]
            name = self._words(what)
            shown = tuple((each, name if not index else "") for index, each in enumerate(pictures))
            return Slot(shown, ask, waiting=True)
        number = faction_number(key)
        sides = (tiles.side(key),) if number is None else tiles.catalog.faction(number).halves
        return Slot(tuple((side_picture(each), tiles.name(each.key)) for each in sides), ask)

    def _words(self, what: StartTile) -> str:
        translate = self._ui.translate
        return translate("Faction" if what is StartTile.FACTION else "Home world")

    def _tiles(self, asked: Ask) -> Page:
        """Ask which tile a player has drawn; those that the camera sees are outlined."""
        self._look()
        translate, row = self._ui.translate, self._game.at(asked.seat)
        question = translate("%(name)s: which faction was drawn?", name=row.shown_name)
        if asked.what is StartTile.HOME_WORLD:
            question = translate("%(name)s: which home world was drawn?", name=row.shown_name)
        return Page(
            translate("New game"),
            question,
            Cards(tuple(self._tile_cards(asked))),
            chips=(Chip(seat=Seat(row.seat, row.shown_name, row.colour)),),
            side=(Side(DrawOne(), translate("Draw one for me"), "star"),),
            back=Open("seats"),
            can_undo=False,
        )

    def _tile_cards(self, asked: Ask) -> Iterator[Card]:
        catalog = self._ui.tiles.catalog
        cards = [faction_card(self._ui, each) for each in catalog.factions]
        if asked.what is StartTile.HOME_WORLD:
            cards = [home_card(self._ui, each) for each in catalog.home_worlds]
        for card in cards:
            key = str(card.key)
            owner = self._game.owner(key)
            if owner is not None and owner.seat != asked.seat:
                badge = Picture("seat", number=str(owner.seat), colour=owner.colour)
                yield Card(Taken(key), (*card.pictures, badge), card.title, card.text,
                           number=card.number, able=False)  # fmt: skip
            else:
                yield Card(Tile(key), card.pictures, card.title, card.text, number=card.number,
                           chosen=owner is not None, suggested=key in self._seen)  # fmt: skip

    def _look(self) -> None:
        """Take over what the camera has seen."""
        scan = self._camera.tick()
        if scan is not None:
            self._seen = frozenset(tile.tile for tile in scan.reading.tiles if tile.tile)

    # --- touches -------------------------------------------------------------------------------

    def touch(self, key: object) -> Said:
        """Open a page, change who plays with what, or begin."""
        match key:
            case Open(page=page):
                self._camera.give_up()
                self._open, self._asked = page, None
            case Who(seat=seat):
                self._who.ask(seat)
            case OtherGame(key=game):
                self._play(game)
            case Taken(key=tile):
                owner = self._game.owner(tile)
                name = owner.shown_name if owner is not None else ""
                return self._ui.translate("%(name)s has this tile.", name=name), ""
            case _:
                self._set_up(key)
        return None

    def _set_up(self, key: object) -> None:
        """Handle a touch about the players and their tiles."""
        game = self._game
        match key:
            case Players(count=count):
                game.players = count
            case Count():
                game.all_rules = not game.all_rules
            case Ask():
                self._ask(key)
            case Missing():
                self._ask_next()
            case Tile(key=tile) if self._asked is not None:
                game.pick(self._asked.seat, self._asked.what, tile)
                self._ask_next()
            case DrawOne(all=every):
                self._draw(every=every)
            case Start():
                self._open = ""
                game.start()
            case _:
                pass

    def _play(self, game: str) -> None:
        if game == GAME:
            self._open = "seats"
        else:
            self._open = ""
            self._choose_game(game)

    def _ask(self, asked: Ask) -> None:
        self._asked, self._seen = asked, frozenset()
        self._camera.take_picture(self._game.keys(asked.what))

    def _ask_next(self) -> None:
        """Ask for the next tile that is missing; return to the seats if there is none."""
        missing = next(self._game.missing(), None)
        if missing is None:
            self.touch(Open("seats"))
        else:
            self._ask(Ask(*missing))

    def _draw(self, *, every: bool) -> None:
        """Draw the tile that is asked for, or all that are missing."""
        game, asked = self._game, self._asked
        drawn = list(game.missing()) if every or asked is None else [(asked.seat, asked.what)]
        for seat, what in drawn:
            game.pick(seat, what, random.choice(game.free(what)))  # noqa: S311 - a draw
        if not every:
            self._ask_next()
