"""Questions of the game against the robot; seat 0 is the robot: dice, cards, corrections."""

from dataclasses import replace
from functools import partial
from typing import Any, Final

from companion.games import question as q
from companion.games.definition import TRAY
from companion.games.question import text
from companion.games.storm.ask_goals import EDITIONS
from companion.games.storm.box import SoloBox, box_answers
from companion.games.storm.cards import DECK, Decks, by_letter, no_decks
from companion.games.storm.pieces import (
    DIFFICULTY_WORDS,
    FIND_WORDS,
    PHASE_WORDS,
    face_piece,
    space_piece,
    world_piece,
)
from companion.games.storm.robot import (
    COUNTERS,
    CREDIT_LIMIT,
    ECONOMY_LIMIT,
    PAIRS,
    START_WORLDS,
    Difficulty,
    RobotFace,
    Space,
)
from companion.games.storm.robot_steps import MOST_CARD_VP, RICH_VP, Flipped, Found
from companion.games.storm.solo import Find, Flip, Robot, SoloPhase, SoloState, SoloStep, decide
from companion.games.storm.solo_round import (
    MOST_VP,
    ChooseActions,
    CorrectPlayer,
    CorrectRobot,
    EndSolo,
    PlayerDone,
    RollDice,
    StartSolo,
)

ROBOT, PLAYER = 0, 1
"""Seats."""
FEW_CHIPS, MOST_CHIPS = 11, 40
"""VP chips that one Consume phase can bring: more than a few are typed."""
LEAST_CARD_VP: Final = -1
"""The lowest VP printed on a card."""
_LEAST_POINTS: Final = -20
_MOST_TIE: Final = 30
_PLACED: Final = {SoloPhase.DEVELOP: 1, SoloPhase.SETTLE: 2}
"""How many cards can be placed: a second world is possible with Improved Logistics (R-5)."""
_VP: Final = (q.Piece("vp"),)


def question(decks: Decks, state: SoloState, seat: int) -> q.Question | None:
    """Return what *seat* may do now: 1 is the player, 0 the robot; None if the other one acts."""
    if seat == ROBOT:
        return set_up() if state.step is SoloStep.SET_UP else _robots(state)
    if seat != PLAYER:
        return None
    match state.step:
        case SoloStep.ACTIONS:
            return _actions(state)
        case SoloStep.PLAYER:
            return _phase(state)
        case SoloStep.FINAL:
            return _final(decks, state)
        case _:
            return None


# --- set-up --------------------------------------------------------------------------------------


def set_up(name: str = "", box: SoloBox | None = None) -> q.Choose:
    """Return the questions before the game: difficulty, start worlds, meaning of a robot face.

    What the *box* of the owner knows is not asked, and can be entered; None where there is no copy.
    """
    known = box or SoloBox()
    levels = tuple(
        q.Answer(
            level.value,
            DIFFICULTY_WORDS[level],
            q.Later(_own_world, (StartSolo(level, -1, -1, None, known.dice, name), known)),
            (q.Piece("counter/six"),) * COUNTERS[level],
        )
        for level in Difficulty
    )
    facts = () if box is None else box_answers(box, partial(set_up, name))
    return q.Choose(text("Choose the difficulty"), (*levels, *facts), Difficulty.EASY.value)


def _own_world(start: StartSolo, box: SoloBox) -> q.Choose:
    answers = []
    for world in START_WORLDS:
        then = q.Later(_its_world, (replace(start, player_start=world.number), box))
        answers.append(q.of_piece(world_piece(world), then, key=str(world.number)))
    return q.Choose(text("Choose your start world"), tuple(answers))


def _its_world(start: StartSolo, box: SoloBox) -> q.Choose:
    judge, answers = decide.judge(no_decks, SoloState()), []
    for world in START_WORLDS:
        now = replace(start, robot_start=world.number, equals=box.equals_of(world))
        known = now.equals or world.equals
        then = now if known else q.Later(_meaning, (now,))
        refused = judge.refuses(replace(now, equals=known or Space.TRADE))
        answers.append(q.of_piece(world_piece(world), then, refused, key=str(world.number)))
    return q.Choose(text("Choose the robot's start world"), tuple(answers))


def _meaning(start: StartSolo) -> q.Choose:
    judge = decide.judge(no_decks, SoloState())
    answers = tuple(
        judge.piece(space_piece(space), replace(start, equals=space)) for space in Space
    )
    return q.Choose(text("What does the robot face mean?"), answers)


# --- the player ----------------------------------------------------------------------------------


