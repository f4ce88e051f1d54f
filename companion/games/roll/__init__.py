"""Roll for the Galaxy: state, commands, events, views and the rules between them."""
