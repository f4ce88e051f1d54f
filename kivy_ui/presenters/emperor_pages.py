"""Galactic Emperor on the screen: set-up, rounds, every role but the wars."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.emperor import commands as c
from companion.games.emperor.market import MARKET_DICE, Dealings, MarketPrices
from companion.games.emperor.state import (
    CUBES_LIMIT,
    ENERGY_LIMIT,
    METAL_LIMIT,
    THRONE,
    Direction,
    GameState,
    Player,
    Role,
    Step,
)
from companion.games.emperor.technologies import Technology
from companion.games.emperor.view import TableView
from kivy_ui.presenters.desk import Desk
from kivy_ui.presenters.drafts import Draft
from kivy_ui.presenters.emperor_copy import CopyPages
from kivy_ui.presenters.emperor_war import WarPages
from kivy_ui.presenters.emperor_words import role_word, sector_words, technology_word
from kivy_ui.presenters.group import Group
from kivy_ui.presenters.pages import Number, Option, Page, Person, Row

FEWEST_PLAYERS = 3
MOST_PLAYERS = 6
DIE_VALUES = range(1, 7)
_GOODS = ("food", "metal", "energy")
SHIPS_IN_ONE_BILL = 8


class EmperorPages:
    """The pages of one game; what is picked before a command is sent is kept here."""

    def __init__(self, desk: Desk, group: Group) -> None:
        self._desk = desk
        self._group = group
        self._players = FEWEST_PLAYERS
        self._throne = 1
        self._draft = Draft()
        self._version = -1
        self._war = WarPages(desk, self._draft)
        self._copy = CopyPages(desk)

    # --- what is shown -------------------------------------------------------------------------

    def page(self, view: TableView) -> Page:
        """Return what to show of the game."""
        if self._desk.update.version != self._version:
            self._version = self._desk.update.version
            self._draft.clear()
        if self._copy.open:
            return self._copy.page(view.state.options)
        state = view.state
        pages: dict[Step, Callable[[TableView], Page]] = {
            Step.SET_UP: lambda _view: self._set_up(),
            Step.DIRECTION: self._direction,
            Step.SELECT: self._select,
            Step.EXPLORE: self._explore,
            Step.MARKET_THROW: self._market,
            Step.MARKET_DROP: self._market,
            Step.TRADE: self._trade,
            Step.PRODUCE: self._produce,
            Step.BUILD: self._build,
            Step.BUY_INFLUENCE: self._buy_influence,
            Step.PLACE_INFLUENCE: self._place_influence,
            Step.RESEARCH: self._research,
            Step.DUEL: self._duel,
            Step.OVER: self._over,
        }
        if state.step in pages:
            return pages[state.step](view)
        return self._war.page(view, self.title(view), self.people(view))

    def title(self, view: TableView) -> str:
        """Return the round and its role."""
        translate = self._desk.words.translate
        title = translate("Round %(number)s", number=view.state.round)
        role = view.state.role
        busy = view.state.step not in (Step.SELECT, Step.DIRECTION)
        return f"{title}: {role_word(translate, role)}" if role is not None and busy else title

    def people(self, view: TableView) -> tuple[Person, ...]:
        """Return everybody's open belongings."""
        tokens = dict(view.tokens)
        return tuple(
            Person(
                player.seat,
                player.name,
                self._group.colour(player.seat),
                self._belongings(player, tokens[player.seat]),
                active=player.seat == view.acts,
            )
            for player in view.state.players
        )

    def _belongings(self, player: Player, tokens: int) -> str:
        return self._desk.words.translate(
            "%(marks)s marks, metal %(metal)s, energy %(energy)s, %(tokens)s tokens",
            marks=player.marks,
            metal=player.metal,
            energy=player.energy,
            tokens=tokens,
        )

    def _page(self, view: TableView, status: str, **more: object) -> Page:
        return Page(self.title(view), status, self.people(view), **more)  # type: ignore[arg-type]  # fields of a page

    def _facts(self, view: TableView) -> tuple[str, ...]:
        translate = self._desk.words.translate
        facts = [translate("%(count)s VP left in the pool", count=view.pool)]
        if view.unverified:
            facts.append(translate("The food prices are a guess: compare them with the board."))
        return tuple(facts)

    def _copy_row(self) -> Row:
        text = self._desk.words.translate("Enter prices and costs from the board and the cards")
        return Row("", (Option("copy", text),))

    def _set_up(self) -> Page:
        translate = self._desk.words.translate
        people = self._group.sitting(self._players)
        throne = tuple(
            Option(f"throne:{each.seat}", each.name, chosen=each.seat == self._throne)
            for each in people
        )
        number = Number("players", self._players, FEWEST_PLAYERS, MOST_PLAYERS)
        rows = [Row(translate("Players"), number=number)]
        rows.append(Row(translate("Who has the Throne?"), throne))
        for each in people:
            for key, word in self._goods():
                label = translate("Home of %(name)s: %(good)s", name=each.name, good=word)
                rows.append(self._draft.row(label, f"{key}{each.seat}", 0, 5))
        return Page(
            "Galactic Emperor",
            translate("Who plays, and what do the home sectors yield?"),
            rows=tuple(rows),
            primary=translate("Start game"),
        )

    def _goods(self) -> tuple[tuple[str, str], ...]:
        translate = self._desk.words.translate
        return (
            ("food", translate("food")),
            ("metal", translate("metal")),
            ("energy", translate("energy")),
        )

    def _direction(self, view: TableView) -> Page:
        translate = self._desk.words.translate
        name = view.state.player(view.state.throne).name
        options = (
            Option("direction:left", translate("To the left")),
            Option("direction:right", translate("To the right")),
        )
        status = translate("%(name)s has the Throne and sets the direction", name=name)
        rows = (Row(translate("Direction of this round"), options), self._copy_row())
        return self._page(view, status, facts=self._facts(view), rows=rows)

    def _select(self, view: TableView) -> Page:
        translate = self._desk.words.translate
        name = self._name(view)
        options = tuple(
            Option(f"role:{role.value}", role_word(translate, role)) for role in view.roles
        )
        status = translate("%(name)s chooses a role", name=name)
        rows = (Row(translate("Roles that are left"), options), self._copy_row())
        return self._page(view, status, facts=self._facts(view), rows=rows)

    def _name(self, view: TableView) -> str:
        return view.state.player(view.acts).name if view.acts is not None else ""

    def _explore(self, view: TableView) -> Page:
        translate = self._desk.words.translate
        state, draft = view.state, self._draft
        rows = [draft.row(translate("Planets on the tile"), "planets", 0, 2)]
        if draft.number("planets"):
            rows += [draft.row(word, key, 0, 9) for key, word in self._goods()]
        extras = []
        if view.acts == state.selector and not state.placing_rest and draft.number("planets"):
            extras.append(draft.option("annex", translate("Put an Empire on it")))
        if not state.omega_collapsed and not draft.number("planets"):
            extras.append(draft.option("black_hole", translate("It is the Black Hole")))
        if extras:
            rows.append(Row("", tuple(extras)))
        left = translate.plural(
            "%(count)s tile lies open", "%(count)s tiles lie open", state.revealed
        )
        status = translate("%(name)s places a tile", name=self._name(view))
        return self._page(
            view, status, facts=(left,), rows=tuple(rows), primary=translate("Placed")
        )

    def _market(self, view: TableView) -> Page:
        translate = self._desk.words.translate
        state, draft = view.state, self._draft
        if state.step is Step.MARKET_THROW:
            values = tuple(Option(f"pip:{value}", str(value)) for value in DIE_VALUES)
            seen = " ".join(key.removeprefix("pip:") for key in draft.picked)
            label = translate("Tap the four dice: %(seen)s", seen=seen or "-")
            status = translate("%(name)s rolls the market dice", name=self._name(view))
            return self._page(view, status, rows=(Row(label, values),))
        dice = tuple(Option(f"drop:{i}", str(value)) for i, value in enumerate(state.market))
        rows = [Row(translate("Tap the die that goes away"), dice)]
        warps = [p for p in state.players if p.has(Technology.TIME_WARP)]
        rows += [
            Row(
                translate("Time Warp of %(name)s: die %(die)s becomes", name=p.name, die=value),
                tuple(Option(f"warp:{p.seat}:{i}:{new}", str(new)) for new in DIE_VALUES),
            )
            for p in warps
            for i, value in enumerate(state.market)
        ]
        status = translate("%(name)s drops a die", name=self._name(view))
        return self._page(view, status, rows=(*rows, self._copy_row()))

    def _trade(self, view: TableView) -> Page:
        translate = self._desk.words.translate
        state, draft = view.state, self._draft
        player = state.player(view.acts or state.turns[0])
        prices = view.prices or MarketPrices(0, 0, 0)
        rows = [
            draft.row(translate("Food bought"), "food_bought", 0, 40),
            draft.row(
                translate("Metal bought (-: sold)"),
                "metal",
                -player.metal,
                METAL_LIMIT - player.metal,
            ),
            draft.row(
                translate("Energy bought (-: sold)"),
                "energy",
                -player.energy,
                ENERGY_LIMIT - player.energy,
            ),
        ]
        for sector in state.own(player.seat):
            if sector.metal or sector.energy or sector.cubes:
                label = translate(
                    "Food on sector %(sector)s", sector=sector_words(translate, sector)
                )
                rows.append(draft.row(label, f"lie{sector.number}", 0, CUBES_LIMIT, sector.cubes))
        harvest = sum(sector.food for sector in state.own(player.seat))
        facts = (
            translate(
                "Prices: food %(food)s, metal %(metal)s, energy %(energy)s.",
                food=prices.food,
                metal=prices.metal,
                energy=prices.energy,
            ),
            translate("Harvest: %(count)s food. What lies nowhere is sold.", count=harvest),
        )
        status = translate("%(name)s trades", name=player.name)
        return self._page(
            view, status, facts=facts, rows=tuple(rows), primary=translate("Settle the bill")
        )

    def _produce(self, view: TableView) -> Page:
        translate = self._desk.words.translate
        state, draft = view.state, self._draft
        seat = view.acts or 0
        options = tuple(
            draft.option(f"sector:{sector.number}", sector_words(translate, sector))
            for sector in state.own(seat)
            if sector.cubes and sector.number not in state.acted and (sector.metal or sector.energy)
        )
        rows = [Row(translate("Sectors that yield for a food"), options)]
        if seat == state.selector and not state.bonus_used and not state.acted:
            free = (
                Option("free:metal", translate("One metal")),
                Option("free:energy", translate("One energy")),
            )
            rows.append(Row(translate("Bonus of the Steward"), free))
        done = translate("Produce") if draft.picked else translate("End turn")
        status = translate("%(name)s produces", name=self._name(view))
        return self._page(view, status, rows=tuple(rows), primary=done)

    def _build(self, view: TableView) -> Page:
        translate = self._desk.words.translate
        state, draft = view.state, self._draft
        rows = [
            draft.row(translate("Fighters"), "fighters", 0, SHIPS_IN_ONE_BILL),
            draft.row(translate("Cruisers"), "cruisers", 0, 4),
            draft.row(translate("Dreadnoughts"), "dreadnoughts", 0, 2),
        ]
        if view.acts == state.selector and not state.bonus_used:
            text = translate("A Fighter for nothing")
            rows.append(Row(translate("Bonus of the Engineer"), (draft.option("free_ship", text),)))
        rows.append(self._copy_row())
        wanted = any(draft.numbers.values()) or draft.picked
        done = translate("Build") if wanted else translate("End turn")
        status = translate("%(name)s builds ships", name=self._name(view))
        return self._page(view, status, rows=tuple(rows), primary=done)

    def _buy_influence(self, view: TableView) -> Page:
        translate = self._desk.words.translate
        text = translate("One more token for %(price)s marks", price=view.influence_price)
        status = translate("%(name)s buys influence or passes", name=self._name(view))
        rows = (Row("", (Option("influence", text),)),)
        return self._page(view, status, rows=rows, primary=translate("Pass"))

    def _place_influence(self, view: TableView) -> Page:
        translate = self._desk.words.translate
        state = view.state
        regent, seat = state.regent, view.acts
        left = regent.tokens(seat) - len(self._draft.picked) if regent and seat else 0
        options = [Option(f"place:{THRONE}", translate("Throne"))]
        names = {player.seat: player.name for player in state.players}
        for sector in state.sectors:
            if not sector.home:
                owner = f": {names[sector.owner]}" if sector.owner is not None else ""
                options.append(
                    Option(f"place:{sector.number}", f"{sector_words(translate, sector)}{owner}")
                )
        status = translate.plural(
            "%(name)s places %(count)s token",
            "%(name)s places %(count)s tokens",
            left,
            name=self._name(view),
        )
        return self._page(view, status, rows=(Row(translate("Tap where"), tuple(options)),))

    def _research(self, view: TableView) -> Page:
        translate = self._desk.words.translate
        state = view.state
        taken = {each for player in state.players for each in player.technologies}
        options = []
        for technology in Technology:
            if technology not in taken | state.removed:
                cost = state.options.cost_of(technology)
                word = technology_word(translate, technology)
                options.append(
                    Option(
                        f"technology:{technology.value}",
                        f"{word} ({'?' if cost is None else cost})",
                    )
                )
        status = translate("%(name)s buys a technology or passes", name=self._name(view))
        rows = (Row(translate("Technology (energy)"), tuple(options)), self._copy_row())
        return self._page(view, status, rows=rows, primary=translate("Pass"))

    def _duel(self, view: TableView) -> Page:
        translate = self._desk.words.translate
        names = {player.seat: player.name for player in view.state.players}
        options = [Option(f"duel:{seat}", names[seat]) for seat in view.state.duel]
        options.append(Option("duel:none", translate("Both were destroyed")))
        rows = (Row(translate("Who won the last battle?"), tuple(options)),)
        return self._page(view, translate("Equal leaders fight a last battle"), rows=rows)

    def _over(self, view: TableView) -> Page:
        translate = self._desk.words.translate
        state = view.state
        names = tuple(p.name for p in state.players if p.seat in state.winners)
        facts = [translate("Winner: %(who)s", who=translate.list_of(names))]
        facts += [
            translate("%(name)s: %(vp)s VP", name=player.name, vp=player.vp)
            for player in sorted(state.players, key=lambda each: -each.vp)
        ]
        return Page(
            translate("The end"), translate("The game is over"), self.people(view), tuple(facts)
        )

    # --- what can be done ----------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:  # noqa: C901  # one case a button
        """A button was tapped."""
        if self._copy.open:
            self._copy.tap(key)
            return
        verb, _, value = key.partition(":")
        post, seat = self._desk.port.post, view.acts or 0
        match verb:
            case "copy":
                self._copy.enter(view.state.options)
            case "throne":
                self._throne = int(value)
            case "direction":
                post(c.ChooseDirection(seat, Direction(value)))
            case "role":
                post(c.SelectRole(seat, Role(value)))
            case "pip":
                self._add_pip(key)
            case "drop":
                post(c.DropDie(int(value)))
            case "warp":
                owner, index, new = (int(part) for part in value.split(":"))
                post(c.Reroll(owner, index, new))
            case "free":
                post(c.TakeFree(seat, metal=value == "metal"))
            case "influence":
                post(c.BuyInfluence(seat))
            case "place":
                self._add_token(view.state, seat, key)
            case "technology":
                post(c.BuyTechnology(seat, Technology(value)))
            case "duel":
                post(c.EndDuel(None if value == "none" else int(value)))
            case "annex" | "black_hole" | "sector" | "free_ship":
                self._draft.toggle(key)
            case _:
                self._war.tap(view, key)

    def _add_pip(self, key: str) -> None:
        self._draft.picked.append(key)
        if len(self._draft.picked) == MARKET_DICE:
            dice = tuple(int(each.removeprefix("pip:")) for each in self._draft.picked)
            self._draft.clear()
            self._desk.port.post(c.ThrowMarket(dice))

    def _add_token(self, state: GameState, seat: int, key: str) -> None:
        picked = self._draft.picked
        picked.append(key)
        if state.regent is not None and len(picked) == state.regent.tokens(seat):
            numbers = [int(each.removeprefix("place:")) for each in picked]
            placed = tuple(c.Cubes(n, numbers.count(n)) for n in dict.fromkeys(numbers))
            self._draft.clear()
            self._desk.port.post(c.PlaceInfluence(seat, placed))

    def change(self, view: TableView, key: str, delta: int) -> None:
        """A number was changed by one step."""
        if self._copy.open:
            self._copy.change(key, delta)
        elif key == "players":
            self._players = max(FEWEST_PLAYERS, min(MOST_PLAYERS, self._players + delta))
            self._throne = min(self._throne, self._players)
        else:
            self._draft.change(self.page(view).rows, key, delta)

    def primary(self, view: TableView) -> None:
        """The main button: start, place, settle, build, end the turn."""
        if self._copy.open:
            self._desk.port.post(c.SetOptions(self._copy.leave(view.state.options)))
            return
        state, draft = view.state, self._draft
        seat = view.acts or 0
        post = self._desk.port.post
        match state.step:
            case Step.SET_UP:
                self._start()
            case Step.EXPLORE:
                post(self._tile(seat))
            case Step.TRADE:
                post(self._bill(state, seat))
            case Step.PRODUCE if draft.picked:
                sectors = tuple(int(key.removeprefix("sector:")) for key in draft.picked)
                post(c.ProduceOn(seat, sectors))
            case Step.BUILD if any(draft.numbers.values()) or draft.picked:
                post(
                    c.BuildShips(
                        seat,
                        draft.number("fighters"),
                        draft.number("cruisers"),
                        draft.number("dreadnoughts"),
                        free_fighter="free_ship" in draft.picked,
                    )
                )
            case Step.PRODUCE | Step.BUILD | Step.BUY_INFLUENCE | Step.RESEARCH:
                post(c.EndTurn(seat))
            case _:
                self._war.primary(view)

    def _start(self) -> None:
        number = self._draft.number
        players = tuple(
            c.NewPlayer(
                each.seat,
                each.name,
                1,
                number(f"food{each.seat}"),
                number(f"metal{each.seat}"),
                number(f"energy{each.seat}"),
            )
            for each in self._group.sitting(self._players)
        )
        self._desk.port.post(c.StartGame(players, self._throne))

    def _tile(self, seat: int) -> c.PlaceTile:
        draft = self._draft
        planets = draft.number("planets")
        food, metal, energy = (draft.number(key) if planets else 0 for key in _GOODS)
        return c.PlaceTile(
            seat,
            planets,
            food,
            metal,
            energy,
            annex="annex" in draft.picked and planets > 0,
            black_hole="black_hole" in draft.picked and not planets,
        )

    def _bill(self, state: GameState, seat: int) -> c.TradeGoods:
        draft = self._draft
        lies = tuple(
            c.Cubes(sector.number, draft.number(f"lie{sector.number}"))
            for sector in state.own(seat)
            if f"lie{sector.number}" in draft.numbers
        )
        numbers = (draft.number(key) for key in ("food_bought", "metal", "energy"))
        return c.TradeGoods(seat, Dealings(*numbers), lies)
