"""The score entry from pictures: outlines and names, doubts by tap, touch and camera mixed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from statistics import median

from companion.games.roll.model.dice import DieType
from companion.games.roll.rules.scoring import score
from companion.session.service_ports import NoTileCameraError, TilesReading
from companion.tableau.from_picture import FACTION
from kivy_ui.games.roll.score_entry.by_camera import ScoreEntryByCamera
from kivy_ui.games.roll.score_entry.pages import EntryPage
from kivy_ui.games.roll.score_entry.presenter import ScoreEntryPresenter
from kivy_ui.games.roll.tiles.tile_camera import TileCamera
from kivy_ui.panels.tiles.camera import CandidateButton, TileCameraPanel
from kivy_ui.settings import Services, UiSettings
from kivy_ui.widgets.photos.tile_photo import TilePhoto
from tests.ui import fake_table as fake
from tests.ui.contexts import a_context
from tests.ui.hand import Hand
from tests.ui.score_entry_taps import CATALOG, Position, positions
from tests.ui.tile_scans import DrawnTiles, a_reading

FEW_CHIPS = 19
"""So many numbers of chips stand on keys at once."""

_CHECKED = 0.05
"""Share of tiles that should be asked about, at most."""

ANN = ("faction_4", "doomed_world", "galactic_federation", "spice_world")
BO = ("faction_1", "old_earth", "galactic_bankers", "free_trade_association")


def _by_camera(
    *readings: TilesReading | Exception, names: tuple[str, ...] = ("Ann", "Bo")
) -> tuple[ScoreEntryByCamera, ScoreEntryPresenter, DrawnTiles]:
    scans = DrawnTiles(list(readings))  # type: ignore[arg-type]
    ui, _ = a_context(None, player_names=names)
    score_entry = ScoreEntryPresenter(ui)
    score_entry.enter()
    questions = ScoreEntryByCamera(ui, score_entry, TileCamera(scans))
    questions.tick()
    return questions, score_entry, scans


def _keys(questions: ScoreEntryByCamera) -> list[str]:
    question = questions.question()
    assert question is not None
    return [key for key, _ in question.choices]


def test_what_is_seen_becomes_the_players() -> None:
    """Faction, home world, tiles, goods on a world and dice beside it, then the next player."""
    dice = [(3, "novelty"), (None, "home"), (None, "military"), (None, "home")]
    questions, score_entry, scans = _by_camera(a_reading(ANN, dice=dice), a_reading(BO))
    model = questions.model()
    assert [outline.name for outline in model.outlines][1:] == [
        "Doomed World", "Galactic Federation", "Spice World",
    ]  # fmt: skip
    assert model.question is None
    assert "4 tiles, 4 dice" in model.text
    assert model.primary == "Save, next: Bo"
    assert not questions.primary()
    ann = score_entry.players[0]
    assert (ann.faction, ann.home_world) == (4, "doomed_world")
    assert ann.tiles == ("galactic_federation", "spice_world")
    assert [(good.world, good.die) for good in ann.goods] == [("spice_world", DieType.NOVELTY)]
    assert ann.count("elsewhere", DieType.HOME) == 2
    possible, again = scans.asked[1]
    assert possible is not None
    assert not again
    assert not {"galactic_federation", "doomed_world", "faction_4"} & set(possible)
    assert "galactic_bankers" in possible
    questions.tick()
    assert questions.model().primary == "Save"
    assert questions.primary()
    assert score_entry.players[1].tiles == BO[2:]


def test_doubts_are_asked_one_by_one_and_remembered() -> None:
    """Candidates, "no tile", a tile that was sure and is wrong; what people say is kept."""
    reading = a_reading(
        (*ANN, "alien_uplift_blueprints", None), unsure=(2,), others=("galactic_bankers",)
    )
    questions, score_entry, scans = _by_camera(reading)
    assert questions.asked() == 2
    assert _keys(questions) == ["galactic_federation", "galactic_bankers"]
    questions.answer("galactic_bankers")
    assert questions.asked() == 5
    assert _keys(questions) == ["galactic_bankers"]
    questions.answer(None)
    assert questions.question() is None
    questions.choose(4)
    questions.answer("new_galactic_order")
    questions.done()
    assert score_entry.player.tiles == ("galactic_bankers", "spice_world", "new_galactic_order")
    while questions.camera.keeping:
        questions.tick()
    assert [key for _, key in scans.named] == ["galactic_bankers", "new_galactic_order"]


def test_a_second_picture_adds_what_did_not_fit() -> None:
    """A tile that both show counts once, the good on it, too."""
    first = a_reading(ANN, dice=[(3, "novelty")])
    second = a_reading(("spice_world", "galactic_bankers"), dice=[(0, "novelty")])
    questions, score_entry, scans = _by_camera(first, second)
    assert questions.model().more == "Second image"
    questions.more()
    questions.tick()
    assert questions.model().more == ""
    questions.done()
    assert score_entry.player.tiles == ("galactic_federation", "spice_world", "galactic_bankers")
    assert len(score_entry.player.goods) == 1
    assert sum(score_entry.player.elsewhere) == 0
    questions.look_again()
    assert scans.asked[-1][1], "reflections are read away with the picture before"


def test_touch_and_camera_are_mixed() -> None:
    """What was tapped and is not in the picture stays; the other side of a seen tile goes."""
    back = CATALOG.tile_by_side["spice_world"].development.key
    scans = DrawnTiles([a_reading(ANN)])
    ui, _ = a_context(None, player_names=("Ann", "Bo"))
    score_entry = ScoreEntryPresenter(ui)
    score_entry.enter()
    for key in (back, "galactic_bankers"):
        score_entry.toggle_tile(key)
    score_entry.open(EntryPage.NUMBERS)
    score_entry.digit(7)
    questions = ScoreEntryByCamera(ui, score_entry, TileCamera(scans))
    questions.tick()
    questions.done()
    assert score_entry.player.tiles == ("galactic_bankers", "galactic_federation", "spice_world")
    assert score_entry.player.vp_chips == 7
    score_entry.undo()
    assert list(score_entry.player.tiles) == [back, "galactic_bankers"]


def test_a_piece_that_lies_twice_or_with_another_player_is_asked() -> None:
    """The same side twice in a picture; and a tile that the first player has."""
    questions, score_entry, _ = _by_camera(
        a_reading((*ANN, "spice_world")), a_reading((*BO, "spice_world"))
    )
    model = questions.model()
    assert model.question is not None
    assert "twice" in model.question.why
    questions.answer(None)
    questions.primary()
    questions.tick()
    assert questions.asked() == 4
    assert _keys(questions) == [], "nobody can have what the first player has"
    assert "another player" in questions.model().question.why  # type: ignore[union-attr]
    questions.answer("spice_world")
    questions.done()
    assert any(finding.blocking for finding in score_entry.findings())


def test_three_players_from_three_pictures_take_few_taps() -> None:
    """Median of at most 8 taps with one tile in twenty to ask about; totals are right.

    Every touch counts: on "camera", on a candidate, on the number of VP chips, on the button for
    the next picture. Credits are asked for only where totals are equal.
    """
    chance = Random(4)
    counted = []
    for table in positions(3, 15, seed=3):
        readings = [_seen(position, chance) for position in table]
        names = tuple(position.name for position in table)
        questions, score_entry, _ = _by_camera(*[reading for reading, _ in readings], names=names)
        taps = 1
        for position, (reading, keys) in zip(table, readings, strict=True):
            for _ in range(len(reading.tiles)):
                index = questions.asked()
                if index is None:
                    break
                questions.answer(keys[index])
                taps += 1
            chips = position.vp_chips
            questions.choose_chips(chips)
            taps += 1 if chips < FEW_CHIPS else 2
            questions.primary()
            taps += 1
            questions.tick()
        for index, position in enumerate(table):
            entered = score_entry.players[index]
            assert set(entered.tiles) == set(position.tiles)
            score_entry.choose(index)
            score_entry.enter_player(replace(entered, credits=position.credits))
        found, expected = score_entry.result(), score([position.empire() for position in table])
        assert found is not None
        assert [each.total for each in found.players] == [each.total for each in expected.players]
        counted.append(taps)
    assert median(counted) <= 8, sorted(counted)


def _seen(position: Position, chance: Random) -> tuple[TilesReading, list[str]]:
    keys = [f"{FACTION}{position.faction}", position.home_world, *position.tiles]
    unsure = {place for place in range(len(keys)) if chance.random() < _CHECKED}
    halves = {side.key: 0 for side in CATALOG.faction(position.faction).halves}
    on_tiles = [
        (keys.index(good.world), good.die.value)
        for good in position.goods
        if good.world not in halves
    ]
    beside = Counter([*position.cup, *position.elsewhere])
    beside.update(good.die for good in position.goods if good.world in halves)
    dice = [*on_tiles, *((None, die.value) for die in beside.elements())]
    return a_reading(keys, unsure=unsure, dice=dice), keys


def _open(hand: Hand) -> TilePhoto:
    hand.app.root.visit("score_entry")
    hand.wait()
    hand.tap(hand.app.root.screen.ids.camera)
    assert isinstance(hand.app.root.panel, TileCameraPanel)
    hand.wait_until(lambda: not hand.app.root.panel.waiting)
    photo: TilePhoto = hand.app.root.panel.ids.photo
    return photo


def _window(table: fake.FakeTable, scans: DrawnTiles) -> Hand:
    services = Services(tiles=scans)
    return Hand(table, settings=UiSettings(player_names=("Ann", "Bo"), services=services))


def test_two_players_by_touch_on_the_picture(table: fake.FakeTable) -> None:
    """The first doubt's candidate, a tile tapped and searched, the next player, the score."""
    scans = DrawnTiles([a_reading(ANN, unsure=(2,), others=("galactic_bankers",)), a_reading(BO)])
    with _window(table, scans) as hand:
        photo = _open(hand)
        candidates = {button.text for button in hand.widgets(CandidateButton)}
        assert candidates == {"Galactic Federation", "Galactic Bankers"}
        hand.tap_text("Galactic Federation")
        assert not hand.app.root.panel.asking
        hand.tap_at(*photo.to_window(*photo.middle(3)))
        assert hand.reads("What is it?")
        hand.tap_text("Other …")
        for letter in "space m":
            hand.app.root.panel.typed(letter)
        hand.wait()
        hand.tap_found("Space Marines")
        hand.tap_text("9")
        hand.tap_text("Save, next: Bo")
        hand.wait_until(lambda: not hand.app.root.panel.waiting)
        hand.tap_text("19+")
        hand.tap_text("24")
        hand.tap_text("Save")
        assert hand.app.root.panel is None
        players = hand.app.root.presenters.side.score_entry.players
    assert players[0].tiles == ("galactic_federation", "space_marines")
    assert players[1].home_world == "old_earth"
    assert [player.vp_chips for player in players] == [9, 24]


