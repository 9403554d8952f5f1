"""ICPC and Kattis packages: from any version to 2025-09, whose renamed twin is the native format,
and to the legacy version, which DOMjudge reads too."""
