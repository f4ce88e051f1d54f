"""The final score on phones: everyone photographs the own tableau, and answers what is in doubt.

What is asked is the question of the touchscreen (``draft.Draft.ask``); one phone can enter all.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from companion.catalog.tile_search import fold
from companion.games.answers import StaleAnswerError, received
from companion.games.question import (
    Answer,
    Choose,
    Later,
    Piece,
    Text,
    named,
    seat_piece,
    shown,
    text,
)
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.tiles import Catalog
from companion.history.archive import StoredScoreEntry, entered_game
from companion.scorefile import score_entry
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.session.ports import DieStatus
from companion.session.service_ports import SharedTally, TileReading, TilesReading
from companion.session.table_port import PrivateView
from companion.tableau.from_picture import (
    FACTION,
    DieDoubt,
    Tableau,
    TileDoubt,
    faction_number,
    possible_tiles,
    tableau_of,
    with_answer,
    with_die,
)
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.seat_sheet import SeatSheet
from kivy_ui.common.usual_names import with_shown_names
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.ending import PastResultPages
from kivy_ui.games.roll.score_entry.draft import Draft, Part, taken
from kivy_ui.games.roll.score_entry.pages import seat_of
from kivy_ui.games.roll.tiles.tile_cards import side_picture
from kivy_ui.games.roll.tiles.tile_questions import WHY
from kivy_ui.pages.listing import Row
from kivy_ui.pages.page import Page, Picture
from kivy_ui.pages.people import Person
from kivy_ui.pages.scores import Result

KEY: Final = "tally-"
"""The answer that leads to the final score; its number is that of the last change."""
_OF: Final = "player-"


@dataclass(frozen=True, slots=True)
class _Named:
    """What a tile of a photograph is; None for no tile."""

    index: int
    tile: str | None


@dataclass(frozen=True, slots=True)
class _Die:
    """What a die of a photograph is; None for no die."""

    index: int
    kind: DieType | None


@dataclass
class PhoneTally:
    """What phones see of the final score, and enter. Used by one thread.

    Args:
        shared: what is entered, here and on the touchscreen.
    """

    shared: SharedTally
    group: PlayerGroup
    _photographs: dict[str, TilesReading] = field(default_factory=dict)
    """Photographs with tiles or dice in doubt, by the name of the player."""

    def is_open(self, private: PrivateView) -> bool:
        """Whether a final score is entered now: after a game, or without one."""
        update, game_id = private.update, self.shared.game_id
        there = update.game_id == game_id if update.is_over else not game_id and update.view is None
        return there and bool(self.shared.players)

    def index(self, private: PrivateView) -> int | None:
        """Return which player a seat is; None for a spectator, or where none is entered."""
        if private.seat is None or not self.is_open(private):
            return None
        names, update = [each.name for each in self.shared.players], private.update
        name = self.group.names(update.view).get(private.seat) if update.is_over else None
        if name in names:
            return names.index(name)
        return private.seat - 1 if private.seat <= len(names) else None

    @property
    def key(self) -> str:
        """The key of the answer that leads to the final score."""
        return f"{KEY}{self.shared.number}"

    def begins(self, private: PrivateView) -> bool:
        """Whether a player's tableau is to be photographed before anything else."""
        index = self.index(private)
        player = None if index is None else self.shared.players[index]
        return player is not None and not (
            player.tiles_entered or player.total or player.name in self._photographs
        )

    # --- what is asked ---------------------------------------------------------------------------

    def asked(self, ui: RollContext, private: PrivateView) -> Choose | None:
        """Return what a seat is asked for; None where no final score is entered now."""
        index, key = self.index(private), self.key
        if index is None:
            return None
        mine, said = self._of_player(ui, index), text("Final score")
        if self.shared.players[index].name not in self._photographs:
            others = tuple(self._others(ui, index))
            more = Choose(text("Whose score?"), others, urgent=False)
            other = Answer("others", text("Another player"), more, minor=True)
            mine = replace(mine, answers=(*mine.answers, other))
        return Choose(said, (Answer(key, said, mine),), key, urgent=False)

    def _others(self, ui: RollContext, index: int) -> Iterator[Answer]:
        for at, player in enumerate(self.shared.players):
            if at != index:
                then = Later(self._of_player, (ui, at))
                yield Answer(f"{_OF}{at + 1}", named(player.name), then, (seat_piece(at + 1),))

    def _of_player(self, ui: RollContext, index: int) -> Choose:
        """Return the first doubt about a photograph, else the parts of the score."""
        draft = Draft(ui.tiles.catalog, self.shared.players).at(index)
        seen = self._seen(ui, index)
        for doubt in seen.doubts:
            return self._which(ui, draft, doubt)
        for die in seen.dice_to_check:
            return _which_die(die)
        entered = {part.value: draft.entered(index, part) for part in draft.parts}
        answers = tuple(
            replace(
                each,
                pieces=_pieces(draft.now, Part(each.key)),
                text=_said(draft.now, Part(each.key), done=entered[each.key]),
            )
            for each in draft.ask(index + 1).answers
            if each.key in entered
        )
        missing = next((key for key, done in entered.items() if not done), "")
        asked = text("%(name)s: everything is entered", name=draft.now.name)
        if missing:
            asked = text("%(name)s: tap what is missing", name=draft.now.name)
        return Choose(asked, answers, missing, urgent=False)

    def _which(self, ui: RollContext, draft: Draft, doubt: TileDoubt) -> Choose:
        read: TileReading = doubt.reading
        keys = [key for key in read.likely if draft.owner(key) in {None, draft.player}]
        every = Later(self._all_tiles, (ui, draft, doubt.index))
        answers = (
            *(self._tile(doubt.index, key) for key in keys),
            Answer("search", text("Another tile"), every),
            Answer("none", text("No tile"), _Named(doubt.index, None)),
        )
        asked = text("Which tile is this? It reads: %(text)s", text=read.text or "?")
        if doubt.why in WHY:
            asked = Text(WHY[doubt.why])
        return Choose(asked, answers, keys[0] if keys and doubt.why == "unsure" else "")

    def _all_tiles(self, ui: RollContext, draft: Draft, index: int) -> Choose:
        keys = [key for key in possible_tiles(draft.catalog) if draft.owner(key) is None]
        keys.sort(key=lambda key: fold(ui.tiles.name(key)))
        return Choose(text("Which tile is this?"), tuple(self._tile(index, key) for key in keys))

    @staticmethod
    def _tile(index: int, key: str) -> Answer:
        piece = Piece(f"side/{key}")
        return Answer(key, shown(piece), _Named(index, key), (piece,))

    def _seen(self, ui: RollContext, index: int) -> Tableau:
        """Return what a player's photograph shows that is in doubt; nothing without one."""
        reading = self._photographs.get(self.shared.players[index].name)
        return Tableau() if reading is None else tableau_of(reading, ui.tiles.catalog)

    # --- what is entered -------------------------------------------------------------------------

    def received(self, ui: RollContext, private: PrivateView, message: Mapping[str, Any]) -> None:
        """Take an answer about the final score.

        Raises:
            CompanionError: as ``companion.games.answers.received``.
        """
        index, path = self.index(private), message["path"]
        if index is None or path[0] != self.key:
            raise StaleAnswerError
        found = received(self.asked(ui, private), private.update.version, message)
        if path[1] == "others":
            index, path = int(path[2].removeprefix(_OF)) - 1, path[2:]
        players = self.shared.players
        photograph = self._photographs.get(players[index].name)
        if photograph is not None:
            self._take(ui, index, _answered(ui.tiles.catalog, photograph, found))
            return
        told = {Part.TILES.value: {"tiles_entered": True}, Part.DICE.value: {"dice_entered": True}}
        self._change(index, replace(found, **told.get(path[1], {})))

    def photographed(
        self, ui: RollContext, private: PrivateView, reading: TilesReading, number: int
    ) -> None:
        """Take a photograph of a player's tableau; *number* 0 for the own one."""
        own = self.index(private)
        if own is not None and number <= len(self.shared.players):
            self._take(ui, number - 1 if number else own, reading)

    def _take(self, ui: RollContext, index: int, reading: TilesReading) -> None:
        """Enter what a photograph shows once nothing in it is in doubt."""
        players, catalog = self.shared.players, ui.tiles.catalog
        seen = tableau_of(reading, catalog)
        if seen.doubts or seen.dice_to_check:
            self._photographs[players[index].name] = reading
            self.shared.touch()
            return
        self._photographs.pop(players[index].name, None)
        self._change(index, taken(Draft(catalog, players).at(index), seen).players[index])

    def _change(self, index: int, player: ScoreEntryPlayer) -> None:
        before = self.shared.players
        self.shared.merge(before, (*before[:index], player, *before[index + 1 :]))

    # --- what is shown ---------------------------------------------------------------------------

    def sheet(self, ui: RollContext, private: PrivateView) -> SeatSheet:
        """Return how far everybody is, what a player has, and the result once all is known."""
        catalog, index = ui.tiles.catalog, self.index(private)
        players = with_shown_names(ui.translate, self.shared.players)
        draft = Draft(catalog, players).at(index or 0)
        people = []
        for at, each in enumerate(players):
            done = all(draft.entered(at, part) for part in draft.parts)
            said = ui.translate(
                "%(points)s points", points=score_entry.points_so_far(each, catalog)
            )
            people.append(Person(seat_of(at, each), (Picture("chip", text=said),), done=done))
        own = tuple(
            Row(None, ui.tiles.name(side.key), (side_picture(side),), ui.tiles.text(side.key))
            for side in (() if index is None else score_entry.tableau(players[index], catalog))
        )
        found, game = score_entry.findings(players, catalog), None
        if not any(each.blocking for each in found):
            stored = StoredScoreEntry("phones", "", score_entry.document(players))
            game = entered_game(stored, catalog)
        if game is None:
            return SeatSheet(Page(ui.translate("Final score"), "", Result(())), tuple(people), own)
        result = PastResultPages(ui, lambda: game, {each.name: each for each in players})
        return SeatSheet(result.ranked(), tuple(people), own, result.explained)


