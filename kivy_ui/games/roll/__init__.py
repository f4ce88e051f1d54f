"""Roll for the Galaxy on the screen."""
