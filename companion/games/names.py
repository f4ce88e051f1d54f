"""Names of players, whichever way they come in: the screen, the settings, a score file."""

import unicodedata


def clean_name(text: str) -> str:
    """Return *text* in one line, without control characters and other invisible ones.

    A name is shown in terminals, tables and exports: an escape sequence or a mark that reverses the
    direction of writing would change the text around it.
    """
    return " ".join("".join(c for c in text if c.isprintable() or c.isspace()).split())


def same_name(name: str) -> str:
    """Return the normalised name, equal for all spellings of a player's name."""
    return unicodedata.normalize("NFKC", name).casefold().strip()
