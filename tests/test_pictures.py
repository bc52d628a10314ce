"""Pictures: what they show, and that their markup is sound."""

from __future__ import annotations

from xml.etree import ElementTree

from sphinxcontrib_kwindex.pages.pictures.around import Around
from sphinxcontrib_kwindex.pages.pictures.drawing import (
    NAME_WIDTH,
    Place,
    name_within,
    path_within,
    wide,
)
from sphinxcontrib_kwindex.sphinx_wiring.html.svg import svg

SVG = "{http://www.w3.org/2000/svg}"


def check_svg(markup: str) -> ElementTree.Element:
    """Check what holds of all pictures, and return the element."""
    root = ElementTree.fromstring(markup)[0]
    assert root.tag == f"{SVG}svg"
    # An image has no links in it for those who hear the page.
    assert root.get("role") == "group"
    assert root.get("aria-label")
    width, height = (float(root.get(name, "")) for name in ("width", "height"))
    assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
    for element in root.iter():
        assert not {"id", "style"} & element.attrib.keys()
    for box in root.iter(f"{SVG}rect"):
        x, y, across, down = (
            float(box.get(name, "")) for name in ("x", "y", "width", "height")
        )
        assert 0 <= x < x + across <= width
        assert 0 <= y < y + down <= height
    for link in root.iter(f"{SVG}a"):
        text = link.find(f"{SVG}text")
        assert link.get("aria-label") or (text is not None and text.text)
    return root


AROUND = Around(
    "a & b",
    (
        Place("here & <now>.py", title="pkg/here & <now>.py"),
        Place("in.py", "in.html?a=1&b=2", caption="pkg", title="pkg/in.py"),
        Place(
            "a_name_of_more_than_twenty.py",
            "x",
            caption="very/long/way/down/to/the/last/folder/of/all",
        ),
        Place("both.py", "both.html", caption="pkg", title="pkg/both.py"),
        Place("+9 more", "#dependencies", note=True),
        Place("top.py"),
    ),
    ((2, 1), (2, 5), (1, 0), (2, 0), (3, 0), (0, 3), (4, 0), (0, 5)),
)


def test_neighbourhood() -> None:
    markup = svg(AROUND)
    assert markup == svg(AROUND)
    root = check_svg(markup)
    assert root.get("aria-label") == "a & b"
    # Importers stand before those that they import.
    assert [one.get("href") for one in root.iter(f"{SVG}a")] == [
        *("x", "in.html?a=1&b=2", "#dependencies", "both.html"),
    ]
    texts = [one.text or "" for one in root.iter(f"{SVG}text")]
    assert "pkg/here & <now>.py" in texts
    assert all(len(text) <= 51 for text in texts)
    assert "a_name_of_mor…enty.py" in texts
    # Of lines among the others those within a side.
    (faint,) = [one for one in root if one.get("class") == "kw-edge kw-faint"]
    assert faint.get("d", "").count("M") == 1


def test_texts_that_do_not_fit() -> None:
    assert name_within("name", 60) == "name"
    assert name_within("a_name_of_some_length", 90) == "a_name…gth"
    assert name_within("name", 30) == ""
    assert path_within("a/long/way", 60) == "…ng/way"
    for text in ("漢字漢字漢字漢字漢字", "n" * 40, "é" * 30):
        for width in range(200):
            assert wide(name_within(text, width)) * NAME_WIDTH <= width
