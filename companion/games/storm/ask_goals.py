"""Questions of goal tracking; seat 0 is the table: set-up, phases, the end, holders of goals."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from companion.games import question as q
from companion.games.question import text
from companion.games.storm.cards import Counts, Decks, by_letter
from companion.games.storm.goal_tiles import TESTS, EndPhase, MoveGoal, next_moment, tested_at
from companion.games.storm.goals import (
    COUNTER,
    FIRST,
    FIRST_IN_PLAY,
    MOST,
    MOST_IN_PLAY,
    Goal,
    Moment,
)
from companion.games.storm.pieces import COUNTER_WORDS, MOMENT_WORDS, goal_piece, world_piece
from companion.games.storm.robot import START_WORLDS
from companion.games.storm.table import Player, Step, TableState, decide
from companion.games.storm.tableaus import (
    FEWEST_PLAYERS,
    LEAST,
    LEAST_CARD_VP,
    LIMITS,
    MOST_CARD_VP,
    MOST_CHIPS,
    MOST_PLAYERS,
    DropCard,
    EndTable,
    EnteredVp,
    NewPlayer,
    PlaceCard,
    SetChips,
    SetCounts,
    StartTable,
)

EDITIONS: Final = {
    "first": text("Cards of the first edition"),
    "second": text("Cards of the second edition"),
}
_CHIP: Final = q.Piece("chip")
_USUAL_PLAYERS: Final = 3


def question(decks: Decks, state: TableState, seat: int) -> q.Question | None:
    """Return what *seat* may do now; None if nothing is asked of it."""
    if state.step is Step.SET_UP and seat == 0:
        return set_up(decks)
    if state.step is not Step.PLAY:
        return None
    if seat == 0:
        return _table(decks, state)
    player = next((each for each in state.players if each.seat == seat), None)
    return None if player is None else _tableau(decks, state, player)


# --- set-up --------------------------------------------------------------------------------------


def set_up(decks: Decks, names: tuple[str, ...] = q.seat_names(MOST_PLAYERS)) -> q.Amount:
    """Return the questions before the game: how many play, the goals, how tableaus are entered."""
    make = partial(_large, decks)
    return q.how_many(names, FEWEST_PLAYERS, MOST_PLAYERS, make, _USUAL_PLAYERS)


def _large(decks: Decks, names: tuple[str, ...]) -> q.Pick:
    players = tuple(NewPlayer(seat, name) for seat, name in enumerate(names, 1))
    asked = text("Which two large goals are on the table?")
    return _of(asked, MOST, MOST_IN_PLAY, partial(_small, decks, players))


def _small(decks: Decks, players: tuple[NewPlayer, ...], large: tuple[Goal, ...]) -> q.Pick:
    asked = text("Which four small goals are on the table?")
    return _of(asked, FIRST, FIRST_IN_PLAY, partial(_agreed, decks, players, large))


def _of(words: q.Text, goals: tuple[Goal, ...], count: int, make: Callable[[Any], Any]) -> q.Pick:
    return q.Pick(words, goals, tuple(map(goal_piece, goals)), count, count, make)


def _agreed(
    decks: Decks, players: tuple[NewPlayer, ...], large: tuple[Goal, ...], small: tuple[Goal, ...]
) -> Any:
    """Ask when Greatest Infrastructure is tested, which the table agrees on."""
    start = StartTable(players, (*large, *small))
    if Goal.GREATEST_INFRASTRUCTURE not in large:
        return _tableaus(decks, start)
    goal, ways = goal_piece(Goal.GREATEST_INFRASTRUCTURE), ("develop", "settle")
    words = text("After Develop"), text("After Develop and Settle")
    answers = tuple(
        q.Answer(
            each,
            said,
            _tableaus(decks, replace(start, infrastructure_after_settle=each == "settle")),
            (q.Piece(f"action/{each}"),),
        )
        for each, said in zip(ways, words, strict=True)
    )
    return q.Choose(text("When is %(goal)s tested?", goal=goal), answers, "develop")


def _tableaus(decks: Decks, start: StartTable) -> Any:
    """Ask how tableaus are entered; as numbers where there are no cards."""
    if not decks(False):  # noqa: FBT003 - the first edition
        return start
    cards = tuple(
        q.Answer(
            key,
            words,
            q.Later(_world, (decks, replace(start, second_edition=key == "second"), 0)),
            (q.Piece(f"card/{key}"),),
        )
        for key, words in EDITIONS.items()
    )
    answers = (q.Answer("numbers", text("Numbers only"), start), *cards)
    return q.Choose(text("How are the tableaus entered?"), answers, "numbers")


def _world(decks: Decks, start: StartTable, place: int) -> Any:
    """Ask for the start world of each player; of those without one only numbers are entered."""
    if place == len(start.players):
        return start
    judge = decide.judge(decks, TableState())
    player = start.players[place]

    def of(world: str | None) -> StartTable:
        players = list(start.players)
        players[place] = replace(player, start_world=world)
        return replace(start, players=tuple(players))

    worlds = tuple(
        q.of_piece(
            world_piece(world),
            q.Later(_world, (decks, of(world.key), place + 1)),
            judge.refuses(of(world.key)),
            key=str(world.number),
        )
        for world in START_WORLDS
    )
    further = q.Later(_world, (decks, start, place + 1))
    numbers = q.Answer("numbers", text("Numbers only"), further, (q.Piece("numbers"),))
    return q.Choose(text("Choose %(name)s's start world", name=player.name), (numbers, *worlds))


# --- a player ------------------------------------------------------------------------------------


def _tableau(decks: Decks, state: TableState, player: Player) -> q.Choose:
    """Return what can be entered about a player: chips, and counters or cards."""
    number, now = partial(SetChips, player.seat), player.vp_chips
    answers = [q.recorded("chips", text("VP chips"), now, (0, MOST_CHIPS), number, (_CHIP,))]
    if player.by_cards:
        letters = q.Later(_letters, (decks, state, player))
        answers.append(q.Answer("place", text("New card"), letters, (q.Piece("card/own"),)))
        lying = _changes(decks, state, player, DropCard, player.cards)
        if player.cards:
            answers.append(
                q.following("drop", text("Remove a card"), lying, (q.Piece("card/none"),))
            )
    else:
        in_play = [tile.goal for tile in state.tiles]
        answers += [_counter(state, player, goal) for goal in in_play if goal in COUNTER]
    seldom = tuple(replace(each, minor=each.key != "place") for each in answers)
    return q.Choose(text("VP chips and cards"), seldom, urgent=False)


def _counter(state: TableState, player: Player, goal: Goal) -> q.Answer:
    counter = COUNTER[goal]
    return q.recorded(
        counter,
        COUNTER_WORDS[counter],
        getattr(player.counts, counter),
        (getattr(LEAST, counter), getattr(LIMITS, counter)),
        partial(_counted, state, player, counter),
        (goal_piece(goal),),
    )


def _counted(state: TableState, player: Player, counter: str, number: int) -> SetCounts:
    """Return the counts with one changed, and another where a 6-cost one is a development, too."""
    changed: Counts = replace(player.counts, **{counter: number})
    both = any(tile.goal is Goal.GREATEST_INFRASTRUCTURE for tile in state.tiles)
    if both and changed.six_costs > changed.developments:
        other = "six_costs" if counter == "developments" else "developments"
        changed = replace(changed, **{other: number})
    return SetCounts(player.seat, changed)


def _letters(decks: Decks, state: TableState, player: Player) -> q.Choose:
    """Ask for the first letter of a card that comes into play."""
    asked = text("First letter of the new card of %(name)s?", name=player.name)
    deck = decks(state.second_edition)
    answers = (
        q.following(letter, text(letter), _changes(decks, state, player, PlaceCard, keys))
        for letter, keys in by_letter(deck.values())
    )
    return q.Choose(asked, tuple(answers), urgent=False)


def _changes(
    decks: Decks,
    state: TableState,
    player: Player,
    command: type[PlaceCard | DropCard],
    keys: tuple[str, ...],
) -> q.Choose:
    """Ask for a card that comes into play or leaves it, by name."""
    asked = text("Which card of %(name)s comes into play?", name=player.name)
    if command is DropCard:
        asked = text("Which card of %(name)s leaves play?", name=player.name)
    judge, deck = decide.judge(decks, state), decks(state.second_edition)
    answers = tuple(
        judge.piece(q.Piece(f"card/{key}"), command(player.seat, key))
        for key in sorted(dict.fromkeys(keys), key=lambda key: deck[key].name)
    )
    return q.Choose(asked, answers, urgent=False)


# --- the table -----------------------------------------------------------------------------------


def _table(decks: Decks, state: TableState) -> q.Choose:
    """Return the end of the phase that is due; on request other ends, corrections."""
    judge, due = decide.judge(decks, state), next_moment(state).value
    if state.last_round and state.ended is Moment.ROUND_END:
        due = "end"
    ends = {moment.value: _phase_over(judge, state, moment) for moment in TESTS}
    words = text("End of the game")
    ends["end"] = q.Answer("end", words, q.Later(_end, (decks, state)), (q.Piece("flag"),))
    first = replace(ends.pop(due), pieces=())
    others = tuple(replace(each, minor=True) for each in ends.values())
    wrong = q.mistake(q.Later(_holders, (decks, state)))
    return q.Choose(text("Which phase is over?"), (first, *others, wrong), due)


def _phase_over(judge: q.Judge, state: TableState, moment: Moment) -> q.Answer:
    """Return the end of a phase; of a round with those who discarded, where a goal asks for it."""
    words, pieces = MOMENT_WORDS[moment], (q.Piece(f"phase/{moment.value}"),)
    if moment is not Moment.ROUND_END or Goal.BUDGET_SURPLUS not in tested_at(state, moment):
        return judge.answer(moment.value, words, EndPhase(moment), pieces)
    seats = tuple(player.seat for player in state.players)
    who = q.Pick(
        text("Who had too many cards and discarded?"),
        seats,
        tuple(q.Piece("seat", seat) for seat in seats),
        0,
        len(seats),
        partial(EndPhase, moment),
        (),
        verb=words,
        none=text("Nobody discarded"),
    )
    return q.Answer(moment.value, words, who, pieces)


def _end(decks: Decks, state: TableState) -> q.Form:
    """Ask for everybody's chips, and for the VP of the cards of those who did not name them."""
    asked = [
        (player, chips)
        for player in state.players
        for chips in (True, False)
        if chips or not player.by_cards
    ]
    parts = tuple(_points(player, chips=chips) for player, chips in asked)
    words, judge = text("Final score"), decide.judge(decks, state)

    def refuses(counted: q.Steps) -> q.Refusal | None:  # numbers of chips are always possible
        return judge.refuses(counted.commands[-1])

    return q.Form(words, parts, partial(_ended, asked), refuses, verb=text("End of the game"))


