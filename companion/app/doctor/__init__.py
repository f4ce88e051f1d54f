"""What the table needs and whether it is there: findings for the command line and the screen."""
