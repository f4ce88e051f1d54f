"""The end of a game of Galactic Emperor: who won, and where the points come from (section 6)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.games.emperor.rounds import last_lines
from companion.games.emperor.state import GameState, Player
from companion.games.emperor.view import TableView
from companion.games.question import Piece
from kivy_ui.asking.game_pages import Explain, result_page
from kivy_ui.asking.telling import Telling
from kivy_ui.games.emperor.looks import MARKS, VP, world
from kivy_ui.pages.page import Page, Picture
from kivy_ui.pages.scores import Pattern, Rank, Reason, Share, Source, Why

_PLAYED: Final = "in_game"
_SOURCES: Final = MappingProxyType(
    {
        _PLAYED: (Pattern.PLAIN, Picture(VP)),
        "planets": (Pattern.DOTS, Picture("world/gray")),
        "full_storage": (Pattern.DIAGONAL, Picture("cube/metal")),
        "most_marks": (Pattern.VERTICAL, Picture(MARKS)),
    }
)
"""Pattern and picture of each source of points."""


def _points(state: GameState, player: Player) -> Mapping[str, int]:
    """Return a player's VP by their source."""
    last = {line.reason: line.vp for line in last_lines(state) if line.seat == player.seat}
    return {_PLAYED: player.vp - sum(last.values()), **last}


def over(tell: Telling, view: TableView) -> Page:
    """Return the page of the result: the winner first; a touch on a player explains the points."""
    state, translate = view.state, tell.translate
    ranks = tuple(
        Rank(
            tell.seat(each.seat),
            each.vp,
            tuple(
                Share(*_SOURCES[source][:1], points, _SOURCES[source][1])
                for source, points in _points(state, each).items()
            ),
            translate("wins") if each.seat in state.winners else "",
            Explain(each.seat),
        )
        for each in state.players
    )
    tied = len(state.winners) > 1 or bool(state.duel)
    said = translate("Tied in VP: a last battle decided.") if tied else ""
    return result_page(tell, ranks, said)


def explained(tell: Telling, view: TableView, what: Explain) -> Why:
    """Return where a player's points come from, with the reasons of one source."""
    state, player = view.state, view.state.player(what.seat or 0)
    points = _points(state, player)
    chosen = what.source or _PLAYED
    names = {source: _name(tell, source) for source in points}
    sources = tuple(
        Source(
            Explain(player.seat, each), _SOURCES[each][1], names[each], vp, chosen=each == chosen
        )
        for each, vp in points.items()
    )
    return Why(sources, _reasons(tell, state, player, chosen, points[chosen]))


def _name(tell: Telling, source: str) -> str:
    if source == _PLAYED:
        return tell.translate("In the game")
    return tell.word(Piece(f"reason/{source}"))


def _reasons(
    tell: Telling, state: GameState, player: Player, source: str, points: int
) -> tuple[Reason, ...]:
    translate, shown = tell.translate, _SOURCES[source][1]
    groups: tuple[tuple[Picture, ...], ...] = ()
    match source:
        case "planets":
            groups = tuple((world(s, home=s.home),) for s in state.own(player.seat))
            text = translate(
                "After Warlord or Explorer: 1 VP for each controlled planet once more."
            )
        case "full_storage":
            groups = ((Picture("cube/metal", count=player.metal),
                       Picture("cube/energy", count=player.energy)),)  # fmt: skip
            text = translate("Tycoon: 1 VP for full Storage; 2 VP for most marks, 1 each if tied.")
        case "most_marks":
            groups = ((Picture(MARKS, text=str(player.marks)),),)
            text = translate("Tycoon: 1 VP for full Storage; 2 VP for most marks, 1 each if tied.")
        case _:
            text = translate("VP that were collected before the last role was over.")
    return (Reason(shown, _name(tell, source), points, groups, text),)
