"""The answers by which a final position is entered."""

from companion.games.roll.model.dice import DieType
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.tableau.from_picture import FACTION
from kivy_ui.asking.draft import Give, Mark
from kivy_ui.games.roll.score_entry.draft import Dice, Draft, Part, reduce


def part(draft: Draft, which: Part, dice: Dice | None = None) -> Give:
    """Open a part of the player who is asked."""
    return Give(draft.player + 1, (which.value, *(() if dice is None else (dice.value,))))


def piece(draft: Draft, key: str) -> Give:
    """Give the player who is asked a faction, a home world or a tile, or take it back."""
    which = Part.HOME if key in draft.catalog.home_by_key else Part.TILES
    which = Part.FACTION if key.startswith(FACTION) else which
    return Give(draft.player + 1, (which.value, key))


def typed(draft: Draft, digit: int) -> Mark:
    """Type a digit of the VP chips, which are asked for."""
    (now,) = draft.open.marks
    return Mark(0, digit if now in {None, draft.began} else 10 * now + digit)


def dice(die: DieType, count: int) -> Mark:
    """Set the number of dice of a kind, which are asked for."""
    return Mark(tuple(DieType).index(die), count)


def owned(player: ScoreEntryPlayer, die: DieType) -> int:
    """How many dice of a kind a player has, wherever they are."""
    goods = tuple(good.die for good in player.goods)
    return (*(player.cup or ()), *player.elsewhere, *goods).count(die)


def good(draft: Draft, world: str) -> Give:
    """Fill a world of the player who is asked, or take a good away."""
    return Give(draft.player + 1, (Part.DICE.value, Dice.GOODS.value, world))


def with_credits(draft: Draft, count: int) -> Draft:
    """Enter the credits of the player who is asked."""
    return reduce(draft.at(draft.player, Part.CREDITS), Give(draft.player + 1, ("credits", count)))


def with_pieces(draft: Draft, *keys: str) -> Draft:
    """Enter pieces of the player who is asked."""
    for key in keys:
        draft = reduce(draft, piece(draft, key))
    return draft


def with_number(draft: Draft, number: int) -> Draft:
    """Type the VP chips of the player who is asked."""
    draft = draft.at(draft.player, Part.CHIPS)
    for digit in str(number):
        draft = reduce(draft, typed(draft, int(digit)))
    return draft
