"""One session of work: where it runs, which programs are built, what was found."""
