"""What axe finds wrong with a page: on a phone and at a desk, on light and on dark ground."""

from __future__ import annotations

from tests.browser.stages import DESK, PHONE, resized

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
# What is found is made short in the page: all that axe looked at has megabytes.
FOUND = """
async (only) => {
  const { violations } = await axe.run({ runOnly: only, resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) =>
    `${id}: ${JSON.stringify(nodes.slice(0, 3).map((node) => node.target))}`);
}
"""


def violations(page, axe: str, rules: list[str] | None = None) -> list[str]:
    """Return the faults that all rules, or these rules alone, find in a page as it is now."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    return page.evaluate(FOUND, {"type": "tag", "values": STANDARDS} if rules is None else rules)


def violations_in_all_looks(page, axe: str) -> dict[str, list[str]]:
    """Return the faults of a page by size and scheme.

    Only the rules about colours depend on the scheme: the others are asked once at each size.
    """
    page.emulate_media(reduced_motion="reduce")  # no colour is on its way from one scheme to the other
    faults = {}
    for size, scheme, other in ((PHONE, "light", "dark"), (DESK, "dark", "light")):
        resized(page, *size)
        page.emulate_media(color_scheme=scheme)
        faults[f"{size} {scheme}"] = violations(page, axe)
        page.emulate_media(color_scheme=other)
        faults[f"{size} {other}"] = violations(page, axe, COLOURS)
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    return {look: found for look, found in faults.items() if found}
