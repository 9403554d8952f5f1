"""Convert Polygon packages to the native format, and any package to Polygon's."""
