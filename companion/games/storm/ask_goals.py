"""Questions of goal tracking; seat 0 is the table: set-up, phases, the end, holders of goals."""

from __future__ import annotations

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
    Text,
    following,
    named,
    of_piece,
    shown,
    switch,
    text,
)
from companion.games.storm.cards import Counts, Decks
from companion.games.storm.goal_tiles import EndPhase, MoveGoal
from companion.games.storm.goals import FIRST, FIRST_IN_PLAY, MOST, MOST_IN_PLAY, Goal, Moment
from companion.games.storm.pieces import COUNTER_WORDS, MOMENT_WORDS, goal_piece, world_piece
from companion.games.storm.robot import START_WORLDS
from companion.games.storm.table import Player, Step, TableState, decide
from companion.games.storm.table_end import LEAST_CARD_VP, MOST_CARD_VP, EndTable, EnteredVp
from companion.games.storm.tableaus import (
    FEWEST_PLAYERS,
    LEAST,
    LIMITS,
    MOST_CHIPS,
    MOST_PLAYERS,
    DropCard,
    NewPlayer,
    PlaceCard,
    SetChips,
    SetCounts,
    StartTable,
)

BY_HAND: Final = "by hand"
_NAMES: Final = tuple(f"Player {number}" for number in range(1, MOST_PLAYERS + 1))
_USUAL_PLAYERS: Final = 3
COUNTER: Final = {
    Goal.SYSTEM_DIVERSITY: "kinds",
    Goal.OVERLORD_DISCOVERIES: "alien_cards",
    Goal.INNOVATION_LEADER: "rows",
    Goal.GALACTIC_STATUS: "six_costs",
    Goal.GREATEST_MILITARY: "general_military",
    Goal.LARGEST_INDUSTRY: "novelty_rare_worlds",
    Goal.GREATEST_INFRASTRUCTURE: "developments",
    Goal.PRODUCTION_LEADER: "production_worlds",
}
"""The counter that decides a goal; the other two goals count chips and discards."""


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


def set_up(
    decks: Decks,
    names: tuple[str, ...] = _NAMES,
    second_edition: bool = False,  # noqa: FBT001, FBT002 - as in the command
) -> Amount:
    """Return the questions before the game: how many play, the goals, tableaus by cards.

    Args:
        decks: as in ``question``.
        names: of the people at seats 1 to 5.
        second_edition: whether the owner's cards are of the second edition.
    """
    asked, make = text("How many play? Lay this out"), partial(_goals, decks, names, second_edition)
    people = (Piece("people"),)
    return Amount(asked, FEWEST_PLAYERS, MOST_PLAYERS, make, people, default=_USUAL_PLAYERS)


def _goals(
    decks: Decks,
    names: tuple[str, ...],
    second: bool,  # noqa: FBT001 - of a partial
    count: int,
) -> Form:
    judge = Judge(partial(decide, decks, TableState()))
    return Form(
        text("Which goals are on the table?"),
        (
            _of(text("Large goals"), MOST, MOST_IN_PLAY),
            _of(text("Small goals"), FIRST, FIRST_IN_PLAY),
            switch(text("Test Greatest Infrastructure after Settle, too")),
            *(_start_world(name) for name in names[:count] if decks(second)),
        ),
        partial(_started, names[:count], second),
        judge.refuses,
    )


def _of(words: Text, goals: tuple[Goal, ...], count: int) -> Pick:
    return Pick(words, goals, tuple(map(goal_piece, goals)), count, count, tuple)


def _start_world(name: str) -> Choose:
    """Ask whether a tableau is entered by cards, from its start world on."""
    worlds = tuple(
        of_piece(str(world.number), world_piece(world), world.key) for world in START_WORLDS
    )
    numbers = Answer("numbers", text("Numbers only"), None)
    return Choose(text("Choose %(name)s's start world", name=name), (numbers, *worlds), "numbers")


def _started(
    names: tuple[str, ...],
    second: bool,  # noqa: FBT001 - of a partial
    large: tuple[Goal, ...],
    small: tuple[Goal, ...],
    after_settle: bool,  # noqa: FBT001
    *worlds: str | None,
) -> StartTable:
    seats = enumerate(names, 1)
    starts = worlds or (None,) * len(names)
    players = tuple(
        NewPlayer(seat, name, world) for (seat, name), world in zip(seats, starts, strict=True)
    )
    also = after_settle and Goal.GREATEST_INFRASTRUCTURE in large
    return StartTable(players, (*large, *small), second, also)


# --- a player ------------------------------------------------------------------------------------


