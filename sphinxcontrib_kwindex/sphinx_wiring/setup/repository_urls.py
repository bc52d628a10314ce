"""Where the original files can be seen: a URL with places for path, line, revision.

The revision is the branch or the tag and not the commit: it stands on every page,
and a commit would change them all.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from string import Formatter
from typing import Final
from urllib.parse import quote, urlsplit

from sphinx.application import Sphinx
from sphinx.errors import ConfigError

from ...scan.git import branch_or_tag
from ...scan.work_tree import default_root

PLACEHOLDERS: Final = ("path", "line", "revision")
#: What stands behind the address of a repository, by a word in the name of its host.
#: Gitea and Forgejo lead on from this form to that of a branch or a tag.
FORMS: Final = {
    "github": "/blob/{revision}/{path}#L{line}",
    "gitlab": "/-/blob/{revision}/{path}#L{line}",
    "bitbucket": "/src/{revision}/{path}#lines-{line}",
    "codeberg": "/src/{revision}/{path}#L{line}",
    "gitea": "/src/{revision}/{path}#L{line}",
    "forgejo": "/src/{revision}/{path}#L{line}",
}
#: The sites that themes know, and where they are unless ``html_context`` says so.
_SITES: Final = {
    "github": "https://github.com",
    "gitlab": "https://gitlab.com",
    "bitbucket": "https://bitbucket.org",
}
_REVISION: Final = re.compile(r"(?<!\{)\{revision\}")
_SCP: Final = re.compile(r"(?:[^@/:]+@)?([^/:]+):(?!//)(.+)")


def source_link(app: Sphinx, root: Path) -> str:
    """Return a URL with ``{path}`` and ``{line}`` that shows an original file.

    Without ``kwindex_source_link`` it is made from what the project configures for the
    links of its theme, or else from the address that Read the Docs cloned; empty if
    there is neither.

    :param root: the folder whose files are shown.
    :raises ConfigError: for a template that cannot be filled.
    """
    given = str(app.config.kwindex_source_link)
    template = checked(given) if given else _made(app, root)
    if not _REVISION.search(template):
        return template
    branch = revision(os.environ, site(template))
    branch = branch or _configured(app) or branch_or_tag(root) or "HEAD"
    # Quoted, it has no braces.
    return _REVISION.sub(quote(branch), template)


def checked(template: str) -> str:
    """Return a template as it is.

    :raises ConfigError: if it has other places than :data:`PLACEHOLDERS`, a lone
        brace, or none for the path.
    """
    try:
        fields = list(Formatter().parse(template))
    except ValueError as exc:
        raise ConfigError(
            f"kwindex_source_link: {template!r} contains a single brace ({exc}); write"
            " '{{' or '}}' for a literal one"
        ) from exc
    names = [name for _, name, _, _ in fields if name is not None]
    plain = not any(form or conversion for _, _, form, conversion in fields)
    if not plain or set(names) - set(PLACEHOLDERS):
        raise ConfigError(
            f"kwindex_source_link: {template!r} contains an unknown placeholder; choose"
            " from {path}, {line} and {revision}"
        )
    if "path" not in names:
        raise ConfigError(
            f"kwindex_source_link: {template!r} lacks the placeholder {{path}} for the"
            " path of the file"
        )
    return template


def _made(app: Sphinx, root: Path) -> str:
    """Return a template for the repository of the project, empty without it."""
    context, options = app.config.html_context, app.config.html_theme_options
    repository, form = web_address(str(options.get("source_repository", ""))), ""
    for key, place in _SITES.items():
        user, name = context.get(f"{key}_user"), context.get(f"{key}_repo")
        if not repository and user and name:
            host = context.get(f"{key}_host")
            place = context.get(f"{key}_url") or (f"https://{host}" if host else place)
            repository, form = f"{place.rstrip('/')}/{user}/{name}", FORMS[key]
    # sphinx_book_theme, and those with the names of mkdocs
    for option in ("repository_url", "repo_url"):
        repository = repository or web_address(str(options.get(option) or ""))
    if not repository and os.environ.get("READTHEDOCS") == "True":
        repository = web_address(os.environ.get("READTHEDOCS_GIT_CLONE_URL", ""))
    form = form or FORMS.get(site(repository), "")
    if not repository or not form:
        return ""
    above = default_root(root, root / "x")
    if above in root.parents:
        inside = quote(root.relative_to(above).as_posix())
        form = form.replace("{path}", f"{inside}/{{path}}")
    return f"{repository}{form}"


def site(url: str) -> str:
    """Return the key of :data:`FORMS` for an address, empty for a host unknown."""
    host = (urlsplit(url).hostname or "").lower()
    return next((key for key in FORMS if key in host), "")


def web_address(clone: str) -> str:
    """Return where a repository can be seen, for the address that it is cloned from.

    Empty if that is no address in the net. What stands there to log in is left out.
    """
    clone = clone.strip().rstrip("/")
    if "://" not in clone and (match := _SCP.fullmatch(clone)):
        clone = f"ssh://{match[1]}/{match[2]}"
    try:
        parts = urlsplit(clone)
        host, port = parts.hostname, parts.port
    except ValueError:
        return ""
    path = parts.path.strip("/").removesuffix(".git")
    if not host or not path or parts.scheme not in {"http", "https", "ssh", "git"}:
        return ""
    # The port of another protocol says nothing of the web's.
    if parts.scheme in {"http", "https"}:
        where = f"{host}:{port}" if port else host
        return f"{parts.scheme}://{where}/{quote(path, safe='/~%')}"
    return f"https://{host}/{quote(path, safe='/~%')}"


def revision(environment: Mapping[str, str], site: str) -> str:
    """Return the branch or tag that Read the Docs has checked out, if it is there.

    :param site: the key of :data:`FORMS` for where the files are seen.
    """
    if environment.get("READTHEDOCS") != "True":
        return ""
    name = environment.get("READTHEDOCS_GIT_IDENTIFIER", "")
    if environment.get("READTHEDOCS_VERSION_TYPE") == "external":
        # Of a pull request there is only the number. GitHub shows what it leads to;
        # on other sites only the commit does, and a preview is made once anyway.
        if site == "github" and name.isdigit():
            return f"refs/pull/{name}/head"
        return environment.get("READTHEDOCS_GIT_COMMIT_HASH", "")
    return name


def _configured(app: Sphinx) -> str:
    """Return the branch that is configured for the links of a theme."""
    context, options = app.config.html_context, app.config.html_theme_options
    branch = options.get("source_branch") or next(
        (context[f"{key}_version"] for key in _SITES if context.get(f"{key}_version")),
        "",
    )
    return str(branch or options.get("repository_branch") or "")
