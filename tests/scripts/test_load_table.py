"""The table of `make load`: which layer a profile's time belongs to."""

from __future__ import annotations

import cProfile
import json
from pathlib import Path

from bench.load_table import layer, layers
from donjon.games.ys import ties
from donjon.kernel.games import games


def test_files_belong_to_layers():
    assert layer("/src/donjon/games/ys/drawing/board.py") == "drawing"
    assert layer("/src/donjon/games/ys/view.py") == "rules and views"
    assert layer("/lib/site-packages/jinja2/runtime.py") == "templates"
    assert layer("/src/donjon/table/templates/live.html.jinja") == "templates"
    assert layer("/src/donjon/table/store/storage.py") == "storage"
    assert layer("/lib/site-packages/uvicorn/server.py") == "web server, rest"


def test_time_of_built_in_functions_counts_for_their_callers(tmp_path: Path):
    state, profile = games["ys"].blank(), cProfile.Profile()
    profile.enable()
    for _ in range(200):
        ties.party_count(state)
        json.dumps([{}] * 100)
    profile.disable()
    profile.dump_stats(tmp_path / "profile")
    shares = layers(tmp_path / "profile")
    assert abs(sum(shares.values()) - 1) < 1e-9
    assert shares["JSON"] > 0
    assert shares["rules and views"] > 0
