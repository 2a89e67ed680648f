"""One game being played: its history, for the library and the table alike."""
