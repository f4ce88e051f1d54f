"""The rules as functions over the model; each answers one question and changes nothing."""
