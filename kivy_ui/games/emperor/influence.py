"""Galactic Emperor's Regent pages: buying and placing influence, retreat from lost sectors."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor.galaxy.fields import force_of
from companion.games.emperor.galaxy.ships import RetreatTo
from companion.games.emperor.holdings import Cubes
from companion.games.emperor.roles.regent import BuyInfluence, PlaceInfluence
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.state import THRONE, GameState, Influence, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.view import TableView
from kivy_ui.common.board.hex_map import HexMap
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Option, Page, Row
from kivy_ui.games.emperor.icons import MARKS, kind_icons
from kivy_ui.games.emperor.icons import THRONE as THRONE_ICON
from kivy_ui.games.emperor.page_part import EmperorTable
from kivy_ui.games.emperor.star_map import star_map
from kivy_ui.games.emperor.words import force_words

_SPLIT = "split"


class InfluencePages:
    """Pages of the Regent role."""

    def __init__(self, table: EmperorTable) -> None:
        self._table = table

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
        translate = self._table.ui.translate
        player = view.state.player(view.acts or view.state.turns[0])
        price = 2 if player.has(Technology.DIPLOMAT) else view.influence_price
        colour = self._table.group.colour(player.seat)
        buy = Option(
            "influence",
            translate("One more token"),
            enabled=player.marks >= (price or 0),
            icons=(Icon(MARKS, str(price)), Icon("arrow"), Icon("token/empire", colour=colour)),
        )
        seats = view.state.turns or (player.seat,)
        nobody = Option(
            "nobody",
            translate("Nobody buys any more"),
            icons=(
                *(self._table.group.badge(seat) for seat in seats),
                Icon("skip"),
            ),
        )
        status = translate("%(name)s buys influence or passes", name=player.name)
        return self._table.page(
            view,
            status,
            lines=(self._hands(view.state),),
            rows=(Row("", (buy, nobody), cards=True),),
            primary=translate("%(name)s passes", name=player.name),
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
        translate = self._table.ui.translate
        state = view.state
        regent, seat = state.regent, view.acts
        placed, split = self._placed(), _SPLIT in self._table.inputs.picked
        left = regent.tokens(seat) - len(placed) if regent and seat else 0
        throne = self._target(state, THRONE, seat or 0, translate("Throne"))
        options = [replace(throne, icons=(Icon(THRONE_ICON), *throne.icons))]
        group = self._table.group
        for sector in state.sectors:
            if not sector.home and not state.fields:
                owner = sector.owner
                badge = () if owner is None else (group.badge(owner),)
                target = self._target(state, sector.number, seat or 0, self._table.place(sector))
                icons = (*badge, *kind_icons(sector), *target.icons)
                options.append(replace(target, icons=icons))
        status = translate.plural(
            "%(name)s places %(count)s token: tap a sector or the Throne",
            "%(name)s places %(count)s tokens: tap a sector or the Throne",
            left,
            name=self._table.name(view),
        )
        rows = [Row("", tuple(options), cards=True, stacked=True)]
        token = Icon("token/empire", colour=group.colour(seat or 0))
        if placed:
            rows.append(Row("", (Option("back", translate("Undo these"), icon="undo"),)))
        elif left > 1:
            together = translate("All to one place")
            pile, apart = replace(token, text=f"\u00d7{left}"), (token, Icon("plus"), token)
            ways = (
                Option("together", together, chosen=not split, icons=(pile,)),
                Option(_SPLIT, translate("One by one"), chosen=split, icons=apart),
            )
            rows.append(Row("", ways, cards=True))
        return self._table.page(view, status, rows=tuple(rows), hexes=self._map(state, seat or 0))

    def _map(self, state: GameState, seat: int) -> HexMap:
        """Return the map with the influence already placed and about to be placed."""
        if not state.fields:
            return ()
        sectors = [sector.number for sector in state.sectors if not sector.home]
        lies = [each for n in sectors for each in self._influence(state, n, seat)]
        return star_map(self._table, state, offered=sectors, influence=lies)

    def _influence(self, state: GameState, number: int, seat: int) -> tuple[Influence, ...]:
        """Return the influence already placed and about to be placed at one location."""
        mine = self._placed().count(number)
        there = state.regent.placed if state.regent is not None else ()
        found = tuple(each for each in there if each.sector == number)
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
            Option(f"hex:{number}", translate("Hex %(hex)s", hex=number))
            for number in first.targets
        )
        return self._table.page(
            view,
            status,
            rows=(Row(translate("Equally near own Starbases"), options, cards=True),),
            hexes=star_map(self._table, state, chosen=first.start, offered=first.targets),
        )

    def _target(self, state: GameState, number: int, seat: int, text: str) -> Option:
        """Return an option for a location with its present and pending influence."""
        colour = self._table.group.colour
        tokens = tuple(
            Icon("token/empire", str(each.tokens), colour=colour(each.seat))
            for each in self._influence(state, number, seat)
        )
        mine = self._placed().count(number)
        return Option(f"place:{number}", text, chosen=mine > 0, icons=tokens)

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap on a button."""
        verb, _, value = key.partition(":")
        match verb:
            case "influence":
                self._table.ui.port.post(BuyInfluence(view.acts or 0))
            case "nobody":
                for seat in view.state.turns:
                    self._table.ui.port.post(EndTurn(seat))
            case "hex" if view.state.retreats:
                first = view.state.retreats[0]
                if int(value) in first.targets:  # the lost sector is highlighted too
                    self._table.ui.port.post(RetreatTo(first.seat, first.start, int(value)))
            case "place" | "hex":
                self._add(view.state, view.acts or 0, int(value))
            case "split" | "together":
                self._table.inputs.picked = [_SPLIT] if verb == _SPLIT else []
            case "back":
                self._table.inputs.clear()
            case _:
                pass

    def _placed(self) -> list[int]:
        """Return the location of each token placed so far."""
        keys = (key.partition(":") for key in self._table.inputs.picked)
        return [int(value) for verb, _, value in keys if verb == "place"]

    def _add(self, state: GameState, seat: int, number: int) -> None:
        """Place all tokens, or the next one, at a location; the last one ends the turn."""
        inputs, regent = self._table.inputs, state.regent
        mine = regent.tokens(seat) if regent is not None else 0
        inputs.picked += [f"place:{number}"] * (1 if _SPLIT in inputs.picked else mine)
        numbers = self._placed()
        if numbers and len(numbers) == mine:
            placed = tuple(Cubes(n, numbers.count(n)) for n in dict.fromkeys(numbers))
            inputs.clear()
            self._table.ui.port.post(PlaceInfluence(seat, placed))

    def primary(self, view: TableView) -> None:
        """Pass while influence is being bought."""
        if view.state.step is Step.BUY_INFLUENCE:
            self._table.ui.port.post(EndTurn(view.acts or 0))