def _actions(state: SoloState) -> q.Choose:
    judge = decide.judge(no_decks, state)

    def second(one: Space) -> q.Choose:
        others = tuple(
            judge.piece(space_piece(other), ChooseActions((one, other))) for other in Space
        )
        if one in PAIRS:
            return q.Choose(text("Choose the second action; the same again is allowed"), others)
        return q.Choose(text("Choose the second action"), others)

    answers = tuple(q.of_piece(space_piece(one), second(one)) for one in Space)
    return q.Choose(text("Choose two actions"), answers)


def _phase(state: SoloState) -> q.Question:
    phase = state.tasks[0].phase if state.tasks else SoloPhase.EXPLORE
    judge = decide.judge(no_decks, state)
    if phase is SoloPhase.CONSUME:
        return _consume(judge)
    if phase not in _PLACED:
        asked = text("Play %(phase)s, then go on", phase=PHASE_WORDS[phase])
        return q.Choose(asked, (judge.answer("0", text("Done"), PlayerDone()),), "0")
    asked = text("Your Develop phase: did you place a card?")
    if phase is SoloPhase.SETTLE:
        asked = text("Your Settle phase: did you place a card?")
    piece = q.Piece(f"card/{phase.value}")
    some = tuple(
        judge.answer(
            str(count),
            text("I placed %(count)s card", "I placed %(count)s cards", count=count),
            PlayerDone(0, count),
            (piece,) * count,
        )
        for count in range(1, _PLACED[phase] + 1)
    )
    nothing = (q.Piece("card/none"),)
    return q.Choose(asked, (judge.answer("0", text("I placed none"), PlayerDone(), nothing), *some))


def _consume(judge: q.Judge) -> q.Choose:
    """Ask for the chips: up to eleven are one answer, more are a number."""
    asked = text("Your Consume phase: how many VP chips did you gain?")
    few = tuple(
        judge.answer(str(chips), text("%(count)s", count=chips), PlayerDone(chips), _VP)
        for chips in range(FEW_CHIPS)
    )
    many = q.Amount(asked, FEW_CHIPS, MOST_CHIPS, PlayerDone, _VP)
    more = q.Answer("more", text("%(count)s or more", count=FEW_CHIPS), many, _VP)
    return q.Choose(asked, (*few, more))


def _final(decks: Decks, state: SoloState) -> q.Choose:
    """Ask for the points as a number, or for the cards, from which the points follow."""
    answers = [q.Answer("points", text("As a number"), _points())]
    if decks(False):  # noqa: FBT003 - the first edition
        start = (START_WORLDS[state.player_start].key,)
        asked = text("Which edition are the cards?")
        which = tuple(
            q.Answer(
                key,
                words,
                _tie(partial(_first_card, decks, state, start, key == "second")),
                (q.Piece(f"card/{key}"),),
            )
            for key, words in EDITIONS.items()
        )
        answers.append(q.Answer("cards", text("Card by card"), q.Choose(asked, which)))
    return q.Choose(text("Enter your points"), tuple(answers), "points")


def _points() -> q.Amount:
    asked = text("VP of your cards and bonuses, without chips")
    pieces = (q.Piece("card/own"),)
    return q.Amount(asked, _LEAST_POINTS, MOST_VP, lambda n: _tie(partial(EndSolo, n)), pieces)


def _tie(make: Any) -> q.Amount:
    words = text("Your hand cards and goods (tie-break)")
    return q.Amount(words, 0, _MOST_TIE, make, (q.Piece("card/hand"),), default=0)


def _first_card(
    decks: Decks,
    state: SoloState,
    start: tuple[str, ...],
    second: bool,  # noqa: FBT001 - of a partial
    tie: int,
) -> q.Choose:
    return _cards(decks, state, EndSolo(0, tie, start, second))


def _cards(decks: Decks, state: SoloState, entered: EndSolo) -> q.Choose:
    """Ask for the first letter of the next card, until all are named; one can be taken back."""
    deck = decks(entered.second_edition)
    letters = tuple(
        q.following(letter, text(letter), _card(decks, state, entered, keys))
        for letter, keys in by_letter(c for c in deck.values() if c.start_world is None)
    )
    start, *named = entered.tableau
    lying = tuple(
        q.of_piece(
            q.Piece(f"card/{key}"),
            q.Later(_cards, (decks, state, replace(entered, tableau=(start, *_less(named, key))))),
            minor=True,
            key=f"without-{key}",
        )
        for key in dict.fromkeys(named)
    )
    done = decide.judge(decks, state).answer("done", text("All are named"), entered)
    count = text("%(count)s card so far", "%(count)s cards so far", count=len(entered.tableau))
    asked = text("First letter of your card? (%(cards)s)", cards=count)
    return q.Choose(asked, (*letters, done, *lying), "done")


