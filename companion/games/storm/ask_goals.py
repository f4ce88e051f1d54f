"""Questions of goal tracking; seat 0 is the table: set-up, phases, the end, holders of goals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from companion.games.question import (
    Amount,
    Answer,
    Choose,
    Form,
    Judge,
    Later,
    Pick,
    Piece,
    Question,
    Refusal,
    Steps,
    Text,
    following,
    how_many,
    named,
    of_piece,
    seat_names,
    shown,
    text,
)
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

_CHIP: Final = Piece("chip")
_USUAL_PLAYERS: Final = 3


def question(decks: Decks, state: TableState, seat: int) -> Question | None:
    """Return what *seat* may do now; None if nothing is asked of it.

    Args:
        decks: the cards of the first edition, and of the second if called with True; none if
            tableaus are only entered as numbers.
    """
    if state.step is Step.SET_UP and seat == 0:
        return set_up(decks)
    if state.step is not Step.PLAY:
        return None
    if seat == 0:
        return _table(decks, state)
    player = next((each for each in state.players if each.seat == seat), None)
    return None if player is None else _tableau(decks, state, player)


def _judge(decks: Decks, state: TableState) -> Judge:
    return Judge(partial(decide, decks, state))


# --- set-up --------------------------------------------------------------------------------------


def set_up(decks: Decks, names: tuple[str, ...] = seat_names(MOST_PLAYERS)) -> Amount:
    """Return the questions before the game: how many play, the goals, how tableaus are entered.

    Args:
        decks: as in ``question``.
        names: of the people at seats 1 to 5.
    """
    make = partial(_large, decks)
    return how_many(names, FEWEST_PLAYERS, MOST_PLAYERS, make, _USUAL_PLAYERS)


def _large(decks: Decks, names: tuple[str, ...]) -> Pick:
    players = tuple(NewPlayer(seat, name) for seat, name in enumerate(names, 1))
    asked = text("Which two large goals are on the table?")
    return _of(asked, MOST, MOST_IN_PLAY, partial(_small, decks, players))


def _small(decks: Decks, players: tuple[NewPlayer, ...], large: tuple[Goal, ...]) -> Pick:
    asked = text("Which four small goals are on the table?")
    return _of(asked, FIRST, FIRST_IN_PLAY, partial(_agreed, decks, players, large))


def _of(words: Text, goals: tuple[Goal, ...], count: int, make: Callable[[Any], Any]) -> Pick:
    return Pick(words, goals, tuple(map(goal_piece, goals)), count, count, make)


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
        Answer(
            each,
            said,
            _tableaus(decks, replace(start, infrastructure_after_settle=each == "settle")),
            (Piece(f"action/{each}"),),
        )
        for each, said in zip(ways, words, strict=True)
    )
    return Choose(text("When is %(goal)s tested?", goal=goal), answers, "develop")


def _tableaus(decks: Decks, start: StartTable) -> Any:
    """Ask how tableaus are entered; as numbers where there are no cards."""
    if not decks(False):  # noqa: FBT003 - the first edition
        return start
    second = replace(start, second_edition=True)
    answers = (
        Answer("numbers", text("Numbers only"), start),
        Answer("first", text("Cards of the first edition"), Later(_world, (decks, start, 0))),
        Answer("second", text("Cards of the second edition"), Later(_world, (decks, second, 0))),
    )
    return Choose(text("How are the tableaus entered?"), answers, "numbers")


def _world(decks: Decks, start: StartTable, place: int) -> Any:
    """Ask for the start world of each player; of those without one only numbers are entered."""
    if place == len(start.players):
        return start
    judge = Judge(partial(decide, decks, TableState()))
    player = start.players[place]

    def of(world: str | None) -> StartTable:
        players = list(start.players)
        players[place] = replace(player, start_world=world)
        return replace(start, players=tuple(players))

    worlds = tuple(
        of_piece(
            str(world.number),
            world_piece(world),
            Later(_world, (decks, of(world.key), place + 1)),
            judge.refuses(of(world.key)),
        )
        for world in START_WORLDS
    )
    further = Later(_world, (decks, start, place + 1))
    numbers = Answer("numbers", text("Numbers only"), further, (Piece("numbers"),))
    return Choose(text("Choose %(name)s's start world", name=player.name), (numbers, *worlds))


# --- a player ------------------------------------------------------------------------------------


def _tableau(decks: Decks, state: TableState, player: Player) -> Choose:
    """Return what can be entered about a player: chips, and counters or cards."""
    chips = text("VP chips")
    number = partial(SetChips, player.seat)
    entered = Amount(chips, 0, MOST_CHIPS, number, (_CHIP,), default=player.vp_chips, urgent=False)
    answers = [Answer("chips", _now(chips, player.vp_chips), entered, (_CHIP,))]
    if player.by_cards:
        letters = Later(_letters, (decks, state, player))
        answers.append(Answer("place", text("New card"), letters, (Piece("card/own"),)))
        lying = _changes(decks, state, player, DropCard, player.cards)
        if player.cards:
            answers.append(following("drop", text("Remove a card"), lying, (Piece("card/none"),)))
    else:
        in_play = [tile.goal for tile in state.tiles]
        answers += [_counter(state, player, goal) for goal in in_play if goal in COUNTER]
    seldom = tuple(replace(each, minor=each.key != "place") for each in answers)
    return Choose(named(player.name), seldom, urgent=False)


def _now(words: Text, number: int) -> Text:
    """Return what is counted with its number."""
    return text("%(what)s: %(count)s", what=words, count=number)


def _counter(state: TableState, player: Player, goal: Goal) -> Answer:
    counter, pieces = COUNTER[goal], (goal_piece(goal),)
    words = COUNTER_WORDS[counter]
    low, high = getattr(LEAST, counter), getattr(LIMITS, counter)
    make = partial(_counted, state, player, counter)
    now: int = getattr(player.counts, counter)
    number = Amount(words, low, high, make, pieces, default=now, urgent=False)
    return Answer(counter, _now(words, now), number, pieces)


def _counted(state: TableState, player: Player, counter: str, number: int) -> SetCounts:
    """Return the counts with one changed, and another where a 6-cost one is a development, too."""
    changed: Counts = replace(player.counts, **{counter: number})
    both = any(tile.goal is Goal.GREATEST_INFRASTRUCTURE for tile in state.tiles)
    if both and changed.six_costs > changed.developments:
        other = "six_costs" if counter == "developments" else "developments"
        changed = replace(changed, **{other: number})
    return SetCounts(player.seat, changed)


def _letters(decks: Decks, state: TableState, player: Player) -> Choose:
    """Ask for the first letter of a card that comes into play."""
    asked = text("First letter of the new card of %(name)s?", name=player.name)
    deck = decks(state.second_edition)
    answers = (
        following(letter, text(letter), _changes(decks, state, player, PlaceCard, keys))
        for letter, keys in by_letter(deck.values())
    )
    return Choose(asked, tuple(answers), urgent=False)


def _changes(
    decks: Decks,
    state: TableState,
    player: Player,
    command: type[PlaceCard | DropCard],
    keys: tuple[str, ...],
) -> Choose:
    """Ask for a card that comes into play or leaves it, by name."""
    asked = text("Which card of %(name)s comes into play?", name=player.name)
    if command is DropCard:
        asked = text("Which card of %(name)s leaves play?", name=player.name)
    judge, deck = _judge(decks, state), decks(state.second_edition)
    answers = tuple(
        judge.piece(key, Piece(f"card/{key}"), command(player.seat, key))
        for key in sorted(dict.fromkeys(keys), key=lambda key: deck[key].name)
    )
    return Choose(asked, answers, urgent=False)


# --- the table -----------------------------------------------------------------------------------


def _table(decks: Decks, state: TableState) -> Choose:
    """Return the end of the phase that is due; on request other ends, corrections."""
    judge, due = _judge(decks, state), next_moment(state).value
    if state.last_round and state.ended is Moment.ROUND_END:
        due = "end"
    ends = {moment.value: _phase_over(judge, state, moment) for moment in TESTS}
    words = text("End of the game")
    ends["end"] = Answer("end", words, Later(_end, (decks, state)), (Piece("flag"),))
    first = replace(ends.pop(due), pieces=())
    others = tuple(replace(each, minor=True) for each in ends.values())
    wrong = Answer("correct", text("Correct it"), Later(_holders, (decks, state)), minor=True)
    return Choose(text("Which phase is over?"), (first, *others, wrong), due)


def _phase_over(judge: Judge, state: TableState, moment: Moment) -> Answer:
    """Return the end of a phase; of a round with those who discarded, where a goal asks for it."""
    words, pieces = MOMENT_WORDS[moment], (Piece(f"phase/{moment.value}"),)
    if moment is not Moment.ROUND_END or Goal.BUDGET_SURPLUS not in tested_at(state, moment):
        return judge.answer(moment.value, words, EndPhase(moment), pieces)
    seats = tuple(player.seat for player in state.players)
    who = Pick(
        text("Who discarded to the hand limit?"),
        seats,
        tuple(Piece("seat", seat) for seat in seats),
        0,
        len(seats),
        partial(EndPhase, moment),
        (),
        verb=words,
    )
    return Answer(moment.value, words, who, pieces)


def _end(decks: Decks, state: TableState) -> Form:
    """Ask for everybody's chips, and for the VP of the cards of those who did not name them."""
    asked = [
        (player, chips)
        for player in state.players
        for chips in (True, False)
        if chips or not player.by_cards
    ]
    parts = tuple(_points(player, chips=chips) for player, chips in asked)
    words, judge = text("Final score"), partial(_unending, decks, state)
    return Form(words, parts, partial(_ended, asked), judge, verb=text("End of the game"))


