"""The parts of compare_reports.py: the cases, one run of a case, and what differs."""
