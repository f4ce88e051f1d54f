"""Game texts: dice, phases, places, rules, errors, log and score."""
