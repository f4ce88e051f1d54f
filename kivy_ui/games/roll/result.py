"""The pages of a game's result: who won, every point, the course of the game, sharing."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.history.export import history_csv, play_link, qr_rows
from companion.history.game_analysis import GameAnalysis
from companion.history.records import ROLL, Award, AwardKind, PastGame
from companion.i18n import Translator
from companion.scorefile.score_entry import ScoreEntryPlayer
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.common.numbers import signed_decimal
from kivy_ui.common.page_source import Said, Steps
from kivy_ui.common.player_group import past_seat
from kivy_ui.common.stacked_pages import Do, StackedPages, do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.game_analysis import chart, rows
from kivy_ui.games.roll.texts.book import AWARDS
from kivy_ui.games.roll.why import SOURCES, reasons, sources
from kivy_ui.pages.listing import List
from kivy_ui.pages.page import Card, Cards, Chip, Main, Page, Picture, Side
from kivy_ui.pages.scores import Chart, Code, Curve, Pattern, Rank, Result, Share, Source, Why


class ResultPages(StackedPages):
    """Shows the result of a game in parts: who won, every point, the course, what is shared."""

    ui: RollContext

    def __init__(self, ui: RollContext, steps: Steps | None = None) -> None:
        super().__init__(ui, steps)
        self._analysis = BackgroundTask[GameAnalysis | None]("game-analysis", None)

    @property
    @abstractmethod
    def game(self) -> PastGame:
        """The game; without players while there is no result."""

    @property
    def entries(self) -> Mapping[str, ScoreEntryPlayer]:
        """The pieces of the players by name, as far as they are known."""
        return {}

    @property
    def ended(self) -> tuple[Card, ...]:
        return ()

    @property
    def live(self) -> bool:
        return self._analysis.busy or super().live

    # --- points ----------------------------------------------------------------------------------

    def ranked(self) -> Page:
        """Return who has won and with which points."""
        translate, game = self.translate, self.game
        return Page(
            " \u00b7 ".join(_lengths(translate, game)) or translate("Result"),
            self._decided(game) or _headline(translate, game),
            Result(tuple(self._rank(game, index) for index in game.ranking)),
        )

    def outcome(self) -> Page:
        """Return that with the code to share it, and with what leads to more."""
        translate, game, page = self.translate, self.game, self.ranked()
        course = self.course if curves(game) else self.chances
        offered = (
            (game.scored, self.share, translate("Share"), "qr"),
            (bool(curves(game)) or _followed(game), course, translate("Course"), "chart"),
            (bool(game.awards or self.ended), self.awards, *self._praised(game)),
        )
        ranks = page.body.ranks if isinstance(page.body, Result) else ()
        return replace(
            page,
            body=Result(ranks, Code(*self._code(game)) if game.scored else None),
            side=tuple(
                Side(do(self.open, made), text, icon) for on, made, text, icon in offered if on
            ),
        )

    def _decided(self, game: PastGame) -> str:
        """Return who has won by which source of points, beside the next player; empty if unknown.

        Equal totals are decided by the tie-break.
        """
        (first, second), players = (*game.ranking, -1, -1)[:2], game.players
        if second < 0 or len(game.winners) != 1 or players[first].total == players[second].total:
            return ""
        mine, others = (sources(self.ui, players[index]) for index in (first, second))
        by = max(zip(mine, others, strict=False), key=_lead, default=None)
        if by is None:
            return ""
        return self.translate(
            "%(name)s wins. Decisive: %(source)s, %(points)s to %(others)s",
            name=players[first].name,
            source=self.translate(SOURCES[by[0].pattern][1]),
            points=by[0].points,
            others=by[1].points,
        )

    def _rank(self, game: PastGame, index: int) -> Rank:
        player = game.players[index]
        shares = sources(self.ui, player)
        points = player.vp_chips if player.total is None else player.total
        return Rank(
            past_seat(game.players, index),
            points,
            shares or (Share(Pattern.PLAIN, points),),
            self.translate("wins") if player.rank == 1 and game.scored else "",
            do(self.open, self.why, index) if shares else None,
        )

    def why(self, index: int, source: Pattern | None = None) -> Page:
        """Return where a player's points come from, for one source of them."""
        translate, game = self.translate, self.game
        player = game.players[index]
        shares = sources(self.ui, player)
        points = {share.pattern: share.points for share in shares}
        told = {each for each in SOURCES if points[each] or each is Pattern.PLAIN}
        chosen = source if source in told else max(points, key=points.__getitem__)
        listed = tuple(
            Source(do(self.turn, self.why, index, each) if each in told else None, picture,
                   translate(name), points[each], each is chosen)
            for each, (picture, name) in SOURCES.items()
        )  # fmt: skip
        lines = tuple(reasons(self.ui, player, chosen, self.entries.get(player.name)))
        following = game.ranking[(game.ranking.index(index) + 1) % len(game.ranking)]
        onward = translate("Next: %(name)s", name=game.players[following].name)
        return Page(
            f"{player.name} \u00b7 {translate('%(points)s points', points=player.total)}",
            translate("Where do the %(points)s come from?", points=points[chosen]),
            Why(listed, lines),
            chips=(Chip(seat=past_seat(game.players, index)),),
            main=Main(onward, do(self.turn, self.why, following, chosen)),
        )

    @staticmethod
    def explained(key: Do) -> Any:
        """Return the body of the page that the key of a player, or of a source, leads to."""
        made: Any
        made, *of = key.args
        return made(*of).body

    # --- the course of the game ------------------------------------------------------------------

    def course(self) -> Page:
        translate, game = self.translate, self.game
        caption = translate("VP chips after each round")
        if game.points_by_round:
            caption = translate("All points after each round")
        side = Side(do(self.turn, self.chances), translate("Chances to win"), "clock")
        return Page(
            translate("Course of the game"),
            caption,
            Chart(curves(game)),
            side=(side,) if _followed(game) else (),
        )

    def chances(self) -> Page:
        """Return all players' chances to win in percent at the beginning of each round."""
        translate, game = self.translate, self.game
        above, analysis = translate("Chances to win"), self._analysed(game)
        if analysis is None:
            asked = translate("This game cannot be analysed.")
            if self._analysis.busy:
                asked = translate("Analysing the game ...")
            return Page(above, asked, Cards(()))
        return Page(
            above,
            translate("Win chances, in percent, at the beginning of each round"),
            chart(game, analysis),
            side=(
                Side(do(self.turn, self.course), translate("Points"), "chart"),
                Side(do(self.open, self.turns, analysis), translate("Turning points"), "flag"),
            ),
        )

    def turns(self, analysis: GameAnalysis) -> Page:
        """Return turning points, luck and missed chances, as lines."""
        return Page(
            self.translate("Chances to win"),
            self.translate("What changed them"),
            List(tuple(rows(self.ui, self.game, analysis))),
        )

    def _analysed(self, game: PastGame) -> GameAnalysis | None:
        """Return the analysis of a game, which is started if it is not known."""
        analyst = self.ui.settings.services.analyst
        self._analysis.start(lambda: analyst.analyse(game.game_id), game.game_id)
        return self._analysis.result if self._analysis.knows(game.game_id) else None

    # --- awards, sharing -------------------------------------------------------------------------

    def awards(self) -> Page:
        """Return the awards, and why the game has ended."""
        translate, game = self.translate, self.game
        cards = (*(_card(translate, game, award) for award in game.awards), *self.ended)
        return Page(translate("Result"), self._praised(game)[0], Cards(cards))

    def _praised(self, game: PastGame) -> tuple[str, str]:
        """Return what the page of the awards is called, and its symbol."""
        if game.awards:
            return self.translate("Awards"), "star"
        return self.translate("Why it is over"), "flag"

    def share(self) -> Page:
        """Return the result as a code for BG Stats and in words, and what can be written."""
        translate, game = self.translate, self.game
        players = (game.players[index] for index in game.ranking)
        points = " \u00b7 ".join(f"{player.name}\u00a0{player.total}" for player in players)
        code, words = self._code(game)
        table = Card(do(self.save_table), (Picture("symbol/file"),), translate("Save as CSV"))
        return replace(self.ranked(), body=Code(code, (points, *words), (table,)))

    def _code(self, game: PastGame) -> tuple[tuple[tuple[bool, ...], ...], tuple[str, ...]]:
        """Return the code that opens BG Stats, and what it is for."""
        words = self.translate("Scan this: BG Stats opens with this play.")
        return qr_rows(play_link(game)), (words,)

    def save_table(self) -> Said:
        """Write the game for a spreadsheet; return where."""
        return self.write_file(_file_name(self.game), history_csv((self.game,)))


