"""The rulebook as a library: finding, reading and falling back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import donjon
from donjon import rulebook
from donjon.errors import DonjonError, UnknownGame
from donjon.games.kingdom_builder.model import LETTERS, HexKind
from donjon.rulebook import UnknownLanguage, UnknownRule, books

ENGLISH = """
title = "Small Game"
[glossary]
hex = { term = "hex", meaning = "a space" }
turn = { term = "turn", meaning = "a go" }
[[chapter]]
title = "First"
[chapter.rules]
"SG-1.1" = "One."
"SG-1.2" = { title = "Two", text = "Two it is." }
[[chapter]]
title = "Second"
[chapter.rules]
"SG-2.1" = "Three."
[about]
hex = ["SG-2.1", "SG-1.1"]
hex-castle = ["hex", "SG-1.2"]
express.hex = ["SG-1.2"]
"""
HUNGARIAN = """
title = "Kis játék"
[glossary]
hex = { term = "mező", also = ["hatszög", "hely"], meaning = "egy hely" }
[[chapter]]
title = "Második"
[chapter.rules]
"SG-2.1" = "Három."
"""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A shelf with one small book, half translated, and a folder that is no book."""
    folder = tmp_path / "small_game"
    folder.mkdir()
    (folder / "en.toml").write_text(ENGLISH, encoding="utf-8")
    (folder / "hu.toml").write_text(HUNGARIAN, encoding="utf-8")
    (tmp_path / "__pycache__").mkdir()
    monkeypatch.setattr(books, "_shelf", lambda: tmp_path)
    books._load.cache_clear()
    yield tmp_path
    books._load.cache_clear()


def test_a_rule_has_an_id_a_text_and_perhaps_a_title() -> None:
    book = rulebook.load("kingdom-builder")
    assert (book.game, book.language, book.title) == ("kingdom-builder", "en", "Kingdom Builder")
    oracle, one = book.rule("KB-8.1"), book.rule("KB-5.1")
    assert (oracle.id, oracle.title) == ("KB-8.1", "Oracle")
    assert (one.title, one.text) == (None, "At most one settlement stands on a hex.")
    assert book.rule(" kb-5.1 ") is one


def test_rules_about_a_thing_come_in_the_order_of_the_book(shelf: Path) -> None:
    for language in ("en", "hu"):
        book = rulebook.load("small-game", language)
        assert book.about(["hex"]) == ("SG-1.1", "SG-2.1")
        assert book.about(["hex-castle"]) == ("SG-1.1", "SG-1.2", "SG-2.1")
        assert book.about(["deck", "hex"]) == ("SG-1.1", "SG-2.1")
        assert book.about(["hex", "express.hex"]) == ("SG-1.1", "SG-1.2", "SG-2.1")
        assert book.about(["deck"]) == ()


def test_rules_that_govern_a_thing_are_those_of_what_is_there() -> None:
    match = donjon.new("kingdom-builder", 2, seed=1, board="first-game")
    game, view = match.game, match.view(None)
    row = next(row for row in range(20) if LETTERS[HexKind.FOREST] in view["hexes"][row])
    column = view["hexes"][row].index(LETTERS[HexKind.FOREST])
    assert rulebook.rules_about(game, view, f"hex-{row},{column}")[0] == "KB-5.5"
    taken = {**view, "settlements": [{"seat": 0, "hex": [row, column]}]}
    assert rulebook.rules_about(game, taken, f"hex-{row},{column}") == ("KB-4.11", "KB-8.0.6")
    tavern = rulebook.rules_about(game, view, "token-tavern")
    assert {"KB-8.0.1", "KB-8.0.4", "KB-8.5.4"} <= set(tavern)
    assert not {"KB-8.0.5", "KB-8.0.9", "KB-8.7.1"} & set(tavern)
    assert rulebook.rules_about(game, view, "nothing") == ()


def test_chapters_and_ids_tell_the_same_order() -> None:
    book = rulebook.load("kingdom-builder", "ru")
    assert [rule.id for chapter in book.chapters for rule in chapter.rules] == list(book.ids())
    assert book.chapters[0].title == "Состав игры"


def test_a_book_is_read_once() -> None:
    assert rulebook.load("kingdom-builder", "hu") is rulebook.load("kingdom-builder", "hu")


def test_books_are_found_by_folder(shelf: Path) -> None:
    assert rulebook.games() == ("small-game",)
    assert rulebook.languages("small-game") == ("en", "hu")
    assert rulebook.load("small-game").rule("SG-1.2").title == "Two"


def test_what_is_not_translated_is_said_in_english(shelf: Path) -> None:
    book = rulebook.load("small-game", "hu")
    assert book.title == "Kis játék"
    assert [chapter.title for chapter in book.chapters] == ["First", "Második"]
    assert [book.rule(id).text for id in book.ids()] == ["One.", "Two it is.", "Három."]
    assert [entry.term for entry in book.glossary] == ["mező", "turn"]
    assert [entry.also for entry in book.glossary] == [("hatszög", "hely"), ()]


