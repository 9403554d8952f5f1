"""The pure core: verdicts, limits, results, scoring. No processes, no files, no clock."""
