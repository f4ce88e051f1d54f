"""Merchant, Steward, Engineer, Scientist; Star Pirate (sections 4.2 to 4.4, 4.7, 5)."""

from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import partial
from typing import Final

from companion.games import question as q
from companion.games.emperor.ask.box import facts
from companion.games.emperor.ask.words import (
    At,
    card_of,
    die_piece,
    sector_piece,
    ship_piece,
    values,
)
from companion.games.emperor.holdings import Cubes
from companion.games.emperor.options import GOODS, Bill, TileKind
from companion.games.emperor.roles.engineer import BuildShips
from companion.games.emperor.roles.merchant import (
    PROTEIN_SECTORS,
    Dealings,
    DropDie,
    Pirate,
    ProduceOn,
    Reroll,
    TakeFree,
    TradeGoods,
    market_prices,
)
from companion.games.emperor.roles.scientist import BuyTechnology
from companion.games.emperor.rounds import EndTurn
from companion.games.emperor.state import CUBES_LIMIT, ENERGY_LIMIT, METAL_LIMIT, Role, Sector
from companion.games.emperor.technologies import Technology
from companion.games.emperor.war.forces import FIELD_OF, Ship, Token
from companion.games.question import text
from companion.games.refusals import RefusedError

_PRODUCE: Final = text("Produce")
_PRICES: Final = ("prices", "price_is_pips")
"""Facts of the copy without which nothing can be traded."""
_BONUS: Final = {"metal": text("Bonus: one metal"), "energy": text("Bonus: one energy")}


def produce(at: At) -> q.Choose:
    """Ask for the bonus, which is taken first, and for the sectors that produce."""
    state, seat, answers = at.state, at.seat, list(_free(at))
    first = any(each.refused is None for each in answers)
    ready = [s for s in state.own(seat) if (s.metal or s.energy) and s.number not in state.acted]
    fed = tuple(s for s in ready if s.cubes)
    if fed:
        words = text("Tap the sectors that use a food and yield")
        asked = q.pick(
            words, fed, sector_piece, 1, len(fed), partial(_produced, seat), fed, verb=_PRODUCE
        )
        steward = (q.Piece(f"role/{Role.STEWARD.value}"),) if first else ()
        answers.append(q.leading(at.judge, "produce", _PRODUCE, asked, steward))
    if ready and at.player.has(Technology.PROTEIN_FIELDS):
        free = text("Protein Fields: two sectors without food")
        make, two = partial(_without_food, seat), ready[:PROTEIN_SECTORS]
        asked = q.pick(free, ready, sector_piece, 1, PROTEIN_SECTORS, make, two, verb=_PRODUCE)
        pieces = (card_of(Technology.PROTEIN_FIELDS),)
        answers.append(q.leading(at.judge, "protein", free, asked, pieces))
    done = at.answer("end", text("End turn"), EndTurn(seat))
    if first:
        words, usual = text("%(name)s first takes a metal or an energy", name=at.name), ""
    elif fed:
        words, usual = text("%(name)s takes a food off and gets the yield", name=at.name), "produce"
    elif any(each.refused is None for each in answers):
        words, usual = text("%(name)s has no food: use Protein Fields", name=at.name), ""
    else:
        words = text("%(name)s has no food to produce with: end the turn", name=at.name)
        usual = "end"
    return q.Choose(words, (*answers, done), usual)


def _free(at: At) -> Iterator[q.Answer]:
    """Yield the bonus of the player who selected the Steward."""
    table = At(at.state)  # the words say what the bonus brings
    if at.seat == at.state.selector and not (at.state.bonus_used or at.state.acted):
        for key, words in _BONUS.items():
            take = TakeFree(at.seat, metal=key == "metal")
            yield table.answer(f"bonus-{key}", words, take, q.Piece(f"cube/{key}"))


def _produced(seat: int, sectors: tuple[Sector, ...]) -> ProduceOn:
    return ProduceOn(seat, tuple(sorted(sector.number for sector in sectors)))


def _without_food(seat: int, sectors: tuple[Sector, ...]) -> ProduceOn:
    command = _produced(seat, sectors)
    return replace(command, without_food=command.sectors)


