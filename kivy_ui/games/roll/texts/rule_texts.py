"""The rules in our own words, by number, for explanations and the help screen."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.i18n import N_, Translator

RULES: Final = MappingProxyType(
    {
        "R-1.2": N_("The box has 55 tiles, each with a development and a world."),
        "R-1.3": N_("The VP pool holds 12 VP for each player."),
        "R-1.6": N_(
            "Everybody begins with three white dice in the cup, two in the Citizenry, and the dice "
            "of the start worlds."
        ),
        "R-1.7": N_("Start tiles give their dice once. The owner of Doomed World begins with $8."),
        "R-2.1": N_("All dice in the cup are rolled behind the screen, once."),
        "R-3.1": N_("Each die goes under the phase that it shows; a wild one under any phase."),
        "R-3.2": N_(
            "One die of any face is put on the strip: its phase will happen, and it works there."
        ),
        "R-3.3": N_("A Reassign power moves workers to other columns, once a round."),
        "R-3.4": N_(
            "Dictate, once a round: set one worker aside and move another one to any column. The "
            "one set aside goes back to the cup."
        ),
        "R-3.6": N_("A die works where it is, whatever it shows."),
        "R-3.7": N_("Assigning ends before the screens go up; the ready button says so."),
        "R-4.1": N_("Screens up: every phase that somebody selected happens."),
        "R-4.2": N_("Two players roll one more white die; its phase happens, too."),
        "R-4.3": N_("Workers of phases that do not happen go back to the cup."),
        "R-5.1": N_(
            "The active phases are played in order; a worker that was used goes to the Citizenry."
        ),
        "R-5.2": N_("A worker that cannot be used goes back to the cup."),
        "R-5.3": N_("The track ends at $10; the excess is lost."),
        "R-5.4": N_(
            "A power works whenever its phase happens, from the moment it is built. It must be "
            "used unless its text says 'may'."
        ),
        "R-5.6": N_("Where order matters: the lowest faction number first, then clockwise."),
        "R-6.1": N_("Each explorer scouts or stocks."),
        "R-6.2": N_("Stock: take $2."),
        "R-6.3": N_(
            "Scout: abandon any of your tiles, then draw one and as many more; put them under your "
            "stacks."
        ),
        "R-6.4": N_("Abandoned tiles go back into the bag when Explore ends."),
        "R-6.5": N_(
            "If the bag is short, the abandoned tiles go in. Only if they do not suffice, each "
            "player with three or more tiles in the construction zone (Hungarian edition: more "
            "than three) returns one."
        ),
        "R-7.1": N_("Developers and settlers are put on the top tile of their stack."),
        "R-7.2": N_("Workers equal to its cost complete a tile; they go to the Citizenry."),
        "R-7.3": N_("If the stack is empty, the remaining workers go back to the cup."),
        "R-7.4": N_("A world gives its dice and credits once, when it is placed."),
        "R-7.5": N_("When dice of a colour have run out, the gain is lost."),
        "R-8.1": N_("A producer becomes a good on a world that is not gray; one on each world."),
        "R-8.2": N_("Producers without room go back to the cup."),
        "R-9.1": N_("A shipper takes one good and trades or consumes it; both are used then."),
        "R-9.2": N_("Trade pays by the world: cyan 3, brown 4, green 5, yellow 6."),
        "R-9.3": N_(
            "Consume: 1 VP, and 1 more for each of good and shipper in the world's colour; purple "
            "always fits."
        ),
        "R-9.4": N_("VP come from the pool; when it is empty, this is the last round."),
        "R-9.5": N_("Shippers without a good go back to the cup."),
        "R-10.1": N_(
            "Recruit: pay $1 for each die from the Citizenry to the cup, as many as you can. A "
            "marker on $0 goes to $1 then."
        ),
        "R-10.2": N_(
            "Recall: any developers, settlers and goods may go back to the cup. With an empty cup "
            "after recruiting, at least one must (not in the Hungarian edition)."
        ),
        "R-10.4": N_("The game ends with the round that empties the pool or builds a 12th tile."),
        "R-11.1": N_("VP chips, the cost of every built tile, the bonus of each 6+ tile."),
        "R-11.2": N_("A bonus is rounded up."),
        "R-11.5": N_("Tie: the most dice in the cup plus credits win; if still tied, both win."),
        "R-12.1": N_("What is behind a screen is secret until Reveal."),
    }
)  # fmt: skip
"""Rule number -> the rule in one or two sentences."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A page of the help: a title, an icon or a die face, and its rules."""

    title: str
    face: str
    rules: tuple[str, ...]


TOPICS: Final = (
    Topic(N_("Set-up"), "box", ("R-1.2", "R-1.3", "R-1.6", "R-1.7")),
    Topic(N_("Roll and assign"), "wild", ("R-2.1", "R-3.1", "R-3.2", "R-3.6", "R-3.7", "R-12.1")),
    Topic(N_("Reassign and Dictate"), "hand", ("R-3.3", "R-3.4", "R-3.6")),
    Topic(N_("Reveal"), "camera", ("R-4.1", "R-4.2", "R-4.3")),
    Topic(N_("Phases in general"), "mat", ("R-5.1", "R-5.2", "R-5.3", "R-5.4", "R-5.6")),
    Topic(N_("Explore"), "explore", ("R-6.1", "R-6.2", "R-6.3", "R-6.4", "R-6.5")),
    Topic(N_("Develop"), "develop", ("R-7.1", "R-7.2", "R-7.3")),
    Topic(N_("Settle"), "settle", ("R-7.1", "R-7.2", "R-7.3", "R-7.4", "R-7.5")),
    Topic(N_("Produce"), "produce", ("R-8.1", "R-8.2")),
    Topic(N_("Ship"), "ship", ("R-9.1", "R-9.2", "R-9.3", "R-9.4", "R-9.5")),
    Topic(N_("manage empire"), "cup", ("R-10.1", "R-10.2", "R-10.4")),
    Topic(N_("Final score"), "crown", ("R-11.1", "R-11.2", "R-11.5")),
)

_TITLES: Final = {rule: topic.title for topic in reversed(TOPICS) for rule in topic.rules}


def topic_title(translate: Translator, title: str) -> str:
    """Return a topic's title as a heading."""
    text = translate(title)
    return text[:1].upper() + text[1:]


def rule_title(translate: Translator, rule: str) -> str:
    """Return the title of a rule's topic, such as "Ship"; empty if it is not in the help."""
    return topic_title(translate, _TITLES[rule]) if rule in _TITLES else ""
