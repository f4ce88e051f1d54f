"""The pages on which a final position is entered: functions of the draft."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Final

from companion.catalog.tile_search import fold
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import WorldColour
from companion.games.roll.model.tiles import Side as TileSide
from companion.games.roll.model.tiles import World
from companion.i18n import N_
from companion.scorefile import score_entry
from companion.scorefile.roll_final import MOST_CREDITS
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.scorefile.score_entry_errors import ScoreEntryFinding
from kivy_ui.common.player_group import COLOURS
from kivy_ui.common.stacked_pages import Do, do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.score_entry.draft import MOST_DICE, Dice, Draft, Part
from kivy_ui.games.roll.tiles.tile_cards import (
    TILE_GROUPS,
    TileGroup,
    faction_keys,
    group_tabs,
    home_keys,
    owned_cards,
    tile_card,
)
from kivy_ui.pages.forms import Choice, Entry, Field, Form, Stepper
from kivy_ui.pages.page import Card, Cards, Main, Note, Page, Picture, Seat, Side
from kivy_ui.pages.scores import ScorePart, Scorer, Tally, tally_page

_ASKS: Final = MappingProxyType(
    {
        Part.FACTION: ("development", N_("which faction?"), N_("Next: faction"),
                       N_("Pick a faction")),
        Part.HOME: ("world/gray", N_("which home world?"), N_("Next: home world"),
                    N_("Pick a world")),
        Part.CHIPS: ("chip", N_("how many points in chips?"), N_("Next: chips"),
                     N_("Enter the points")),
        Part.TILES: ("world/novelty", N_("which tiles were built?"), N_("Next: tiles"), ""),
        Part.DICE: ("die/home", "", N_("Next: dice"), ""),
        Part.CREDITS: ("coin", N_("how many credits?"), N_("Next: credits"),
                       N_("Pick the credits")),
    }
)  # fmt: skip
"""Piece of each part, what is asked, the button that leads there, and what that says there while
the part is missing; tiles and dice may be none."""

_PLACES: Final = MappingProxyType(
    {
        Dice.OWNED: (N_("which dice, wherever they are?"), N_("All dice"), "rows"),
        Dice.CUP: (N_("which of them are in the cup?"), N_("In the cup"), "cup"),
        Dice.GOODS: (N_("which goods are on worlds?"), N_("Goods"), "box"),
    }
)
"""What is asked about dice, and the button that leads there."""

_COLOURS: Final = tuple(WorldColour)


def seat_of(index: int, player: ScoreEntryPlayer) -> Seat:
    """Return a player's seat."""
    return Seat(index + 1, player.name, COLOURS[index])


def say(ui: RollContext, finding: ScoreEntryFinding) -> str:
    """Return a finding as text, with the names of its tiles and dice."""
    words = {
        key: ui.tiles.name(str(value))
        for key, value in finding.params.items()
        if key in {"tile", "side"}
    }
    if "die" in finding.params:
        words["die"] = ui.words.of(DieType(finding.params["die"]))
    sentence, hint = ui.translate.message(finding, **words), ui.translate.hint(finding, **words)
    return f"{sentence} {hint}".strip()


