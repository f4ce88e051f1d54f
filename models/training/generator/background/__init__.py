"""What is no die of the game in a generated picture: grounds, prints, things on the table."""
