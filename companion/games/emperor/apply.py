"""Applies events to the state. Total: an event is a fact and is never refused here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from companion.games.emperor import events as happened
from companion.games.emperor.galaxy import apply_galaxy as on_map
from companion.games.emperor.state import (
    TILES_TO_PLACE,
    GameState,
    Player,
    RegentState,
    Role,
    Sector,
    Step,
)
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import Ship, Token
from companion.games.emperor.war.tray import TrayDie

_FIRST_STEP: Final = {
    Role.EXPLORER: Step.EXPLORE,
    Role.MERCHANT: Step.MARKET_THROW,
    Role.STEWARD: Step.PRODUCE,
    Role.ENGINEER: Step.BUILD,
    Role.WARLORD: Step.WAR,
    Role.SECOND_WARLORD: Step.WAR,
    Role.REGENT: Step.BUY_INFLUENCE,
    Role.SCIENTIST: Step.RESEARCH,
}


def apply(state: GameState, event: happened.Event) -> GameState:
    """Return the state after the event."""
    return _FOLDS[type(event)](state, event)


def with_player(state: GameState, player: Player) -> GameState:
    """Return the state with one player replaced."""
    players = tuple(player if p.seat == player.seat else p for p in state.players)
    return replace(state, players=players)


def with_sector(state: GameState, sector: Sector) -> GameState:
    """Return the state with one sector replaced or added."""
    others = [each for each in state.sectors if each.number != sector.number]
    sectors = sorted((*others, sector), key=lambda each: each.number)
    return replace(state, sectors=tuple(sectors))


def _started(_: GameState, event: happened.GameStarted) -> GameState:
    count = len(event.players)
    homes = tuple(
        Sector(
            number,
            new.planets,
            new.food,
            new.metal,
            new.energy,
            new.seat,
            Token.STARBASE,
            home=True,
        )
        for number, new in zip(event.homes or range(1, count + 1), event.players, strict=True)
    )
    return GameState(
        step=Step.DIRECTION,
        options=event.options,
        players=tuple(Player(new.seat, new.name) for new in event.players),
        sectors=tuple(sorted(homes, key=lambda each: each.number)),
        throne=event.throne,
        hidden=TILES_TO_PLACE[count] - (count + 1),
        revealed=count + 1,
        **on_map.set_up(event),
    )


def _selected(state: GameState, event: happened.RoleSelected) -> GameState:
    return replace(
        state,
        selected=(*state.selected, (event.role, event.seat)),
        turns=event.turns,
        step=_FIRST_STEP[event.role],
        bonus_used=False,
        discounted=0,
        placing_rest=False,
        acted=frozenset(),
        market=(),
    )


def _step(state: GameState, event: happened.StepBegan) -> GameState:
    rest = event.step is Step.EXPLORE
    return replace(state, step=event.step, turns=event.turns, placing_rest=rest)


def _turn_ended(state: GameState, event: happened.TurnEnded) -> GameState:
    left = tuple(seat for seat in state.turns if seat != event.seat)
    return on_map.rested(replace(state, turns=left, discounted=0), event.seat)


def _marks(state: GameState, event: happened.MarksChanged) -> GameState:
    player = state.player(event.seat)
    return with_player(state, replace(player, marks=player.marks + event.marks))


def _storage(state: GameState, event: happened.StorageChanged) -> GameState:
    player = state.player(event.seat)
    metal, energy = player.metal + event.metal, player.energy + event.energy
    return with_player(state, replace(player, metal=metal, energy=energy))


def _scored(state: GameState, event: happened.VpScored) -> GameState:
    player = state.player(event.seat)
    return with_player(state, replace(player, vp=player.vp + event.vp))


def _tile(state: GameState, event: happened.TilePlaced) -> GameState:
    placed = on_map.with_tile(replace(state, revealed=state.revealed - 1), event)
    return with_sector(placed, event.sector) if event.sector else placed


def _lie(state: GameState, event: happened.CubesLaid) -> GameState:
    for cubes in event.lies:
        sector = state.sector(cubes.sector)
        if sector is not None:
            state = with_sector(state, replace(sector, cubes=cubes.count))
    return state


def _built(state: GameState, event: happened.ShipsBuilt) -> GameState:
    player = state.player(event.seat)
    built = replace(
        player,
        fighters=player.fighters + event.fighters,
        cruisers=player.cruisers + event.cruisers,
        dreadnoughts=player.dreadnoughts + event.dreadnoughts,
        marks=player.marks - event.bill.marks,
        metal=player.metal - event.bill.metal,
        energy=player.energy - event.bill.energy,
    )
    state = on_map.delivered(state, event)
    return with_player(replace(state, discounted=state.discounted + event.discount), built)


def _annexed(state: GameState, event: happened.SectorAnnexed) -> GameState:
    sector = state.sector(event.sector)
    if sector is None:
        return state
    return with_sector(state, replace(sector, owner=event.seat, token=Token.EMPIRE, cubes=0))


def _battle(state: GameState, event: happened.BattleBegan) -> GameState:
    return replace(state, battle=event.battle)


def _ship_named(state: GameState, event: happened.ShipNamed) -> GameState:
    if state.battle is None:
        return state
    return replace(state, battle=replace(state.battle, extra=event.ship), step=Step.FIRE)


def _tray_counted(state: GameState, event: happened.TrayCounted) -> GameState:
    counted = _with_dice(state, event.attacker, event.defender)
    return replace(counted, tray=(), throws=state.throws + 1)


def _die_added(state: GameState, event: happened.DieAdded) -> GameState:
    if state.battle is None:
        return replace(state, tray=(*state.tray, TrayDie(event.value)))
    dice = (event.value,)
    return _with_dice(state, () if event.side else dice, dice if event.side else ())


def _with_dice(state: GameState, attacker: tuple[int, ...], defender: tuple[int, ...]) -> GameState:
    battle = state.battle
    if battle is None:
        return state
    mine, theirs = battle.thrown
    thrown = (*mine, *attacker), (*theirs, *defender)
    return replace(state, battle=replace(battle, thrown=thrown))


def _rerolled(state: GameState, event: happened.DieRerolled) -> GameState:
    battle = state.battle
    if battle is None:
        return state
    thrown = [list(dice) for dice in battle.thrown]
    thrown[event.side][event.index] = event.value
    mine, theirs = map(tuple, thrown)
    return replace(state, battle=replace(battle, thrown=(mine, theirs)))


def _dice_forgotten(state: GameState, _: happened.DiceForgotten) -> GameState:
    battle = state.battle and replace(state.battle, thrown=((), ()))
    return replace(state, battle=battle, tray=())


def _market(state: GameState, event: happened.MarketThrown) -> GameState:
    return replace(
        state, market=event.dice, step=Step.MARKET_DROP, tray=(), throws=state.throws + 1
    )


def _fired(state: GameState, event: happened.Fired) -> GameState:
    battle = state.battle
    if battle is None:
        return state
    fired = replace(battle, hits=event.hits, thrown=((), ()))
    return replace(state, battle=fired, step=Step.LOSSES, tray=(), throws=state.throws + 1)


def _losses(state: GameState, event: happened.LossesTaken) -> GameState:
    battle = state.battle
    if battle is None:
        return state
    forces = (event.left, battle.forces[1]) if event.side == 0 else (battle.forces[0], event.left)
    hits = (0, battle.hits[1]) if event.side == 0 else (battle.hits[0], 0)
    return replace(state, battle=replace(battle, forces=forces, hits=hits))


def _phase(state: GameState, event: happened.PhaseBegan) -> GameState:
    battle = state.battle
    if battle is None:
        return state
    extra = battle.extra if event.phase > 1 else None
    battle = replace(battle, phase=event.phase, free=event.free, extra=extra)
    return replace(state, battle=battle, step=event.step)


def _battle_ended(state: GameState, event: happened.BattleEnded) -> GameState:
    battle = state.battle
    if battle is None:
        return state
    for seat, before, after in zip(
        (battle.attacker, battle.defender), battle.began, battle.forces, strict=True
    ):
        player = state.player(seat)
        left = replace(
            player,
            fighters=player.fighters - before.fighters + after.fighters,
            cruisers=player.cruisers - before.cruisers + after.cruisers,
            dreadnoughts=player.dreadnoughts
            - before.count(Ship.DREADNOUGHT)
            + after.count(Ship.DREADNOUGHT),
        )
        state = with_player(state, left)
    sector = state.sector(battle.sector) if battle.sector is not None else None
    if sector is not None and sector.token is not Token.NONE:
        token = battle.forces[1].token
        owner = sector.owner if token is not Token.NONE else None
        cubes = sector.cubes if token is not Token.NONE else 0
        state = with_sector(state, replace(sector, token=token, owner=owner, cubes=cubes))
    state = on_map.after_battle(state, battle, withdrew=event.withdrew)
    return replace(state, battle=None, step=Step.WAR)


def _dealt(state: GameState, event: happened.InfluenceDealt) -> GameState:
    return replace(state, regent=RegentState(hand=event.tokens))


def _bought(state: GameState, event: happened.InfluenceBought) -> GameState:
    regent = state.regent or RegentState()
    hand = dict(regent.hand)
    hand[event.seat] = hand.get(event.seat, 0) + 1
    changed = replace(regent, hand=tuple(hand.items()), bought=regent.bought + 1)
    return replace(state, regent=changed)


def _placed(state: GameState, event: happened.InfluencePlaced) -> GameState:
    regent = state.regent or RegentState()
    hand = dict(regent.hand)
    for each in event.placed:
        hand[each.seat] = hand.get(each.seat, 0) - each.tokens
    placed = (*regent.placed, *event.placed)
    return replace(state, regent=replace(regent, hand=tuple(hand.items()), placed=placed))


def _private(state: GameState, event: happened.SectorMadePrivate) -> GameState:
    regent = state.regent or RegentState()
    hand = dict(regent.hand)
    stays, turns = [], list(state.turns)
    for each in regent.placed:
        if each.sector == event.sector and each.seat != event.seat:
            hand[each.seat] = hand.get(each.seat, 0) + each.tokens
            if each.seat not in turns:
                turns.append(each.seat)
        else:
            stays.append(each)
    changed = replace(
        regent,
        hand=tuple(hand.items()),
        placed=tuple(stays),
        private=(*regent.private, (event.sector, event.seat)),
    )
    return replace(state, regent=changed, turns=tuple(turns))


def _resolved(state: GameState, event: happened.InfluenceResolved) -> GameState:
    state = replace(state, regent=None, throne=event.throne)
    for sector in event.sectors:
        state = with_sector(state, sector)
    return state


def _technology(state: GameState, event: happened.TechnologyBought) -> GameState:
    player = state.player(event.seat)
    bought = replace(
        player,
        technologies=player.technologies | {event.technology},
        energy=player.energy - event.energy,
    )
    return with_player(state, bought)


def _used(state: GameState, event: happened.TechnologyUsed) -> GameState:
    player = state.player(event.seat)
    return with_player(state, replace(player, used=player.used | {event.technology}))


def _blocked(state: GameState, event: happened.TechnologyBlocked) -> GameState:
    victim = state.player(event.victim)
    state = with_player(state, replace(victim, blocked=victim.blocked | {event.technology}))
    saboteur = state.player(event.seat)
    saboteur = replace(saboteur, used=saboteur.used | {Technology.SABOTEUR})
    if event.caught:
        left = saboteur.technologies - {Technology.SABOTEUR}
        saboteur = replace(saboteur, technologies=left)
        state = replace(state, removed=state.removed | {Technology.SABOTEUR})
    return _rearmed(with_player(state, saboteur))


def _rearmed(state: GameState) -> GameState:
    """Update a running battle: a blocked technology stops working immediately."""
    battle = state.battle
    if battle is None:
        return state
    mine, theirs = state.player(battle.attacker).arms, state.player(battle.defender).arms
    first, second = battle.forces
    forces = (
        replace(first, shield=first.shield and mine.shields),
        replace(second, shield=second.shield and theirs.shields),
    )
    return replace(state, battle=replace(battle, arms=(mine, theirs), forces=forces))


def _round_ended(state: GameState, _: happened.RoundEnded) -> GameState:
    players = tuple(replace(p, used=frozenset(), blocked=frozenset()) for p in state.players)
    return replace(
        state,
        players=players,
        selected=(),
        turns=(),
        step=Step.DIRECTION,
        round=state.round + 1,
    )


def _corrected(state: GameState, event: happened.CounterCorrected) -> GameState:
    player = state.player(event.seat)
    changed: dict[str, Any] = {event.counter.value: event.value}
    return on_map.counted(with_player(state, replace(player, **changed)), event.seat)


def _technology_corrected(state: GameState, event: happened.TechnologyCorrected) -> GameState:
    """Set the holder of a technology; each exists once, so any other player loses it."""
    alone = frozenset({event.technology})
    for player in state.players:
        held = event.held and player.seat == event.seat
        left = player.technologies - alone
        state = with_player(state, replace(player, technologies=left | alone if held else left))
    return replace(state, removed=state.removed - alone)


_FOLDS: Final = MappingProxyType[type, Callable[[GameState, Any], GameState]](
    {
        happened.GameStarted: _started,
        happened.OptionsSet: lambda state, event: replace(state, options=event.options),
        happened.DirectionChosen: lambda state, event: replace(
            state, direction=event.direction, step=Step.SELECT
        ),
        happened.RoleSelected: _selected,
        happened.StepBegan: _step,
        happened.TurnEnded: _turn_ended,
        happened.BonusTaken: lambda state, _: replace(state, bonus_used=True),
        happened.MarksChanged: _marks,
        happened.StorageChanged: _storage,
        happened.VpScored: _scored,
        happened.TilePlaced: _tile,
        happened.TilesRevealed: lambda state, event: replace(
            state, hidden=state.hidden - event.count, revealed=state.revealed + event.count
        ),
        happened.ExplorerFlipped: lambda state, _: replace(state, explorer_flipped=True),
        happened.OmegaCollapsed: lambda state, _: replace(state, omega_collapsed=True),
        happened.MarketThrown: _market,
        happened.TrayRead: lambda state, event: replace(state, tray=event.dice),
        happened.TrayCounted: _tray_counted,
        happened.DieAdded: _die_added,
        happened.DieRerolled: _rerolled,
        happened.DiceForgotten: _dice_forgotten,
        happened.DiceColoursSet: lambda state, event: replace(state, dice_colours=event.colours),
        happened.CubesLaid: _lie,
        happened.SectorsProduced: lambda state, event: replace(
            state, acted=state.acted | set(event.sectors)
        ),
        happened.ShipsBuilt: _built,
        happened.ShipsMoved: on_map.moved,
        happened.ShipsDrivenOff: on_map.driven_off,
        happened.RetreatsBegan: lambda state, event: on_map.choosing(state, event.retreats),
        happened.FleetCorrected: on_map.fleet_corrected,
        happened.HexCorrected: on_map.hex_corrected,
        happened.TileScanned: lambda state, _: state,
        happened.SectorAnnexed: _annexed,
        happened.BattleBegan: _battle,
        happened.ShipNamed: _ship_named,
        happened.Fired: _fired,
        happened.LossesTaken: _losses,
        happened.PhaseBegan: _phase,
        happened.BattleEnded: _battle_ended,
        happened.InfluenceDealt: _dealt,
        happened.InfluenceBought: _bought,
        happened.InfluencePlaced: _placed,
        happened.SectorMadePrivate: _private,
        happened.InfluenceResolved: _resolved,
        happened.TechnologyBought: _technology,
        happened.TechnologyUsed: _used,
        happened.TechnologyBlocked: _blocked,
        happened.RoleEnded: lambda state, _event: replace(state, turns=(), step=Step.SELECT),
        happened.RoundEnded: _round_ended,
        happened.DuelCalled: lambda state, event: replace(state, duel=event.seats, step=Step.DUEL),
        happened.GameEnded: lambda state, event: replace(
            state, winners=event.winners, step=Step.OVER
        ),
        happened.CounterCorrected: _corrected,
        happened.SectorCorrected: lambda state, event: with_sector(state, event.sector),
        happened.ThroneCorrected: lambda state, event: replace(state, throne=event.seat),
        happened.TechnologyCorrected: _technology_corrected,
        happened.TilesCorrected: lambda state, event: replace(
            state, hidden=event.hidden, revealed=event.revealed
        ),
    }
)
