"""A final position while it is entered: what is asked, and what an answer makes of it. Pure.

A player's score is a question that leads through its parts to the player as he or she is then: the
"command" of an answer is a ``ScoreEntryPlayer``. ``reduce`` gives an answer; what is open and
typed is a draft of ``kivy_ui.asking``, as in a game. What is missing or impossible is said by
``companion.scorefile.score_entry.findings``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from itertools import cycle, islice
from types import MappingProxyType
from typing import Any, Final

from companion.games import question as q
from companion.games.names import clean_name
from companion.games.question import Amount, Answer, Choose, Piece, text
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good
from companion.games.roll.model.tiles import Catalog, World
from companion.scorefile import score_entry
from companion.scorefile.roll_final import MOST_CREDITS, goods_limit, one_by_one
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.scorefile.score_entry_errors import MISSING, ScoreEntryFinding
from companion.tableau.from_picture import FACTION, Tableau, faction_number, with_tableau
from kivy_ui.asking import draft as drafts
from kivy_ui.asking.draft import Action, Give, Mark
from kivy_ui.games.roll.tiles.tile_cards import TILE_GROUPS, TileGroup, faction_keys, home_keys
from kivy_ui.pages.letters import MOST_LETTERS

MOST_PLAYERS: Final = 5
MOST_CHIPS: Final = 999
MOST_DICE: Final = 25


class Part(Enum):
    """A part of a player's score: the field of ``ScoreEntryPlayer`` that says it is entered."""

    FACTION = "faction"
    HOME = "home_world"
    TILES = "tiles_entered"
    CHIPS = "vp_chips"
    DICE = "dice_entered"
    CREDITS = "credits"
    """Asked for where totals are equal."""
    TOTAL = "total"
    """Asked for instead of all others."""


class Dice(Enum):
    """Which dice are counted: all that a player owns, and where some of them are."""

    OWNED = "owned"
    CUP = "cup"
    GOODS = "goods"


ASKED: Final = MappingProxyType(
    {
        Part.FACTION: text("which faction?"),
        Part.HOME: text("which home world?"),
        Part.CHIPS: text("how many points in chips?"),
        Part.TILES: text("which tiles were built?"),
        Part.DICE: text("which dice, wherever they are?"),
        Dice.OWNED: text("which dice, wherever they are?"),
        Dice.CUP: text("how many dice are in the cup?"),
        Dice.GOODS: text("which goods are on worlds?"),
        Part.CREDITS: text("how many credits?"),
        Part.TOTAL: text("how many points in all?"),
    }
)
"""What is asked, after the player's name."""

PIECES: Final = (Part.FACTION, Part.HOME, Part.TILES)
"""Parts that are pieces."""
_TOLD: Final = (Part.TILES, Part.DICE)
"""Parts that may be empty: only the players know whether they are entered."""
_TYPED: Final = (Part.CHIPS, Part.TOTAL)
_LEADS_ON: Final = (Part.FACTION, Part.HOME, Part.CREDITS)
"""Parts that one answer completes."""


def pieces_of(player: ScoreEntryPlayer) -> tuple[str, ...]:
    """Return the keys of a player's tiles, home world and faction, as they are on cards."""
    home = () if player.home_world is None else (player.home_world,)
    faction = () if player.faction is None else (f"{FACTION}{player.faction}",)
    return (*player.tiles, *home, *faction)


def _piece(catalog: Catalog, key: str) -> str | int:
    """Return what tells a piece from others; both sides of a tile are one piece."""
    tile = catalog.tile_by_side.get(key)
    return key if tile is None else tile.id


