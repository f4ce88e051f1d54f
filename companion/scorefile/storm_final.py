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

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final

from companion.catalog.storm_loader import load_storm_cards
from companion.decoding import Within, join, show
from companion.games.storm.cards import Deck, count
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
from companion.games.storm.tableaus import table_scores
from companion.scorefile import errors
from companion.scorefile.final import Name, best_first, read, read_file, words

SCHEMA: Final = "storm-final/1"
RESULT_SCHEMA: Final = "storm-score/1"
MOST_PLAYERS: Final = 5
LEAVES_BY_ITSELF: Final = ("colony_ship", "new_military_tactics", "doomed_world")
"""Cards that leave a tableau by their own power, but may have helped to meet a goal before."""

_Key = Annotated[str, "the key of a card"]
_Holder = Annotated[str, "the name of a player"]


@dataclass(frozen=True, slots=True)
class _Player:
    name: Name
    vp_chips: Annotated[int, Within(0, 99)]
    tableau: Annotated[tuple[_Key, ...], "a list of keys of cards"]


@dataclass(frozen=True, slots=True)
class _File:
    schema: str
    players: Annotated[tuple[_Player, ...], "a list of players"]
    goals: dict[Goal, object] = field(default_factory=dict)
    edition: Annotated[int, Within(1, 2)] = 1


def score_file(document: object) -> tuple[dict[str, object], str]:
    """Return the result of a parsed document as JSON and as text.

    Raises:
        ScoreFileError: the document is invalid, or impossible with the contents of the box.
    """
    file, names = read_file(_File, SCHEMA, document, range(1, MOST_PLAYERS + 1))
    deck = load_storm_cards(second_edition=file.edition == 2)
    _check_cards(file.players, deck)
    players = tuple(
        Player(
            seat=seat,
            name=name,
            by_cards=True,
            cards=row.tableau,
            counts=count(tuple(deck[key] for key in row.tableau)),
            vp_chips=row.vp_chips,
        )
        for seat, (name, row) in enumerate(zip(names, file.players, strict=True), 1)
    )
    state = TableState(Step.PLAY, players, _goals(file.goals, names))
    _check_holders(state, deck)
    result: dict[str, Any] = {
        "schema": RESULT_SCHEMA,
        "players": [
            _player(name, each)
            for name, each in zip(names, table_scores(deck, state, {}), strict=True)
        ],
    }
    best = [player["name"] for player in result["players"] if player["rank"] == 1]
    return {**result, "winners": best}, _text(result["players"], best, deck)


def _check_cards(players: Sequence[_Player], deck: Deck) -> None:
    in_play: list[str] = []
    for number, player in enumerate(players):
        for i, key in enumerate(player.tableau):
            if key not in deck:
                place = f"players[{number}].tableau[{i}]"
                raise errors.UNKNOWN_CARD(place=place, key=show(key))
            in_play.append(key)
    for key in dict.fromkeys(in_play):
        if in_play.count(key) > deck[key].copies:
            raise errors.CARD_COPIES(card=key, found=in_play.count(key), most=deck[key].copies)


def _goals(goals: dict[Goal, object], names: Sequence[str]) -> tuple[GoalTile, ...]:
    sizes = sum(goal in MOST for goal in goals), sum(goal in FIRST for goal in goals)
    if goals and sizes != (MOST_IN_PLAY, FIRST_IN_PLAY):
        raise errors.GOALS(most=MOST_IN_PLAY, first=FIRST_IN_PLAY)
    return tuple(GoalTile(goal, _holders(goal, raw, names)) for goal, raw in goals.items())


def _holders(goal: Goal, raw: object, names: Sequence[str]) -> tuple[int, ...]:
    place = join("goals", goal.value)
    if raw is None:
        return ()
    if goal in MOST and isinstance(raw, list):
        raise errors.ONE_HOLDER(place=place)
    if isinstance(raw, str) or goal in MOST:
        listed: tuple[str, ...] = (read(_Holder, raw, place),)
    else:
        listed = read(tuple[_Holder, ...], raw, place)
    holders = [name.strip() for name in listed]
    if len(set(holders)) != len(holders) or not set(holders) <= set(names):
        raise errors.GOAL_HOLDER(place=place)
    return tuple(names.index(name) + 1 for name in holders)


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
                raise errors.GOAL_NOT_MET(
                    place=join("goals", tile.goal.value),
                    name=player.name,
                    has=value(tile.goal, player.standing),
                    needs=least if has < least else most,
                )


def _player(name: str, each: TableScore) -> dict[str, object]:
    return {
        "name": name,
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


def _text(players: list[dict[str, Any]], best: list[str], deck: Deck) -> str:
    lines: list[str] = []
    for player in best_first(players):
        lines.append("{rank}. {name}: {total} VP".format(**player))
        lines.append(f"  {'VP chips':<42}{player['vp_chips']:>4}")
        for card in player["cards"]:
            why = ", ".join(f"{words(part['card'])} {part['vp']}" for part in card["why"])
            line = f"  {deck[card['card']].name:<42}{card['vp']:>4}  {why}"
            lines.append(line.rstrip())
        lines += [f"  {words(each['goal']):<42}{each['vp']:>4}" for each in player["goals"]]
    lines.append(f"Winner: {best[0]}." if len(best) == 1 else f"Equal totals: {', '.join(best)}.")
    return "\n".join(lines)