def _which_die(doubt: DieDoubt) -> Choose:
    """Ask what a die is, whose place in the photograph is said; the likely ones come first."""
    read = doubt.reading
    likely = (read.type, *(each.type for each in read.alternatives))
    kinds = sorted(DieType, key=lambda kind: (*likely, kind.value).index(kind.value))
    answers = tuple(
        Answer(kind.value, shown(piece), _Die(doubt.index, kind), (piece,))
        for kind, piece in ((kind, Piece(f"die/{kind.value}")) for kind in kinds)
    )
    none = Answer("none", text("No such die"), _Die(doubt.index, None))
    asked = text("Which die is this, beside the tiles?")
    if doubt.world is not None:
        asked = text("Which die lies on %(world)s?", world=Piece(f"side/{doubt.world}"))
    return Choose(asked, (*answers, none), read.type)


def _answered(catalog: Catalog, reading: TilesReading, answer: _Named | _Die) -> TilesReading:
    if isinstance(answer, _Die):
        return with_die(reading, answer.index, answer.kind)
    return _named(catalog, reading, answer)


def _named(catalog: Catalog, reading: TilesReading, named: _Named) -> TilesReading:
    """Return the reading with a tile as named; others that this one is are in doubt then."""
    tiles = tuple(
        replace(each, tile=None, status=DieStatus.CHECK, alternatives=())
        if at != named.index and _same(catalog, each.tile, named.tile)
        else each
        for at, each in enumerate(reading.tiles)
    )
    return with_answer(replace(reading, tiles=tiles), named.index, named.tile)