@dataclass(frozen=True)
class Draft:
    """What is entered, and what is asked now.

    Attributes:
        open: whose question is open, and at which part: the first element of its path.
        group: the tiles that are shown.
        began: the number that was there when its part was opened; the first digit replaces it.
    """

    catalog: Catalog = field(compare=False, repr=False)
    players: tuple[ScoreEntryPlayer, ...]
    open: "drafts.Draft" = field(default=drafts.Draft(1, (Part.FACTION.value,)))
    group: TileGroup = TILE_GROUPS[0]
    began: int | None = None

    @property
    def player(self) -> int:
        """Index of the player who is asked."""
        return self.open.seat - 1

    @property
    def part(self) -> Part:
        return Part(self.open.path[0])

    @property
    def dice(self) -> Dice | None:
        """Which dice are asked for; None for another part."""
        return Dice(self.open.path[1]) if self.part is Part.DICE else None

    @property
    def now(self) -> ScoreEntryPlayer:
        """The player who is asked."""
        return self.players[self.player]

    # --- what is entered -------------------------------------------------------------------------

    def is_tied(self, index: int) -> bool:
        """Whether others have as many points, once all tiles and chips are entered."""
        if not all(each.tiles_entered and each.vp_chips is not None for each in self.players):
            return False
        points = [score_entry.points_so_far(each, self.catalog) for each in self.players]
        return points.count(points[index]) > 1

    @property
    def parts(self) -> tuple[Part, ...]:
        if self.part is Part.TOTAL or score_entry.only_totals(self.players):
            return (Part.TOTAL,)
        tied = any(map(self.is_tied, range(len(self.players))))
        asked = tied or self.part is Part.CREDITS
        left_out = {Part.TOTAL} if asked else {Part.TOTAL, Part.CREDITS}
        return tuple(part for part in Part if part not in left_out)

    def entered(self, index: int, part: Part) -> bool:
        """Whether a player's part is entered, or not needed for the score."""
        player = self.players[index]
        if part is Part.DICE and self.is_tied(index):
            return player.dice_entered and player.cup is not None
        value = getattr(player, part.value)
        if value is not None and value is not False:
            return True
        if part is Part.DICE and player.tiles_entered:
            counted = score_entry.dice_needed_by(player, self.catalog)
            return not counted
        return part is Part.CREDITS and not self.is_tied(index)

    def owner(self, key: str) -> int | None:
        """Return the index of the player who has a piece, or the back of a tile."""
        return self._owners.get(_piece(self.catalog, key))

    @cached_property
    def _owners(self) -> Mapping[str | int, int]:
        """Index of the first player who has a piece."""
        pieces = [(key, i) for i, each in enumerate(self.players) for key in pieces_of(each)]
        return {_piece(self.catalog, key): index for key, index in reversed(pieces)}

    @property
    def impossible(self) -> tuple[ScoreEntryFinding, ...]:
        """What cannot be, whatever else is still missing."""
        found = score_entry.findings(self.players, self.catalog)
        return tuple(each for each in found if each.blocking and each.code not in MISSING)

    # --- what is asked ---------------------------------------------------------------------------

    def ask(self, seat: int) -> Choose:
        """Return the question for a player's score: its parts, which lead to the player."""
        return Choose(
            q.named(self.players[seat - 1].name),
            tuple(
                Answer(part.value, ASKED[part], q.Later(_ASKS[part], (self, seat, part)))
                for part in Part
            ),
        )

    def at(self, index: int, part: Part | str | None = None, dice: str = "") -> "Draft":
        """Ask a player for a part, without one for the first that is missing, else for the last.

        Dice that count are proposed from the tiles.
        """
        there = replace(self, open=replace(self.open, seat=index + 1))
        player, gaps = there.now, (e for e in there.parts if not there.entered(index, e))
        last = Part.TILES if Part.TILES in there.parts else Part.TOTAL
        part = next(gaps, last) if part is None else Part(part)
        path: tuple[str, ...] = (part.value,)
        if part is Part.DICE:
            counted = player.dice_entered or not score_entry.dice_needed_by(player, self.catalog)
            usual = Dice.CUP if counted and self.is_tied(index) else Dice.OWNED
            path = (*path, dice or usual.value)
            if not (player.dice_entered or player.cup or player.elsewhere or player.goods):
                likely = score_entry.likely_dice(player, self.catalog)
                there = there.of(replace(player, elsewhere=likely))
        began = getattr(player, part.value) if part in _TYPED else None
        if path[1:] == (Dice.CUP.value,):
            began = _in_all(player.cup)
        there = replace(there, began=began)
        return replace(there, open=drafts.still(there.ask, index + 1, path))

    def only_totals(self, *, only: bool) -> "Draft":
        """Ask for everybody's points in all, or for what they consist of."""
        if only:
            return self.at(0, Part.TOTAL)
        players = tuple(replace(player, total=None) for player in self.players)
        return replace(self, players=players, open=drafts.Draft(1, (Part.FACTION.value,))).at(0)

    def at_finding(self, finding: ScoreEntryFinding) -> "Draft":
        """Ask for what a finding is about."""
        index = self.player if finding.player is None else finding.player
        return self.at(index, Part(finding.field) if finding.field else self.part)

    def done(self) -> "Draft":
        """Take the part that is asked as entered, as far as that is not seen from its value."""
        changes: dict[str, Any] = {self.part.value: True} if self.part in _TOLD else {}
        if self.dice is Dice.CUP:
            changes["cup"] = self.now.cup or ()
        return self.of(replace(self.now, **changes))

    def led_on(self) -> "Draft":
        """Ask for the player's next missing part, if this one is entered."""
        order, entered = tuple(Part), self.entered(self.player, self.part)
        start = order.index(self.part)
        for part in (*order[start + 1 :], *order[:start]) if entered else ():
            if part in self.parts and not self.entered(self.player, part):
                return self.at(self.player, part)
        return self

    def of(self, player: ScoreEntryPlayer) -> "Draft":
        """Return the draft with the player who is asked replaced."""
        players = list(self.players)
        players[self.player] = player
        return replace(self, players=tuple(players))

    # --- who played ------------------------------------------------------------------------------

    def add(self, name: str) -> "Draft":
        if len(self.players) >= MOST_PLAYERS:
            return self
        more = replace(self, players=(*self.players, ScoreEntryPlayer(name)))
        return more.at(len(self.players))

    def remove(self, index: int) -> "Draft":
        if len(self.players) == 1:
            return self
        left = (*self.players[:index], *self.players[index + 1 :])
        now = self.player - (self.player >= index and self.player > 0)
        return replace(self, players=left, open=replace(self.open, seat=now + 1)).at(now)

    def rename(self, index: int, name: str) -> "Draft":
        """Call a player otherwise; an empty name changes nothing."""
        players = list(self.players)
        name = clean_name(name)[:MOST_LETTERS] or players[index].name
        players[index] = replace(players[index], name=name)
        return replace(self, players=tuple(players))


