"""Points at the end (section 4): tiles' points, then number of tiles, then Vader's breath."""

from dataclasses import dataclass

from companion.games.definition import PlayerResult
from companion.games.rule.options import Options, points_of
from companion.games.rule.state import GameState, Outcome, Step
from companion.games.rule.units import Unit, UnitKind


@dataclass(frozen=True, slots=True)
class Line:
    """One kind of tile in a player's score."""

    kind: UnitKind
    tiles: int
    each: int

    @property
    def points(self) -> int:
        """Total points of this kind."""
        return self.tiles * self.each


@dataclass(frozen=True, slots=True)
class Score:
    """A player's result.

    Attributes:
        lines: points by kind of tile.
        points: their sum.
        tiles: number of tiles, unused infiltrators included: the tie-break.
        rank: from 1; ties in both share it; the rulebook's last tie-break is breathing like Vader.
    """

    name: str
    lines: tuple[Line, ...]
    points: int
    tiles: int
    rank: int


def score(
    captured: tuple[tuple[str, tuple[Unit, ...]], ...], options: Options
) -> tuple[Score, ...]:
    """Return the scores of ``(name, tiles)`` in the order given."""
    results = []
    for name, tiles in captured:
        kinds = [tile.kind for tile in tiles]
        lines = tuple(
            Line(kind, kinds.count(kind), points_of(kind, options))
            for kind in UnitKind
            if kind in kinds
        )
        results.append((name, lines, sum(line.points for line in lines), len(tiles)))
    return tuple(
        Score(name, lines, points, count, 1 + sum(r[2:] > (points, count) for r in results))
        for name, lines, points, count in results
    )


def winners(scores: tuple[Score, ...]) -> tuple[str, ...]:
    """Return who shares the first rank; if several, the breath decides."""
    return tuple(each.name for each in scores if each.rank == 1)


def results(state: GameState) -> tuple[PlayerResult, ...]:
    """Return the players; nobody has a rank if the game is lost."""
    if state.step is not Step.OVER:
        return tuple(PlayerResult(player.name) for player in state.players)
    captured = tuple((player.name, player.tiles) for player in state.players)
    return tuple(
        PlayerResult(
            each.name,
            tiles=each.tiles,
            total=each.points,
            tiebreak=each.tiles,
            rank=each.rank if state.outcome is Outcome.WON else None,
            figures=(("tiles", each.tiles),),
        )
        for each in score(captured, state.options)
    )