@dataclass(frozen=True, slots=True)
class EntryPage:
    """Asks for a part of a player.

    Attributes:
        enter: gets a method of ``Draft`` and its arguments, by a touch.
    """

    ui: RollContext
    draft: Draft
    enter: Callable[..., None]

    def page(self, finish: Main, wrong: Main, side: tuple[Side, ...]) -> Page:
        """Return the page.

        The main button also says that the part is entered: it leads where ``Draft.done`` would.

        Args:
            finish: ends a complete entry.
            wrong: leads to what is impossible.
            side: buttons beside the choice of pieces.
        """
        draft, impossible = self.draft, self.draft.impossible
        here = [each for each in impossible if self._concerns(each)]
        note = Note((say(self.ui, here[0]),), icon="symbol/doubt") if here else None
        page = tally_page(self.tally(), self._above(), finish)
        if draft.part is Part.DICE and draft.dice is not Dice.GOODS:
            page = replace(page, body=self._steppers())
        after = replace(self, draft=draft.done()).tally()
        main = tally_page(after, "", wrong if impossible else finish).main
        if main is not None and draft.part is Part.TILES and not draft.now.tiles:
            main = replace(main, text=self.ui.translate("No tile built"))
        return replace(page, note=note, side=() if note else self._side(side), main=main)

    def tally(self) -> Tally:
        """Return the body of the page."""
        asked = self.draft.parts
        return Tally(
            tuple(map(self._scorer, range(len(self.draft.players)))),
            tuple(map(self._part, asked)),
            self.draft.player,
            asked.index(self.draft.part),
            self._number() if self.draft.part is Part.CHIPS else self._picks(),
        )

    def _concerns(self, finding: ScoreEntryFinding) -> bool:
        """Whether a finding is about what is asked now."""
        there = self.draft.at_finding(finding)
        return (there.player, there.part) == (self.draft.player, self.draft.part)

    def _above(self) -> str:
        """Return the small line: what is entered of the tiles, to compare with the table."""
        translate, tiles = self.ui.translate, self.draft.now.tiles
        if self.draft.part is not Part.TILES or not tiles:
            return translate("Final score")
        return translate.plural(
            "%(count)s tile built for %(vp)s VP",
            "%(count)s tiles built for %(vp)s VP",
            len(tiles),
            vp=sum(self.ui.tiles.side(key).cost for key in tiles),
        )

    def _scorer(self, index: int) -> Scorer:
        draft, player = self.draft, self.draft.players[index]
        done = tuple(draft.entered(index, part) for part in draft.parts)
        points = str(score_entry.points_so_far(player, draft.catalog)) if any(done) else ""
        following = self.ui.translate("Next: %(name)s", name=player.name)
        return Scorer(self._seat(index), done, points, self._do(Draft.ask_player, index), following)

    def _part(self, part: Part) -> ScorePart:
        piece, ask, following, missing = _ASKS[part]
        translate = self.ui.translate
        asked = translate(ask or _PLACES[self.draft.dice][0])
        key, picture = self._do(Draft.ask, part), Picture(piece)
        waits = missing and translate(missing)
        return ScorePart(key, picture, asked, translate(following), waits)

    def _side(self, usual: tuple[Side, ...]) -> tuple[Side, ...]:
        """Return the buttons at the lower left: other dice to count, else what is usual."""
        if self.draft.part is Part.DICE:
            return tuple(
                Side(self._do(Draft.count, dice), self.ui.translate(text), icon)
                for dice, (_, text, icon) in _PLACES.items()
                if dice is not self.draft.dice
            )
        return () if self.draft.part in {Part.CHIPS, Part.CREDITS} else usual

    def _do(self, change: Callable[..., Draft], *arguments: object) -> Do:
        return do(self.enter, change, *arguments)

    # --- values ----------------------------------------------------------------------------------

    def _number(self) -> Entry:
        chips = self.draft.now.vp_chips
        return Entry(
            "" if chips is None else str(chips),
            tuple(self._do(Draft.digit, digit) for digit in range(10)),
            self._do(Draft.digit, None),
            picture=Picture("chip"),
        )

    def _picks(self) -> Cards:
        catalog = self.draft.catalog
        match self.draft.part:
            case Part.CREDITS:
                return Cards(tuple(map(self._credits, range(MOST_CREDITS + 1))))
            case Part.DICE:
                return Cards(tuple(self._goods()))
            case Part.FACTION:
                keys = faction_keys(catalog)
            case Part.HOME:
                keys = home_keys(catalog)
            case _:
                keys = self._of_group(self.draft.group)
        draft = self.draft
        tabs: tuple[Choice, ...] = ()
        if draft.part is Part.TILES:
            tabs = group_tabs(TILE_GROUPS, draft.group, partial(self._do, Draft.show_group))
        mine, take = self._seat(draft.player), partial(self._do, Draft.piece)
        return Cards(tuple(owned_cards(self.ui, keys, take, self._owner, mine)), tabs=tabs)

    def _seat(self, index: int) -> Seat:
        return seat_of(index, self.draft.players[index])

    def _owner(self, key: str) -> Seat | None:
        index = self.draft.owner(key)
        return None if index is None else self._seat(index)

    def _of_group(self, group: TileGroup) -> tuple[str, ...]:
        """Return the keys of a group's sides by cost, colour and displayed name."""
        tiles = self.ui.tiles

        def order(side: TileSide) -> tuple[int, int, str]:
            colour = _COLOURS.index(side.colour) if isinstance(side, World) else 0
            return side.cost, colour, fold(tiles.name(side.key))

        return tuple(each.key for each in sorted(filter(group.has, tiles.find()), key=order))

    def _credits(self, count: int) -> Card:
        chosen = self.draft.now.credits == count
        key = self._do(Draft.have_credits, count)
        return Card(key, (Picture("coin"),), str(count), chosen=chosen)

    def _goods(self) -> Iterator[Card]:
        for world, goods in self.draft.good_worlds:
            card = tile_card(self.ui, world.key)
            dice = tuple(Picture(f"die/{die.value}") for die in goods)
            key = self._do(Draft.goods, world.key)
            yield replace(card, key=key, pictures=(*card.pictures, *dice))

    def _steppers(self) -> Form:
        fields = []
        for die in DieType:
            count, least = self.draft.counted(die)
            step = Stepper(
                count,
                self._do(Draft.have_dice, die, count - 1) if count > least else None,
                self._do(Draft.have_dice, die, count + 1) if count < MOST_DICE else None,
            )
            picture = Picture(f"die/{die.value}")
            fields.append(Field(self.ui.words.of(die), (picture,), number=step))
        return Form(tuple(fields))
