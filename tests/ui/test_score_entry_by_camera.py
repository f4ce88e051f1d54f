"""The score entry from pictures: tiles read and named, doubts by touch, touch and camera mixed."""

from typing import Any

import pytest

from companion.games.roll.model.dice import DieType
from companion.scorefile import score_entry
from companion.session.service_ports import NoTileCameraError, TilesReading
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.score_entry.draft import Part
from kivy_ui.games.roll.score_entry.tally import TallyPages
from kivy_ui.games.roll.tiles.sought import Sought
from kivy_ui.pages.photos import At
from kivy_ui.pages.scores import Tally
from kivy_ui.settings import Services
from tests.ui.at_source import AtSource
from tests.ui.contexts import a_context
from tests.ui.score_entry_taps import CATALOG, measured
from tests.ui.tally_answers import part, typed, with_pieces
from tests.ui.tile_scans import DrawnTiles, a_reading

ANN = ("faction_4", "doomed_world", "galactic_federation", "spice_world")
BO = ("faction_1", "old_earth", "galactic_bankers", "free_trade_association")


class Photographer(AtSource):
    """Somebody who lays the tiles of one player after the other under the camera."""

    source: TallyPages

    def __init__(
        self, *readings: TilesReading | Exception, names: tuple[str, ...] = ("Ann", "Bo"),
        built: tuple[str, ...] = (), language: str = "en",
    ) -> None:  # fmt: skip
        self.scans = DrawnTiles(list(readings))  # type: ignore[arg-type]
        ui, _ = a_context(
            None, player_names=names, services=Services(tiles=self.scans), language=language
        )
        self.sought: list[Any] = []
        super().__init__(TallyPages(ui, lambda *asked: self.sought.append(asked)))
        self.source.enter()
        self.source.go_on(with_pieces(self.source.draft, *built))
        self.touch(do(self.source.look))
        self.source.page()

    @property
    def offered(self) -> list[str]:
        """The keys of the candidates."""
        return list(self.source.camera.choices())

    def save(self) -> None:
        self.touch(do(self.source.take))


def test_what_is_seen_becomes_the_players() -> None:
    """Faction, home world, tiles, goods and dice; after the chips the next player's picture."""
    dice = [(3, "novelty"), (None, "home"), (None, "military"), (None, "home")]
    at = Photographer(a_reading(ANN, dice=dice), a_reading(BO))
    assert [card.title for card in at.photo.cards][1:] == [
        "Doomed World", "Galactic Federation", "Spice World",
    ]  # fmt: skip
    assert "4 tiles, 4 dice" in at.photo.lines[0]
    at.save()
    ann = at.source.draft.players[0]
    assert (ann.faction, ann.home_world) == (4, "doomed_world")
    assert ann.tiles == ("galactic_federation", "spice_world")
    assert [(good.world, good.die) for good in ann.goods] == [("spice_world", DieType.NOVELTY)]
    assert ann.elsewhere.count(DieType.HOME) == 2
    assert at.source.draft.part is Part.CHIPS
    at.source.touch(typed(at.source.draft, 9))
    at.main()
    assert at.page.above == "Bo: tiles by camera"
    possible, again = at.scans.asked[1]
    assert possible is not None
    assert not again
    assert not {"galactic_federation", "doomed_world", "faction_4"} & set(possible)
    assert "galactic_bankers" in possible
    at.save()
    assert at.source.draft.players[1].tiles == BO[2:]


def test_doubts_are_asked_one_by_one_and_remembered() -> None:
    """Candidates, "no tile", a tile that was sure and is wrong; what people say is kept."""
    at = Photographer(
        a_reading(
            (*ANN, "alien_uplift_blueprints", None), unsure=(2,), others=("galactic_bankers",)
        )
    )
    assert at.page.main is None
    assert at.offered == ["galactic_federation", "galactic_bankers"]
    at.tap("Galactic Bankers")
    assert at.offered == ["galactic_bankers"]
    at.tap("No tile")
    at.source.camera.choose(4)
    at.tap("Other …")
    _, sought, found = at.sought[0]
    assert isinstance(sought, Sought)
    found("new_galactic_order")
    at.save()
    assert at.source.draft.now.tiles == ("galactic_bankers", "spice_world", "new_galactic_order")
    camera = at.source.camera
    while camera.camera.keeping:
        camera.tick()
    assert [key for _, key in at.scans.named] == ["galactic_bankers", "new_galactic_order"]


