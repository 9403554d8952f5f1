"""What commands share: options, how a package and its workers are opened, where reports go,
and the live screen."""
