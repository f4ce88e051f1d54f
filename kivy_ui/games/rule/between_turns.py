"""Rule the Galaxy between turns: markers, discards, new units, end of the game."""

from __future__ import annotations

from dataclasses import replace

from companion.games.rule.cards import Card
from companion.games.rule.commands import DiscardCards, PlaceWave, ShowMarker
from companion.games.rule.options import LANES, MARKER_VALUES, points_of
from companion.games.rule.scoring import Score
from companion.games.rule.state import Outcome, Step, tiles_known
from companion.games.rule.units import UnitKind
from companion.games.rule.view import TableView
from kivy_ui.common.board.faces import Face, FaceShape
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.board.pages import Headline, Option, Page, Row, over_page
from kivy_ui.games.rule.icons import kind_face
from kivy_ui.games.rule.table_text import RuleTable
from kivy_ui.games.rule.units import UnitEntry


class AdvancePages:
    """Pages of the advance and of the end."""

    def __init__(self, table: RuleTable, units: UnitEntry) -> None:
        self._table = table
        self._units = units
        self._picked: list[Card] = []

    def page(self, view: TableView) -> Page:
        """Return the page of the current step."""
        match view.state.step:
            case Step.MARKERS:
                return self._markers(view)
            case Step.DISCARD:
                return self._discard(view)
            case Step.WAVE:
                return self._new_wave(view)
            case _:
                return self._over(view)

    def _markers(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state = view.state
        lane = state.entered[0]
        shown = state.shown_markers
        values = tuple(
            Option(
                f"marker:{lane}:{value}",
                translate.plural(
                    "Everybody discards %(count)s card", "Everybody discards %(count)s cards", value
                )
                if value
                else translate("Nothing happens"),
                enabled=shown.count(value) < MARKER_VALUES.count(value),
                icons=(Icon(Face(FaceShape.TILE, ("bombardment",), "burst", str(value)).name),),
            )
            for value in sorted(set(MARKER_VALUES))
        )
        field = lane, state.options.marker_rows[lane - 1]
        return self._table.page(
            view,
            translate("Turn up the marker in lane %(lane)s: which number?", lane=lane),
            rows=(Row("", values, cards=True),),
            lanes=self._table.board(state, marked={field}),
        )

    def _discard(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        player = next(p for p in view.state.players if p.owes)
        left = player.owes - len(self._picked)
        rest = list(player.hand)
        for card in self._picked:
            rest.remove(card)
        status = translate.plural(
            "%(name)s discards %(count)s card: tap it",
            "%(name)s discards %(count)s cards: tap them",
            left,
            name=player.name,
        )
        return self._table.page(
            view,
            status,
            rows=(self._table.card_row("", "drop", tuple(rest)),),
            lanes=self._table.board(view.state),
            acts=player.seat,
            progress=translate(
                "%(step)s of %(steps)s", step=len(self._picked) + 1, steps=player.owes
            ),
        )

    def _new_wave(self, view: TableView) -> Page:
        state = view.state
        count = min(LANES, state.stack)
        named = tuple(self._units.units)
        notes = {(lane, 1): "?" for lane in range(len(named) + 1, count + 1)}
        return self._table.page(
            view,
            self._units.question(count),
            table=self._units.table(
                count, tiles_known(state), state.options, flametroopers=not state.few_players
            ),
            lanes=self._table.board(state, coming=named, marked={(len(named) + 1, 1)}, notes=notes),
            beside=(*self._units.beside(), *self._table.more()),
            progress=self._units.progress(count),
        )

    def _over(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        captured = {tile.kind for player in view.state.players for tile in player.tiles}
        kinds = tuple(kind for kind in UnitKind if kind in captured)
        table = PageTable(
            (
                *(Head("", icons=(Icon(kind_face(kind)),)) for kind in kinds),
                Head(translate("Tiles")),
                Head(translate("Points")),
            ),
            (
                *(
                    self._scored(view, score, kinds)
                    for score in sorted(view.scores, key=lambda each: each.rank)
                ),
                self._worth(view, kinds),
            ),
        )
        page = self._table.page(
            view, translate("The game is over"), table=table, progress=self._table.guessed(view)
        )
        return over_page(translate, replace(page, people=(), headline=self._headline(view)))

    def _headline(self, view: TableView) -> Headline:
        translate = self._table.ui.translate
        if view.state.outcome is Outcome.LOST:
            return Headline(translate("A unit broke through: everybody loses."), won=False)
        best = tuple(score for score in view.scores if score.rank == 1)
        names = tuple(score.name for score in best)
        seats = (player.seat for player in view.state.players if player.name in names)
        badges = tuple(map(self._table.group.badge, seats))
        points = (Icon("chip", str(best[0].points)),)
        if len(best) == 1:
            text = translate("Winner: %(who)s", who=names[0])
            return Headline(text, badges, figure=points)
        return Headline(
            translate("Tie of %(who)s", who=translate.list_of(names)),
            badges,
            translate("Tied in points and tiles: the better breath decides."),
            figure=points,
        )

    def _scored(self, view: TableView, score: Score, kinds: tuple[UnitKind, ...]) -> Line:
        """Return a player's number of tiles of each kind, and their points."""
        player = next(each for each in view.state.players if each.name == score.name)
        won = score.rank == 1 and view.state.outcome is Outcome.WON
        counts = {line.kind: line.tiles for line in score.lines}
        cells = (
            *(Cell(text=str(counts.get(kind, "\N{EN DASH}"))) for kind in kinds),
            Cell(text=str(score.tiles)),
            Cell(text=str(score.points), leads=won),
        )
        label = f"{score.rank}. {player.name}"
        return Line(label, cells, icons=(self._table.group.badge(player.seat),), lit=won)

    def _worth(self, view: TableView, kinds: tuple[UnitKind, ...]) -> Line:
        """Return the points of a tile of each kind, for the last line of the table."""
        points = (str(points_of(kind, view.state.options)) for kind in kinds)
        label = self._table.ui.translate("Points of a tile")
        return Line(label, tuple(Cell(text=each) for each in points), icons=(Icon("chip"),))

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap on a button."""
        verb, _, value = key.partition(":")
        match verb:
            case "marker":
                lane, number = value.split(":")
                self._table.ui.port.post(ShowMarker(int(lane), int(number)))
            case "drop":
                self._drop(view, Card(value))
            case "unit" | "kind" | "hero":
                self._name(view, verb, value)
            case "back":
                self._units.back()
            case _:
                pass

    def _drop(self, view: TableView, card: Card) -> None:
        player = next(p for p in view.state.players if p.owes)
        self._picked.append(card)
        if len(self._picked) == player.owes:
            self._table.ui.port.post(DiscardCards(player.seat, tuple(self._picked)))
            self._picked = []

    def _name(self, view: TableView, verb: str, value: str) -> None:
        unit = self._units.tap(verb, value)
        if unit is not None and len(self._units.units) == min(LANES, view.state.stack):
            self._table.ui.port.post(PlaceWave(tuple(self._units.units)))
            self._units.clear()

    def primary(self, view: TableView) -> None:
        """Do nothing: the main button is not used here."""

    def forget(self) -> None:
        """Discard an incomplete selection after a step of the game."""
        self._picked = []
