"""All but the dice in a synthetic image: backgrounds, prints, distractor objects on the table."""
