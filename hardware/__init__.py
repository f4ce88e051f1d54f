"""Device drivers: cameras, ready buttons, serial button boxes."""