def reduce(draft: "Draft", action: Action | TileGroup) -> "Draft":
    """Return the draft after an answer, a digit or a number, or with something else shown.

    Answers that do not fit change nothing. An empty path asks a player for what is missing.
    """
    match action:
        case TileGroup():
            return replace(draft, group=action)
        case Give(seat, path) if not path or q.is_question(drafts.at(draft.ask, seat, path)):
            return draft.at(seat - 1, *path)
        case Mark(_, None):
            empty: dict[str, Any] = {draft.part.value: None}
            if draft.dice is Dice.CUP:
                dice = (*(draft.now.cup or ()), *draft.now.elsewhere)
                empty = {"cup": None, "elsewhere": score_entry.sorted_dice(dice)}
            now, commands = replace(draft.open, marks=(None,)), (replace(draft.now, **empty),)
        case Mark():
            now, _ = drafts.after(draft.ask, draft.open, action)
            commands = (drafts.made(draft.ask, now),)
        case _:
            now, commands = drafts.after(draft.ask, draft.open, action)
    for player in commands:
        if player is not None:
            draft = replace(draft.of(player), open=now)
    return draft.led_on() if draft.part in _LEADS_ON else draft


def taken(draft: "Draft", seen: Tableau) -> "Draft":
    """Return the draft with what pictures show of the player who is asked.

    Tiles that were entered by touch and are not in the pictures stay.
    """
    player, there = draft.now, {_piece(draft.catalog, key) for key in seen.tiles}
    kept = (key for key in player.tiles if _piece(draft.catalog, key) not in there)
    shown = replace(with_tableau(player, seen), tiles=(*kept, *seen.tiles))
    return draft.of(shown).at(draft.player)


# --- the parts of a score ------------------------------------------------------------------------


def keys_of(catalog: Catalog, part: Part) -> Iterable[str]:
    """Return the keys of all factions, home worlds or sides of tiles."""
    if part is Part.TILES:
        return catalog.tile_by_side
    return faction_keys(catalog) if part is Part.FACTION else home_keys(catalog)


def _pieces(draft: "Draft", seat: int, part: Part) -> Choose:
    """Ask for pieces that nobody else has; one that the player has is given back."""
    catalog, player = draft.catalog, draft.players[seat - 1]
    return Choose(
        ASKED[part],
        tuple(
            Answer(key, q.shown(Piece(f"side/{key}")), _with_piece(draft.catalog, player, key))
            for key in keys_of(catalog, part)
            if draft.owner(key) is None or key in pieces_of(player)
        ),
    )


def _with_piece(catalog: Catalog, player: ScoreEntryPlayer, key: str) -> ScoreEntryPlayer:
    """Return the player with a faction, home world or tile; without it if it is there already."""
    number, there = faction_number(key), key in pieces_of(player)
    if number is not None:
        return replace(player, faction=None if there else number)
    if key in catalog.home_by_key:
        return player.with_home_world(None if there else key)
    return player.without_tile(key) if there else replace(player, tiles=(*player.tiles, key))


def _number(draft: "Draft", seat: int, part: Part) -> Amount:
    """Ask for points, which are typed, or for the credits."""
    player, typed = draft.players[seat - 1], part in _TYPED
    pieces = (q.seat_piece(seat), Piece("chip")) if typed else (Piece("credits"),)

    def made(count: int) -> ScoreEntryPlayer:
        changes: dict[str, Any] = {part.value: count}
        return replace(player, **changes)

    high, there = (MOST_CHIPS, draft.began) if typed else (MOST_CREDITS, player.credits)
    return Amount(ASKED[part], 0, high, made, pieces, default=there)


