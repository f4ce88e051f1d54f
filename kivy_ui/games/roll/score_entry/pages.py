"""The pages on which a final position is entered: functions of the draft."""

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from companion.catalog.tile_search import fold
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import WorldColour
from companion.games.roll.model.tiles import Side as TileSide
from companion.games.roll.model.tiles import World
from companion.i18n import N_
from companion.scorefile import score_entry
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.scorefile.score_entry_errors import ScoreEntryFinding
from kivy_ui.asking.answering import Asked, Asking
from kivy_ui.asking.draft import Give
from kivy_ui.asking.telling import Telling
from kivy_ui.common.player_group import COLOURS
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.looks import LOOKS
from kivy_ui.games.roll.score_entry.draft import ASKED, PIECES, Dice, Draft, Part, keys_of
from kivy_ui.games.roll.tiles.tile_cards import (
    TILE_GROUPS,
    TileGroup,
    group_tabs,
    owned_cards,
)
from kivy_ui.pages.forms import Entry, Form
from kivy_ui.pages.page import Cards, Chip, Main, Note, Page, Picture, Seat, Side
from kivy_ui.pages.scores import Next, ScorePart, Scorer, Tally, tally_page

_PARTS: Final = MappingProxyType(
    {
        Part.FACTION: ("development", N_("Next: faction"), N_("Pick a faction")),
        Part.HOME: ("world/gray", N_("Next: home world"), N_("Pick a world")),
        Part.CHIPS: ("chip", N_("Next: chips"), N_("Enter the points")),
        Part.TILES: ("world/novelty", N_("Next: tiles"), ""),
        Part.DICE: ("die/home", N_("Next: dice"), ""),
        Part.CREDITS: ("coin", N_("Next: credits"), N_("Pick the credits")),
        Part.TOTAL: ("symbol/crown", N_("Enter the points"), N_("Enter the points")),
    }
)
"""Piece of each part, the button that leads there, and what that says there while the part is
missing; tiles and dice may be none."""

_PLACES: Final = MappingProxyType(
    {
        Dice.OWNED: (N_("All dice"), "rows"),
        Dice.CUP: (N_("In the cup"), "cup"),
        Dice.GOODS: (N_("Goods"), "box"),
    }
)
"""The button that leads to other dice."""

_COLOURS: Final = tuple(WorldColour)


def seat_of(index: int, player: ScoreEntryPlayer) -> Seat:
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
    """Asks for a part of a player; its keys are what ``reduce`` gets."""

    ui: RollContext
    draft: Draft

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
        asked = Asking(self._tell, draft.ask, draft.open).shown()
        page = tally_page(self.tally(asked), self._above(), finish)
        if asked.fields:
            page = replace(page, body=Form(asked.fields))
        done = draft.done()
        after = replace(self, draft=done).tally(asked)
        main = tally_page(after, "", wrong if impossible else finish).main
        if draft.part is Part.DICE and not done.entered(draft.player, Part.DICE):
            cup = Give(draft.open.seat, (Part.DICE.value, Dice.CUP.value))
            main = Main(self.ui.translate("In the cup"), Next(cup))
        elif main is not None and draft.part is Part.TILES and not draft.now.tiles:
            main = replace(main, text=self.ui.translate("No tile built"))
        side = self._side(side[1:] if draft.part is Part.TOTAL else side)
        if asked.typed:  # its keys need the room of the buttons
            chips = (*page.chips, *(Chip(icon=each.icon, key=each.key) for each in side))
            page, side = replace(page, chips=chips), ()
        return replace(page, note=note, side=() if note else side, main=main)

    @property
    def _tell(self) -> Telling:
        players = self.draft.players
        names, colours = [each.name for each in players], COLOURS
        return Telling(self.ui.translate, LOOKS, lambda seat: colours[seat - 1],
                       lambda seat: names[seat - 1])  # fmt: skip

    def tally(self, asked: Asked) -> Tally:
        draft, parts = self.draft, self.draft.parts
        cards = (replace(card, chosen=card.suggested, suggested=False)
                 for card in asked.cards.values())  # fmt: skip
        body = asked.typed if isinstance(asked.typed, Entry) else Cards(tuple(cards))
        return Tally(
            tuple(map(self._scorer, range(len(draft.players)))),
            tuple(map(self._part, parts)),
            draft.player,
            parts.index(draft.part),
            self._pieces() if draft.part in PIECES else body,
        )

    def _concerns(self, finding: ScoreEntryFinding) -> bool:
        """Whether a finding is about what is asked now."""
        there = self.draft.at_finding(finding)
        return (there.player, there.part) == (self.draft.player, self.draft.part)

    def _above(self) -> str:
        """Return the small line: the tiles, to compare with the table; what other dice are."""
        translate, tiles = self.ui.translate, self.draft.now.tiles
        others = self.draft.catalog.dice if self.draft.part is Part.DICE else ()
        if others:
            words = self.ui.words
            return ", ".join(f"{each.name_en}: {words.of(each.counts_as)}" for each in others)
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
        return Scorer(seat_of(index, player), done, points, Give(index + 1, ()), following)

    def _part(self, part: Part) -> ScorePart:
        piece, following, missing = _PARTS[part]
        asked = ASKED[(part is self.draft.part and self.draft.dice) or part]
        key, translate = Give(self.draft.open.seat, (part.value,)), self.ui.translate
        waits = missing and translate(missing)
        return ScorePart(key, Picture(piece), self._tell.said(asked), translate(following), waits)

    def _side(self, usual: tuple[Side, ...]) -> tuple[Side, ...]:
        """Return the buttons at the lower left: other dice to count, else what is usual."""
        draft = self.draft
        if draft.part is Part.DICE:
            return tuple(
                Side(Give(draft.open.seat, (Part.DICE.value, dice.value)),
                     self.ui.translate(words), icon)
                for dice, (words, icon) in _PLACES.items()
                if dice is not draft.dice
            )  # fmt: skip
        return () if draft.part in {Part.CHIPS, Part.CREDITS} else usual

    # --- pieces ----------------------------------------------------------------------------------

    def _pieces(self) -> Cards:
        """Return the pieces that the player may have, with those of others."""
        draft = self.draft
        mine, keys = seat_of(draft.player, draft.now), keys_of(draft.catalog, draft.part)
        tabs = group_tabs(TILE_GROUPS, draft.group, lambda group: group)
        if draft.part is Part.TILES:
            keys = self._of_group(draft.group)

        def take(key: str) -> Give:
            return Give(mine.number, (draft.part.value, key))

        return Cards(
            tuple(owned_cards(self.ui, keys, take, self._owner, mine)),
            tabs=tabs if draft.part is Part.TILES else (),
        )

    def _owner(self, key: str) -> Seat | None:
        index = self.draft.owner(key)
        return None if index is None else seat_of(index, self.draft.players[index])

    def _of_group(self, group: TileGroup) -> tuple[str, ...]:
        """Return the keys of a group's sides by cost, colour and displayed name."""
        tiles = self.ui.tiles

        def order(side: TileSide) -> tuple[int, int, str]:
            colour = _COLOURS.index(side.colour) if isinstance(side, World) else 0
            return side.cost, colour, fold(tiles.name(side.key))

        return tuple(each.key for each in sorted(filter(group.has, tiles.find()), key=order))
