"""First games with a guide: which of its sentences speaks at a moment of a game.

A lesson is a game of a stated seed with a script (`lesson.toml` of its game). What the guide says follows
from the position and the events as its learner may know them, so nothing need be remembered: a lesson can be
left, taken back and seen from anywhere.
"""

from donjon.kernel.views import value_at
from donjon.lessons.script import FILE, LEARNER, BadLesson, Cue, Lesson, lesson_for, lesson_of, taught
from donjon.lessons.speaking import Moment, cue_at

__all__ = [
    "FILE",
    "LEARNER",
    "BadLesson",
    "Cue",
    "Lesson",
    "Moment",
    "cue_at",
    "lesson_for",
    "lesson_of",
    "taught",
    "value_at",
]