def build(at: At) -> q.Choose:
    """Ask how many ships of each kind are built; the bill is checked as a whole.

    Of a kind whose cost is unknown none can be built: the costs are asked for beside it.
    """
    bases, words = _bases(at), text("%(name)s builds ships", name=at.name)
    known = tuple(ship for ship in Ship if getattr(at.state.options, ship.value) is not None)
    costs = facts(at, "ships") if len(known) < len(Ship) else ()
    end = at.answer("end", text("End turn"), EndTurn(at.seat))
    bonus = at.seat == at.state.selector and not at.state.bonus_used
    order = BuildShips(at.seat, hex=bases[0].number if len(bases) > 1 else 0)
    tries = [replace(order, free_fighter=True)] if bonus else []
    tries += [replace(order, **{FIELD_OF[ship]: 1}) for ship in Ship]  # type: ignore[arg-type] # its fields
    found = [each for each in tries if at.judge.refuses(each) is None]
    if not found:
        refused = at.answer("build", text("Build"), tries[0], ship_piece(Ship.FIGHTER, at.seat))
        words = text("%(name)s can build nothing: end the turn", name=at.name)
        if not known:
            words = text("%(name)s: what do ships cost? Or end the turn", name=at.name)
        return q.Choose(words, (*costs, end, replace(refused, minor=True)), "end" if known else "")
    parts: dict[str, q.Question] = {}
    for ship in known:
        most, field = at.player.in_reserve(ship), FIELD_OF[ship]
        now = min(getattr(found[0], field), most)
        price = ship_price(getattr(at.state.options, ship.value))
        parts[field] = q.number(ship_piece(ship, at.seat), most, now=now, price=price)
    if len(bases) > 1:
        delivered = tuple(
            q.Answer(str(s.number), at.place(s.number), s.number, (sector_piece(s),)) for s in bases
        )
        parts["hex"] = q.Choose(text("New ships go to"), delivered, str(bases[0].number))
    if bonus:
        fighter = ship_piece(Ship.FIGHTER, at.seat)
        free = found[0].free_fighter
        parts["free_fighter"] = q.switch(text("Bonus: a free Fighter"), fighter, on=free)
    form = q.form_of(words, order, parts, at.judge.refuses, verb=text("Build"))
    return q.Choose(words, (q.Answer("build", text("Build"), form), *costs, end))


def ship_price(bill: Bill | None) -> tuple[q.Gain, ...]:
    """Return what a ship costs; nothing while that is unknown."""
    costs = asdict(bill) if bill else {}
    return tuple(q.Gain(paid_with, cost) for paid_with, cost in costs.items() if cost)


def _bases(at: At) -> tuple[Sector, ...]:
    """Return the own Starbases on a map, the home first."""
    own = at.state.own(at.seat) if at.state.fields else ()
    return tuple(sorted((s for s in own if s.token is Token.STARBASE), key=lambda s: not s.home))


def research(at: At) -> q.Choose:
    """Ask which technology is bought; one that is too expensive says so, after the others.

    Of one whose cost is unknown the cost is asked for.
    """
    state = at.state
    gone = state.removed.union(*(player.technologies for player in state.players))
    left = [each for each in Technology if each not in gone]
    known = [each for each in left if state.options.cost_of(each) is not None]
    cards = [at.judge.piece(card_of(each), BuyTechnology(at.seat, each)) for each in known]
    cards.sort(key=lambda each: each.refused is not None)
    costs = facts(at, "technologies") if len(known) < len(left) else ()
    words = text("%(name)s: tap a technology, or end the turn", name=at.name)
    if all(each.refused for each in cards):
        words = text("%(name)s can buy no technology: end the turn", name=at.name)
        if costs:
            words = text("%(name)s: what do technologies cost? Or end the turn", name=at.name)
    return q.Choose(words, (*cards, *costs, at.answer("end", text("End turn"), EndTurn(at.seat))))


def drop(at: At) -> q.Choose:
    """Ask for the die that is dropped; equal dice leave the same prices."""
    answers = tuple(
        at.judge.piece(die_piece(value), DropDie(index)) for value, index in values(at.state.market)
    )
    if all(each.refused is not None for each in answers):
        dice = tuple(replace(each, minor=True) for each in answers)
        asked = text("First copy the market prices from your board")
        return q.Choose(asked, (*facts(at, *_PRICES), *dice))
    return q.Choose(text("%(name)s: tap the die to drop", name=at.name), answers)


