"""One package per game: pages, texts, icons and log sentences."""
