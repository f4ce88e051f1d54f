"""Words of the companion in English, Polish and Hungarian."""
