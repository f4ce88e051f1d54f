"""Rule the Galaxy between the turns: markers, discards, new units, the end."""

from __future__ import annotations

from companion.games.rule.cards import Card
from companion.games.rule.commands import DiscardCards, PlaceWave, ShowMarker
from companion.games.rule.options import LANES, MARKER_VALUES
from companion.games.rule.state import Outcome, Step, tiles_known
from companion.games.rule.view import TableView
from kivy_ui.common.pages import Option, Page, Row, end_row
from kivy_ui.games.rule.table_text import RuleTable
from kivy_ui.games.rule.units import UnitEntry
from kivy_ui.games.rule.words import kind_word


class AdvancePages:
    """The pages of the advance and of the end."""

    def __init__(self, table: RuleTable, units: UnitEntry) -> None:
        self._table = table
        self._units = units
        self._picked: list[Card] = []

    def page(self, view: TableView) -> Page:
        """Return what to show."""
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
        lane = view.state.entered[0]
        shown = view.state.shown_markers
        values = tuple(
            Option(
                f"marker:{lane}:{value}",
                str(value),
                enabled=shown.count(value) < MARKER_VALUES.count(value),
            )
            for value in sorted(set(MARKER_VALUES))
        )
        return self._table.page(
            view,
            translate("Turn up the bombardment marker"),
            rows=(Row(translate("Number of the marker in lane %(lane)s", lane=lane), values),),
        )

    def _discard(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        player = next(p for p in view.state.players if p.owes)
        left = player.owes - len(self._picked)
        rest = list(player.hand)
        for card in self._picked:
            rest.remove(card)
        status = translate.plural(
            "%(name)s discards %(count)s card",
            "%(name)s discards %(count)s cards",
            left,
            name=player.name,
        )
        return self._table.page(
            view,
            status,
            rows=(self._table.card_row(translate("Tap what goes away"), "drop", tuple(rest)),),
        )

    def _new_wave(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        count = min(LANES, view.state.stack)
        return self._table.page(
            view,
            translate("Name the new units on the start fields"),
            facts=self._units.entered(),
            rows=tuple(
                self._units.rows(
                    count,
                    tiles_known(view.state),
                    view.state.options,
                    flametroopers=not view.state.few_players,
                )
            ),
        )

    def _over(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        if view.state.outcome is Outcome.LOST:
            facts = [translate("A unit broke through: everybody loses.")]
        else:
            best = tuple(score.name for score in view.scores if score.rank == 1)
            facts = [translate("Winner: %(who)s", who=translate.list_of(best))]
            if len(best) > 1:
                facts.append(translate("Equal in points and tiles: the better breath decides."))
        for score in sorted(view.scores, key=lambda each: each.rank):
            lines = ", ".join(
                f"{line.tiles} x {kind_word(translate, line.kind)} = {line.points}"
                for line in score.lines
            )
            facts.append(f"{score.rank}. {score.name}: {score.points} ({lines or '-'})")
        return self._table.page(
            view,
            translate("The game is over"),
            facts=tuple(facts),
            rows=(end_row(translate),),
            first_large=True,
        )

    # --- what can be done ----------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """A button was tapped."""
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
        """Nothing waits for the main button here."""

    def forget(self) -> None:
        """A step of the game ends what was half picked."""
        self._picked = []
