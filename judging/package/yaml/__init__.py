"""YAML with positions: read and edited in this one place."""
