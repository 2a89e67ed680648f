"""Reading rulebooks for people: their parts, what falls back to English, and mistakes that are named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from donjon import rulebook
from donjon.rulebook import EXAMPLE, LIST, WORDS, Act, BadBook, Block, books, illustrated
from donjon.rulebook.illustrated import blocks_of

RULES = """
title = "Small Game"
[[chapter]]
title = "First"
[chapter.rules]
"SG-1.1" = "One."
"SG-1.2" = "Two."
"SG-1.10" = "Ten."
"""
PLAN = """
[[panel]]
id = "goal"
position = '{"players": 2}'
line = ["go"]
points = ["hill"]

[[chapter]]
id = "going"
rules = ["SG-1"]
examples = ["one-step"]

[[example]]
id = "one-step"
rules = ["SG-1.1"]
position = '{"players": 2, "seed": "x"}'
line = ["go", "@1 go left"]
seat = 1
wrong = [{ action = "stay", rule = "SG-1.2" }]
expect = { "seats.0.at" = 1 }
"""
ENGLISH = '''
[panels.goal]
title = "Goal"
text = "Up."
[chapters.going]
title = "Going"
text = """
One **goes**,
step by step.

- left
- or right
  of it

[[one-step]]
More of it."""
[examples.one-step]
title = "One step"
text = "Take it."
after = "Taken."
'''
HUNGARIAN = """
[panels.goal]
title = "Cél"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a small book, which tests change."""
    book = tmp_path / "small_game" / "book"
    book.mkdir(parents=True)
    for language in ("en", "hu"):
        (book.parent / f"{language}.toml").write_text(RULES, encoding="utf-8")
    for name, text in (("plan", PLAN), ("en", ENGLISH), ("hu", HUNGARIAN)):
        (book / f"{name}.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(books, "_shelf", lambda: tmp_path)
    forget()
    yield book
    forget()


def forget() -> None:
    books._load.cache_clear()
    illustrated._book.cache_clear()


def read(language: str = "en") -> rulebook.Book:
    book = rulebook.book("small-game", language)
    assert book is not None
    return book


def test_a_book_has_panels_chapters_and_examples(folder: Path) -> None:
    book = read()
    panel, chapter, example = book.panels[0], book.chapters[0], book.examples[0]
    assert (panel.title, panel.text, panel.points, panel.line) == ("Goal", "Up.", ("hill",), (Act("go"),))
    assert panel.position == {"game": "small-game", "players": 2}
    assert chapter.rules == ("SG-1.1", "SG-1.2", "SG-1.10")
    assert example.line == (Act("go"), Act("go left", 1))
    assert (example.seat, example.rules, dict(example.expect)) == (1, ("SG-1.1",), {"seats.0.at": 1})
    assert [(wrong.action, wrong.rule) for wrong in example.wrong] == [("stay", "SG-1.2")]
    assert (example.title, example.text, example.after) == ("One step", "Take it.", "Taken.")


def test_things_are_found_by_their_ids_and_by_rules(folder: Path) -> None:
    book = read()
    assert book.chapter("going") is book.chapters[0] is book.chapter_with("one-step")
    assert book.example("one-step") is book.examples[0]
    assert book.panel("goal") is book.panels[0]
    assert book.chapter("x") is book.example("x") is book.panel("x") is None
    assert book.chapters_by_rule["SG-1.10"] == (book.chapters[0],)
    assert book.examples_by_rule == {"SG-1.1": (book.examples[0],)}


def test_a_text_has_paragraphs_lists_and_places_of_examples(folder: Path) -> None:
    assert read().chapters[0].blocks == (
        Block(WORDS, ("One **goes**, step by step.",)),
        Block(LIST, ("left", "or right of it")),
        Block(EXAMPLE, ("one-step",)),
        Block(WORDS, ("More of it.",)),
    )
    assert blocks_of("- a\n\n- b") == [Block(LIST, ("a",)), Block(LIST, ("b",))]
    assert blocks_of("") == []


def test_what_a_language_lacks_is_said_in_english(folder: Path) -> None:
    book = read("hu")
    assert (book.panels[0].title, book.panels[0].text) == ("Cél", "Up.")
    assert book.examples[0].after == "Taken."
    (folder / "hu.toml").unlink()
    forget()
    assert read("hu").panels[0].title == "Goal"


def test_a_game_without_the_folder_has_no_such_book(folder: Path) -> None:
    (folder / "plan.toml").unlink()
    assert rulebook.book("small-game") is None


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("plan", 'id = "one-step"', 'id = "One Step"', "plan.toml: example 'One Step' needs an id"),
        ("plan", "seat = 1", "seat = true", "plan.toml: example one-step: seat is a number"),
        ("plan", "seat = 1", "seats = 1", "plan.toml: example one-step: seats is no field of it"),
        ("plan", 'rules = ["SG-1"]', 'rules = ["SG-2"]', "plan.toml: chapter going: rules names SG-2"),
        ("plan", 'rules = ["SG-1.1"]', 'rules = ["SG-1"]', "plan.toml: example one-step: rules names SG-1"),
        ("plan", 'rules = ["SG-1.1"]', "", "plan.toml: example one-step: rules is missing"),
        ("plan", 'rule = "SG-1.2"', 'rule = "SG-9"', "plan.toml: example one-step: wrong names SG-9"),
        ("plan", 'action = "stay", ', "", "plan.toml: example one-step: wrong is a list"),
        ("plan", 'line = ["go", "@1 go left"]', "line = []", "plan.toml: example one-step: line is missing"),
        ("plan", 'line = ["go"]', "line = [1]", "plan.toml: panel goal: line is a list of texts"),
        ("plan", '{"players": 2}', "[2", "plan.toml: panel goal: position is the JSON text of an object"),
        ("plan", "position = '{\"players\": 2}'", "", "plan.toml: panel goal: position is missing"),
        ("plan", 'examples = ["one-step"]', "", "en.toml: chapters.going.text places the example one-step"),
        ("plan", '["one-step"]', '["one-step", "two"]', "chapters.going.text places the example two"),
        ("plan", "[[panel]]", "[[panel", "plan.toml cannot be read"),
        ("plan", '[[chapter]]\nid = "going"', '[[chapter]]\nid = "goal"', "chapters.goal.title is missing"),
        ("en", 'title = "Goal"', 'title = " "', "en.toml: panels.goal.title is missing"),
        ("en", "[[one-step]]", "", "en.toml: chapters.going.text places the example one-step"),
        ("en", "[examples.one-step]", "[examples.two]", "en.toml: examples.one-step.title is missing"),
        ("en", "[panels.goal]", "[panels.other]\n[panels.goal]", "en.toml: panels.other is nowhere"),
        ("en", "[panels.goal]", "[pictures.x]\n[panels.goal]", "en.toml: pictures is no kind of texts"),
        ("en", 'after = "Taken."', 'after = "x"\nthen = "y"', "en.toml: examples.one-step.then is no text"),
    ],
)  # fmt: skip
def test_mistakes_are_named_with_file_and_key(
    folder: Path, file: str, old: str, new: str, words: str
) -> None:
    path = folder / f"{file}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadBook, match=r"^small_game/book/") as caught:
        read()
    assert words in str(caught.value)


def test_an_id_stands_for_one_thing(folder: Path) -> None:
    again = PLAN[PLAN.index("[[panel]]") : PLAN.index("[[chapter]]")]
    (folder / "plan.toml").write_text(PLAN + again, encoding="utf-8")
    with pytest.raises(BadBook, match="panel goal is there twice"):
        read()
