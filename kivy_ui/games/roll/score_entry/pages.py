"""The pages on which a final position is entered: pure functions of the draft."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Final

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.tiles import Catalog
from companion.games.roll.model.tiles import Side as TileSide
from companion.i18n import N_
from companion.scorefile import score_entry
from companion.scorefile.roll_final import MOST_CREDITS
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.scorefile.score_entry_errors import ScoreEntryFinding
from kivy_ui.asking.telling import halves
from kivy_ui.common.player_group import COLOURS
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.score_entry import draft as drafts
from kivy_ui.games.roll.score_entry.draft import (
    AskPart,
    AskPlayer,
    Count,
    Credits,
    Dice,
    Die,
    Digit,
    Done,
    Draft,
    Faction,
    Goods,
    Group,
    Home,
    Part,
    Tile,
)
from kivy_ui.games.roll.tiles.tile_cards import faction_card, home_card, side_card
from kivy_ui.games.roll.tiles.tile_groups import TILE_GROUPS, TileGroup, sides_of
from kivy_ui.pages.forms import Choice, Entry, Field, Form, Stepper
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Card, Main, Note, Page, Picture, Seat, Side
from kivy_ui.pages.scores import Next, Picks, ScorePart, Scorer, Tally, tally_page


@dataclass(frozen=True, slots=True)
class Taken:
    """Key: a piece that another player has; a touch says who."""

    name: str
    owner: int


class Where(Enum):
    """A page of the tally, or what leads to one."""

    ENTRY = "entry"
    RESULT = "result"
    DOUBT = "doubt"
    SURE = "sure"
    WRONG = "wrong"
    CAMERA = "camera"
    TAKEN = "taken"
    PLAYERS = "players"
    NAME = "name"
    ADD = "add"
    REMOVE = "remove"
    FILES = "files"
    NEW = "new"
    SAVE = "save"
    EXPORT = "export"
    IMPORT = "import"
    DATE = "date"
    DATED = "dated"
    UNDATED = "undated"


@dataclass(frozen=True, slots=True)
class Go:
    """Key: shows a page, or does what leads to it; *of* is the index of a player, or a file."""

    where: Where
    of: str = ""


_ASKS: Final = MappingProxyType(
    {
        Part.FACTION: (Picture("development"), N_("which faction?"), N_("Next: faction")),
        Part.HOME: (Picture("world/gray"), N_("which home world?"), N_("Next: home world")),
        Part.CHIPS: (Picture("chip"), N_("how many points in chips?"), N_("Next: chips")),
        Part.TILES: (Picture("world/novelty"), N_("which tiles were built?"), N_("Next: tiles")),
        Part.DICE: (Picture("die/home"), N_("which dice?"), N_("Next: dice")),
        Part.CREDITS: (Picture("coin"), N_("how many credits?"), N_("Next: credits")),
    }
)
"""Picture of each part, what is asked, and the button that leads there."""

_WAITS: Final = MappingProxyType(
    {
        Part.FACTION: N_("Pick a faction"),
        Part.HOME: N_("Pick a world"),
        Part.CHIPS: N_("Enter the points"),
        Part.CREDITS: N_("Pick the credits"),
    }
)
"""What the main button says while a part is missing; tiles and dice may be none."""

_PLACES: Final = MappingProxyType(
    {
        Dice.OWNED: (N_("which dice, wherever they are?"), N_("All dice")),
        Dice.CUP: (N_("which of them are in the cup?"), N_("In the cup")),
        Dice.GOODS: (N_("which goods are on worlds?"), N_("Goods")),
    }
)
"""What is asked about dice, and the button that leads there."""


def seat_of(index: int, player: ScoreEntryPlayer) -> Seat:
    """Return a player's seat."""
    return Seat(index + 1, player.name, COLOURS[index])


def entry_page(ui: RollContext, draft: Draft) -> Page:
    """Return the page that asks for a part of a player.

    The main button also says that the part is entered: it leads where ``Done`` would.
    """
    translate, catalog = ui.translate, ui.tiles.catalog
    after = drafts.reduce(draft, Done(), catalog)
    wrong = drafts.impossible(draft, catalog)
    here = [each for each in wrong if _concerns(draft, each, catalog)]
    note = Note(halves(say(ui, here[0])), icon="symbol/doubt") if here else None
    finish = Main(translate("Show the result"), Next(Go(Where.RESULT)), "crown")
    if wrong:
        finish = Main(translate("What is wrong?"), Next(Go(Where.WRONG)), "doubt")
    page = tally_page(
        _tally(ui, draft), _above(ui, draft), finish, note=note, side=_side(ui, draft, note)
    )
    if draft.part is Part.DICE and draft.dice is not Dice.GOODS:
        page = replace(page, body=_steppers(ui, draft))
    main = tally_page(_tally(ui, after), "", finish).main
    if main is not None and draft.part is Part.TILES and not draft.now.tiles:
        main = replace(main, text=translate("No tile built"))
    return replace(page, main=main)


