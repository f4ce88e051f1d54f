"""What a game is made of: values, state, commands, events, errors, and `apply`."""
