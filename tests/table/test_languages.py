"""Languages: the browser's wish, the visitor's choice, and nothing left in English."""

from __future__ import annotations

import re

import pytest
from babel.messages.extract import extract_from_dir

from donjon.table.web.i18n import COOKIE, LANGUAGES, catalogue, choose
from donjon.table.web.rendering import FOLDER
from tests.table.people import quick_table, wait_for


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("", "en"),
        ("ru", "ru"),
        ("hu-HU,hu;q=0.9,en;q=0.8", "hu"),
        ("de-DE,de;q=0.9,ru;q=0.5,en;q=0.3", "ru"),
        ("en;q=0.1,hu;q=0.9", "hu"),
        ("hu;q=0,en", "en"),
        ("*", "en"),
        (";;;,q=,\x00,zz-zz-zz-zz;q=x", "en"),
        ("fr," * 1000 + "ru", "en"),
    ],
)
def test_the_browsers_wish(accept, language):
    assert choose({}, accept) == language


def test_the_visitors_choice_comes_first():
    assert choose({COOKIE: "hu"}, "ru") == "hu"
    assert choose({COOKIE: "xx"}, "ru") == "ru"


def test_a_choice_is_kept(ann):
    answer = ann.post("/language", data={"language": "hu", "next": "/about?x=1"})
    assert answer.headers["location"] == "/about?x=1"
    assert '<html lang="hu">' in ann.get("/").text
    ann.post("/language", data={"language": "xx"})
    assert '<html lang="hu">' in ann.get("/").text


def texts():
    """Every text of the table that is said to people."""
    methods = [("**.py", "python"), ("**.jinja", "jinja2")]
    keywords = {"_": None, "gettext": None, "Message": None, "translate": None, "ngettext": (1, 2)}
    found = extract_from_dir(str(FOLDER), methods, {"**.jinja": {"trimmed": "true"}}, keywords)
    return sorted({text if isinstance(text, str) else text[0] for _, _, text, _, _ in found})


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_every_text_of_the_table_is_translated(language):
    said = texts()
    assert len(said) > 100
    known = catalogue(language)._catalog
    missing = [text for text in said if text not in known and (text, 0) not in known]
    assert missing == []


@pytest.mark.parametrize(("language", "letters"), [("ru", "[А-Яа-я]"), ("hu", "[áéíóöőúüű]")])
def test_a_table_in_another_language(ann, language, letters):
    ann.headers["accept-language"] = language
    table = quick_table(ann)
    page = wait_for(ann, table, 'id="moves"')
    prompt = re.search(r'id="prompt">(.*?)</p>', page, re.S)[1]
    assert re.search(letters, re.sub("<[^>]*>", "", prompt))
    assert re.search(letters, ann.get(table, params={"ask": "408"}).text.partition('id="notice"')[2][:200])
    assert f'lang="{language}"' in ann.get("/nowhere").text
