"""The result of a game that is shown by its questions: the ranks, and the sources of points."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kivy_ui.asking.telling import Telling
from kivy_ui.pages.page import Note, Page, Picture
from kivy_ui.pages.scores import Pattern, Rank, Reason, Result, Share, Source, Why


@dataclass(frozen=True, slots=True)
class Explain:
    """Show where a player's points come from; None: all players again.

    Attributes:
        source: whose reasons are shown; empty for those of the first one.
    """

    seat: int | None
    source: str = ""


def result_page(tell: Telling, ranks: Iterable[Rank], said: str = "") -> Page:
    """Return the page of a result: who won, the winners first; *said* explains it."""
    translate, ranks = tell.translate, sorted(ranks, key=lambda each: (not each.wins, -each.points))
    first = tuple(each.seat.name for each in ranks if each.wins)
    who = translate.list_of(first)
    tie = translate("Tie of %(who)s", who=who) if len(first) > 1 else ""
    asked = tie or translate("Winner: %(who)s", who=who)
    note = Note((said,), icon="symbol/info") if said else None
    return Page(translate("The end"), asked, Result(tuple(ranks)), note=note)


@dataclass(frozen=True, slots=True)
class PointSource:
    """A source of points: how it is shown, its name, and what is said where nothing else is."""

    pattern: Pattern
    picture: Picture
    name: str
    said: str


def rank_of(
    tell: Telling, seat: int, points: Mapping[str, int], sources: Mapping[str, PointSource], *,
    wins: bool,
) -> Rank:  # fmt: skip
    """Return the result of a player with these points by source; a touch on it explains them."""
    shares = (
        Share(sources[each].pattern, vp, sources[each].picture) for each, vp in points.items()
    )
    won = tell.translate("wins") if wins else ""
    return Rank(tell.seat(seat), sum(points.values()), tuple(shares), won, Explain(seat))


def explained_points(
    tell: Telling, what: Explain, points: Mapping[str, int], sources: Mapping[str, PointSource],
    reasons: Iterable[Reason] = (), groups: tuple[tuple[Picture, ...], ...] = (),
) -> Why:  # fmt: skip
    """Return a player's points by source; beside them the reasons of the shown one.

    Args:
        groups: what counts together, where there are no reasons.
    """
    names = {each: tell.translate(sources[each].name) for each in points}
    listed = tuple(
        Source(Explain(what.seat, each), sources[each].picture, names[each], vp,
               each == what.source)
        for each, vp in points.items()
    )  # fmt: skip
    shown, text = sources[what.source], tell.translate(sources[what.source].said)
    whole = Reason(shown.picture, names[what.source], points[what.source], groups, text)
    return Why(listed, tuple(reasons) or (whole,))
