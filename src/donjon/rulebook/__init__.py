"""The rules of every game by id, and books and lessons for people.

    >>> from donjon import rulebook
    >>> print(rulebook.load("kingdom-builder").rule("KB-5.1").text)
    At most one settlement stands on a hex.

A game's texts are the files LANGUAGE.toml in the folder with the game's name, with "_" for "-"; a game of
another package has them in a folder "rulebook" next to it. The English file is complete and defines the
order; texts that are missing in another language are shown in English. The folder "silent" lists the rules
that nothing in play cites, with the reason.

The English file ends with the table `about`: the rules for each thing on the table, by its subject in the
drawing. "token-" stands for all subjects with this prefix, "token-farm" adds rules of one of them; a list may
name another thing to include its rules. `express.token-` adds rules for the variant "express". Other
languages do not repeat the table.

    >>> rulebook.load("kingdom-builder").about(["hand-"])
    ('KB-3.7', 'KB-4.8', 'KB-11.2.4', 'KB-11.2.5')

In addition to the exact rules, a game may have a rulebook for people, with chapters, playable examples and a
story in pictures (`book`):

    >>> told = rulebook.book("kingdom-builder", "hu")
    >>> told is None or len(told.examples) >= 40
    True
"""

from donjon.rulebook.books import (
    ORIGINAL,
    BadBook,
    Chapter,
    Rule,
    Rulebook,
    Term,
    UnknownLanguage,
    UnknownRule,
    games,
    languages,
    load,
    nearest_language,
    rules_about,
    silent,
)
from donjon.rulebook.illustrated import (
    EXAMPLE,
    LIST,
    WORDS,
    Act,
    Block,
    Book,
    BookChapter,
    Example,
    Panel,
    Wrong,
    book,
)

__all__ = [
    "EXAMPLE",
    "LIST",
    "ORIGINAL",
    "WORDS",
    "Act",
    "BadBook",
    "Block",
    "Book",
    "BookChapter",
    "Chapter",
    "Example",
    "Panel",
    "Rule",
    "Rulebook",
    "Term",
    "UnknownLanguage",
    "UnknownRule",
    "Wrong",
    "book",
    "games",
    "languages",
    "load",
    "nearest_language",
    "rules_about",
    "silent",
]
