"""The Gathering Storm on the screen: goal tracking, draft and the game against the robot."""
