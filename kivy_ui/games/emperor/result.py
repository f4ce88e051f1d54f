"""The end of a game of Galactic Emperor: who won, and where the points come from (section 6)."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from companion.games.emperor.rounds import last_lines
from companion.games.emperor.state import GameState, Player
from companion.games.emperor.view import TableView
from companion.i18n import N_
from kivy_ui.asking.results import Explain, PointSource, explained_points, rank_of, result_page
from kivy_ui.asking.telling import Telling
from kivy_ui.games.emperor.looks import MARKS, VP, world
from kivy_ui.games.emperor.words import WORDS
from kivy_ui.pages.page import Page, Picture
from kivy_ui.pages.scores import Pattern, Why

_PLAYED: Final = "in_game"
_TYCOON: Final = N_("Tycoon: 1 VP for full Storage; 2 VP for most marks, 1 each if tied.")
_SOURCES: Final = MappingProxyType(
    {
        _PLAYED: PointSource(
            Pattern.PLAIN, Picture(VP), N_("In the game"),
            N_("VP that were collected before the last role was over."),
        ),
        "planets": PointSource(
            Pattern.DOTS, Picture("world/gray"), WORDS["reason/planets"],
            N_("After Warlord or Explorer: 1 VP for each controlled planet once more."),
        ),
        "full_storage": PointSource(
            Pattern.DIAGONAL, Picture("cube/metal"), WORDS["reason/full_storage"], _TYCOON
        ),
        "most_marks": PointSource(
            Pattern.VERTICAL, Picture(MARKS), WORDS["reason/most_marks"], _TYCOON
        ),
    }
)  # fmt: skip


def _points(state: GameState, player: Player) -> Mapping[str, int]:
    """Return a player's VP by their source."""
    last = {line.reason: line.vp for line in last_lines(state) if line.seat == player.seat}
    return {_PLAYED: player.vp - sum(last.values()), **last}


def over(tell: Telling, view: TableView) -> Page:
    """Return the page of the result: the winner first; a touch on a player explains the points."""
    state = view.state
    ranks = (
        rank_of(tell, each.seat, _points(state, each), _SOURCES, wins=each.seat in state.winners)
        for each in state.players
    )
    tied = len(state.winners) > 1 or bool(state.duel)
    said = tell.translate("Tied in VP: a last battle decided.") if tied else ""
    return result_page(tell, ranks, said)


def explained(tell: Telling, view: TableView, what: Explain) -> Why:
    """Return where a player's points come from, with the reasons of one source."""
    state, player = view.state, view.state.player(what.seat or 0)
    what = replace(what, source=what.source or _PLAYED)
    groups: tuple[tuple[Picture, ...], ...] = ()
    match what.source:
        case "planets":
            groups = tuple((world(s, home=s.home),) for s in state.own(player.seat))
        case "full_storage":
            groups = ((Picture("cube/metal", count=player.metal),
                       Picture("cube/energy", count=player.energy)),)  # fmt: skip
        case "most_marks":
            groups = ((Picture(MARKS, text=str(player.marks)),),)
        case _:
            pass
    return explained_points(tell, what, _points(state, player), _SOURCES, groups=groups)
