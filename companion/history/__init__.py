"""History of games: results, averages, luck of the dice, reliability of the camera."""
