"""The log: one line a request, never a secret, never a flood."""

from __future__ import annotations

import io
import logging
import re

import pytest

from donjon.errors import DonjonError
from donjon.table.host import monitoring
from donjon.table.web.sessions import Identity
from tests.table.people import SECRET, application, beside, new_table_game, person, seats, store


@pytest.fixture
def written(monkeypatch):
    """What stands in the log at its most talkative; the loggers are as they were afterwards."""
    text = io.StringIO()
    kept = [(logging.getLogger(name), {}) for name in monitoring.SOURCES]
    for source, state in kept:
        state.update(handlers=source.handlers, propagate=source.propagate, level=source.level)
    monkeypatch.setattr("sys.stderr", text)
    monitoring.start_log("debug")
    yield text.getvalue
    for source, state in kept:
        source.handlers, source.propagate = state["handlers"], state["propagate"]
        source.setLevel(state["level"])


def test_a_line_for_each_request(written, tmp_path):
    with person(application(tmp_path)) as client:
        client.get("/about?secret=1")
        client.get("/no%0Awhere")
    lines = [line for line in written().splitlines() if "INFO" in line]
    form = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3} INFO 127\.0\.0\.1 GET /(\S+) (\d+) \d+ ms"
    assert [re.fullmatch(form, line).groups() for line in lines] == [("about", "200"), ("no%0Awhere", "404")]


def test_no_secret_is_ever_logged(written, tmp_path, monkeypatch):
    """Tokens, cookies, keys, seeds and what is filled in: whatever goes well or wrong with them."""
    app, seed = application(tmp_path), "0123456789abcdef" * 2
    table_game = new_table_game("ann", "bob", seed=seed)
    table_game.with_seats(seats("ann", "open"))
    store(app.state.storage, table_game)
    token = Identity(SECRET).seat_link(table_game.id, 1)
    cookie = Identity(SECRET).guest_cookie("ann")
    with person(app, "ann") as ann:
        stranger = beside(ann)
        key = Identity(SECRET).page_key(table_game.id, "ann", table_game.seq)
        form = {"seat": 0, "seq": table_game.seq, "key": key, "action": 1, "name": "Confidential"}
        for client in (ann, stranger):
            client.post(f"/t/{table_game.id}/move", data=form)
            client.get(
                f"/t/{table_game.id}/sit/{token}", headers={"referer": f"http://testserver/sit/{token}"}
            )
            client.get(f"/t/{table_game.id}/sit/{token}/x")
            client.get(f"/device/{token}")
            client.post(f"/device/{token}/x", data=form)
        with monkeypatch.context() as broken:
            broken.setattr("donjon.table.live.play.forms.received", fail_with(token, key, seed, cookie))
            stranger.post(f"/t/{table_game.id}/sit/{token}", data={"name": "Confidential"})
        logging.getLogger("donjon.table").error("(%s) [parameters: ('Confidential', '%s')]", token, seed)
    text = written()
    assert f"/t/{table_game.id}/sit/..." in text
    assert "RuntimeError" in text
    signatures = [signed.rpartition(".")[2] for signed in (token, cookie)]
    for secret in (token, cookie, *signatures, key, seed, "Confidential", str(SECRET)):
        assert secret not in text


def fail_with(*secrets):
    async def fail(_request):
        raise RuntimeError(f"failed with /sit/{secrets[0]} and {secrets[1:]}")

    return fail


def test_a_place_that_warns_for_ever_is_damped():
    text = io.StringIO()
    logger, handler = logging.Logger("test"), logging.StreamHandler(text)
    handler.addFilter(monitoring.RateFilter(most=3, seconds=3600.0))
    logger.addHandler(handler)
    for number in range(1000):
        logger.warning("number %d", number)
        if number < 5:
            logger.info("told %d", number)
    logger.warning("another place")
    warned = [*(f"number {number}" for number in range(3)), "another place"]
    told = [f"told {number}" for number in range(5)]
    assert sorted(text.getvalue().splitlines()) == sorted([*warned, *told])


def test_what_was_left_out_is_said(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr("donjon.table.host.monitoring.time.monotonic", lambda: clock[0])
    damper = monitoring.RateFilter(most=3, seconds=10)

    def passes():
        record = logging.LogRecord("x", logging.ERROR, "file.py", 1, "failed: %s", ("why",), None)
        return record.getMessage() if damper.filter(record) else None

    assert [passes() for _ in range(10)] == ["failed: why"] * 3 + [None] * 7
    clock[0] = 10.0
    assert passes() == "failed: why (and 7 more like this)"


def test_a_level_that_there_is_not():
    with pytest.raises(DonjonError, match="Choose one of debug, info, warning, error"):
        monitoring.start_log("loud")


@pytest.mark.parametrize("length", [10, 20_000])
@pytest.mark.parametrize("letter", ["a", ".", "/sit/", "a.", "0", "[parameters: "])
def test_taking_secrets_out_takes_no_time_to_speak_of(letter, length):
    """A text of one letter, ten thousand times: the work is as long as the text, so that this ends at all."""
    assert len(monitoring.redacted(letter * length)) <= len(letter) * length + 20