def _lead(of_both: tuple[Share, Share]) -> int:
    return of_both[0].points - of_both[1].points


def _followed(game: PastGame) -> bool:
    """Whether chances to win can be computed."""
    return game.kind == ROLL and bool(game.points_by_round)


def _file_name(game: PastGame) -> str:
    """Return the name of an export: the start time to the minute, else the game's id."""
    began = game.started_at[:16].replace(":", "").replace("T", "-")
    return f"result-{began or game.game_id}.csv"


def _lengths(translate: Translator, game: PastGame) -> Iterator[str]:
    """Yield rounds and duration, as far as they are known."""
    if game.rounds:
        yield translate.plural("%(count)s round", "%(count)s rounds", game.rounds)
    if game.minutes is not None:
        yield translate("%(minutes)s min", minutes=game.minutes)


def _headline(translate: Translator, game: PastGame) -> str:
    """Return who has won and how; where only chips were counted, who has most of them."""
    if len(game.winners) > 1:
        return translate("%(who)s win together", who=translate.list_of(game.winners))
    if game.winners:
        best = max(player.total or 0 for player in game.players)
        equal = [player.tiebreak or 0 for player in game.players if player.total == best]
        if len(equal) > 1:
            first, second, *_ = sorted(equal, reverse=True)
            return translate(
                "%(name)s wins the tie-break, %(points)s to %(others)s",
                name=game.winners[0],
                points=first,
                others=second,
            )
        return translate("%(who)s wins", who=game.winners[0])
    if not game.over:
        return translate("unfinished")
    if not game.players or game.scored:
        return translate("The game is over")
    most = max(player.vp_chips for player in game.players)
    who = tuple(player.name for player in game.players if player.vp_chips == most)
    return translate("Most VP chips: %(who)s", who=translate.list_of(who))


