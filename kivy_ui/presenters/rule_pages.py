"""Rule the Galaxy on the screen: set-up, a player's turn, the advance, the end."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.rule.cards import HAND_CARDS, HEROES, Card
from companion.games.rule.commands import (
    DiscardCards,
    DrawCard,
    EndTurn,
    NewPlayer,
    PlaceWave,
    Shoot,
    ShowMarker,
    StartGame,
    StopDrawing,
    Trade,
)
from companion.games.rule.options import MARKER_VALUES
from companion.games.rule.state import GameState, Outcome, Step
from companion.games.rule.units import ONE_COLOUR, TILES, Unit, UnitKind
from companion.games.rule.view import TableView
from kivy_ui.presenters.desk import Desk
from kivy_ui.presenters.group import Group
from kivy_ui.presenters.pages import Number, Option, Page, Person, Row
from kivy_ui.presenters.rule_words import card_word, cards_words, kind_word, unit_words

MOST_PLAYERS = 4
LANES = 4


class RulePages:
    """The pages of one game; what is picked before a command is sent is kept here."""

    def __init__(self, desk: Desk, group: Group) -> None:
        self._desk = desk
        self._group = group
        self._players = 3
        self._dealt: dict[int, Card] = {}
        self._wave: list[Unit] = []
        self._kind: UnitKind | None = None
        self._picked: list[Card] = []
        self._partner: int | None = None
        self._gives: Card | None = None
        self._version = -1

    # --- what is shown -------------------------------------------------------------------------

    def page(self, view: TableView) -> Page:
        """Return what to show of the game."""
        self._forget(self._desk.update.version)
        match view.state.step:
            case Step.SET_UP:
                return self._set_up()
            case Step.DRAW:
                return self._draw(view)
            case Step.SHOOT:
                return self._shoot(view)
            case Step.MARKERS:
                return self._markers(view)
            case Step.DISCARD:
                return self._discard(view)
            case Step.WAVE:
                return self._new_wave(view)
            case _:
                return self._over(view)

    def _set_up(self) -> Page:
        translate = self._desk.words.translate
        rows = [Row(translate("Players"), number=Number("players", self._players, 1, MOST_PLAYERS))]
        people = self._group.sitting(self._players)
        for each in people:
            options = tuple(
                Option(
                    f"deal:{each.seat}:{card.value}",
                    card_word(translate, card),
                    chosen=self._dealt.get(each.seat) is card,
                )
                for card in HAND_CARDS
            )
            rows.append(Row(translate("First card of %(name)s", name=each.name), options))
        rows += self._unit_rows(LANES)
        ready = len(self._wave) == LANES and all(each.seat in self._dealt for each in people)
        return Page(
            "Rule the Galaxy",
            translate("Enter the first cards and the four units on the start fields"),
            facts=self._entered(),
            rows=tuple(rows),
            primary=translate("Start game"),
            primary_enabled=ready,
        )

    def _unit_rows(self, count: int) -> list[Row]:
        """Rows to name the next unit: its kind, then its colour."""
        translate = self._desk.words.translate
        if len(self._wave) >= count:
            return []
        lane = len(self._wave) + 1
        if self._kind is None:
            kinds = tuple(
                Option(f"kind:{kind.value}", kind_word(translate, kind)) for kind in TILES
            )
            return [Row(translate("Lane %(lane)s: which unit?", lane=lane), kinds)]
        heroes = tuple(Option(f"hero:{h.value}", card_word(translate, h)) for h in HEROES)
        word = kind_word(translate, self._kind)
        return [Row(translate("Lane %(lane)s: colour of %(unit)s?", lane=lane, unit=word), heroes)]

    def _entered(self) -> tuple[str, ...]:
        translate = self._desk.words.translate
        if not self._wave:
            return ()
        units = ", ".join(unit_words(translate, unit) for unit in self._wave)
        return (translate("New units: %(units)s", units=units),)

    def _page(
        self,
        view: TableView,
        status: str,
        *,
        facts: tuple[str, ...] = (),
        rows: tuple[Row, ...] = (),
        primary: str = "",
        primary_enabled: bool = True,
    ) -> Page:
        """A page of the running game, with its round and its people."""
        translate = self._desk.words.translate
        state = view.state
        points = {score.name: score for score in view.scores}
        people = tuple(
            Person(
                player.seat,
                player.name,
                self._group.colour(player.seat),
                self._person_words(state, player.seat, points[player.name].points),
                active=player is state.on_turn and state.step in (Step.DRAW, Step.SHOOT),
            )
            for player in state.players
        )
        title = translate("Round %(number)s", number=state.round)
        return Page(title, status, people, facts, rows, primary, primary_enabled)

    def _person_words(self, state: GameState, seat: int, points: int) -> str:
        translate = self._desk.words.translate
        player = state.player(seat)
        cards = cards_words(translate, player.hand) or "-"
        scored = translate.plural("%(count)s point", "%(count)s points", points)
        if player.taken:
            at_risk = cards_words(translate, player.taken)
            return translate("%(cards)s + %(risk)s at risk", cards=cards, risk=at_risk)
        return f"{cards}; {scored}"

    def _board_facts(self, view: TableView) -> tuple[str, ...]:
        translate = self._desk.words.translate
        state = view.state
        facts = []
        if view.closest is not None and view.closest <= 1:
            text = translate("Danger: a unit breaks through at the next advance.")
            if view.closest == 1:
                text = translate("A unit stands one field before the last.")
            facts.append(text)
        moves = translate("The units advance after this round.")
        stays = translate("The units stay where they are after this round.")
        facts.append(moves if view.advance_next else stays)
        lanes = []
        for lane in range(1, LANES + 1):
            front = state.front(lane)
            if front is not None:
                lanes.append(f"{lane}: {unit_words(translate, front.unit)}")
        facts.append(translate("In front, by lane: %(units)s", units="; ".join(lanes) or "-"))
        if view.unverified:
            facts.append(translate("Points of some units are guessed; compare with the tiles."))
        return tuple(facts)

    def _draw(self, view: TableView) -> Page:
        translate = self._desk.words.translate
        state, odds = view.state, view.odds
        facts = self._board_facts(view)
        if odds is not None:
            chance = translate(
                "Bombardment: %(bad)s of %(cards)s cards, %(percent)s %%.",
                bad=odds.bombardments,
                cards=odds.cards,
                percent=round(100 * odds.bombardment),
            )
            lost = len(state.on_turn.taken)
            harmless = translate("The first one would be harmless.")
            costs = translate.plural("%(count)s card at risk.", "%(count)s cards at risk.", lost)
            facts = (f"{chance} {costs if lost else harmless}", *facts)
        cards = tuple(
            Option(f"draw:{card.value}", card_word(translate, card), enabled=card in state.deck)
            for card in Card
        )
        status = translate("%(name)s draws: tap the card", name=state.on_turn.name)
        rows = (Row(translate("Card from the deck"), cards), *self._trade_rows(view))
        return self._page(
            view,
            status,
            facts=facts,
            rows=rows,
            primary=translate("Stop drawing"),
            primary_enabled=state.drew,
        )

    def _shoot(self, view: TableView) -> Page:
        translate = self._desk.words.translate
        state = view.state
        options = tuple(
            Option(
                f"shoot:{shot.target.lane}:{shot.target.row}",
                translate(
                    "Lane %(lane)s: %(unit)s for %(cards)s",
                    lane=shot.target.lane,
                    unit=unit_words(translate, shot.target.unit),
                    cards=", ".join(
                        part
                        for part in (
                            cards_words(translate, shot.cards),
                            *(unit_words(translate, unit) for unit in shot.infiltrators),
                        )
                        if part
                    ),
                ),
            )
            for shot in view.shots
        )
        label = translate("Destroy a unit") if options else translate("No unit can be paid for")
        status = translate("%(name)s shoots or ends the turn", name=state.on_turn.name)
        return self._page(
            view,
            status,
            facts=self._board_facts(view),
            rows=(Row(label, options), *self._trade_rows(view)),
            primary=translate("End turn"),
        )

    def _trade_rows(self, view: TableView) -> tuple[Row, ...]:
        """Swap one card for one (section 3.3): with whom, what for what."""
        translate = self._desk.words.translate
        state = view.state
        mine = state.on_turn
        if not state.options.trading or not mine.hand:
            return ()
        others = tuple(
            Option(f"with:{p.seat}", p.name, chosen=p.seat == self._partner)
            for p in state.players
            if p is not mine and p.hand
        )
        if not others:
            return ()
        rows = [Row(translate("Swap a card with"), others)]
        if self._partner is not None and self._partner != mine.seat:
            rows.append(self._card_row(translate("gives"), "give", mine.hand, self._gives))
            if self._gives is not None:
                theirs = state.player(self._partner).hand
                rows.append(self._card_row(translate("gets"), "get", theirs, None))
        return tuple(rows)

    def _card_row(self, label: str, key: str, cards: tuple[Card, ...], chosen: Card | None) -> Row:
        translate = self._desk.words.translate
        return Row(
            label,
            tuple(
                Option(f"{key}:{card.value}", card_word(translate, card), chosen=card is chosen)
                for card in Card
                if card in cards
            ),
        )

    def _markers(self, view: TableView) -> Page:
        translate = self._desk.words.translate
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
        return self._page(
            view,
            translate("Turn up the bombardment marker"),
            rows=(Row(translate("Number of the marker in lane %(lane)s", lane=lane), values),),
        )

    def _discard(self, view: TableView) -> Page:
        translate = self._desk.words.translate
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
        return self._page(
            view,
            status,
            rows=(self._card_row(translate("Tap what goes away"), "drop", tuple(rest), None),),
        )

    def _new_wave(self, view: TableView) -> Page:
        translate = self._desk.words.translate
        count = min(LANES, view.state.stack)
        return self._page(
            view,
            translate("Name the new units on the start fields"),
            facts=self._entered(),
            rows=tuple(self._unit_rows(count)),
        )

    def _over(self, view: TableView) -> Page:
        translate = self._desk.words.translate
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
        return self._page(view, translate("The game is over"), facts=tuple(facts))

    # --- what can be done ----------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """A button was tapped."""
        verb, _, rest = key.partition(":")
        acts: dict[str, Callable[[TableView, str], None]] = {
            "deal": self._tap_deal,
            "kind": self._tap_kind,
            "hero": self._tap_hero,
            "draw": self._tap_draw,
            "shoot": self._tap_shoot,
            "marker": self._tap_marker,
            "drop": self._tap_drop,
            "with": self._tap_with,
            "give": self._tap_give,
            "get": self._tap_get,
        }
        acts[verb](view, rest)

    def change(self, view: TableView, key: str, delta: int) -> None:
        """The number of players was changed."""
        del view, key
        self._players = max(1, min(MOST_PLAYERS, self._players + delta))

    def primary(self, view: TableView) -> None:
        """The main button: start, stop drawing, end the turn."""
        post = self._desk.port.post
        match view.state.step:
            case Step.SET_UP:
                players = tuple(
                    NewPlayer(each.seat, each.name, self._dealt[each.seat])
                    for each in self._group.sitting(self._players)
                )
                post(StartGame(players, tuple(self._wave)))
            case Step.DRAW:
                post(StopDrawing(view.state.on_turn.seat))
            case Step.SHOOT:
                post(EndTurn(view.state.on_turn.seat))
            case _:
                pass

    def _tap_deal(self, _view: TableView, rest: str) -> None:
        seat, card = rest.split(":")
        self._dealt[int(seat)] = Card(card)

    def _tap_kind(self, view: TableView, kind: str) -> None:
        self._kind = UnitKind(kind)
        if self._kind not in ONE_COLOUR:
            self._add(view, Unit(self._kind))

    def _tap_hero(self, view: TableView, hero: str) -> None:
        if self._kind is not None:
            self._add(view, Unit(self._kind, Card(hero)))

    def _add(self, view: TableView, unit: Unit) -> None:
        self._wave.append(unit)
        self._kind = None
        if view.state.step is Step.WAVE and len(self._wave) == min(LANES, view.state.stack):
            self._desk.port.post(PlaceWave(tuple(self._wave)))
            self._wave = []

    def _tap_draw(self, view: TableView, card: str) -> None:
        self._desk.port.post(DrawCard(view.state.on_turn.seat, Card(card)))

    def _tap_shoot(self, view: TableView, rest: str) -> None:
        lane, row = (int(part) for part in rest.split(":"))
        for shot in view.shots:
            if (shot.target.lane, shot.target.row) == (lane, row):
                seat = view.state.on_turn.seat
                self._desk.port.post(Shoot(seat, lane, row, shot.cards, shot.infiltrators))

    def _tap_marker(self, _view: TableView, rest: str) -> None:
        lane, value = (int(part) for part in rest.split(":"))
        self._desk.port.post(ShowMarker(lane, value))

    def _tap_drop(self, view: TableView, card: str) -> None:
        player = next(p for p in view.state.players if p.owes)
        self._picked.append(Card(card))
        if len(self._picked) == player.owes:
            self._desk.port.post(DiscardCards(player.seat, tuple(self._picked)))
            self._picked = []

    def _tap_with(self, _view: TableView, seat: str) -> None:
        self._partner = None if self._partner == int(seat) else int(seat)
        self._gives = None

    def _tap_give(self, _view: TableView, card: str) -> None:
        self._gives = Card(card)

    def _tap_get(self, view: TableView, card: str) -> None:
        if self._partner is not None and self._gives is not None:
            mine = view.state.on_turn.seat
            self._desk.port.post(Trade(mine, self._partner, (self._gives,), (Card(card),)))

    def _forget(self, version: int) -> None:
        """A step of the game ends what was half picked."""
        if version != self._version:
            self._version = version
            self._picked, self._partner, self._gives, self._kind = [], None, None, None
            if version > 0:
                self._wave = []