def _dice(draft: "Draft", seat: int, part: Part) -> Choose:
    player = draft.players[seat - 1]
    answers = {
        Dice.OWNED: _owned(player),
        Dice.CUP: _in_cup(draft, seat),
        Dice.GOODS: _goods(draft.catalog, player),
    }
    return Choose(
        ASKED[part], tuple(Answer(d.value, ASKED[d], then) for d, then in answers.items())
    )


def _owned(player: ScoreEntryPlayer) -> q.Form:
    """Ask for all dice of each kind; as many as before are in the cup."""
    goods = Counter(good.die for good in player.goods)
    there = Counter(player.cup or ()) + Counter(player.elsewhere) + goods

    def made(*counts: int) -> ScoreEntryPlayer:
        wanted = Counter(dict(zip(DieType, counts, strict=True)))
        return _with_dice(player, one_by_one(wanted - goods), _in_all(player.cup))

    parts = tuple(
        Amount(q.shown(piece), goods[die], MOST_DICE, int, (piece,), default=there[die])
        for die, piece in zip(DieType, map(_DIE, DieType), strict=True)
    )
    return q.Form(ASKED[Dice.OWNED], parts, made, lambda _player: None)


def _in_cup(draft: "Draft", seat: int) -> Amount:
    """Ask how many dice are in the cup; only their number breaks ties (R-11.5)."""
    player = draft.players[seat - 1]
    there = score_entry.sorted_dice((*(player.cup or ()), *player.elsewhere))
    known = player.dice_entered and score_entry.dice_needed_by(player, draft.catalog)

    def made(count: int) -> ScoreEntryPlayer:
        more = islice(cycle(DieType), max(0, count - len(there)))
        return _with_dice(player, (*there, *more), count)

    pieces = q.seat_piece(seat), Piece("cup")
    return Amount(ASKED[Dice.CUP], 0, len(there) if known else MOST_DICE, made, pieces,
                  default=draft.began)  # fmt: skip


def _in_all(dice: tuple[DieType, ...] | None) -> int | None:
    return None if dice is None else len(dice)


def _with_dice(
    player: ScoreEntryPlayer, dice: tuple[DieType, ...], in_cup: int | None
) -> ScoreEntryPlayer:
    """Return the player with these dice beside the goods; which of them are in the cup is free."""
    cup = None if in_cup is None else score_entry.sorted_dice(dice[:in_cup])
    return replace(player, cup=cup, elsewhere=score_entry.sorted_dice(dice[in_cup or 0 :]))


def _goods(catalog: Catalog, player: ScoreEntryPlayer) -> Choose:
    """Ask for goods: a touch fills an empty world, or takes one away from another.

    Goods are dice that the player owns: they come from elsewhere, or are more.
    """
    sides, answers = score_entry.tableau(player, catalog), []
    for world in (each for each in sides if isinstance(each, World) and each.produces):
        goods = [good.die for good in player.goods if good.world == world.key]
        then = _with_goods(player, world, len(goods) - 1 if goods else goods_limit(sides))
        pieces = Piece(f"side/{world.key}"), *map(_DIE, goods)
        answers.append(Answer(world.key, q.shown(pieces[0]), then, pieces))
    return Choose(ASKED[Dice.GOODS], tuple(answers))


def _with_goods(player: ScoreEntryPlayer, world: World, count: int) -> ScoreEntryPlayer:
    """Return the player with so many goods on a world: the usual dice if there are some."""
    usual, elsewhere = world.colour.die or DieType.HOME, list(player.elsewhere)
    goods = [good for good in player.goods if good.world == world.key]
    elsewhere += [good.die for good in goods[count:]]
    others = [good for good in player.goods if good.world != world.key]
    while len(goods) < count:
        die = usual if usual in elsewhere or not elsewhere else elsewhere[0]
        if elsewhere:
            elsewhere.remove(die)
        goods.append(Good(world.key, die))
    goods = [*others, *goods[:count]]
    return replace(player, goods=tuple(goods), elsewhere=score_entry.sorted_dice(elsewhere))


_DIE: Final = q.pieces_of("die", DieType)
_ASKS: Final = MappingProxyType(
    {
        Part.FACTION: _pieces, Part.HOME: _pieces, Part.CHIPS: _number, Part.TILES: _pieces,
        Part.DICE: _dice, Part.CREDITS: _number, Part.TOTAL: _number,
    }
)  # fmt: skip
