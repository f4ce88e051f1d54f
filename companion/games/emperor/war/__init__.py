"""The Warlord's battles: forces, dice on the tray, phases, odds (section 4.5)."""
