"""User interface of The Gathering Storm: goal tracking, draft, game against the robot."""