def _tally(ui: RollContext, draft: Draft) -> Tally:
    asked = drafts.parts(draft, ui.tiles.catalog)
    return Tally(
        tuple(_scorers(ui, draft, asked)),
        tuple(_part(ui, draft, part) for part in asked),
        draft.player,
        asked.index(draft.part),
        _number(draft) if draft.part is Part.CHIPS else _picks(ui, draft),
    )


def _concerns(draft: Draft, finding: ScoreEntryFinding, catalog: Catalog) -> bool:
    """Whether a finding is about what is asked now."""
    there = drafts.at_finding(draft, finding, catalog)
    return (there.player, there.part) == (draft.player, draft.part)


def say(ui: RollContext, finding: ScoreEntryFinding) -> str:
    """Return a finding as text, with the names of its tiles and dice."""
    words = {
        key: ui.tiles.name(str(value))
        for key, value in finding.params.items()
        if key in {"tile", "side"}
    }
    if "die" in finding.params:
        words["die"] = ui.words.die(DieType(finding.params["die"]))
    sentence, hint = ui.translate.message(finding, **words), ui.translate.hint(finding, **words)
    return f"{sentence} {hint}".strip()


def _above(ui: RollContext, draft: Draft) -> str:
    """Return the small line: what is entered of the tiles, to compare with the table."""
    translate = ui.translate
    player = draft.now
    if draft.part is not Part.TILES or not player.tiles:
        return translate("Final score")
    cost = sum(ui.tiles.side(key).cost for key in player.tiles)
    return translate.plural(
        "%(count)s tile built for %(vp)s VP",
        "%(count)s tiles built for %(vp)s VP",
        len(player.tiles),
        vp=cost,
    )


def _scorers(ui: RollContext, draft: Draft, asked: tuple[Part, ...]) -> Iterator[Scorer]:
    catalog = ui.tiles.catalog
    for index, player in enumerate(draft.players):
        done = tuple(drafts.entered(draft, catalog, index, part) for part in asked)
        points = str(score_entry.points_so_far(player, catalog)) if any(done) else ""
        yield Scorer(seat_of(index, player), done, points, AskPlayer(index))


def _part(ui: RollContext, draft: Draft, part: Part) -> ScorePart:
    picture, ask, following = _ASKS[part]
    if part is Part.DICE:
        ask = _PLACES[draft.dice][0]
    translate = ui.translate
    name = translate(ask)
    return ScorePart(
        AskPart(part), picture, name, name, translate(following), translate(_WAITS.get(part, ask))
    )


def _side(ui: RollContext, draft: Draft, note: Note | None) -> tuple[Side, ...]:
    """Return the buttons at the lower left: other dice to count, else what is around the entry."""
    translate = ui.translate
    if note is not None or draft.part in {Part.CHIPS, Part.CREDITS}:
        return ()
    if draft.part is Part.DICE:
        return tuple(
            Side(Count(each), translate(_PLACES[each][1]), icon)
            for each, icon in ((Dice.OWNED, "rows"), (Dice.CUP, "cup"), (Dice.GOODS, "box"))
            if each is not draft.dice
        )
    return (
        Side(Go(Where.CAMERA), translate("Camera"), "camera"),
        Side(Go(Where.PLAYERS), translate("Players"), "people"),
    )


def _number(draft: Draft) -> Entry:
    chips = draft.now.vp_chips
    return Entry(
        "" if chips is None else str(chips),
        tuple(Digit(digit) for digit in range(10)),
        Digit(None),
        picture=Picture("chip"),
    )


def _picks(ui: RollContext, draft: Draft) -> Picks:
    match draft.part:
        case Part.FACTION:
            return Picks(tuple(_factions(ui, draft)))
        case Part.HOME:
            return Picks(tuple(_homes(ui, draft)))
        case Part.CREDITS:
            coins = (Picture("coin"),)
            return Picks(
                tuple(
                    Card(Credits(count), coins, str(count), chosen=draft.now.credits == count)
                    for count in range(MOST_CREDITS + 1)
                )
            )
        case Part.DICE:
            return Picks(tuple(_goods(ui, draft)))
        case _:
            shown = TILE_GROUPS[draft.group]
            tabs = tuple(_tab(draft, index, group) for index, group in enumerate(TILE_GROUPS))
            return Picks(tuple(_tile(ui, draft, side) for side in sides_of(ui, shown)), tabs)