def curves(game: PastGame) -> tuple[Curve, ...]:
    """Return the points of each player after each round, as far as they are known."""
    by_round = game.points_by_round or game.vp_by_round
    values = zip(*by_round, strict=True) if len(by_round) > 1 else ()
    return tuple(Curve(past_seat(game.players, index), each) for index, each in enumerate(values))


def _card(translate: Translator, game: PastGame, award: Award) -> Card:
    told = AWARDS[award.kind]
    names = tuple(game.players[index].name for index in award.players)
    words = (translate.list_of(names), _value(translate, award))
    return Card(None, told.pictures, translate(told.title), words)


def _value(translate: Translator, award: Award) -> str:
    count = round(award.value)
    match award.kind:
        case AwardKind.DICE_LUCK:
            return translate(
                "wilds above average: %(count)s",
                count=signed_decimal(translate.language, award.value),
            )
        case AwardKind.SHIPPED:
            return translate.plural("%(count)s good", "%(count)s goods", count)
        case AwardKind.WAITED:
            minutes, seconds = divmod(count, 60)
            return translate(
                "waited %(minutes)s:%(seconds)s min", minutes=minutes, seconds=f"{seconds:02}"
            )
        case AwardKind.BUILT:
            return translate.plural("%(count)s tile", "%(count)s tiles", count)
        case AwardKind.SCOUTED:
            return translate.plural("scouted once", "scouted %(count)s times", count)
        case AwardKind.BEST_ROUND:
            return translate("%(count)s VP in chips", count=count)
