"""What finished games tell: results, averages, luck of the dice, how well the camera read."""