def _tab(draft: Draft, index: int, group: TileGroup) -> Choice:
    world = group.category is TILE_GROUPS[-1].category
    picture = Picture("world/gray" if world else "development", number=group.label)
    return Choice(Group(index), "", (picture,), chosen=index == draft.group)


def _offered(draft: Draft, card: Card, key: object, owner: int | None, *, mine: bool) -> Card:
    """Return a card with what a touch does; one that another player has says who."""
    if owner in {None, draft.player}:
        return replace(card, key=key, chosen=mine)
    name = draft.players[owner or 0].name
    return replace(card, key=Taken(card.title, owner or 0), able=False, text=(name,))


def _factions(ui: RollContext, draft: Draft) -> Iterator[Card]:
    for faction in ui.tiles.catalog.factions:
        mine, owner = draft.now.faction == faction.number, drafts.has_faction(draft, faction.number)
        card = faction_card(ui, faction)
        yield _offered(draft, card, Faction(faction.number), owner, mine=mine)


def _homes(ui: RollContext, draft: Draft) -> Iterator[Card]:
    for home in ui.tiles.catalog.home_worlds:
        key = home.world.key
        mine, owner = draft.now.home_world == key, drafts.has_home(draft, key)
        yield _offered(draft, home_card(ui, home), Home(key), owner, mine=mine)


def _tile(ui: RollContext, draft: Draft, side: TileSide) -> Card:
    owner = drafts.owner_of(draft, ui.tiles.catalog, side.key)
    mine = side.key in draft.now.tiles
    if owner == draft.player and not mine:  # the back of a tile that is built
        card = side_card(ui, side)
        return replace(card, key=Taken(card.title, owner), able=False)
    return _offered(draft, side_card(ui, side), Tile(side.key), owner, mine=mine)


def _goods(ui: RollContext, draft: Draft) -> Iterator[Card]:
    for world, goods in drafts.good_worlds(draft.now, ui.tiles.catalog):
        card = side_card(ui, world)
        dice = tuple(Picture(f"die/{die.value}") for die in goods)
        yield replace(card, key=Goods(world.key), pictures=(*card.pictures, *dice))


def _steppers(ui: RollContext, draft: Draft) -> Form:
    fields = []
    for die in DieType:
        count, least, most = drafts.least_and_most(draft.now, draft.dice, die)
        step = Stepper(
            count,
            Die(die, count - 1) if count > least else None,
            Die(die, count + 1) if count < most else None,
        )
        picture = Picture(f"die/{die.value}")
        fields.append(Field(ui.words.die(die), (picture,), number=step))
    return Form(tuple(fields))


# --- beside the entry ----------------------------------------------------------------------------


def players_page(ui: RollContext, draft: Draft) -> Page:
    """Return the players, who can be called otherwise, and one more."""
    translate = ui.translate
    rows = []
    for index, player in enumerate(draft.players):
        seat = seat_of(index, player)
        badge = Picture("seat", number=str(seat.number), colour=seat.colour)
        rows.append(Row(Go(Where.NAME, str(index)), player.name, (badge,)))
    more = None
    if len(draft.players) < drafts.MOST_PLAYERS:
        more = Main(translate("Add player"), Go(Where.ADD), "plus")
    return Page(
        translate("Final score"),
        translate("Who played?"),
        List(tuple(rows)),
        side=(Side(Go(Where.FILES), translate("Score files"), "file"),),
        main=more,
        back=Go(Where.ENTRY),
    )


def files_page(ui: RollContext, offered: tuple[str, ...]) -> Page:
    """Return what can be done with score files: a new entry, export, and those to import."""
    translate = ui.translate
    rows = [
        Row(Go(Where.NEW), translate("New score"), (Picture("symbol/plus"),)),
        Row(Go(Where.EXPORT), translate("Export to a file"), (Picture("symbol/export"),)),
    ]
    rows += [Row(Go(Where.IMPORT, name), name, (Picture("symbol/import"),)) for name in offered]
    note = None
    if not offered:
        said = translate("There is no score file on the USB drive or in the folder.")
        note = Note(halves(said), icon="symbol/info")
    return Page(
        translate("Final score"),
        translate("Score files"),
        List(tuple(rows)),
        note=note,
        back=Go(Where.PLAYERS),
    )
