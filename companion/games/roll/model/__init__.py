"""The game's data model: values, state, commands, events, errors, and `apply`."""