def _same(catalog: Catalog, one: str | None, other: str | None) -> bool:
    """Whether a tableau has only one of two tiles: a faction, a home world, sides of one tile."""
    if one is None or other is None:
        return False
    tile = catalog.tile_by_side.get(one)
    if tile is not None:
        return tile is catalog.tile_by_side.get(other)
    return all(each in catalog.home_by_key for each in (one, other)) or all(
        faction_number(each) is not None for each in (one, other)
    )


def _pieces(player: ScoreEntryPlayer, part: Part) -> tuple[Piece, ...]:
    """Return what is entered of a part, else what it is about."""
    match part:
        case Part.FACTION if player.faction is not None:
            return (Piece(f"side/{FACTION}{player.faction}"),)
        case Part.HOME if player.home_world is not None:
            return (Piece(f"side/{player.home_world}"),)
        case Part.DICE if player.dice_entered:
            dice = (*(player.cup or ()), *player.elsewhere, *(good.die for good in player.goods))
            return tuple(Piece(f"die/{die.value}") for die in dice)
        case _:
            return (Piece(_PARTS[part][0]),)


def _said(player: ScoreEntryPlayer, part: Part, *, done: bool) -> Text:
    """Return the name of a part; once it is entered with a tick, and how many there are."""
    counts = {Part.CHIPS: player.vp_chips, Part.CREDITS: player.credits,
              Part.TILES: len(player.tiles), Part.TOTAL: player.total}  # fmt: skip
    name, count = _PARTS[part][1], f" {counts[part]}" if part in counts else ""
    ticked = Text("%(part)s%(count)s \N{CHECK MARK}", (("part", name), ("count", count)))
    return ticked if done else name


_PARTS: Final = MappingProxyType(
    {
        Part.FACTION: ("flag", text("Faction")),
        Part.HOME: ("stack/world", text("Home world")),
        Part.CHIPS: ("chip", text("VP chips")),
        Part.TILES: ("tile", text("Tiles")),
        Part.DICE: ("die/home", text("Dice")),
        Part.CREDITS: ("credits", text("Credits")),
        Part.TOTAL: ("points", text("Points")),
    }
)
"""What each part is about, and its name."""
