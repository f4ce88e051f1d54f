"""Shared by Rule the Galaxy's pages: players, board, rows of cards."""

from __future__ import annotations

from collections.abc import Collection
from types import MappingProxyType
from typing import Final

from companion.games.rule.cards import Card
from companion.games.rule.options import LANES, ROWS
from companion.games.rule.state import GameState, Player, Step
from companion.games.rule.units import Unit, UnitKind
from companion.games.rule.view import TableView
from companion.i18n import N_
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.lanes import FieldMark, LaneBoard
from kivy_ui.common.board.page_table import PageTable
from kivy_ui.common.board.pages import Option, Page, Person, Row
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.rule.icons import MARKER, card_face, card_icons, unit_face, unit_icons
from kivy_ui.games.rule.words import card_word

_PARTS: Final = MappingProxyType(
    {
        Step.DRAW: N_("Drawing"),
        Step.SHOOT: N_("Destroying units"),
        Step.MARKERS: N_("Advance"),
        Step.DISCARD: N_("Advance"),
        Step.WAVE: N_("Advance"),
    }
)
"""Names of the parts of a round."""


class RuleTable:
    """Players and board of one game."""

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self.ui = ui
        self.group = group

    def page(
        self,
        view: TableView,
        status: str,
        *,
        facts: tuple[str, ...] = (),
        rows: tuple[Row, ...] = (),
        primary: str = "",
        primary_enabled: bool = True,
        first_large: bool = False,
        lines: tuple[IconLine, ...] = (),
        beside: tuple[Option, ...] = (),
        lanes: LaneBoard | None = None,
        table: PageTable | None = None,
        progress: str = "",
        acts: int = 0,
    ) -> Page:
        """Return a page of the running game, with its round and its players.

        Args:
            acts: seat of the asked player, if it is not the active player.
        """
        translate = self.ui.translate
        state = view.state
        points = {score.name: score.points for score in view.scores}
        turn = state.on_turn.seat if state.step in (Step.DRAW, Step.SHOOT) else 0
        people = tuple(
            Person(
                player.seat,
                player.name,
                self.group.colour(player.seat),
                "",
                active=player.seat == (acts or turn),
                goods=self._goods(player, points[player.name]),
                marks=(Icon("check"),) if turn and place < state.active else (),
            )
            for place, player in enumerate(state.players)
        )
        title = translate("Round %(number)s", number=state.round)
        if state.step in _PARTS:
            title = f"{title}: {translate(_PARTS[state.step])}"
        if state.step is Step.OVER:
            title = translate("The end")
        return Page(
            title,
            status,
            people,
            facts,
            rows,
            primary,
            primary_enabled,
            first_large=first_large,
            lines=lines,
            beside=beside,
            lanes=lanes,
            table=table,
            progress=progress,
        )

    def _goods(self, player: Player, points: int) -> tuple[Icon, ...]:
        """Return the cards in hand, the cards at risk, infiltrators, points."""
        infiltrators = tuple(unit for unit in player.tiles if unit.kind is UnitKind.INFILTRATOR)
        return (
            *card_icons(player.hand),
            *card_icons(player.taken, at_risk=True),
            *unit_icons(infiltrators),
            Icon("chip", str(points)),
        )

    def advance_line(self, view: TableView) -> tuple[IconLine, ...]:
        """Return the units' next advance if it is dangerous or depends on the movement marker."""
        translate = self.ui.translate
        if view.closest == 0 and view.advance_next:
            danger = translate("Danger: a unit breaks through at the next advance.")
            return (IconLine((Icon("doubt"),), danger),)
        if not view.state.few_players:
            return ()
        if view.advance_next:
            text = translate("The units advance after this round.")
            return (IconLine((Icon("down"),), text),)
        stays = translate("The units stay where they are after this round.")
        return (IconLine((Icon("minus"),), stays),)

    def guessed(self, view: TableView) -> str:
        """Return a warning if some points are guesses."""
        if not view.unverified:
            return ""
        return self.ui.translate("Points of some units are guessed; compare with the tiles.")

    def board(
        self,
        state: GameState,
        *,
        targets: Collection[tuple[int, int]] = (),
        marked: Collection[tuple[int, int]] = (),
        coming: tuple[Unit, ...] = (),
        notes: dict[tuple[int, int], str] | None = None,
    ) -> LaneBoard:
        """Return the lanes with their units.

        Args:
            state: the game.
            targets: fields that can be tapped; they are marked if *marked* is empty.
            marked: fields to mark instead.
            coming: units about to enter the start fields, from lane 1 on.
            notes: texts of empty fields.
        """
        pieces = {(lane, state.options.marker_rows[lane - 1]): MARKER for lane in state.markers}
        pieces |= {(p.lane, p.row): unit_face(p.unit) for p in state.board}
        pieces |= {(lane, 1): unit_face(unit) for lane, unit in enumerate(coming, 1)}
        words = notes or {}
        fields = tuple(
            FieldMark(
                *place,
                pieces.get(place, ""),
                marked=place in (marked or targets),
                note=words.get(place, ""),
                tappable=place in targets,
            )
            for place in sorted({*pieces, *words, *marked, *targets})
        )
        framed = tuple((lane, row) for lane, row in enumerate(state.options.marker_rows, 1))
        return LaneBoard(LANES, ROWS, fields, framed, self.ui.translate("The Resistance"))

    def card_row(
        self, label: str, key: str, cards: tuple[Card, ...], chosen: Card | None = None
    ) -> Row:
        """Return a row with a button for each kind of card."""
        translate = self.ui.translate
        return Row(
            label,
            tuple(
                Option(
                    f"{key}:{card.value}",
                    card_word(translate, card),
                    chosen=card is chosen,
                    icons=(Icon(card_face(card), str(cards.count(card))),),
                )
                for card in Card
                if card in cards
            ),
            cards=True,
            stacked=True,
        )

    def more(self) -> tuple[Option, ...]:
        """Return the button that opens the corrections."""
        return (Option("open:right", self.ui.translate("Correct it"), icon="pencil"),)
