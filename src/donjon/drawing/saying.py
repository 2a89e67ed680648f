"""Says what a view holds: the words that a game's drawings have for its things start from here."""

from __future__ import annotations

import functools
import marshal
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from donjon.drawing.weaving import Woven, piece, weaving
from donjon.kernel.message import Message, Translate

# So many pieces of drawings are kept, of all games together: some 24 MB.
MOST_KEPT = 8192
# Of this version, equal data are always the same bytes: later ones tell who else holds an object.
_PLAIN = 2


class Saying:
    """Says what a view holds, in one language, with the names of the seats."""

    def __init__(self, view: Mapping[str, Any], translate: Translate, names: Sequence[str] | None) -> None:
        self.view = view
        self.translate = translate
        self.names = None if names is None else tuple(names)

    def say(self, message: Message) -> str:
        """A sentence with the names of the seats."""
        return message.say(self.translate, self.names)

    def name(self, seat: int) -> str:
        """Who sits at a seat."""
        if self.names is not None and seat < len(self.names):
            return self.names[seat]
        return self.say(Message("seat {number}", number=seat))

    def kept(self, draw: Callable[..., Markup], seen: Mapping[str, Any], *facts: Any) -> Markup:
        """What `draw(said, *facts)` writes for a piece of a drawing: the same text for the same key.

        From one position to the next few pieces of a drawing change. The key is all that a piece can be
        drawn from: the Saying that `draw` is given has `seen` for its view, and that, like the `facts`, is
        made anew from the key. So nothing that is left out of the key can get into the text. Both are plain
        data, as views are; ValueError for other things. A page that is woven gets a mark (see `weaving`).
        """
        kind: Any = type(self)
        return _drawn(draw, kind, self.translate, self.names, frozen((seen, facts))).shown()


def fields(view: Mapping[str, Any], reads: Iterable[str]) -> dict[str, Any]:
    """Some fields of a view; of one that holds others, a list of them or one, "players.gold" is a part."""
    found = dict[str, Any]()
    for read in reads:
        name, _, inner = read.partition(".")
        whole = view[name]
        if not inner:
            found[name] = whole
        elif isinstance(whole, Mapping):
            found.setdefault(name, {})[inner] = whole[inner]
        else:
            for part, one in zip(found.setdefault(name, [{} for _ in whole]), whole, strict=True):
                part[inner] = one[inner]
    return found


def frozen(data: Any) -> bytes:
    """Plain data as a key. Equal data are the same bytes, `thawed` the same data; ValueError for others."""
    return marshal.dumps(data, _PLAIN)


def thawed(known: bytes) -> Any:
    """The plain data of a key, made anew."""
    return marshal.loads(known)


@functools.lru_cache(maxsize=MOST_KEPT)
def _drawn(
    draw: Callable[..., Markup],
    kind: Callable[..., Saying],
    translate: Translate,
    names: tuple[str, ...] | None,
    known: bytes,
) -> Woven:
    view, facts = thawed(known)
    with weaving() as parts:
        text = draw(kind(view, translate, names), *facts)
    return piece(text, parts.values())
