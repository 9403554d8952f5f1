"""What commands share: opening packages and workers, settings, output, signals."""
