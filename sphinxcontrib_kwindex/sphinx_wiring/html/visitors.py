"""Writes the extension's own nodes as HTML.

The visitors are methods of whatever translator the builder has; each writes its
node at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.epub3 import Epub3Builder
from sphinx.writers.html5 import HTML5Translator

from ...i18n import noun, say
from ...pages.nodes import (
    checked_for,
    kw_checks,
    kw_definition,
    kw_entries,
    kw_fields,
    kw_name,
    kw_navigation,
    kw_outline,
    kw_picture,
    kw_source,
    kw_users,
)
from ...pages.page_kind_names import KIND_NAMES
from ...pages.prose_nodes import kw_prose, kw_twin
from ..documents.markdown_twins import twins_of
from ..documents.placeholder import (
    MAP_CLASSES,
    PAGE_CLASSES,
    kw_placeholder,
    temporary_children,
)
from ..setup.build_state import build_state
from ..setup.guarded_handlers import fence
from .api_source_links import button, kw_button
from .escaping import escaped
from .generated_page import shown_body
from .line_breaks import breakable, one_a_line
from .list_entries import (
    entry_list,
    folded,
    link,
    opening,
    part_markup,
    sentence,
    users,
)
from .outline import outline
from .source_listing import listing
from .svg import svg

#: Characters of a signature with more of which each parameter has a line.
LONG_SIGNATURE: Final = 88
#: With more of which it may not fit into a line: browsers end one within an arrow.
MAY_WRAP: Final = 48
_ARROW: Final = "-&gt;"
#: Behind the last definition of a list.
_END: Final = "</dd></dl>\n"


def visit_placeholder(self: HTML5Translator, node: kw_placeholder) -> None:
    """Write what the placeholder stands for."""
    from ...pages.file_documentation import purpose_first
    from ..documents.placeholder_content import expand, failure

    builder = self.builder
    state = build_state(builder.env)
    # The section of a generated page has the classes, too, but there are translators
    # that write no sections.
    is_page = node["what"] in KIND_NAMES
    classes = " ".join(PAGE_CLASSES if is_page else MAP_CLASSES)
    # Pagefind takes 0 to 10; words of the manual have 1.
    weight = ' data-pagefind-weight="0.1"' if is_page else ""
    self.body.append(f'<div class="{classes}"{weight}>\n')
    children = expand(node, builder)
    with temporary_children(node, children):
        if is_page and (twins := twins_of(builder.env)):
            # Where there are none, what it needs may not be installed.
            from ..markdown.writer import write_twin

            with fence(state, f"write the Markdown of {node['docname']}"):
                write_twin(twins, self.document, node, children)
        for child in purpose_first(children):
            body, context = len(self.body), len(self.context)
            with fence(state, f"write all of {node['docname']}"):
                state.walkabout(child, self)
                continue
            del self.body[body:], self.context[context:]
            state.walkabout(failure("see the warnings of the build"), self)
    self.body.append("</div>\n")
    raise nodes.SkipNode


def navigation(_: Builder, node: kw_navigation) -> str:
    """Return a landmark."""
    css, label = " ".join(node["classes"]), escaped(node["label"])
    links = node["between"].join(
        f"<strong>{escaped(part.text)}</strong>"
        if number == node["current"]
        else link(escaped(part.text), part.uri)
        for number, part in enumerate(node["links"])
    )
    return f'<nav class="{css}" aria-label="{label}"><p>{links}</p>\n</nav>\n'


def field_list(_: Builder, node: kw_fields) -> str:
    """Return names and values, as docutils writes a field list."""
    rows = node["fields"]
    rows = rows[: len(rows) - node.get("turns", 0)]
    if not rows:
        return ""
    markup = '<dl class="kw-fields field-list simple">\n'
    for name, parts in rows:
        value = " · ".join(part_markup(part, narrow=True) for part in parts)
        markup += (
            f'<dt>{escaped(name)}<span class="colon">:</span></dt>\n'
            f"<dd><p>{value}</p>\n</dd>\n"
        )
    markup += "</dl>\n"
    line = node.get("line")
    return folded(line, markup, "kw-line") if line else markup


def checks(_: Builder, node: kw_checks) -> str:
    """Return what is missing, and what was tried in an element that opens."""
    tried = f"<p>{escaped(checked_for(node['checks']))}</p>"
    return folded(node["title"], tried, "kw-more kw-checks")


def visit_picture(self: HTML5Translator, node: kw_picture) -> None:
    """Draw a picture, with its text in an element that opens."""
    # In an epub each page's contents have to be declared.
    if not isinstance(self.builder, Epub3Builder):
        self.body.append(svg(node["picture"]))
        if legend := escaped(node["legend"]):
            self.body.append(f'<p class="kw-legend">{legend}</p>\n')
        if node["listed"]:
            raise nodes.SkipNode
        self.body.append(opening(say("The picture as text")))


def depart_picture(self: HTML5Translator, node: kw_picture) -> None:
    """Close the text of a picture."""
    if not isinstance(self.builder, Epub3Builder):
        self.body.append("</details>\n")


def name_link(_: Builder, node: kw_name) -> str:
    """Return a link with a name."""
    uri = node["refuri"] if "refuri" in node else f"#{node['refid']}"
    return link(breakable(node.astext()), uri)


def visit_definition(self: HTML5Translator, node: kw_definition) -> None:
    """Write the head of a definition and open its body."""
    anchor = escaped(node["anchor"])
    name, css = escaped(node["name"]), "sig-name"
    if self.config.html_permalinks and self.builder.add_permalinks:
        name = f'<a class="{css}" href="#{anchor}">{name}</a>'
    else:
        name = f'<span class="{css}">{name}</span>'
    out = []
    opens = node.get("opens")
    if not opens and self.body[-1] == _END:
        # Those that follow one another are one list.
        self.body[-1] = "</dd>\n"
    else:
        if opens:
            out.append(opening(opens))
        out.append('<dl class="kw-definition">\n')
    out.append(f'<dt class="sig sig-object" id="{anchor}">')
    out.extend(
        f'<span class="kw-decorator">@{escaped(decorator)}</span>'
        for decorator in node["decorators"]
    )
    for number, (before, after) in enumerate(node["heads"]):
        if number:
            out.append("<br/>")
        length = len(before) + len(node["name"]) + len(after)
        if node["body"] and length > LONG_SIGNATURE:
            after = one_a_line(after)
        end = escaped(after)
        if length > MAY_WRAP:
            end = end.replace(_ARROW, f'<span class="kw-whole">{_ARROW}</span>')
        out.append(f"<code>{escaped(before)}{name}{end}</code>")
    out.append(f" {_lines(node['lines'])}")
    out.extend(
        f' <span class="kw-kind">{escaped(label)}</span>'
        for label in node.unwritten_labels()
    )
    if node.get("reference"):
        uri, title = map(escaped, node["reference"])
        out.append(
            ' <a class="reference internal kw-where kw-reference"'
            f' href="{uri}" title="{title}">{escaped(say("reference"))}</a>'
        )
    out.append("</dt>\n<dd>")
    if above := node.get("above"):
        out.append(sentence(above))
    self.body.append("".join(out))
    if shown := node.get("shown"):
        _fold(node, shown)


def _lines(lines: Sequence[tuple[int, str]]) -> str:
    """Return the lines of a definition: mostly one, then it is one link."""
    word = noun(len(lines), "line", "lines")
    if len(lines) == 1 and (uri := lines[0][1]):
        return f'<a class="kw-where" href="{escaped(uri)}">{word} {lines[0][0]}</a>'
    links = ", ".join(
        f'<a href="{escaped(uri)}">{line}</a>' if uri else str(line)
        for line, uri in lines
    )
    return f'<span class="kw-where">{word} {links}</span>'


def _fold(node: kw_definition, shown: int) -> None:
    """Put what is behind the first blocks of a docstring into an element that opens."""
    inner = (isinstance(child, kw_users | kw_definition) for child in node.children)
    behind = next(
        (n for n, is_inner in enumerate(inner) if is_inner), len(node.children)
    )
    start = opening(say("rest of the documentation"))
    node.insert(behind, nodes.raw("", "</details>\n", format="html"))
    node.insert(shown, nodes.raw("", start, format="html"))


def depart_definition(self: HTML5Translator, node: kw_definition) -> None:
    """Close the body of a definition."""
    self.body.append(_END)
    if node.get("closes"):
        self.body.append("</details>\n")


def builder_inited(app: Sphinx) -> None:
    """Write the nodes where a builder has handlers of its own, too.

    Once any extension has some for ``epub``, Sphinx asks for none of its format.
    """
    registry, name = app.registry, app.builder.name
    if app.builder.format == "html" and name in registry.translation_handlers:
        for node, visitors in VISITORS.items():
            registry.translation_handlers[name].setdefault(node.__name__, visitors)


def shows_map(context: dict[str, Any], doctree: nodes.document | None) -> bool:
    """Return whether a page shows something of the map, and not only links to it.

    :param context: what its template is rendered with.
    """
    # Links of roles have such classes, too.
    if doctree is None or "kw-" not in shown_body(context):
        return False
    return next(doctree.findall(kw_placeholder), None) is not None


def _whole(markup: Callable[[Builder, Any], str]) -> tuple[Any, None]:
    """Return the visitors of a node that is written at once.

    :param markup: returns what it is in the output of a builder.
    """

    def visit(self: HTML5Translator, node: nodes.Element) -> None:
        self.body.append(markup(self.builder, node))
        raise nodes.SkipNode

    return visit, None


VISITORS: Final[dict[type[nodes.Element], tuple[Any, Any]]] = {
    kw_placeholder: (visit_placeholder, None),
    kw_entries: _whole(entry_list),
    kw_fields: _whole(field_list),
    kw_checks: _whole(checks),
    kw_navigation: _whole(navigation),
    kw_picture: (visit_picture, depart_picture),
    kw_definition: (visit_definition, depart_definition),
    kw_source: _whole(listing),
    kw_users: _whole(users),
    kw_name: _whole(name_link),
    kw_outline: _whole(outline),
    kw_prose: (HTML5Translator.visit_container, HTML5Translator.depart_container),
    kw_twin: (HTML5Translator.visit_comment, None),
    kw_button: _whole(button),
}
