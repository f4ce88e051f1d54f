"""Rule the Galaxy on the screen."""
