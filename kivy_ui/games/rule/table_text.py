"""What the parts of Rule the Galaxy's pages share: people, the board in words."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.rule.cards import Card
from companion.games.rule.options import LANES, ROWS
from companion.games.rule.state import GameState, Player, Step
from companion.games.rule.units import Unit, UnitKind
from companion.games.rule.view import TableView
from kivy_ui.common.lanes import FieldMark, LaneBoard
from kivy_ui.common.page_table import PageTable
from kivy_ui.common.pages import Option, Page, Person, Row
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.signs import Share, Sign, SignLine
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.rule.signs import card_face, card_signs, unit_face, unit_signs
from kivy_ui.games.rule.words import card_word, cards_words


class RuleTable:
    """The people and the board of one game."""

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
        lines: tuple[SignLine, ...] = (),
        shares: tuple[Share, ...] = (),
        beside: tuple[Option, ...] = (),
        lanes: LaneBoard | None = None,
        table: PageTable | None = None,
        progress: str = "",
        acts: int = 0,
    ) -> Page:
        """A page of the running game, with its round and its people.

        Args:
            acts: seat of who is asked, where it is not the player on turn.
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
                self._person_words(state, player.seat, points[player.name]),
                active=player.seat == (acts or turn),
                goods=self._goods(player, points[player.name]),
            )
            for player in state.players
        )
        title = translate("Round %(number)s", number=state.round)
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
            shares=shares,
            beside=beside,
            lanes=lanes,
            table=table,
            progress=progress,
        )

    def _goods(self, player: Player, points: int) -> tuple[Sign, ...]:
        """The cards in the hand, those that may still be lost, infiltrators, points."""
        infiltrators = tuple(unit for unit in player.tiles if unit.kind is UnitKind.INFILTRATOR)
        return (
            *card_signs(player.hand),
            *card_signs(player.taken, at_risk=True),
            *unit_signs(infiltrators),
            Sign("chip", str(points)),
        )

    def _person_words(self, state: GameState, seat: int, points: int) -> str:
        translate = self.ui.translate
        player = state.player(seat)
        cards = cards_words(translate, player.hand) or "-"
        scored = translate.plural("%(count)s point", "%(count)s points", points)
        if player.taken:
            at_risk = cards_words(translate, player.taken)
            return translate("%(cards)s + %(risk)s at risk", cards=cards, risk=at_risk)
        return f"{cards}; {scored}"

    def advance_line(self, view: TableView) -> tuple[SignLine, ...]:
        """Return what the units do after this round, where it is not what they always do."""
        translate = self.ui.translate
        if view.closest == 0 and view.advance_next:
            danger = translate("Danger: a unit breaks through at the next advance.")
            return (SignLine((Sign("doubt"),), danger),)
        if not view.state.few_players:
            return ()
        if view.advance_next:
            text = translate("The units advance after this round.")
            return (SignLine((Sign("down"),), text),)
        stays = translate("The units stay where they are after this round.")
        return (SignLine((Sign("minus"),), stays),)

    def guessed(self, view: TableView) -> tuple[str, ...]:
        """Return a sentence where points are guesses."""
        if not view.unverified:
            return ()
        text = self.ui.translate("Points of some units are guessed; compare with the tiles.")
        return (text,)

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
            targets: fields whose units can be tapped; they are marked.
            marked: fields that are meant otherwise.
            coming: units that are about to stand on the start fields, from lane 1 on.
            notes: words for empty fields.
        """
        pieces = {(p.lane, p.row): unit_face(p.unit) for p in state.board}
        pieces |= {(lane, 1): unit_face(unit) for lane, unit in enumerate(coming, 1)}
        words = {(lane, state.options.marker_rows[lane - 1]): "?" for lane in state.markers} | (
            notes or {}
        )
        fields = tuple(
            FieldMark(
                *place,
                pieces.get(place, ""),
                marked=place in targets or place in marked,
                note=words.get(place, ""),
                tappable=place in targets,
            )
            for place in sorted({*pieces, *words, *marked})
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
                    signs=(Sign(card_face(card), str(cards.count(card))),),
                )
                for card in Card
                if card in cards
            ),
            cards=True,
        )

    def more(self) -> tuple[Option, ...]:
        """Return the button that leads to corrections."""
        return (Option("open:right", self.ui.translate("Correct it"), icon="pencil"),)
