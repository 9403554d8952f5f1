"""Convert ICPC and Kattis packages to 2025-09, to the native format and to the legacy version."""
