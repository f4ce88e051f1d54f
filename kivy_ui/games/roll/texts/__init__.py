"""The game in words: dice, phases, places, rules, errors, its log and its score."""