def _less(keys: list[str], key: str) -> list[str]:
    rest = list(keys)
    rest.remove(key)
    return rest


def _card(decks: Decks, state: SoloState, entered: EndSolo, keys: tuple[str, ...]) -> q.Choose:
    judge, answers = decide.judge(decks, state), []
    for key in keys:
        now = replace(entered, tableau=(*entered.tableau, key))
        then = q.Later(_cards, (decks, state, now))
        answers.append(q.of_piece(q.Piece(f"card/{key}"), then, judge.refuses(now)))
    return q.Choose(text("Which card is in your tableau?"), tuple(answers))


# --- the robot -----------------------------------------------------------------------------------


def _robots(state: SoloState) -> q.Choose:
    """Return what the robot's dice and cards decide now, and corrections."""
    due: tuple[q.Answer, ...] = ()
    by: tuple[str, ...] = ()
    words = text("Correct it")
    if state.step is SoloStep.DICE:
        words, by = text("Roll both dice"), (TRAY,)
        due = (q.following("roll", words, _roll(state)),)
    elif state.step is SoloStep.FLIP and state.flip is not None and state.robot is not None:
        words = FIND_WORDS[state.flip.find]
        due = _flip(state, state.flip, state.robot)
    wrong = q.mistake(q.Later(_corrections, (state,)))
    default = due[0].key if len(due) == 1 else ""
    return q.Choose(words, (*due, wrong), default, bool(due), by)


def _roll(state: SoloState) -> q.Choose:
    judge = decide.judge(no_decks, state)

    def other(one: RobotFace) -> q.Choose:
        faces = tuple(judge.piece(face_piece(two), RollDice((one, two))) for two in RobotFace)
        return q.Choose(text("What does the right die show?"), faces)

    answers = tuple(q.of_piece(face_piece(one), other(one)) for one in RobotFace)
    return q.Choose(text("Roll both dice: what does the left one show?"), answers, by=(TRAY,))


def _flip(state: SoloState, flip: Flip, robot: Robot) -> tuple[q.Answer, ...]:
    """Return the card that fits, after those that do not; or that none of the stack fits."""
    judge, pile = decide.judge(no_decks, state), flip.find is Find.RICH_WORLD
    most = DECK if pile else robot.stack - 1
    asked = text("%(task)s. How many did not fit?", task=FIND_WORDS[flip.find])
    misses = q.Amount(asked, 0, most, partial(_found, state), (q.Piece("pile/stack"),), default=0)
    refused = judge.refuses(Flipped(0, Found(MOST_CARD_VP)))
    none = judge.answer("none", text("None of them fits"), Flipped(robot.stack, None))
    return q.Answer("found", text("A card fits"), misses, refused=refused), none


def _found(state: SoloState, misses: int) -> q.Choose:
    judge, flip = decide.judge(no_decks, state), state.flip
    low = RICH_VP if flip is not None and flip.find is Find.RICH_WORLD else LEAST_CARD_VP
    points = tuple(
        judge.answer(str(vp), text("%(count)s VP", count=vp), Flipped(misses, Found(vp)), _VP)
        for vp in range(low, MOST_CARD_VP + 1)
    )
    six: tuple[q.Answer, ...] = ()
    if flip is not None and flip.find is Find.DEVELOPMENT:
        piece = (q.Piece("card/six"),)
        command = Flipped(misses, Found(0, six_cost=True))
        six = (judge.answer("six", text("Cost 6, VP vary"), command, piece),)
    return q.Choose(text("Then: the VP of the card that fits"), (*points, *six))


_MINE: Final = 99
_ME: Final = q.Piece("seat", PLAYER)
_ROBOT_LIMITS: Final = {
    "chips": (text("VP chips"), (0, 60)),
    "tableau": (text("Cards"), (0, 40)),
    "vp": (text("VP of its cards"), (-99, 99)),
    "credit": (text("Credit"), (0, CREDIT_LIMIT)),
    "economy": (text("Economy"), (0, ECONOMY_LIMIT)),
    "stack": (text("Draw stack"), (0, 99)),
}


def _corrections(state: SoloState) -> q.Choose:
    """Return the corrections: numbers of player and robot; the table is right."""
    mine = CorrectPlayer(state.player_chips, state.player_tableau)
    own = {name: (_ROBOT_LIMITS[name][0], (0, _MINE)) for name in ("chips", "tableau")}
    answers = q.recorded_fields(mine, own, lambda changed: changed, (_ME,), "my_")
    if state.robot is not None:
        robot = (q.Piece("robot"),)
        answers += q.recorded_fields(state.robot, _ROBOT_LIMITS, CorrectRobot, robot)
    return q.Choose(text("What is different on the table?"), answers, urgent=False)
