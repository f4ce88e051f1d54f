"""The final score is entered on phones and the touchscreen together, by photographs of tableaus."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.app.phone_pictures import PhonePhotographs
from companion.demo.script import PICTURES
from companion.games.roll.phases.round import StopGame
from companion.i18n import translator
from companion.scorefile.score_entry import ScoreEntryPlayer, player_of_game
from companion.session.ports import Alternative, DieReading, DieStatus, Frame
from companion.session.service_ports import TileAlternative, TileReading, TilesReading
from kivy_ui.common.usual_names import usual_name
from kivy_ui.games.roll.score_entry.tally import TallyPages
from tests.phones.conftest import PhoneTable
from tests.phones.phone import Json, Phone
from tests.ui.contexts import a_context
from tests.waiting import until
from vision.opening import open_table_reader

PICTURE = (PICTURES / "table.jpg").read_bytes()
TABLEAUS = (
    ("faction_1", "doomed_world", "galactic_federation", "spice_world"),
    ("faction_2", "old_earth", "galactic_renaissance"),
    ("faction_3", "new_sparta", "replicant_robots"),
)
CHIPS = (12, 20, 7)


def a_tile(number: int, key: str | None, *others: str) -> TileReading:
    left = 100.0 * number
    corners = ((left, 0.0), (left + 90, 0.0), (left + 90, 90.0), (left, 90.0))
    status = DieStatus.CHECK if others or key is None else DieStatus.OK
    alternatives = tuple(TileAlternative(each, 0.1) for each in others)
    return TileReading(corners, 90.0, key, 0.9, status, (key or "").upper(), alternatives)


def a_die(x: float, kind: str) -> DieReading:
    return DieReading(
        (x, 200.0), 40.0, 0.0, None, None, None, kind, "white", "wild", 0.99, DieStatus.OK
    )


class Tiles:
    """Reads what the test says next."""

    def __init__(self) -> None:
        self.next = TilesReading(0, 0, ())

    def __call__(self, frame: Frame) -> TilesReading:
        return self.next

    def show(self, *keys: str, doubt: tuple[str, ...] = ()) -> None:
        tiles = [a_tile(number, key) for number, key in enumerate(keys)]
        if doubt:
            tiles.append(a_tile(len(tiles), *doubt))
        self.next = TilesReading(1000, 500, tuple(tiles), dice=(a_die(10.0, "home"),))


@pytest.fixture
def tiles() -> Tiles:
    return Tiles()


@pytest.fixture
def table(tiles: Tiles) -> Iterator[PhoneTable]:
    made = PhoneTable(lambda table: PhonePhotographs(open_table_reader, tiles, table))
    made.open()
    made.tally.begin(tuple(map(ScoreEntryPlayer, ("Ann", "Bea", "Cyd"))))
    yield made
    made.close()


def photograph(phone: Phone, player: int = 0) -> int:
    address = f"/api/picture?for=tableau&player={player}"
    return phone.request("POST", address, PICTURE, Content_Type="image/jpeg")[0]


def asked(phone: Phone) -> tuple[Json, Json]:
    view = phone.view()
    (answer,) = view["question"]["answers"]
    assert answer["key"] == view["page"]["open"]
    return view, answer["then"]


def give(phone: Phone, *path: object) -> int:
    view, _ = asked(phone)
    status, _ = phone.answer(view, [view["page"]["open"], *path])
    return status


def test_everyone_photographs_a_tableau_and_all_see_one_explained_result(
    table: PhoneTable, tiles: Tiles
) -> None:
    phones = [table.phone(seat) for seat in (1, 2, 3)]
    for phone, keys, chips in zip(phones, TABLEAUS, CHIPS, strict=True):
        assert phone.view()["page"]["photograph"] == "tableau"
        tiles.show(*keys)
        assert photograph(phone) == 200
        assert phone.view()["page"]["result"] == []
        assert give(phone, "vp_chips", chips) == 200
    results = [phone.view()["page"]["result"] for phone in (*phones, table.phone())]
    assert results[1:] == results[:1] * 3
    assert [each["seat"]["name"] for each in results[0]] == ["Bea", "Ann", "Cyd"]
    first = results[0][0]
    points = {source["name"]: source["points"] for source, _ in first["why"]}
    assert (points["VP chips"], sum(points.values())) == (20, first["points"])
    assert first["said"] == f"{first['points']} points"
    people = phones[0].view()["page"]["people"]
    assert all(each["done"] for each in people)


def test_a_doubtful_tile_is_asked_about_on_that_phone_and_then_entered(
    table: PhoneTable, tiles: Tiles
) -> None:
    phone = table.phone(1)
    tiles.show("faction_1", "doomed_world", doubt=("galactic_federation", "galactic_renaissance"))
    assert photograph(phone) == 200
    assert table.tally.players[0].tiles == ()
    view, question = asked(phone)
    keys = [each["key"] for each in question["answers"]]
    assert keys == ["galactic_federation", "galactic_renaissance", "search", "none"]
    assert "GALACTIC FEDERATION" in question["text"].replace("_", " ")
    assert asked(table.phone(2))[1]["answers"][0]["key"] == "faction"
    assert give(phone, "galactic_renaissance") == 200
    assert phone.answer(view, [view["page"]["open"], "galactic_renaissance"])[0] == 409
    assert table.tally.players[0].tiles == ("galactic_renaissance",)
    assert table.tally.players[0].elsewhere != ()


def test_doubtful_dice_are_asked_about_on_that_phone_after_the_tiles(
    table: PhoneTable, tiles: Tiles
) -> None:
    phone, other = table.phone(1), table.phone(2)
    tiles.show("faction_1", "spice_world", doubt=("galactic_federation", "galactic_renaissance"))
    on_world = replace(a_die(150.0, "novelty"), centre_px=(150.0, 45.0), status=DieStatus.CHECK)
    likely = Alternative("consumption", "wild", 0.3)
    beside = replace(a_die(40.0, "home"), status=DieStatus.CHECK, alternatives=(likely,))
    third = replace(beside, alternatives=())
    certain = a_die(70.0, "military")
    tiles.next = replace(tiles.next, dice=(beside, certain, on_world, third))
    assert photograph(phone) == 200
    assert give(phone, "galactic_federation") == 200
    question = asked(phone)[1]
    assert [each["key"] for each in question["answers"]][:2] == ["home", "consumption"]
    assert len(question["answers"]) == 8
    assert asked(other)[1]["answers"][0]["key"] == "faction"  # nobody else is asked
    assert table.tally.players[0].tiles == ()
    assert give(phone, "consumption") == 200
    assert "Spice World" in asked(phone)[1]["text"]
    assert give(phone, "genes") == 200
    assert give(phone, "none") == 200
    player = table.tally.players[0]
    assert [good.die.value for good in player.goods] == ["genes"]
    assert sorted(die.value for die in player.elsewhere) == ["consumption", "military"]


def test_a_tile_that_is_there_twice_is_the_one_that_was_named_last(
    table: PhoneTable, tiles: Tiles
) -> None:
    phone = table.phone(1)
    tiles.show("faction_1", "executive_power", doubt=("trading_world", "spice_world"))
    assert photograph(phone) == 200
    assert "twice" in asked(phone)[1]["text"]  # it is the back of the other one
    assert give(phone, "trading_world") == 200
    assert "executive_power" not in [each["key"] for each in asked(phone)[1]["answers"]]
    assert give(phone, "none") == 200
    assert table.tally.players[0].tiles == ("trading_world",)


def test_a_tile_that_was_not_read_is_searched_among_those_of_nobody(
    table: PhoneTable, tiles: Tiles
) -> None:
    phone = table.phone(1)
    tiles.show("galactic_federation")
    photograph(table.phone(2))
    tiles.next = replace(tiles.next, tiles=(a_tile(0, None),))
    photograph(phone)
    view, _ = asked(phone)
    found = phone.following(view, [view["page"]["open"], "search"])
    assert found is not None
    keys = {each["key"] for each in found["answers"]}
    assert {"spice_world", "faction_4", "old_earth"} < keys
    assert "galactic_federation" not in keys
    assert give(phone, "search", "spice_world") == 200
    assert table.tally.players[0].tiles == ("spice_world",)


def test_one_phone_can_enter_everything(table: PhoneTable, tiles: Tiles) -> None:
    phone = table.phone(1)
    tiles.show(*TABLEAUS[1])
    assert photograph(phone, 2) == 200
    assert table.tally.players[1].tiles == ("galactic_renaissance",)
    assert give(phone, "others", "player-2", "vp_chips", 20) == 200
    assert give(phone, "others", "player-3", "tiles_entered", "spice_world") == 200
    assert [each.vp_chips for each in table.tally.players] == [None, 20, None]
    assert table.tally.players[2].tiles_entered
    assert give(phone, "others", "player-1", "vp_chips", 3) == 422
    assert photograph(phone, 5) == 200  # of nobody
    assert photograph(phone, 6) == 404


def test_what_phones_enter_fills_up_on_the_touchscreen_and_both_can_go_on() -> None:
    ui, _ = a_context(None, language="en")
    pages = TallyPages(ui, lambda *_asked: None)
    pages.enter()
    shared = ui.settings.services.phones.tally
    before = shared.players
    assert [each.name for each in before] == [each.name for each in pages.draft.players]
    assert not pages.live
    shared.merge(before, (replace(before[0], vp_chips=5), *before[1:]))
    assert pages.live
    pages.page()
    assert pages.draft.players[0].vp_chips == 5
    seen = pages.draft
    shared.merge(shared.players, (replace(before[0], vp_chips=6), *before[1:]))
    pages.change(
        replace(seen, players=(*seen.players[:1], replace(before[1], vp_chips=9), before[2]))
    )
    assert [each.vp_chips for each in shared.players] == [6, 9, None]
    assert pages.draft.players == shared.players
    pages.undo()
    assert [each.vp_chips for each in shared.players] == [6, None, None]


def test_the_final_score_of_a_game_is_asked_once_it_is_over(table: PhoneTable) -> None:
    table.begin("roll", 2, "by-hand")
    until(lambda: [each["seat"] for each in table.links[-1]["seats"]] == [1, 2])
    phone = table.phone(2)
    assert phone.view()["page"]["photograph"] == "mat"
    table.owner.post(StopGame())
    until(lambda: table.owner.latest().is_over)
    assert phone.view()["page"]["photograph"] == ""  # the scorekeeper has not begun
    update = table.owner.latest()
    table.tally.begin(tuple(map(player_of_game, update.view.seats)), update.game_id or "")
    assert phone.view()["page"]["photograph"] == "tableau"
    assert give(phone, "vp_chips", 9) == 200
    entered = {each.name: each.vp_chips for each in table.tally.players}
    assert entered["Player 2"] == 9
    table.begin("roll", 2, "by-hand")
    until(lambda: [each["seat"] for each in table.links[-1]["seats"]] == [1, 2])
    assert table.phone(2).view()["page"]["photograph"] == "mat"


def test_a_seat_without_a_name_is_called_in_the_language_of_each_phone(table: PhoneTable) -> None:
    table.begin("roll", 3, "by-hand")
    until(lambda: len(table.server.links.seats) == 3)

    def called(language: str) -> set[str]:
        page = table.phone(1, language).view()["page"]
        people = page["people"] or page["result"]
        return {each["seat"]["name"] for each in people} | {page["me"]["name"]}

    def usual(language: str) -> set[str]:
        return {usual_name(translator(language), seat) for seat in (1, 2, 3)}

    expected = usual("en"), usual("pl")
    assert expected[0] != expected[1]
    assert (called("en"), called("pl")) == expected
    table.owner.post(StopGame())
    until(lambda: table.owner.latest().is_over)
    assert (called("en"), called("pl")) == expected
    players = tuple(ScoreEntryPlayer(f"Player {seat}") for seat in (1, 2, 3))
    table.tally.begin(players, table.owner.latest().game_id or "")
    assert (called("en"), called("pl")) == expected
