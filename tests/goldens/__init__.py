"""Golden playthroughs: whole games as texts, in which a change of behaviour is a changed line."""
