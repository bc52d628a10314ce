"""Whether the file that answers a question is in the map of a tree.

    python benchmarks/check_map.py DJANGO [--tokens 8000]

DJANGO is the folder of the package ``django``, of version 5.2. Each of the questions
is asked as somebody would who knows nothing of the tree: its nouns are given to
``kwindex map --names``. The map must have the file that answers it, with a definition,
and never more tokens than asked for; and the same map must come out twice.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sphinxcontrib_kwindex.command.open_tree import open_tree
from sphinxcontrib_kwindex.exports.answers.map import repository_map
from sphinxcontrib_kwindex.exports.answers.tokens import token_counter

#: The question, its nouns, and the files that answer it.
QUESTIONS = [
    ("Where are cache keys made?", "cache keys", "core/cache/backends/base.py"),
    ("What makes hashes of passwords?", "hashes passwords", "contrib/auth/hashers.py"),
    ("How is a URL matched with patterns?", "URL patterns", "urls/resolvers.py"),
    (
        "Where is the CSRF token of a request checked?",
        "CSRF token",
        "middleware/csrf.py",
    ),
    ("How are tags of templates parsed?", "tags templates", "template/base.py"),
    (
        "How are dependencies of migrations ordered?",
        "dependencies migrations",
        "db/migrations/graph.py",
    ),
    ("Where is a query turned into SQL?", "query SQL", "db/models/sql/compiler.py"),
    (
        "What reads uploads in multipart bodies?",
        "uploads multipart bodies",
        "http/multipartparser.py",
    ),
    (
        "When does a session reach its expiry?",
        "session expiry",
        "contrib/sessions/backends/base.py",
    ),
    ("How is a mail message built?", "mail message", "core/mail/message.py"),
    ("What validates fields of forms?", "fields forms", "forms/fields.py"),
    ("What is the current time zone?", "time zone", "utils/timezone.py"),
    (
        "Where are static files looked for?",
        "static files",
        "contrib/staticfiles/finders.py",
    ),
    ("How do signals get to receivers?", "signals receivers", "dispatch/dispatcher.py"),
    ("What splits a list into pages?", "list pages", "core/paginator.py"),
    (
        "Where are transactions rolled back to savepoints?",
        "transactions savepoints",
        "db/transaction.py",
    ),
    (
        "What makes the filters of lists in the admin?",
        "filters lists admin",
        "contrib/admin/filters.py",
    ),
    (
        "Where are catalogues of translations loaded?",
        "catalog translations",
        "utils/translation/trans_real.py",
    ),
    (
        "What notices that code changed and reloads the server?",
        "code reload server",
        "utils/autoreload.py",
    ),
    (
        "How do tests make requests of a client?",
        "tests requests client",
        "test/client.py",
    ),
]
#: Of all questions the share that must be answered.
WANTED = 0.8


def main() -> int:
    """Ask all questions, and return whether too few are answered."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--tokens", type=int, default=8000)
    parser.add_argument("--cache", type=Path)
    arguments = parser.parse_args()
    counter = token_counter()
    answered = 0
    wrong = []
    with open_tree(arguments.tree, cache=arguments.cache) as code:
        for question, nouns, answer in QUESTIONS:
            if not code.has_file(answer):
                raise SystemExit(f"no {answer} in {arguments.tree}")
            names = nouns.split()
            made = repository_map(code, arguments.tokens, names=names, counter=counter)
            if counter.count(made.text) > arguments.tokens:
                wrong.append(f"{question} {counter.count(made.text)} tokens")
            again = repository_map(code, arguments.tokens, names=names, counter=counter)
            if again != made:
                wrong.append(f"{question} another map the second time")
            files = [file.path for file in made.files if file.definitions]
            place = files.index(answer) + 1 if answer in files else 0
            answered += bool(place)
            print(f"{place or '-':>4} of {len(files):3} {answer:36} {question}")
        for tokens in (1, 50, 1000, arguments.tokens):
            made = repository_map(code, tokens, counter=counter)
            if counter.count(made.text) > tokens:
                wrong.append(f"{counter.count(made.text)} tokens instead of {tokens}")
    print(f"{answered} of {len(QUESTIONS)} answered; counted by {counter.name}")
    print("\n".join(wrong))
    return int(bool(wrong) or answered < WANTED * len(QUESTIONS))


if __name__ == "__main__":
    sys.exit(main())
