"""A round: the table, the phases one after the other, what each player does in them."""
