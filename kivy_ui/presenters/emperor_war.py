"""Galactic Emperor's wars on the screen: annexing, attacks with their odds, dice, losses."""

from __future__ import annotations

from companion.games.emperor import commands as c
from companion.games.emperor.battle_odds import BattleOdds, Side, battle_odds
from companion.games.emperor.forces import Force, Ship, Target, Token, hit, targets
from companion.games.emperor.state import WARS, Battle, GameState, Player, Step
from companion.games.emperor.view import TableView, odds_now
from kivy_ui.presenters.desk import Desk
from kivy_ui.presenters.drafts import Draft
from kivy_ui.presenters.emperor_words import force_words, sector_words, ship_word, target_word
from kivy_ui.presenters.pages import Option, Page, Person, Row

_SIDES = ("attacker", "defender")
_DIE_VALUES = range(1, 7)


class WarPages:
    """The pages of a Warlord's role.

    Args:
        draft: what is picked before a command is sent; forgotten by the caller with each step.
    """

    def __init__(self, desk: Desk, draft: Draft) -> None:
        self._desk = desk
        self._draft = draft

    # --- what is shown -------------------------------------------------------------------------

    def page(self, view: TableView, title: str, people: tuple[Person, ...]) -> Page:
        """Return what to show of the war."""
        battle = view.state.battle
        if view.state.step is Step.WAR or battle is None:
            status, facts, rows, primary = self._peace(view)
        else:
            status, rows = self._fight(view, battle)
            facts, primary = self._battle_facts(view, battle), ""
        return Page(title, status, people, facts, rows, primary)

    def _peace(self, view: TableView) -> tuple[str, tuple[str, ...], tuple[Row, ...], str]:
        translate = self._desk.words.translate
        state = view.state
        seat = view.acts or 0
        player = state.player(seat)
        status = translate("%(name)s moves ships, annexes, attacks", name=player.name)
        free = tuple(
            Option(f"take:{sector.number}", sector_words(translate, sector))
            for sector in state.sectors
            if sector.token is Token.NONE
        )
        names = {each.seat: each.name for each in state.players}
        enemies = [
            self._draft.option(
                f"attack:{sector.number}:{sector.owner}",
                f"{names[sector.owner]}: {sector_words(translate, sector)}",
            )
            for sector in state.sectors
            if sector.owner not in (None, seat) and not sector.home and sector.owner is not None
        ]
        enemies += [
            self._draft.option(
                f"attack:-:{each.seat}", translate("Ships of %(name)s", name=each.name)
            )
            for each in state.players
            if each.seat != seat
        ]
        rows = [Row(translate("Annex an unprotected sector"), free)] if free else []
        rows.append(Row(translate("Attack"), tuple(enemies)))
        target = self._target()
        if target is None:
            return status, (), tuple(rows), translate("End turn")
        rows += self._force_rows(player, "mine", translate("Attacking"))
        rows += self._force_rows(state.player(target[1]), "theirs", translate("Defending"))
        rows.append(Row("", (self._draft.option("jump", translate("Jump through the stargate")),)))
        odds = self._odds(state, player)
        facts = (self._odds_words(odds),) if odds is not None else ()
        return status, facts, tuple(rows), translate("Attack")

    def _target(self) -> tuple[int | None, int] | None:
        """The picked sector (None: an empty hex) and whom it is against."""
        for key in self._draft.picked:
            if key.startswith("attack:"):
                _, sector, defender = key.split(":")
                return (None if sector == "-" else int(sector)), int(defender)
        return None

    def _force_rows(self, player: Player, side: str, label: str) -> list[Row]:
        translate = self._desk.words.translate
        return [
            self._draft.row(
                f"{label}: {ship_word(translate, ship)}",
                f"{side}{ship.value}",
                0,
                player.ships(ship),
            )
            for ship in Ship
            if player.ships(ship)
        ]

    def _force(self, side: str) -> Force:
        fighters, cruisers, dreadnoughts = (
            self._draft.number(f"{side}{ship.value}") for ship in Ship
        )
        return Force(fighters, cruisers, dreadnoughts)

    def _odds(self, state: GameState, player: Player) -> BattleOdds | None:
        """The odds of the attack as it is entered; None while a side has nothing."""
        target = self._target()
        if target is None:
            return None
        number, defender = target
        sector = state.sector(number) if number is not None else None
        theirs = self._force("theirs")
        token = sector.token if sector is not None else Token.NONE
        defending = Force(theirs.fighters, theirs.cruisers, theirs.dreadnoughts, token=token)
        attacking = self._force("mine")
        if not attacking.ships or not defending.alive:
            return None
        return battle_odds(
            Side(attacking, player.arms),
            Side(defending, state.player(defender).arms),
            extra_die=player.seat == state.selector and state.role in WARS,
            free_attack="jump" in self._draft.picked,
        )

    def _odds_words(self, odds: BattleOdds) -> str:
        return self._desk.words.translate(
            "To the end: attacker %(a)s %%, defender %(d)s %%, both lost %(n)s %%.",
            a=round(100 * odds.attacker),
            d=round(100 * odds.defender),
            n=round(100 * odds.neither),
        )

    def _battle_facts(self, view: TableView, battle: Battle) -> tuple[str, ...]:
        translate = self._desk.words.translate
        names = self._names(view.state, battle)
        sides = "; ".join(
            f"{name}: {force_words(translate, force)}"
            for name, force in zip(names, battle.forces, strict=True)
        )
        odds = odds_now(view.state)
        return (sides, self._odds_words(odds)) if odds is not None else (sides,)

    def _names(self, state: GameState, battle: Battle) -> tuple[str, str]:
        return state.player(battle.attacker).name, state.player(battle.defender).name

    def _fight(self, view: TableView, battle: Battle) -> tuple[str, tuple[Row, ...]]:
        match view.state.step:
            case Step.EXTRA_DIE:
                return self._extra_die(view, battle)
            case Step.FIRE:
                return self._fire(view, battle)
            case Step.LOSSES:
                return self._losses(view, battle)
            case _:
                return self._go_on(view, battle)

    def _extra_die(self, view: TableView, battle: Battle) -> tuple[str, tuple[Row, ...]]:
        translate = self._desk.words.translate
        options = tuple(
            Option(f"extra:{ship.value}", ship_word(translate, ship))
            for ship in Ship
            if battle.forces[0].count(ship)
        )
        name = self._names(view.state, battle)[0]
        status = translate("%(name)s names the ship with the extra die", name=name)
        return status, (Row(translate("Extra die of the Warlord"), options),)

    def _fire(self, view: TableView, battle: Battle) -> tuple[str, tuple[Row, ...]]:
        translate = self._desk.words.translate
        rows = []
        for side, name, throw in zip(
            _SIDES, self._names(view.state, battle), view.throws or (), strict=True
        ):
            seen = self._dice(side)
            if not throw.dice:
                continue
            label = translate(
                "%(name)s: %(count)s dice, hits from %(least)s. Entered: %(seen)s",
                name=name,
                count=throw.dice,
                least=throw.hits_from,
                seen=" ".join(str(value) for value in seen) or "-",
            )
            full = len(seen) >= throw.dice
            values = tuple(
                Option(f"{side}:{value}", str(value), enabled=not full) for value in _DIE_VALUES
            )
            rows.append(Row(label, values))
        rows.append(Row("", (Option("forget", translate("Enter the dice anew")),)))
        return translate("Phase %(phase)s: both roll", phase=battle.phase), tuple(rows)

    def _dice(self, side: str) -> tuple[int, ...]:
        return tuple(
            int(key.partition(":")[2]) for key in self._draft.picked if key.startswith(side)
        )

    def _losses(self, view: TableView, battle: Battle) -> tuple[str, tuple[Row, ...]]:
        translate = self._desk.words.translate
        side = self._losing(battle)
        left = self._after_picked(battle, side)
        options = tuple(
            Option(f"lose:{target.value}", target_word(translate, target))
            for target in targets(left)
        )
        count = battle.hits[side] - battle.forces[side].shield - len(self._picked_losses())
        status = translate.plural(
            "%(name)s takes %(count)s hit",
            "%(name)s takes %(count)s hits",
            count,
            name=self._names(view.state, battle)[side],
        )
        return status, (Row(translate("Put a hit on"), options),)

    def _losing(self, battle: Battle) -> int:
        return 0 if battle.hits[0] else 1

    def _picked_losses(self) -> tuple[Target, ...]:
        keys = (key for key in self._draft.picked if key.startswith("lose:"))
        return tuple(Target(key.removeprefix("lose:")) for key in keys)

    def _after_picked(self, battle: Battle, side: int) -> Force:
        left = battle.forces[side]
        for target in self._picked_losses():
            if target in targets(left):
                left = hit(left, target)
        return left

    def _go_on(self, view: TableView, battle: Battle) -> tuple[str, tuple[Row, ...]]:
        translate = self._desk.words.translate
        options = (
            Option("go:on", translate("Fight on")),
            Option("go:back", translate("Withdraw")),
        )
        name = self._names(view.state, battle)[0]
        status = translate("%(name)s fights on or withdraws", name=name)
        return status, (Row(translate("After the combat round"), options),)

    # --- what can be done ----------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """A button was tapped."""
        verb, _, value = key.partition(":")
        post, seat = self._desk.port.post, view.acts or 0
        battle = view.state.battle
        match verb:
            case "take":
                post(c.Annex(seat, int(value)))
            case "attack":
                chosen = key in self._draft.picked
                self._draft.clear()
                if not chosen:
                    self._draft.toggle(key)
            case "jump":
                self._draft.toggle(key)
            case "extra" if battle is not None:
                post(c.NameShip(battle.attacker, Ship(value)))
            case "attacker" | "defender":
                self._add_die(view, key)
            case "lose" if battle is not None:
                self._add_loss(battle, key)
            case "go" if battle is not None:
                post(c.GoOn(battle.attacker, withdraw=value == "back"))
            case _:
                self._draft.clear()

    def _add_die(self, view: TableView, key: str) -> None:
        self._draft.picked.append(key)
        if view.throws is None:
            return
        dice = tuple(self._dice(side) for side in _SIDES)
        if all(len(d) == t.dice for d, t in zip(dice, view.throws, strict=True)):
            self._draft.clear()
            self._desk.port.post(c.Fire(*dice))

    def _add_loss(self, battle: Battle, key: str) -> None:
        self._draft.picked.append(key)
        side = self._losing(battle)
        left = self._after_picked(battle, side)
        picked = self._picked_losses()
        if len(picked) >= battle.hits[side] - battle.forces[side].shield or not left.alive:
            seat = (battle.attacker, battle.defender)[side]
            self._draft.clear()
            self._desk.port.post(c.TakeLosses(seat, picked))

    def primary(self, view: TableView) -> None:
        """End the turn, or attack with what is entered."""
        if view.state.step is not Step.WAR:
            return
        target, seat = self._target(), view.acts or 0
        if target is None:
            self._desk.port.post(c.EndTurn(seat))
            return
        number, defender = target
        attack = c.Attack(
            seat,
            defender,
            self._force("mine"),
            self._force("theirs"),
            number,
            through_stargate="jump" in self._draft.picked,
        )
        self._desk.port.post(attack)
