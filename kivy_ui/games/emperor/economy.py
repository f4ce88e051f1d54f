"""Galactic Emperor's roles of peace: Steward, Engineer, Scientist."""

from __future__ import annotations

from companion.games.emperor import commands as c
from companion.games.emperor.state import GameState, Player, Step
from companion.games.emperor.technologies import Technology
from companion.games.emperor.view import TableView
from companion.games.emperor.war.forces import RESERVE, Ship, Token
from kivy_ui.common.pages import Option, Page, Row
from kivy_ui.games.emperor.page_part import EmperorTable
from kivy_ui.games.emperor.words import ship_word, technology_word


class EconomyPages:
    """The pages of the roles in which nobody fights or votes."""

    def __init__(self, table: EmperorTable) -> None:
        self._table = table

    def page(self, view: TableView) -> Page:
        """Return what to show."""
        match view.state.step:
            case Step.PRODUCE:
                return self._produce(view)
            case Step.BUILD:
                return self._build(view)
            case _:
                return self._research(view)

    def _produce(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state, inputs = view.state, self._table.inputs
        seat = view.acts or 0
        player = state.player(seat)
        yielding = [
            sector
            for sector in state.own(seat)
            if sector.number not in state.acted and (sector.metal or sector.energy)
        ]
        fed = tuple(
            inputs.option(f"sector:{s.number}", self._table.sector(s)) for s in yielding if s.cubes
        )
        label = translate("Sectors that yield for a food")
        if not fed:
            label = translate("No food lies on a sector that yields")
        rows = [Row(label, fed)]
        if player.has(Technology.PROTEIN_FIELDS) and yielding:
            free = tuple(
                inputs.option(f"protein:{s.number}", self._table.sector(s)) for s in yielding
            )
            rows.append(Row(translate("Protein Fields: two sectors without food"), free))
        if seat == state.selector and not state.bonus_used and not state.acted:
            bonus = (
                Option("free:metal", translate("One metal")),
                Option("free:energy", translate("One energy")),
            )
            rows.append(Row(translate("Bonus of the Steward"), bonus))
        rows.append(self._table.more_row())
        done = translate("Produce") if inputs.picked else translate("End turn")
        status = translate("%(name)s produces", name=self._table.name(view))
        return self._table.page(view, status, rows=tuple(rows), primary=done)

    def _build(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state, inputs = view.state, self._table.inputs
        player = state.player(view.acts or state.turns[0])
        ships = tuple(
            inputs.part(ship_word(translate, ship), f"{ship.value}s", 0, player.in_reserve(ship))
            for ship in Ship
        )
        rows = [Row("", numbers=ships)]
        if view.acts == state.selector and not state.bonus_used:
            text = translate("Bonus of the Engineer: a free Fighter")
            rows.append(Row("", (inputs.option("free_ship", text),)))
        delivery = self._delivery(state, player.seat)
        rows += [*delivery, self._table.more_row()]
        wanted = any(inputs.numbers.values()) or "free_ship" in inputs.picked
        done = translate("Build") if wanted else translate("End turn")
        status = translate("%(name)s builds ships", name=player.name)
        return self._table.page(
            view,
            status,
            facts=self._costs(state, player),
            facts_last=bool(delivery),  # all questions fit on a small screen
            rows=tuple(rows),
            primary=done,
        )

    def _costs(self, state: GameState, player: Player) -> tuple[str, ...]:
        """What each kind of ship costs, and what is left in reserve."""
        translate = self._table.ui.translate
        facts = []
        for ship in Ship:
            bill = getattr(state.options, ship.value)
            cost = (
                translate(
                    "%(marks)s marks, metal %(metal)s, energy %(energy)s",
                    marks=bill.marks,
                    metal=bill.metal,
                    energy=bill.energy,
                )
                if bill is not None
                else translate("cost not entered yet")
            )
            facts.append(
                translate(
                    "%(ship)s: %(cost)s; %(left)s of %(all)s in reserve.",
                    ship=ship_word(translate, ship),
                    cost=cost,
                    left=player.in_reserve(ship),
                    all=RESERVE[ship],
                )
            )
        return tuple(facts)

    def _research(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state = view.state
        taken = {each for player in state.players for each in player.technologies}
        options = []
        for technology in Technology:
            if technology not in taken | state.removed:
                cost = state.options.cost_of(technology)
                word = technology_word(translate, technology)
                text = f"{word} ({'?' if cost is None else cost})"
                options.append(Option(f"technology:{technology.value}", text))
        name = self._table.name(view)
        status = translate("%(name)s buys a technology or passes", name=name)
        rows = (
            Row(translate("Technology (energy)"), tuple(options)),
            self._table.more_row(),
        )
        facts: tuple[str, ...] = ()
        if view.acts == state.selector:
            facts = (translate("%(name)s pays one energy less.", name=name),)
        return self._table.page(view, status, facts=facts, rows=rows, primary=translate("Pass"))

    # --- what can be done ----------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """A button was tapped."""
        verb, _, value = key.partition(":")
        post, seat = self._table.ui.port.post, view.acts or 0
        match verb:
            case "free":
                post(c.TakeFree(seat, metal=value == "metal"))
            case "technology":
                post(c.BuyTechnology(seat, Technology(value)))
            case "sector" | "protein":
                self._pick_sector(key)
            case "free_ship" | "deliver":
                self._pick(key)
            case _:
                pass

    def _pick(self, key: str) -> None:
        """The free Fighter, or the only Starbase that gets the ships."""
        inputs = self._table.inputs
        if key.startswith("deliver:"):
            inputs.picked = [each for each in inputs.picked if not each.startswith("deliver:")]
        inputs.toggle(key)

    def _delivery(self, state: GameState, seat: int) -> tuple[Row, ...]:
        """Which own Starbase gets the ships; nobody is asked where there is only one."""
        translate = self._table.ui.translate
        bases = [s for s in state.own(seat) if s.token is Token.STARBASE]
        if not state.fields or len(bases) < 2:
            return ()
        picked = self._deliver_to() or next(s.number for s in bases if s.home)
        options = tuple(
            Option(
                f"deliver:{each.number}",
                translate("Hex %(hex)s", hex=each.number),
                chosen=each.number == picked,
            )
            for each in bases
        )
        return (Row(translate("Which Starbase gets them?"), options),)

    def _deliver_to(self) -> int:
        keys = (key.partition(":") for key in self._table.inputs.picked)
        return next((int(value) for verb, _, value in keys if verb == "deliver"), 0)

    def _pick_sector(self, key: str) -> None:
        """A sector yields for a food or without one, not twice."""
        verb, _, number = key.partition(":")
        other = f"{'protein' if verb == 'sector' else 'sector'}:{number}"
        if other in self._table.inputs.picked:
            self._table.inputs.toggle(other)
        self._table.inputs.toggle(key)

    def primary(self, view: TableView) -> None:
        """Place, produce, build, or end the turn."""
        inputs, seat = self._table.inputs, view.acts or 0
        post = self._table.ui.port.post
        match view.state.step:
            case Step.PRODUCE if inputs.picked:
                sectors = tuple(int(key.partition(":")[2]) for key in inputs.picked)
                free = tuple(
                    int(key.removeprefix("protein:"))
                    for key in inputs.picked
                    if key.startswith("protein:")
                )
                post(c.ProduceOn(seat, sectors, free))
            case Step.BUILD if any(inputs.numbers.values()) or "free_ship" in inputs.picked:
                post(
                    c.BuildShips(
                        seat,
                        inputs.number("fighters"),
                        inputs.number("cruisers"),
                        inputs.number("dreadnoughts"),
                        free_fighter="free_ship" in inputs.picked,
                        hex=self._deliver_to(),
                    )
                )
            case _:
                post(c.EndTurn(seat))
