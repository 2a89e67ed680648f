"""Learning an evaluation by playing: `donjon train`."""
