"""The rules as functions over the model; each answers one question and decides nothing."""
