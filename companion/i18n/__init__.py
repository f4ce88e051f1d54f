"""Translations of all user-visible texts."""

from companion.i18n.translator import LANGUAGES, N_, Language, Translator, translator

__all__ = ["LANGUAGES", "N_", "Language", "Translator", "translator"]