def _unending(decks: Decks, state: TableState, counted: Steps) -> Refusal | None:
    """Return why the game cannot end with these numbers; those of chips are always possible."""
    return _judge(decks, state).refuses(counted.commands[-1])


def _points(player: Player, *, chips: bool) -> Amount:
    seat = Piece("seat", player.seat)
    if chips:
        pieces, now = (seat, _CHIP), player.vp_chips
        return Amount(text("VP chips"), 0, MOST_CHIPS, int, pieces, default=now)
    own = Piece("card/own")
    return Amount(text("VP of all cards"), LEAST_CARD_VP, MOST_CARD_VP, int, (seat, own))


def _ended(asked: list[tuple[Player, bool]], *given: int) -> Steps:
    numbers = list(zip(asked, given, strict=True))
    chips = [
        SetChips(player.seat, number)
        for (player, chips), number in numbers
        if chips and number != player.vp_chips
    ]
    cards = tuple(
        EnteredVp(player.seat, number) for (player, chips), number in numbers if not chips
    )
    return Steps((*chips, EndTable(cards)))


def _holders(decks: Decks, state: TableState) -> Choose:
    """Ask for the holders of a goal; a small goal can be held by several."""
    judge = _judge(decks, state)
    seats = tuple(player.seat for player in state.players)
    people = tuple(Piece("seat", seat) for seat in seats)
    answers = []
    for tile in state.tiles:
        piece, most = goal_piece(tile.goal), 1 if tile.goal in MOST else len(seats)
        now = tuple(seats.index(seat) for seat in tile.holders)
        make = partial(MoveGoal, tile.goal)
        who = Pick(shown(piece), seats, people, 0, most, make, now, urgent=False)
        refused = judge.refuses(MoveGoal(tile.goal, tile.holders))
        answers.append(of_piece(tile.goal.value, piece, who, refused))
    return Choose(text("Who holds the goal?"), tuple(answers), urgent=False)
