"""The running evening: ports to the edges and the one owner of the state."""
