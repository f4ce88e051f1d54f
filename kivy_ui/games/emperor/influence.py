"""Galactic Emperor's Regent pages: buying and placing influence, retreat from lost sectors."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor.galaxy.fields import force_of
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.state import THRONE, GameState, Influence, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.view import TableView
from companion.games.question import Place
from kivy_ui.common.board.hex_map import HexMap
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Option, Page, Row
from kivy_ui.common.board.question_page import BACK, answer_key
from kivy_ui.games.emperor.icons import MARKS, kind_icons
from kivy_ui.games.emperor.icons import THRONE as THRONE_ICON
from kivy_ui.games.emperor.page_part import Part
from kivy_ui.games.emperor.star_map import star_map
from kivy_ui.games.emperor.words import force_words

_NOBODY = "nobody"
_PLACE = ("turn",)
"""Path to the question where the tokens go."""


class InfluencePages(Part):
    """Pages of the Regent role."""

    def page(self, view: TableView) -> Page:
        """Return the page of the current step."""
        match view.state.step:
            case Step.BUY_INFLUENCE:
                return self._buy(view)
            case Step.PLACE_INFLUENCE:
                return self._place(view)
            case _:
                return self._retreat(view)

    def _buy(self, view: TableView) -> Page:
        translate, state = self._table.ui.translate, view.state
        player = state.player(view.acts or state.turns[0])
        price = 2 if player.has(Technology.DIPLOMAT) else view.influence_price
        colour = self._table.group.colour(player.seat)
        buy = self._asking.option(
            self._asking.answers(state, player.seat)["buy"],
            player.seat,
            icons=(Icon(MARKS, str(price)), Icon("arrow"), Icon("token/empire", colour=colour)),
        )
        nobody = Option(
            _NOBODY,
            translate("Nobody buys any more"),
            icons=(*map(self._table.group.badge, state.turns), Icon("skip")),
        )
        return self._table.page(
            view,
            self._asking.asked(state, player.seat),
            lines=(self._hands(state),),
            rows=(Row("", (buy, nobody), cards=True),),
            primary=translate("%(name)s passes", name=player.name),
            primary_key=answer_key(player.seat, "end"),
            primary_quiet=True,
        )

    def _hands(self, state: GameState) -> IconLine:
        """Return how many tokens each player has to place."""
        group = self._table.group
        hands = tuple(
            icon
            for p in state.players
            for icon in (
                group.badge(p.seat),
                Icon(
                    "token/empire",
                    str(state.regent.tokens(p.seat) if state.regent else 0),
                    colour=group.colour(p.seat),
                ),
            )
        )
        return IconLine((Icon("", self._table.ui.translate("Influence in hand")), *hands))

    def _place(self, view: TableView) -> Page:
        translate, state, asking = self._table.ui.translate, view.state, self._asking
        seat = view.acts or 0
        place = asking.at(state, seat, *_PLACE)
        placed = [int(spot) for _, spot in (asking.marked[0] or ())] if asking.path else []
        left = place.least - len(placed)
        rows = [Row("", self._targets(state, seat, place, placed), cards=True, stacked=True)]
        if placed:
            rows.append(Row("", (Option(BACK, translate("Undo these"), icon="undo"),)))
        elif left > 1:
            rows.append(Row("", self._ways(seat, left), cards=True))
        status = replace(place.text, arguments=(*place.text.arguments[:-1], ("count", left)))
        return self._table.page(
            view, asking.said(status), rows=tuple(rows), hexes=self._map(state, seat, placed)
        )

    def _ways(self, seat: int, left: int) -> tuple[Option, ...]:
        """Return the buttons to place all tokens at one location, or one by one."""
        translate, apart = self._table.ui.translate, bool(self._asking.path)
        token = Icon("token/empire", colour=self._table.group.colour(seat))
        pile, single = replace(token, text=f"\u00d7{left}"), (token, Icon("plus"), token)
        split = answer_key(seat, *_PLACE)
        together = translate("All to one place")
        return (
            Option(BACK, together, chosen=not apart, icons=(pile,)),
            Option(split, translate("One by one"), chosen=apart, icons=single),
        )

    def _targets(
        self, state: GameState, seat: int, place: Place, placed: list[int]
    ) -> tuple[Option, ...]:
        """Return the locations with their influence; on a map the Throne only."""
        found = []
        for spot in place.spots:
            sector, number = state.sector(spot.value), spot.value
            if sector is not None and state.fields:
                continue
            icons: tuple[Icon, ...] = (Icon(THRONE_ICON),)
            if sector is not None:
                owner = () if sector.owner is None else (self._table.group.badge(sector.owner),)
                icons = (*owner, *kind_icons(sector))
            tokens = tuple(
                Icon("token/empire", str(each.tokens), colour=self._table.group.colour(each.seat))
                for each in self._influence(state, number, seat, placed)
            )
            key = self._asking.spot_key(state, spot.key, seat, *_PLACE)
            text, chosen = self._asking.said(spot.text), number in placed
            found.append(Option(key, text, chosen=chosen, icons=(*icons, *tokens)))
        return tuple(found)

    def _map(self, state: GameState, seat: int, placed: list[int]) -> HexMap:
        """Return the map with the influence already placed and about to be placed."""
        if not state.fields:
            return ()
        spots = self._asking.at(state, seat, *_PLACE).spots
        keys = {
            spot.value: self._asking.spot_key(state, spot.key, seat, *_PLACE)
            for spot in spots
            if spot.value != THRONE
        }
        lies = [each for n in keys for each in self._influence(state, n, seat, placed)]
        return star_map(self._table, state, offered=keys, influence=lies)

    def _influence(
        self, state: GameState, number: int, seat: int, placed: list[int]
    ) -> tuple[Influence, ...]:
        """Return the influence already placed and about to be placed at one location."""
        there = state.regent.placed if state.regent is not None else ()
        found = tuple(each for each in there if each.sector == number)
        mine = placed.count(number)
        return (*found, Influence(seat, number, mine)) if mine else found

    def _retreat(self, view: TableView) -> Page:
        """Ask which of several equally near Starbases the ships retreat to."""
        translate, state = self._table.ui.translate, view.state
        first = state.retreats[0]
        ships = force_of(state.fleets, first.seat, first.start)
        status = translate(
            "%(name)s: %(ships)s on hex %(hex)s go to which Starbase?",
            name=self._table.name(view),
            ships=force_words(translate, ships),
            hex=first.start,
        )
        options = tuple(
            self._asking.option(each, first.seat)
            for key, each in self._asking.answers(state, first.seat).items()
            if key.isdigit()
        )
        offered = {target: answer_key(first.seat, str(target)) for target in first.targets}
        return self._table.page(
            view,
            status,
            rows=(Row(translate("Equally near own Starbases"), options, cards=True),),
            hexes=star_map(self._table, state, chosen=first.start, offered=offered),
        )

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap on a button; one of them passes for all players."""
        if key == _NOBODY:
            for seat in view.state.turns:
                self._table.ui.port.post(EndTurn(seat))
        else:
            super().tap(view, key)