def _tableau(decks: Decks, state: TableState, player: Player) -> Choose:
    """Return what can be entered about a player: chips, and counters or cards."""
    chips = text("VP chips")
    number = partial(SetChips, player.seat)
    entered = Amount(chips, 0, MOST_CHIPS, number, default=player.vp_chips, urgent=False)
    answers = [Answer("chips", chips, entered, (Piece("chip"),))]
    if player.by_cards:
        placed = text("Which card of %(name)s comes into play?", name=player.name)
        later = Later(_changes, (decks, state, player, PlaceCard, placed))
        answers.append(Answer("place", placed, later))
        if player.cards:
            dropped = text("In play; tap to remove it")
            answers.append(
                following("drop", dropped, _changes(decks, state, player, DropCard, dropped))
            )
    else:
        in_play = [tile.goal for tile in state.tiles]
        counters = (COUNTER[goal] for goal in in_play if goal in COUNTER)
        answers += [_counter(state, player, each) for each in counters]
    return Choose(named(player.name), tuple(answers), urgent=False)


def _counter(state: TableState, player: Player, counter: str) -> Answer:
    words = COUNTER_WORDS[counter]
    low, high = getattr(LEAST, counter), getattr(LIMITS, counter)
    make = partial(_counted, state, player, counter)
    now: int = getattr(player.counts, counter)
    return Answer(counter, words, Amount(words, low, high, make, default=now, urgent=False))


def _counted(state: TableState, player: Player, counter: str, number: int) -> SetCounts:
    """Return the counts with one changed, and another where a 6-cost one is a development, too."""
    changed: Counts = replace(player.counts, **{counter: number})
    both = any(tile.goal is Goal.GREATEST_INFRASTRUCTURE for tile in state.tiles)
    if both and changed.six_costs > changed.developments:
        other = "six_costs" if counter == "developments" else "developments"
        changed = replace(changed, **{other: number})
    return SetCounts(player.seat, changed)


def _changes(
    decks: Decks,
    state: TableState,
    player: Player,
    command: type[PlaceCard | DropCard],
    asked: Text,
) -> Choose:
    """Ask for a card that comes into play or leaves it, by name."""
    judge, deck = _judge(decks, state), decks(state.second_edition)
    keys = player.cards if command is DropCard else deck
    answers = tuple(
        judge.piece(key, Piece(f"card/{key}"), command(player.seat, key))
        for key in sorted(dict.fromkeys(keys), key=lambda key: deck[key].name)
    )
    return Choose(asked, answers, urgent=False)


# --- the table -----------------------------------------------------------------------------------


def _table(decks: Decks, state: TableState) -> Choose:
    """Return the ends of phases at which goals are tested, the end of the game, corrections."""
    judge = _judge(decks, state)
    answers = [
        judge.answer(moment.value, words, EndPhase(moment), (Piece(f"phase/{moment.value}"),))
        for moment, words in MOMENT_WORDS.items()
        if moment is not Moment.ROUND_END
    ]
    who = text("Who discarded to the hand limit?")
    seats = tuple(player.seat for player in state.players)
    people = tuple(Piece("seat", seat) for seat in seats)
    last = Moment.ROUND_END
    discarded = Pick(who, seats, people, 0, len(seats), partial(EndPhase, last), ())
    pieces = (Piece(f"phase/{last.value}"),)
    answers += [
        Answer(last.value, MOMENT_WORDS[last], discarded, pieces),
        Answer("end", text("End of the game"), _end(judge, state), (Piece("flag"),)),
        Answer("correct", text("Correct it"), Later(_holders, (decks, state)), minor=True),
    ]
    return Choose(text("Which phase is over?"), tuple(answers))


def _end(judge: Judge, state: TableState) -> Any:
    """Ask for the VP of the cards of those whose cards were not entered."""
    asked = text("Enter the VP of all cards")
    entered = tuple(player for player in state.players if not player.by_cards)
    parts = tuple(
        Amount(
            named(each.name),
            LEAST_CARD_VP,
            MOST_CARD_VP,
            partial(EnteredVp, each.seat),
            (Piece("seat", each.seat),),
            default=0,
        )
        for each in entered
    )
    return Form(asked, parts, _ended, judge.refuses)


def _ended(*entered: EnteredVp) -> EndTable:
    return EndTable(entered)


def _holders(decks: Decks, state: TableState) -> Choose:
    """Ask for the holders of a goal; a small goal can be held by several."""
    judge = _judge(decks, state)
    seats = tuple(player.seat for player in state.players)
    people = tuple(Piece("seat", seat) for seat in seats)
    answers = []
    for tile in state.tiles:
        piece, most = goal_piece(tile.goal), 1 if tile.goal in MOST else len(seats)
        now = tuple(seats.index(seat) for seat in tile.holders)
        make = partial(_held, tile.goal)
        who = Pick(shown(piece), seats, people, 0, most, make, now, urgent=False)
        refused = judge.refuses(_held(tile.goal, tile.holders))
        answers.append(of_piece(tile.goal.value, piece, who, refused))
    return Choose(text("Who holds the goal?"), tuple(answers), urgent=False)


def _held(goal: Goal, holders: tuple[int, ...]) -> MoveGoal:
    return MoveGoal(goal, holders, BY_HAND)
