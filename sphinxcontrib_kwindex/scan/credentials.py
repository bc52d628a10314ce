"""Which files hold credentials, by their names.

The content of such a file must not be shown, so it is not even read: the file is
listed, and nothing more. The names are those that programs look for when they log in
somewhere, and those that gitleaks, GitHub's ``.gitignore`` templates and Gitrob's
signatures warn of. To add a name is to add it to a row.

Names of source code are in no row, and no row has a wildcard that lets them in:
``credentials.py`` is code about credentials.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final

from pathspec import GitIgnoreSpec

#: What holds credentials whatever else is in the name. ``*`` stands for any characters
#: but ``/``; where there is a ``/``, it is the end of the path. Case does not matter.
_ALWAYS: Final = (
    # Private keys, and what keeps them.
    *("id_rsa", "id_dsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk"),
    *("*_rsa", "*_dsa", "*_ecdsa", "*_ed25519", "ssh_host_*_key", ".ssh/*"),
    *("*.pem", "*.key", "*.p8", "*.pk8", "*.p12", "*.pfx", "*.pkcs12", "*.pvk"),
    *("*.ppk", "*.jks", "*.jceks", "*.bks", "*.bcfks", "*.keystore"),
    *("*.keytab", "*.snk"),
    *("secring.*", "private-keys-v1.d/*", "otr.private_key", "*.ovpn"),
    *("*.kdb", "*.kdbx", "*.psafe3", "*.kwallet", "*.keychain", "*.keychain-db"),
    *("*.agilekeychain", "key.properties", "keystore.properties"),
    # What programs log in with.
    *(".netrc", "_netrc", ".authinfo", ".git-credentials", ".gitcookies"),
    *(".config/git/credentials", "gh/hosts.yml", ".pypirc", "pypoetry/auth.toml"),
    *(".npmrc", ".yarnrc.yml", ".gem/credentials", ".composer/auth.json"),
    *(".cargo/credentials", ".cargo/credentials.toml", ".m2/settings.xml"),
    *(".m2/settings-security.xml", ".dockercfg", ".docker/config.json"),
    *(".dockerconfigjson", ".kube/config", "kubeconfig", "*.kubeconfig"),
    *(".htpasswd", ".htdigest", ".pgpass", "pgpass.conf", ".my.cnf", ".mylogin.cnf"),
    *(".s3cfg", ".boto", ".passwd-s3fs", "rclone.conf", ".rclone.conf"),
    *(".msmtprc", ".fetchmailrc", ".smbcredentials", ".databrickscfg"),
    *(".snowsql/config", "sftp-config.json", ".vscode/sftp.json", ".ftpconfig"),
    *("filezilla.xml", "sitemanager.xml", "recentservers.xml", "etc/shadow"),
    *("*.publishsettings", "local.settings.json", ".streamlit/secrets.toml"),
    # Clouds.
    *(".aws/credentials", ".aws/config", ".azure/accesstokens.json"),
    *(".azure/msal_token_cache.*", "gcloud/credentials.db", "gcloud/access_tokens.db"),
    *("application_default_credentials.json", "*firebase-adminsdk*.json"),
    *("*.tfstate", "*.tfstate.*", ".terraformrc", "terraform.rc"),
    *("credentials.tfrc.json", ".vault-token", ".vault_pass*", ".vault-pass*"),
    *("vault_pass.txt", "vault_password.txt"),
    # What was typed.
    *(".bash_history", ".zsh_history", ".sh_history", ".python_history"),
    *(".node_repl_history", ".irb_history", ".psql_history", ".mysql_history"),
    *(".sqlite_history", ".rediscli_history"),
)
#: What holds credentials unless it is there to be copied and filled in.
_FILLED_IN: Final = (
    *(".env", ".env.*", ".env-*", ".env_*", "*.env", ".envrc"),
    *("*.tfvars", "*.tfvars.json"),
    *("service?account*.json", "serviceaccount*.json", "client?secret*.json"),
    *("gcp?*key*.json", "gcloud?*key*.json", "google?*credential*.json"),
    *(".credentials", "credentials", ".secret", ".secrets", ".secret_key"),
    *(
        f"{name}.{suffix}"
        for name in ("credentials", ".credentials", "secrets", ".secrets")
        for suffix in ("csv", "env", "ini", "json", "toml", "xml", "yaml", "yml")
    ),
)
#: A part of a name that says so.
_TO_BE_FILLED_IN: Final = re.compile(
    r"(?:^|[._-])(?:example|sample|template|dist|tmpl|tpl)s?(?:[._-]|$)"
)
#: What the wildcards above would let in: public keys, and code.
_NEVER: Final = (
    *("*.pub", ".ssh/config", ".ssh/known_hosts*", ".ssh/authorized_keys*"),
    *(
        f".env*.{suffix}"
        for suffix in (
            *("c", "cc", "cjs", "cpp", "cs", "cts", "go", "h", "htm", "html", "java"),
            *("js", "jsx", "kt", "md", "mjs", "mts", "php", "py", "pyi", "rb", "rs"),
            *("rst", "scala", "svelte", "swift", "ts", "tsx", "vue"),
        )
    ),
)
#: What editors and people put behind the name of a copy.
_COPY: Final = re.compile(r"(?:~|\.(?:bak|backup|copy|old|orig|save|swp))$")


def _matcher(globs: Iterable[str]) -> Callable[[str], object]:
    """Return a function that finds whether a path fits one of *globs*.

    The path has a slash before it.
    """
    parts = (
        re.escape(glob).replace(r"\*", "[^/]*").replace(r"\?", "[^/]") for glob in globs
    )
    # It begins at a slash, and there are few; the names in a row would else be tried
    # at each character.
    return re.compile(f"/(?:{'|'.join(parts)})$").search


_always = _matcher(_ALWAYS)
_filled_in = _matcher(_FILLED_IN)
_never = _matcher(_NEVER)


def holds_credentials(path: str) -> bool:
    """Return whether a file holds credentials, by its name.

    :param path: POSIX path from the root; the last folders in it may tell.
    """
    path = _COPY.sub("", f"/{path}".casefold())
    if _always(path):
        return not _never(path)
    if _filled_in(path):
        name = path.rpartition("/")[2]
        return not (_TO_BE_FILLED_IN.search(name) or _never(path))
    return False


def named_by(patterns: Sequence[str]) -> Callable[[str], bool]:
    """Return a function that tells whether one of *patterns* names a file.

    A pattern names the files that it matches themselves, if its last part is more than
    wildcards. A pattern that matches a folder above, or anything (``*``,
    ``/deploy/**``), was not written with such a file in mind.

    :param patterns: those of ``.gitignore``, all valid.
    """
    specs = [
        pattern
        for text in patterns
        if re.search(r"\w", re.sub(r"\[[^]]*]", "", text.rstrip().rpartition("/")[2]))
        for pattern in GitIgnoreSpec.from_lines([text]).patterns
        if pattern.include
    ]

    @cache
    def names(path: str) -> bool:
        for pattern in specs:
            result = pattern.match_file(path)
            # pathspec marks the slash behind a folder that matches.
            if result and result.match.groupdict().get("ps_d") is None:
                return True
        return False

    return names
