"""What the phones of the players show, as JSON: pages and questions of a seat. No Kivy."""
