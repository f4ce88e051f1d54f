"""What was read from each mat, and correcting it."""
