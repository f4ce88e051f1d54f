"""Reads ``storm-final/1``, a final position of Race for the Galaxy with goals, and scores it.

    in:  {"schema": "storm-final/1", "edition": 1, "goals": {"greatest_military": "Ann",
          "system_diversity": ["Bob"], "production_leader": null, ...}, "players": [
          {"name": "Ann", "vp_chips": 7, "tableau": ["new_sparta", "drop_ships"]}]}
    out: {"schema": "storm-score/1", "players": [{"name": "Ann", "total": 17, "vp_chips": 7,
          "cards": [{"card": "new_sparta", "vp": 1, "why": []}],
          "goals": [{"goal": "greatest_military", "vp": 5}], "rank": 1}], "winners": ["Ann"]}

``goals`` has the goals in play (two large, four small) with the holder of the tile or, for a small
goal, all players who scored it; omit it if no goals were used. Ties of large goals are detected.
A holder who cannot have met the goal is rejected.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.catalog.storm_loader import load_storm_cards
from companion.games.storm.cards import Card, Deck, count
from companion.games.storm.decide_table import table_scores
from companion.games.storm.goals import (
    FIRST,
    FIRST_IN_PLAY,
    MOST,
    MOST_IN_PLAY,
    THRESHOLD,
    Goal,
    best_value,
    value,
)
from companion.games.storm.table import GoalTile, Player, Step, TableScore, TableState
from companion.scorefile.errors import (
    CardCopiesError,
    GoalHolderError,
    GoalNotMetError,
    GoalsError,
    OneHolderError,
    PlayerCountError,
    UnknownCardError,
    WrongSchemaError,
)
from companion.scorefile.fields import (
    join,
    say,
    show,
    take_list,
    take_number,
    take_object,
    take_text,
)
from companion.scorefile.names import Names

SCHEMA: Final = "storm-final/1"
RESULT_SCHEMA: Final = "storm-score/1"
MOST_PLAYERS: Final = 5
MOST_CHIPS: Final = 99
LEAVES_BY_ITSELF: Final = ("colony_ship", "new_military_tactics", "doomed_world")
"""Cards that leave a tableau by their own power, but may have helped to meet a goal before."""


def score_file(document: object) -> tuple[dict[str, object], str]:
    """Return the result of a parsed document as JSON and as text.

    Raises:
        ScoreFileError: the document is invalid, or impossible with the contents of the box.
    """
    fields = {"schema": f'"{SCHEMA}"', "players": "a list of the players"}
    table = take_object(document, "", fields, ("goals", "edition"))
    if table["schema"] != SCHEMA:
        raise WrongSchemaError(expected=SCHEMA, found=say(table["schema"]))
    second = take_number(table.get("edition", 1), "edition", 1, 2) == 2
    deck = load_storm_cards(second_edition=second)
    rows = take_list(table["players"], "players", "players")
    if not 1 <= len(rows) <= MOST_PLAYERS:
        raise PlayerCountError(most=MOST_PLAYERS, found=len(rows))
    names = Names()
    players = tuple(_player(row, i, names, deck) for i, row in enumerate(rows))
    _check_copies(players, deck)
    tiles = _goals(table.get("goals", {}), players)
    state = TableState(Step.PLAY, players, tiles)
    _check_holders(state, deck)
    scores = table_scores(deck, state, {})
    return _document(state, scores), _text(state, scores, deck)


def _player(raw: object, index: int, names: Names, deck: Deck) -> Player:
    place = f"players[{index}]"
    fields = {
        "name": "the player's name",
        "vp_chips": "the VP of the player's chips",
        "tableau": "the list of the keys of the player's cards",
    }
    table = take_object(raw, place, fields)
    where = join(place, "tableau")
    keys = take_list(table["tableau"], where, "keys of cards")
    cards = tuple(_card(key, f"{where}[{i}]", deck) for i, key in enumerate(keys))
    return Player(
        seat=index + 1,
        name=names.take(table["name"], join(place, "name")),
        by_cards=True,
        cards=tuple(card.key for card in cards),
        counts=count(cards),
        vp_chips=take_number(table["vp_chips"], join(place, "vp_chips"), 0, MOST_CHIPS),
    )


def _card(raw: object, place: str, deck: Deck) -> Card:
    key = take_text(raw, place, "the key of a card")
    if key not in deck:
        raise UnknownCardError(place=place, key=show(key))
    return deck[key]


def _check_copies(players: tuple[Player, ...], deck: Deck) -> None:
    in_play = [key for player in players for key in player.cards]
    for key in dict.fromkeys(in_play):
        if in_play.count(key) > deck[key].copies:
            raise CardCopiesError(card=key, found=in_play.count(key), most=deck[key].copies)


def _goals(raw: object, players: tuple[Player, ...]) -> tuple[GoalTile, ...]:
    table = take_object(raw, "goals", {}, [goal.value for goal in Goal])
    goals = [Goal(key) for key in table]
    sizes = sum(goal in MOST for goal in goals), sum(goal in FIRST for goal in goals)
    if goals and sizes != (MOST_IN_PLAY, FIRST_IN_PLAY):
        raise GoalsError(most=MOST_IN_PLAY, first=FIRST_IN_PLAY)
    seats = {player.name: player.seat for player in players}
    return tuple(GoalTile(goal, _holders(goal, table[goal.value], seats)) for goal in goals)


def _holders(goal: Goal, raw: object, seats: dict[str, int]) -> tuple[int, ...]:
    place = join("goals", goal.value)
    if raw is None:
        return ()
    if goal in MOST and isinstance(raw, list):
        raise OneHolderError(place=place)
    listed = take_list(raw, place, "names") if goal in FIRST and not isinstance(raw, str) else [raw]
    names = [take_text(name, place, "the name of a player").strip() for name in listed]
    if len(set(names)) != len(names) or not set(names) <= set(seats):
        raise GoalHolderError(place=place)
    return tuple(seats[name] for name in names)


def _check_holders(state: TableState, deck: Deck) -> None:
    """Reject holders who never met their goal, or have lost a large goal (2.3, 2.4)."""
    in_play = [key for player in state.players for key in player.cards]
    gone = [deck[key] for key in LEAVES_BY_ITSELF if in_play.count(key) < deck[key].copies]
    for tile in state.tiles:
        least = THRESHOLD[tile.goal]
        kept_with_less = tile.goal in FIRST or tile.goal is Goal.GREATEST_INFRASTRUCTURE
        most = least if kept_with_less else best_value(tile.goal, state.standings)
        for player in map(state.player, tile.holders):
            standing = player.standing
            if tile.goal in FIRST:
                cards = (*(deck[key] for key in player.cards), *gone)
                standing = replace(standing, counts=count(cards))
            has = value(tile.goal, standing)
            if tile.goal is not Goal.BUDGET_SURPLUS and has < max(least, most):
                raise GoalNotMetError(
                    place=join("goals", tile.goal.value),
                    name=player.name,
                    has=value(tile.goal, player.standing),
                    needs=least if has < least else most,
                )


def _document(state: TableState, scores: tuple[TableScore, ...]) -> dict[str, object]:
    return {
        "schema": RESULT_SCHEMA,
        "players": [
            {
                "name": state.player(each.seat).name,
                "total": each.total,
                "vp_chips": each.vp_chips,
                "cards": [
                    {
                        "card": card.key,
                        "vp": card.vp,
                        "why": [{"card": key, "vp": vp} for key, vp in card.because],
                    }
                    for card in each.cards
                ],
                "goals": [{"goal": goal.value, "vp": vp} for goal, vp in each.goals],
                "rank": each.rank,
            }
            for each in scores
        ],
        "winners": [state.player(each.seat).name for each in scores if each.rank == 1],
    }


def _text(state: TableState, scores: tuple[TableScore, ...], deck: Deck) -> str:
    lines: list[str] = []
    for each in sorted(scores, key=lambda each: each.rank):
        lines.append(f"{each.rank}. {state.player(each.seat).name}: {each.total} VP")
        lines.append(f"  VP chips{each.vp_chips:>38}")
        for card in each.cards:
            why = ", ".join(f"{key.replace('_', ' ')} {vp}" for key, vp in card.because)
            lines.append(f"  {deck[card.key].name:<42}{card.vp:>4}" + (f"  {why}" if why else ""))
        for goal, vp in each.goals:
            lines.append(f"  {goal.value.replace('_', ' '):<42}{vp:>4}")
    best = [state.player(each.seat).name for each in scores if each.rank == 1]
    lines.append(f"Winner: {best[0]}." if len(best) == 1 else f"Equal totals: {', '.join(best)}.")
    return "\n".join(lines)
