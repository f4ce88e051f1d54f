"""Galactic Emperor's war pages: annexing, attacks with their odds, dice, losses."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor.holdings import Annex
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.state import WARS, Battle, GameState, Player, Step
from companion.games.emperor.view import TableView
from companion.games.emperor.war.battle import Attack, GoOn, NameShip, TakeLosses
from companion.games.emperor.war.battle_odds import BattleOdds, Side, battle_odds, fleet
from companion.games.emperor.war.forces import (
    HITS_FROM,
    PHASES,
    Force,
    Ship,
    Target,
    Token,
    hit,
    targets,
)
from companion.games.emperor.war.odds_now import odds_now
from kivy_ui.common.board.icons import Icon, IconLine, Share
from kivy_ui.common.board.pages import Number, Option, Page, Row
from kivy_ui.games.emperor.battle_words import Sides, left_line, odds_bar, odds_side
from kivy_ui.games.emperor.dice import ThrownDice, hitting
from kivy_ui.games.emperor.icons import (
    force_icons,
    kind_icons,
    ship_icon,
    switch,
    target_icon,
    token_icon,
)
from kivy_ui.games.emperor.moving import MovingPages
from kivy_ui.games.emperor.page_part import EmperorTable, Part
from kivy_ui.games.emperor.words import word

_ORDER = (
    *(Target.FIGHTER, Target.CRUISER, Target.DAMAGED, Target.DREADNOUGHT),
    *(Target.STARBASE, Target.EMPIRE),
)
"""Display order of the targets of hits."""


class WarPages(Part):
    """Pages of a Warlord role."""

    def __init__(self, table: EmperorTable, dice: ThrownDice) -> None:
        super().__init__(table)
        self._dice = dice
        self._inputs = table.inputs
        self._counted: tuple[object, BattleOdds | None] = ((), None)
        self._moving = MovingPages(table)

    # --- page content --------------------------------------------------------------------------

    def page(self, view: TableView) -> Page:
        """Return what to show of the war."""
        battle = view.state.battle
        if view.state.step is Step.WAR and view.state.fields:
            return self._moving.page(view)
        if view.state.step is Step.WAR or battle is None:
            return self._peace(view)
        status, rows = self._fight(view, battle)
        fires = view.state.step is Step.FIRE
        shares, left = self._battle_odds(view, battle)
        primary = self._dice.primary(view) if fires else ""
        translate = self._table.ui.translate
        return self._table.page(
            view,
            status,
            lines=self._dice.lines(view) if fires else left,
            shares=shares,
            rows=rows,
            primary=primary,
            primary_quiet=True,
            tray=fires and self._dice.watches(view),
            tray_doubt=self._dice.doubts(view),
            progress=translate(
                "Combat phase %(number)s of %(all)s", number=battle.phase, all=len(PHASES)
            ),
        )

    def _peace(self, view: TableView) -> Page:
        translate = self._table.ui.translate
        state = view.state
        seat = view.acts or 0
        player = state.player(seat)
        status = translate("%(name)s: move ships, then annex or attack", name=player.name)
        target = self._target()
        if target is not None:
            shares, lines = self._attack_odds(state, player)
            return self._table.page(
                view,
                translate("%(name)s attacks: which ships?", name=player.name),
                shares=shares,
                lines=lines,
                rows=self._attack_rows(state, player, target),
                primary=translate("Attack"),
            )
        tokens = dict(view.tokens)[seat]
        free = tuple(
            Option(
                f"take:{sector.number}",
                self._table.place(sector),
                enabled=tokens > 0,
                icons=kind_icons(sector),
            )
            for sector in state.sectors
            if sector.token is Token.NONE
        )
        flag, swords = (Icon("flag"),), (Icon("role/warlord"),)
        annex = translate("Annex an unprotected sector")
        rows = [Row(annex, free, cards=True, stacked=True, icons=flag)] if free else []
        enemies = self._enemies(state, seat)
        rows.append(Row(translate("Attack"), enemies, cards=True, stacked=True, icons=swords))
        return self._table.page(
            view, status, rows=tuple(rows), primary=translate("End turn"), primary_quiet=True
        )

    def _enemies(self, state: GameState, seat: int) -> tuple[Option, ...]:
        """Return sectors of other players, and other players' ships on hexes without an owner."""
        translate = self._table.ui.translate
        group = self._table.group
        held = [
            replace(
                self._inputs.option(
                    f"attack:{sector.number}:{sector.owner}", self._table.place(sector)
                ),
                icons=(
                    group.badge(sector.owner),
                    token_icon(sector.token, group.colour(sector.owner)),
                    *kind_icons(sector),
                ),
            )
            for sector in state.sectors
            if sector.owner is not None and sector.owner != seat and not sector.home
        ]
        ships = [
            replace(
                self._inputs.option(
                    f"attack:-:{each.seat}", translate("Ships of %(name)s", name=each.name)
                ),
                icons=(
                    group.badge(each.seat),
                    *force_icons(fleet(each).force, group.colour(each.seat)),
                ),
            )
            for each in state.players
            if each.seat != seat and any(each.ships(ship) for ship in Ship)
        ]
        return (*held, *ships)

    def _attack_rows(
        self, state: GameState, player: Player, target: tuple[int | None, int]
    ) -> tuple[Row, ...]:
        translate = self._table.ui.translate
        defender = state.player(target[1])
        mine = translate("%(name)s attacks with", name=player.name)
        theirs = translate("%(name)s defends with", name=defender.name)
        extras = (
            Option("peace", translate("No attack"), icon="back"),
            switch(self._inputs.option("jump", translate("Jump through the stargate"))),
        )
        return (
            self._force_row(player, "mine", mine),
            self._force_row(defender, "theirs", theirs),
            Row("", extras),
        )

    def _attack_odds(
        self, state: GameState, player: Player
    ) -> tuple[tuple[Share, ...], tuple[IconLine, ...]]:
        """Return the odds of the whole battle, computed once per set of entered forces."""
        target = self._target()
        if target is None:
            return (), ()
        entered = (self._force("mine"), self._force("theirs"), target, *self._inputs.picked)
        if self._counted[0] != (self._table.ui.update.version, entered):
            odds = self._odds(state, player)
            self._counted = (self._table.ui.update.version, entered), odds
        found = self._counted[1]
        translate = self._table.ui.translate
        if found is None:
            text = translate("Choose which ships fight: then the odds are shown here.")
            return (), (IconLine((), text),)
        forces = self._forces(state, target)
        sides = self._sides(state, player.seat, target[1])
        return odds_bar(self._table, found, sides), left_line(self._table, found, forces, sides)

    def _sides(self, state: GameState, attacker: int, defender: int) -> Sides:
        return odds_side(self._table, state, attacker), odds_side(self._table, state, defender)

    def _target(self) -> tuple[int | None, int] | None:
        """Return the selected sector (None: an empty hex) and the defender's seat."""
        for key in self._inputs.picked:
            if key.startswith("attack:"):
                _, sector, defender = key.split(":")
                return (None if sector == "-" else int(sector)), int(defender)
        return None

    def _force_row(self, player: Player, side: str, label: str) -> Row:
        colour = self._table.group.colour(player.seat)
        numbers = tuple(
            Number(
                f"{side}{ship.value}",
                self._inputs.number(f"{side}{ship.value}"),
                0,
                count,
                icon=ship_icon(ship, colour),
            )
            for ship in Ship
            if (count := player.ships(ship)) or self._any(ship)
        )
        return Row(label, numbers=numbers, icons=(self._table.group.badge(player.seat),))

    def _any(self, ship: Ship) -> bool:
        """Return whether either side owns such ships: each ship class has its own column."""
        state, target = self._table.ui.update.view.state, self._target()
        sides = (self._table.ui.update.view.acts, target[1] if target else None)
        return any(state.player(seat).ships(ship) for seat in sides if seat)

    def _force(self, side: str) -> Force:
        fighters, cruisers, dreadnoughts = (
            self._inputs.number(f"{side}{ship.value}") for ship in Ship
        )
        return Force(fighters, cruisers, dreadnoughts)

    def _odds(self, state: GameState, player: Player) -> BattleOdds | None:
        """Return the odds of the attack as entered; None while a side is empty."""
        target = self._target()
        if target is None:
            return None
        attacking, defending = self._forces(state, target)
        if not attacking.ships or not defending.alive or not self._table.shows_odds:
            return None
        return battle_odds(
            Side(attacking, player.arms),
            Side(defending, state.player(target[1]).arms),
            extra_die=player.seat == state.selector and state.role in WARS,
            free_attack=attacking if "jump" in self._inputs.picked else None,
        )

    def _forces(self, state: GameState, target: tuple[int | None, int]) -> tuple[Force, Force]:
        """Return both sides of the attack as entered; the defender has the sector's token."""
        sector = state.sector(target[0]) if target[0] is not None else None
        token = sector.token if sector is not None else Token.NONE
        return self._force("mine"), replace(self._force("theirs"), token=token)

    def _battle_odds(
        self, view: TableView, battle: Battle
    ) -> tuple[tuple[Share, ...], tuple[IconLine, ...]]:
        odds = odds_now(view.state, self._picked_losses()) if self._table.shows_odds else None
        if odds is None:
            return (), ()
        sides = self._sides(view.state, battle.attacker, battle.defender)
        left = left_line(self._table, odds, battle.forces, sides)
        return odds_bar(self._table, odds, sides), left

    def _names(self, state: GameState, battle: Battle) -> tuple[str, str]:
        return state.player(battle.attacker).name, state.player(battle.defender).name

    def _fight(self, view: TableView, battle: Battle) -> tuple[str, tuple[Row, ...]]:
        match view.state.step:
            case Step.EXTRA_DIE:
                return self._extra_die(view, battle)
            case Step.FIRE:
                return self._fire(view)
            case Step.LOSSES:
                return self._losses(view, battle)
            case _:
                return self._go_on(view, battle)

    def _extra_die(self, view: TableView, battle: Battle) -> tuple[str, tuple[Row, ...]]:
        translate = self._table.ui.translate
        colour = self._table.group.colour(battle.attacker)
        better = 1 if battle.arms[0].plasma else 0
        options = tuple(
            Option(
                f"extra:{ship.value}",
                word(translate, ship),
                icons=(
                    ship_icon(ship, colour, battle.forces[0].count(ship)),
                    Icon("arrow"),
                    *hitting(HITS_FROM[ship] - better),
                ),
                note=translate("hits from %(least)s", least=HITS_FROM[ship] - better),
            )
            for ship in Ship
            if battle.forces[0].count(ship)
        )
        name = self._names(view.state, battle)[0]
        status = translate("%(name)s: which ship gets the extra die?", name=name)
        return status, (Row("", options, cards=True),)

    def _fire(self, view: TableView) -> tuple[str, tuple[Row, ...]]:
        return self._dice.question(view) or self._dice.waits(view), self._dice.rows(view)

    def _losses(self, view: TableView, battle: Battle) -> tuple[str, tuple[Row, ...]]:
        translate = self._table.ui.translate
        side = self._losing(battle)
        left = self._after_picked(battle, side)
        seat = (battle.attacker, battle.defender)[side]
        colour = self._table.group.colour(seat)
        options = tuple(
            Option(
                f"lose:{target.value}",
                word(translate, target),
                icons=(target_icon(target, colour, left),),
                note=self._loss_odds(view, battle, target),
            )
            for target in sorted(targets(left), key=_ORDER.index)
        )
        count = battle.hits[side] - battle.forces[side].shield - len(self._picked_losses())
        status = translate.plural(
            "%(name)s takes %(count)s hit: put it on",
            "%(name)s takes %(count)s hits: put one on",
            count,
            name=self._names(view.state, battle)[side],
        )
        return status, (Row("", options, cards=True),)

    def _loss_odds(self, view: TableView, battle: Battle, target: Target) -> str:
        """Return the owner's probability of winning if the hit is assigned to *target*."""
        losses = (*self._picked_losses(), target)
        odds = odds_now(view.state, losses) if self._table.shows_odds else None
        if odds is None:
            return ""
        wins = odds.attacker if self._losing(battle) == 0 else odds.defender
        return self._table.ui.translate("then wins %(chance)s %%", chance=round(100 * wins))

    def _losing(self, battle: Battle) -> int:
        return 0 if battle.hits[0] else 1

    def _picked_losses(self) -> tuple[Target, ...]:
        keys = (key for key in self._inputs.picked if key.startswith("lose:"))
        return tuple(Target(key.removeprefix("lose:")) for key in keys)

    def _after_picked(self, battle: Battle, side: int) -> Force:
        left = battle.forces[side]
        for target in self._picked_losses():
            if target in targets(left):
                left = hit(left, target)
        return left

    def _go_on(self, view: TableView, battle: Battle) -> tuple[str, tuple[Row, ...]]:
        translate = self._table.ui.translate
        colour = self._table.group.colour
        mine, theirs = battle.forces
        came = sorted(
            {
                fleet.came
                for fleet in view.state.fleets
                if (fleet.seat, fleet.hex) == (battle.attacker, battle.hex) and fleet.came
            }
        )
        back = translate("Withdraw")
        if came:
            back = translate(
                "Withdraw to hex %(hex)s", hex=translate.list_of(tuple(map(str, came)))
            )
        ours = force_icons(mine, colour(battle.attacker))
        fight = (*ours, Icon("role/warlord"), *force_icons(theirs, colour(battle.defender)))
        options = (
            Option("go:on", translate("Fight on"), icons=fight),
            Option("go:back", back, icons=(*ours, Icon("arrow"))),
        )
        name = self._names(view.state, battle)[0]
        status = translate("%(name)s fights on or withdraws", name=name)
        return status, (Row("", options, cards=True),)

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap on a button."""
        verb, _, value = key.partition(":")
        post, seat = self._table.ui.port.post, view.acts or 0
        battle = view.state.battle
        if view.state.step is Step.WAR and view.state.fields:
            self._moving.tap(view, key)
            return
        match verb:
            case "take":
                post(Annex(seat, int(value)))
            case "attack":
                chosen = key in self._inputs.picked
                self._inputs.clear()
                if not chosen:
                    self._inputs.toggle(key)
            case "jump":
                self._inputs.toggle(key)
            case "extra" if battle is not None:
                post(NameShip(battle.attacker, Ship(value)))
            case "peace":
                self._inputs.clear()
            case "lose" if battle is not None:
                self._add_loss(battle, key)
            case "go" if battle is not None:
                post(GoOn(battle.attacker, withdraw=value == "back"))
            case _:
                self._dice.tap(view, key)

    def _add_loss(self, battle: Battle, key: str) -> None:
        """Assign a hit to the tapped target, then all hits that have only one possible target."""
        side = self._losing(battle)
        count = battle.hits[side] - battle.forces[side].shield
        self._inputs.picked.append(key)
        while len(self._picked_losses()) < count:
            only = targets(self._after_picked(battle, side))
            if len(only) != 1:
                break
            self._inputs.picked.append(f"lose:{only[0].value}")
        left = self._after_picked(battle, side)
        picked = self._picked_losses()
        if len(picked) >= count or not left.alive:
            seat = (battle.attacker, battle.defender)[side]
            self._inputs.clear()
            self._table.ui.port.post(TakeLosses(seat, picked))

    def primary(self, view: TableView) -> None:
        """End the turn, attack with the entered ships, or count the dice on the tray."""
        if view.state.step is Step.FIRE:
            self._dice.count(view)
        if view.state.step is not Step.WAR:
            return
        if view.state.fields:
            self._moving.primary(view)
            return
        target, seat = self._target(), view.acts or 0
        if target is None:
            self._table.ui.port.post(EndTurn(seat))
            return
        number, defender = target
        attack = Attack(
            seat,
            defender,
            self._force("mine"),
            self._force("theirs"),
            number,
            through_stargate="jump" in self._inputs.picked,
        )
        self._table.ui.port.post(attack)
