"""What commands share: opening a package and workers, settings, output, the screen,
signals."""
