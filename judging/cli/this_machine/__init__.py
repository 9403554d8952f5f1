"""The machine: `judge doctor`, `worker` and `cache`."""