def test_silent_rules_have_their_reasons(shelf: Path) -> None:
    assert rulebook.silent("small-game") == {}
    folder = shelf / "small_game" / "silent"
    folder.mkdir()
    group = '[[group]]\nreason = "{}"\nrules = {}\n'
    file = folder / "rules.toml"
    file.write_text(group.format("It is a box.", '["SG-1.1", "SG-1.2"]') + group.format("No.", '["SG-2.1"]'))
    assert rulebook.silent("small-game") == {
        "SG-1.1": "It is a box.",
        "SG-1.2": "It is a box.",
        "SG-2.1": "No.",
    }
    assert rulebook.languages("small-game") == ("en", "hu")
    file.write_text(group.format("One.", '["SG-1.1"]') + group.format("Two.", '["SG-1.1"]'))
    with pytest.raises(ValueError, match=r"SG-1\.1 of small-game are silent for two reasons"):
        rulebook.silent("small-game")


@pytest.mark.parametrize(
    ("id", "near"),
    [
        ("KB-5.13", "the nearest are KB-5.1, KB-5.2,"),
        ("KB-8.5.9", "the nearest are KB-8.5.1, KB-8.5.2, KB-8.5.3, KB-8.5.4."),
        ("KB-7.1.1", "the nearest are KB-7.1, KB-7.2,"),
        ("KB-9", "chapter KB-9 has KB-9.1, KB-9.2,"),
        ("XX-1.1", "its ids run from KB-1.1 to KB-12."),
    ],
)
def test_an_unknown_rule_names_those_near_it(id: str, near: str) -> None:
    with pytest.raises(UnknownRule) as caught:
        rulebook.load("kingdom-builder").rule(id)
    assert str(caught.value).startswith(f"Kingdom Builder has no rule '{id}'; {near}")
    assert isinstance(caught.value, DonjonError)


def test_an_unknown_language_names_those_there_are() -> None:
    with pytest.raises(UnknownLanguage, match="not written in 'fr'; choose one of: en, hu, ru"):
        rulebook.load("kingdom-builder", "fr")


def test_an_unknown_game_names_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"no rulebook of 'chess'; there are: .*kingdom-builder"):
        rulebook.load("chess")
    with pytest.raises(UnknownGame):
        rulebook.languages("")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (ENGLISH, "", "small_game/en.toml: title must be a text: the name of the game."),
        (
            ENGLISH,
            "title = 'x'",
            "small_game/en.toml: chapter must be there: [[chapter]], with a title and rules.",
        ),
        (ENGLISH, "title = [", "small_game/en.toml cannot be read: Invalid value (at end of document)."),
        ('title = "First"\n', "", "small_game/en.toml: title of chapter 1 must be a text."),
        ("[chapter.rules]\n", "[chapter.rule]\n", "small_game/en.toml: rules of chapter 1 must be a table: "),
        (
            '"One."',
            "1",
            "small_game/en.toml: SG-1.1 must be a text, or a table with the texts 'title' and 'text'.",
        ),
        (', text = "Two it is."', "", "small_game/en.toml: SG-1.2 must be a text, or a table with "),
        (
            ', meaning = "a go"',
            "",
            "small_game/en.toml: turn must be a table with the texts 'term' and 'meaning'.",
        ),
        (
            '"a go"',
            '"a go", also = "round"',
            "small_game/en.toml: also of turn must be a list of words.",
        ),
        (
            'hex = ["SG-2.1", "SG-1.1"]',
            'hex = "SG-2.1"',
            "small_game/en.toml: about 'hex' must be a list of ids of rules and of things.",
        ),
        (
            '["hex", "SG-1.2"]',
            '["hex", "SG-1.3"]',
            "small_game/en.toml: about 'hex-castle' names 'SG-1.3', which is no rule and no other thing.",
        ),
        (
            '["SG-2.1", "SG-1.1"]',
            '["hex-castle"]',
            "small_game/en.toml: about 'hex-castle' names 'hex', which is no rule and no other thing.",
        ),
    ],
)
def test_what_is_wrong_in_a_file_is_named(shelf: Path, old: str, new: str, says: str) -> None:
    assert old in ENGLISH
    (shelf / "small_game" / "en.toml").write_text(ENGLISH.replace(old, new), encoding="utf-8")
    with pytest.raises(rulebook.BadBook) as refused:
        rulebook.load("small-game")
    assert str(refused.value).startswith(says)


@pytest.mark.parametrize("odd", [None, 7, ["ys"], b"ys"])
def test_a_name_that_is_no_text_is_refused(odd: object) -> None:
    for read in (rulebook.load, rulebook.book, rulebook.languages):
        with pytest.raises(UnknownGame):
            read(odd)  # type: ignore[arg-type]
    for read in (rulebook.load, rulebook.book):
        with pytest.raises(UnknownLanguage):
            read("ys", odd)  # type: ignore[arg-type, call-arg]
    with pytest.raises(UnknownRule, match="A rule is asked for by its id, such as 'YS-"):
        rulebook.load("ys").rule(odd)
