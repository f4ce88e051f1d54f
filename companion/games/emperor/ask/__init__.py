"""Questions of Galactic Emperor: what a seat may do now, one module for each part of a round."""
