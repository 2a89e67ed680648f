"""Who is asking: guests by signed cookie, seats by signed link, pages by signed key."""

from __future__ import annotations

import hmac
import secrets

from itsdangerous import BadData, URLSafeSerializer

from donjon.kernel.labels import Label, derive

COOKIE = "donjon_guest"


class Identity:
    """Signs and reads what the server hands out. Nobody can make these without the server's key."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._guests = URLSafeSerializer(secret, salt=Label.GUEST)
        self._links = URLSafeSerializer(secret, salt=Label.SEAT_LINK)

    def new_guest(self) -> str:
        """A fresh guest's id, 128 random bits."""
        return secrets.token_urlsafe(16)

    def guest_cookie(self, guest: str) -> str:
        """The value of the cookie that says who the guest is."""
        return str(self._guests.dumps(guest))

    def guest_of(self, cookie: str | None) -> str | None:
        """The guest a cookie names; None when there is none or it was not signed by us."""
        if not cookie:
            return None
        try:
            guest = self._guests.loads(cookie)
        except BadData:
            return None
        return guest if isinstance(guest, str) and guest else None

    def seat_link(self, table: str, seat: int) -> str:
        """The token of the link that offers an open seat."""
        return str(self._links.dumps([table, seat]))

    def seat_of(self, table: str, token: str) -> int | None:
        """The seat that a link's token offers at this table; None when the token is not ours."""
        try:
            named, seat = self._links.loads(token)
        except (BadData, TypeError, ValueError):
            return None
        return seat if named == table and isinstance(seat, int) else None

    def page_key(self, table: str, guest: str | None, seq: int) -> str:
        """The key in the forms of one page: it makes a repeated request harmless and a forged one fail.

        It depends on nothing but the table, the guest and the number of actions, so that it tells nothing.
        """
        return derive(self._secret, Label.PAGE_KEY, table, guest or "", seq)[:32]

    def owns_key(self, key: str, table: str, guest: str | None, seq: int) -> bool:
        """Was this key made for this guest's page of this table after `seq` actions?"""
        return hmac.compare_digest(key.encode(), self.page_key(table, guest, seq).encode())

    def table_key(self, table: str) -> str:
        """Return a table's own key, from which its bots, hints and previews get their random numbers."""
        return derive(self._secret, Label.TABLE, table)