def test_a_tile_is_asked_about_by_a_touch_on_the_picture() -> None:
    at = Photographer(a_reading(ANN))
    xs, ys = zip(*at.photo.zones[3].corners, strict=True)
    at.source.touch(At(at.photo.key, sum(xs) / 4, sum(ys) / 4))
    assert at.source.camera.asked() == 3
    assert at.photo.lines[0] == "What is it?"


def test_a_second_picture_adds_what_did_not_fit() -> None:
    """A tile that both show counts once, the good on it, too."""
    first = a_reading(ANN, dice=[(3, "novelty")])
    second = a_reading(("spice_world", "galactic_bankers"), dice=[(0, "novelty")])
    at = Photographer(first, second)
    at.press("Second image")
    assert not at.side
    at.save()
    player = at.source.draft.players[0]
    assert player.tiles == ("galactic_federation", "spice_world", "galactic_bankers")
    assert len(player.goods) == 1
    assert not player.elsewhere


def test_touch_and_camera_are_mixed() -> None:
    """What was tapped and is not in the picture stays; the other side of a seen tile goes."""
    back = CATALOG.tile_by_side["spice_world"].development.key
    at = Photographer(a_reading(ANN), built=(back, "galactic_bankers"))
    at.save()
    assert at.source.draft.players[0].tiles == (
        "galactic_bankers", "galactic_federation", "spice_world",
    )  # fmt: skip
    at.source.undo()
    assert list(at.source.draft.players[0].tiles) == [back, "galactic_bankers"]


def test_a_piece_that_lies_twice_or_with_another_player_is_asked() -> None:
    """The same side twice in a picture; and a tile that the first player has."""
    at = Photographer(a_reading((*ANN, "spice_world")), a_reading((*BO, "spice_world")))
    assert "twice" in at.photo.lines[0]
    at.tap("No tile")
    at.save()
    at.source.touch(typed(at.source.draft, 9))
    at.main()
    assert at.offered == [], "nobody can have what the first player has"
    assert "another player" in at.photo.lines[0]
    at.source.camera.answer("spice_world")
    at.source.take()
    found = score_entry.findings(at.source.draft.players, CATALOG)
    assert any(finding.blocking for finding in found)
    assert at.page.main is not None
    at.touch(part(at.source.draft, Part.TILES))
    assert at.page.note is not None


@pytest.mark.parametrize("games", [5, pytest.param(30, marks=pytest.mark.slow)])
def test_few_taps_and_the_right_score_with_the_camera(games: int) -> None:
    """Four players, one tile in twenty to ask about: at most 40 taps for all, totals are right.

    What breaks a tie is asked afterwards.
    """
    counted, _, right = measured(4, games, seed=3, by_camera=True)
    assert right == 2 * games
    assert max(counted) <= 40, counted


def test_no_camera_no_tiles_and_giving_up() -> None:
    """What is wrong and what to do; a picture that comes after it was given up changes nothing."""
    at = Photographer(NoTileCameraError(), a_reading(()), a_reading(ANN))
    assert at.photo.lines[0].startswith("The camera delivers no image of the tiles.")
    assert at.page.question == "No camera image"
    assert at.main_button.text == "By hand"
    at.press("Try again")
    at.source.page()
    assert at.photo.lines[0].startswith("No tile is seen.")
    at.scans.holds = True
    at.source.camera.look_again()
    assert at.photo.lines[0].startswith("Reading the tiles")
    at.touch(at.page.back)
    at.scans.let_go()
    assert isinstance(at.page.body, Tally)
    assert at.source.draft.now.tiles == ()
