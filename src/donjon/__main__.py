"""Run the command line with `python -m donjon`."""

from donjon.cli import main

if __name__ == "__main__":
    main()