def test_the_icon_of_a_button_is_small_once_it_has_words(table: fake.FakeTable) -> None:
    """The buttons under the picture get theirs with the picture; nothing is cut off."""
    from kivy_ui.widgets.controls import TextButton
    from kivy_ui.widgets.drawn import IconView

    with _window(table, DrawnTiles([a_reading(ANN)])) as hand:
        _open(hand)
        for words in ("Second image", "Save and stop"):
            button = next(b for b in hand.widgets(TextButton) if b.text == words)
            icon = next(child for child in button.children if isinstance(child, IconView))
            assert icon.width < button.width / 3


def test_no_camera_no_tiles_and_giving_up(table: fake.FakeTable) -> None:
    """What is wrong and what to do; a picture that comes after it was given up changes nothing."""
    scans = DrawnTiles([NoTileCameraError(), a_reading(()), a_reading(ANN)])
    with _window(table, scans) as hand:
        _open(hand)
        assert hand.reads("The camera delivers no image of the tiles.")
        hand.tap_text("Try again")
        hand.wait_until(lambda: not hand.app.root.panel.waiting)
        assert hand.reads("No tile is seen.")
        scans.holds = True
        hand.tap_text("Try again")
        assert hand.reads("Reading the tiles")
        hand.tap_text("Cancel")
        assert hand.app.root.panel is None
        scans.let_go()
        hand.wait()
        assert hand.app.root.presenters.side.score_entry.player.tiles == ()
