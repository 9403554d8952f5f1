"""Run the judge from a bare clone: `python judge.py run solutions/`."""

from judging.cli import main

if __name__ == "__main__":
    main()
