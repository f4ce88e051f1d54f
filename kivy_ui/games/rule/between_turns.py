"""Rule the Galaxy between turns: markers, discards, new units, end of the game."""

from __future__ import annotations

from dataclasses import replace

from companion.games.rule.cards import Card
from companion.games.rule.options import points_of
from companion.games.rule.pieces import unit_named
from companion.games.rule.scoring import Score
from companion.games.rule.state import Outcome, Player, Step, free_lanes
from companion.games.rule.units import UnitKind
from companion.games.rule.view import TableView
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.board.pages import Headline, Option, Page, Row, over_page
from kivy_ui.common.board.question_page import BACK, Asking, Path, answer_key
from kivy_ui.games.rule.icons import card_face, kind_face
from kivy_ui.games.rule.table_text import RuleTable
from kivy_ui.games.rule.units import unit_table
from kivy_ui.games.rule.words import card_word


class AdvancePages:
    """Pages of the advance and of the end."""

    def __init__(self, table: RuleTable, asking: Asking) -> None:
        self._table = table
        self._asking = asking
        self._picked: list[int] = []

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
        state = view.state
        lane = state.entered[0]
        path: Path = ("marker",) if len(state.entered) == 1 else ("marker", str(lane))
        field = lane, state.options.marker_rows[lane - 1]
        return self._table.page(
            view,
            self._asking.asked(state, 0, *path),
            rows=(Row("", self._asking.options(state, 0, *path), cards=True),),
            lanes=self._table.board(state, marked={field}),
        )

    def _discard(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        player = next(p for p in view.state.players if p.owes)
        left = player.owes - len(self._picked)
        rest = [at for at in range(len(player.hand)) if at not in self._picked]
        status = translate.plural(
            "%(name)s discards %(count)s card: tap it",
            "%(name)s discards %(count)s cards: tap them",
            left,
            name=player.name,
        )
        kinds = [player.hand[at] for at in rest]
        cards = tuple(
            Option(
                self._drop(player, rest[kinds.index(card)]),
                card_word(translate, card),
                icons=(Icon(card_face(card), str(kinds.count(card))),),
            )
            for card in Card
            if card in kinds
        )
        return self._table.page(
            view,
            status,
            rows=(Row("", cards, cards=True, stacked=True),),
            lanes=self._table.board(view.state),
            acts=player.seat,
            progress=translate(
                "%(step)s of %(steps)s", step=len(self._picked) + 1, steps=player.owes
            ),
        )

    def _drop(self, player: Player, at: int) -> str:
        """Return the key of a card to discard; the last one completes the answer."""
        if len(set(player.hand)) == 1:
            return answer_key(player.seat, "discard")
        if len(self._picked) + 1 < player.owes:
            return f"drop:{at}"
        return answer_key(player.seat, [*self._picked, at])

    def _new_wave(self, view: TableView) -> Page:
        translate, state = self._table.ui.translate, view.state
        path = self._asking.path or ("wave",)
        named, count = tuple(map(unit_named, path[1:])), len(free_lanes(state)[: state.stack])
        notes = {(lane, 1): "?" for lane in range(len(named) + 1, count + 1)}
        undo = Option(BACK, translate("Undo the last one"), icon="undo")
        return self._table.page(
            view,
            self._asking.asked(state, 0, *path),
            table=unit_table(
                translate, self._asking, state, path, flametroopers=not state.few_players
            ),
            lanes=self._table.board(state, coming=named, marked={(len(named) + 1, 1)}, notes=notes),
            beside=(*((undo,) if named else ()), *self._table.more()),
            progress=translate("%(step)s of %(steps)s", step=len(named) + 1, steps=count),
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

    def tap(self, _view: TableView, key: str) -> None:
        """Handle a tap on a button that is no answer."""
        verb, _, value = key.partition(":")
        if verb == "drop":
            self._picked.append(int(value))

    def primary(self, view: TableView) -> None:
        """Do nothing: the main button is not used here."""

    def forget(self) -> None:
        """Discard an incomplete selection after a step of the game."""
        self._picked = []
