"""The guide of the first game: whole in every language, left and resumed."""

from dataclasses import replace

import pytest

from companion.games.roll.model.dice import Phase
from companion.games.roll.view.table_view import TableView
from companion.i18n import LANGUAGES
from companion.preferences import Preferences
from kivy_ui.art.files import SIZES_PX
from kivy_ui.common.page_source import Visit
from kivy_ui.games.roll.guide import FIRST_ROUND_STEP
from kivy_ui.games.roll.texts.book import STEPS
from kivy_ui.settings import Services
from tests.ui import fake_table as fake
from tests.ui.at_source import AtWindow


def test_the_guide_goes_on_where_it_was_left() -> None:
    """Each step is remembered at once; after the last one it begins anew."""
    kept: list[int] = []
    services = Services(remember=lambda guide_step: kept.append(guide_step))
    at = AtWindow("guide", services=services)
    at.main()
    at.main()
    at.tap("Back")
    assert kept == [1, 2, 1]
    again = AtWindow("guide", preferences=Preferences(guide_step=kept[-1]))
    assert again.page.question == f"2. {STEPS[1].title}"
    for _ in STEPS[1:]:
        assert at.ui.visiting == "guide"
        at.main()
    assert kept[-1] == 0
    assert at.ui.visiting is None


def test_a_step_that_no_longer_exists_is_the_last() -> None:
    """A newer program wrote the file."""
    at = AtWindow("guide", preferences=Preferences(guide_step=99))
    assert at.page.question == f"{len(STEPS)}. {STEPS[-1].title}"


def test_players_are_chosen_before_the_first_round_and_dice_practised_after() -> None:
    """The first step leads no further back; help is always near."""
    at = AtWindow("guide")
    offered = []
    for _ in STEPS:
        *earlier, further = (side.key for side in at.page.side)
        offered.append((len(earlier), further, Visit("help") in at.keys))
        at.main()
    assert offered == [
        (int(number > 0), Visit("start" if number < FIRST_ROUND_STEP else "practice"), True)
        for number in range(len(STEPS))
    ]


@pytest.mark.parametrize(
    ("view", "title"),
    [
        (fake.assigning(3), "Roll and assign"),
        *((replace(fake.playing(), current_phase=each), each.value.capitalize()) for each in Phase),
    ],
)
def test_in_a_game_the_help_leads_to_the_page_of_what_is_played(
    view: TableView, title: str
) -> None:
    """Nothing there begins another game; the arrow leads back to the round."""
    at = AtWindow("help", view)
    at.touch(Visit("guide"))
    assert at.page.question.endswith(title)
    assert Visit("start") not in at.keys
    at.touch(at.page.back)
    assert at.ui.visiting is None


@pytest.mark.parametrize("size_px", SIZES_PX)
def test_every_step_fits_in_every_language(size_px: tuple[int, int]) -> None:
    """Pictures, what to do and why, on one page."""
    at = AtWindow("guide", size_px=size_px)
    for _ in STEPS:
        for language in LANGUAGES:
            at.ui.choose_language(language.key)
            assert len(list(at.scenes())) == 1
        at.main()