def reroll(at: At) -> q.Answer:
    """Ask for the die that a Time Warp rolls again, then for its new value."""
    card = card_of(Technology.TIME_WARP)
    dice = tuple(
        at.rerolled(str(old), old, partial(Reroll, at.seat, index))
        for old, index in values(at.state.market)
    )
    return q.following("warp", q.shown(card), q.Choose(q.shown(card), dice), (card,))


def trade(at: At) -> q.Choose:
    """Ask what is bought and sold, and for the food on the sectors; Star Pirate comes first."""
    player = at.player
    supplied = tuple(s for s in at.state.own(at.seat) if s.metal or s.energy or s.cubes)
    room = sum(CUBES_LIMIT - s.cubes for s in supplied if s.metal or s.energy)
    limits = {
        "food": (room, 0),
        "metal": (METAL_LIMIT - player.metal, -player.metal),
        "energy": (ENERGY_LIMIT - player.energy, -player.energy),
    }
    goods = (
        q.number(q.Piece(f"cube/{good}"), *limits[good], price=price) for good, price in _prices(at)
    )
    parts = (*goods, *(_food_on(at, sector) for sector in supplied))
    words = text(
        "%(name)s trades: +\N{NO-BREAK SPACE}buys, \N{MINUS SIGN}\N{NO-BREAK SPACE}sells",
        name=player.name,
    )
    make, verb = partial(_traded, at.seat, supplied), text("Finish trading")
    form = q.Form(words, parts, make, at.judge.refuses, verb=verb)
    nothing = _traded(at.seat, supplied, *(part.default or 0 for part in parts))
    refused = at.judge.refuses(nothing)
    deal = q.Answer("trade", verb, form, refused=refused, minor=refused is not None)
    pirate = (_pirate(at),) if player.has(Technology.STAR_PIRATE) else ()
    prices = facts(at, *_PRICES) if refused else ()
    return q.Choose(words, (deal, *pirate, *prices), "" if refused else "trade")


def _prices(at: At) -> Iterator[tuple[str, tuple[q.Gain, ...]]]:
    """Yield each good with its price; without one while it is unknown."""
    try:
        prices = asdict(market_prices(at.state.market, at.state.options))
    except RefusedError:
        prices = {}
    for good in GOODS:
        yield good, (q.Gain("marks", prices[good]),) if good in prices else ()


def _food_on(at: At, sector: Sector) -> q.Amount:
    """Ask for the food on a sector; its cubes show what it becomes."""
    most = CUBES_LIMIT if sector.metal or sector.energy else sector.cubes
    words = text("Food: %(place)s", place=at.place(sector.number))
    asked = q.number(q.Piece("cube/food"), most, now=sector.cubes, words=words)
    kind = TileKind(sector.planets, *sector.yields)
    return replace(asked, pieces=(q.Piece(f"food_on/{kind.key}"),))


def _traded(seat: int, supplied: tuple[Sector, ...], *entered: int) -> TradeGoods:
    lies = tuple(
        Cubes(sector.number, count)
        for sector, count in zip(supplied, entered[3:], strict=True)
        if count != sector.cubes
    )
    return TradeGoods(seat, Dealings(*entered[:3]), lies)


def _pirate(at: At) -> q.Answer:
    metal = (
        at.answer(
            f"metal-{other.seat}",
            q.named(other.name),
            Pirate(at.seat, other.seat),
            *(q.seat_piece(other.seat), q.Piece("cube/metal")),
        )
        for other in at.others
    )
    food = (
        at.answer(
            f"food-{s.number}",
            at.place(s.number),
            Pirate(at.seat, s.owner, s.number),
            *(sector_piece(s), q.Piece("cube/food")),
        )
        for s in at.state.sectors
        if s.owner not in (None, at.seat) and s.cubes
    )
    card = card_of(Technology.STAR_PIRATE)
    asked = text("Star Pirate: from whom does %(name)s take?", name=at.name)
    return q.one_of("pirate", text("Star Pirate"), (*metal, *food), pieces=(card,), ask=asked)