def _points(player: Player, *, chips: bool) -> q.Amount:
    seat = q.Piece("seat", player.seat)
    if chips:
        pieces, now = (seat, _CHIP), player.vp_chips
        return q.Amount(text("VP chips"), 0, MOST_CHIPS, int, pieces, default=now)
    own = q.Piece("card/own")
    return q.Amount(text("VP of all cards"), LEAST_CARD_VP, MOST_CARD_VP, int, (seat, own))


def _ended(asked: list[tuple[Player, bool]], *given: int) -> q.Steps:
    numbers = list(zip(asked, given, strict=True))
    chips = [
        SetChips(player.seat, number)
        for (player, chips), number in numbers
        if chips and number != player.vp_chips
    ]
    cards = tuple(
        EnteredVp(player.seat, number) for (player, chips), number in numbers if not chips
    )
    return q.Steps((*chips, EndTable(cards)))


def _holders(decks: Decks, state: TableState) -> q.Choose:
    """Ask for the holders of a goal; a small goal can be held by several."""
    judge = decide.judge(decks, state)
    seats = tuple(player.seat for player in state.players)
    people = tuple(q.Piece("seat", seat) for seat in seats)
    answers = []
    for tile in state.tiles:
        piece, most = goal_piece(tile.goal), 1 if tile.goal in MOST else len(seats)
        now = tuple(seats.index(seat) for seat in tile.holders)
        make = partial(MoveGoal, tile.goal)
        who = q.Pick(
            text("Who holds %(goal)s?", goal=piece), seats, people, 0, most, make, now, urgent=False
        )
        refused = judge.refuses(MoveGoal(tile.goal, tile.holders))
        answers.append(q.of_piece(piece, who, refused))
    return q.Choose(text("Which goal has another holder?"), tuple(answers), urgent=False)
