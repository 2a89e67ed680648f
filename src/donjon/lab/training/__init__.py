"""Train an evaluation by self-play."""
