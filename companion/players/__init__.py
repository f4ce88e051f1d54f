"""Computer players of Roll for the Galaxy: what a seat may know, what it may do, who decides."""
