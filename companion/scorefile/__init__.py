"""Score files: final positions written by hand or by a spreadsheet, read strictly and scored."""
