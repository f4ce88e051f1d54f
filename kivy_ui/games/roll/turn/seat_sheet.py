"""What a player's phone shows beside the question."""

from collections.abc import Iterator, Mapping

from companion.games.roll.model.state import Step
from companion.history.records import PastGame, PastPlayer
from companion.scorefile.score_entry import ScoreEntryPlayer, player_of_game
from companion.session.table_port import PrivateView
from kivy_ui.common.seat_sheet import SeatSheet, Whys
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.ending import PastResultPages, game_of
from kivy_ui.games.roll.looks import asked_of, shown_seat
from kivy_ui.games.roll.turn.round_pages import round_head
from kivy_ui.games.roll.turn.seat_page import counters, pieces
from kivy_ui.games.roll.why import SOURCES, reasons, sources
from kivy_ui.pages.listing import Row
from kivy_ui.pages.page import Page, Picture
from kivy_ui.pages.people import Person
from kivy_ui.pages.scores import Reason, Source


def seat_sheet(ui: UiContext, private: PrivateView) -> SeatSheet:
    """Return what is shown to a seat, or to a spectator."""
    if not isinstance(ui, RollContext) or ui.view is None:
        raise TypeError(f"{ui.update.game} is not Roll for the Galaxy")
    people = []
    for seat in ui.seats:
        question = asked_of(ui.view, seat.seat)
        acts = not seat.ready if ui.readying else question is not None and question.urgent
        people.append(
            Person(shown_seat(seat), counters(ui.translate, seat), acts=acts, done=seat.ready)
        )
    why: tuple[Whys, ...] = ()
    head = round_head(ui)
    if ui.step is Step.OVER:
        entries = map(player_of_game, ui.view.seats if ui.counts_everything else ())
        game = game_of(ui, ui.view, ui.update.game_id or "")
        head, why = result_sheet(ui, game, {each.name: each for each in entries})
    own = ui.seat(private.seat or 0)
    rows = () if own is None else (*_mat(ui, private), *pieces(ui, own))
    return SeatSheet(head, tuple(people), rows, why)


def result_sheet(
    ui: RollContext, game: PastGame, entries: Mapping[str, ScoreEntryPlayer]
) -> tuple[Page, tuple[Whys, ...]]:
    """Return a result, and of each rank where its points come from.

    Args:
        entries: the pieces of the players by name, as far as they are known.
    """
    players = (game.players[index] for index in game.ranking)
    why = (tuple(_sources(ui, each, entries.get(each.name))) for each in players)
    return PastResultPages(ui, lambda: game).first(), tuple(why)


def _sources(
    ui: RollContext, player: PastPlayer, entry: ScoreEntryPlayer | None
) -> Iterator[tuple[Source, tuple[Reason, ...]]]:
    for share in sources(ui, player):
        picture, name = SOURCES[share.pattern]
        found = tuple(reasons(ui, player, share.pattern, entry))
        if found:
            yield Source(None, picture, ui.translate(name), share.points), found


def _mat(ui: RollContext, private: PrivateView) -> Iterator[Row]:
    """Yield the own mat that is recorded already; nobody else sees it before Reveal (R-12.1)."""
    if ui.step is not Step.ASSIGN or private.seat is None:
        return
    for die in private.state.assignment(private.seat).dice or ():
        picture = Picture(f"die/{die.type.value}/{die.face.value}")
        yield Row(None, ui.words.place(die.place), (picture,))
