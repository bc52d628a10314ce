"""Which files are listed without their content, by names of credentials."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from sphinxcontrib_kwindex.scan.credentials import holds_credentials
from sphinxcontrib_kwindex.scan.scan import scan

#: Files that hold credentials, by their names.
SECRET = (
    *(".env", ".env.local", ".env.production", ".ENV", "deploy/.env.prod", ".env~"),
    *(".env.bak", ".env-staging", "production.env", ".envrc", ".pypirc", ".netrc"),
    *("_netrc", ".npmrc", "web/.yarnrc.yml", ".git-credentials", ".htpasswd"),
    *(".pgpass", ".my.cnf", "id_rsa", "ID_RSA", "id_dsa", "id_ecdsa", "id_ed25519"),
    *("id_ed25519_sk", "id_rsa.old", "deploy_rsa", "ssh_host_rsa_key", ".ssh/work"),
    *("a.pem", "A.PEM", "tls.key", "x.p12", "x.pfx", "x.jks", "x.keystore", "x.p8"),
    *("x.ppk", "x.kdbx", "x.keytab", ".dockercfg", "home/.docker/config.json"),
    *(".aws/credentials", ".kube/config", "main.tfstate", "main.tfstate.backup"),
    *("prod.tfvars", ".vault-token", "secring.gpg", "secring.skr", "credentials"),
    *("credentials.json", "config/secrets.yml", ".streamlit/secrets.toml"),
    *("service-account.json", "service_account_prod.json", "client_secret_12.json"),
    *("app-firebase-adminsdk-x1.json", "application_default_credentials.json"),
    *(".cargo/credentials.toml", ".config/gh/hosts.yml", ".psql_history"),
)
#: Files whose names are like those, and which anybody may see.
OPEN = (
    *(".env.example", ".env.sample", ".env.template", ".env.dist", "example.env"),
    *(".env.production.example", ".env.example.local", ".env.py", ".env.d.ts"),
    *("env", "environment", "env.py", "dotenv.md", ".environment", ".envoy.yaml"),
    *("id_rsa.pub", "id_ed25519.pub", ".ssh/work.pub", ".ssh/config", "id_map.py"),
    *("id_rsa.py", "test_id_rsa.py", "id_rsa.md", "parsa", "credentials.py"),
    *("credentials.rst", "credentials.h", "credentials/__init__.py", "key.py"),
    *("keys.py", "key", "keystore.py", "pem.py", "pem.rst", "secrets.py"),
    *("secrets.rst", "secret.go", "secrets/readme.md", "config.json", "config"),
    *("docker/config.json", "netrc.py", "npmrc.md", "tfstate.go", "main.tf"),
    *("terraform.tfvars.example", "example.tfvars", "x.crt", "x.cer", "x.asc"),
    *(".gitconfig", ".secrets.baseline", "auth.json", "token.py", "hosts.yml"),
    *("secrets.example.yml", "service-account.example.json", "monkey", "history"),
)


@pytest.mark.parametrize("path", SECRET)
def test_names_of_files_with_credentials(path: str) -> None:
    assert holds_credentials(path)
    assert holds_credentials(f"some/where/{path}")


@pytest.mark.parametrize("path", OPEN)
def test_names_of_other_files(path: str) -> None:
    assert not holds_credentials(path)
    assert not holds_credentials(f"some/where/{path}")


def _write(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x\n")


def _withheld(root: Path, **options: list[str]) -> set[str]:
    return {file.path for file in scan(root, **options).files if file.withheld}


@pytest.mark.parametrize(
    ("include", "open_"),
    [
        (["*"], set()),
        (["**"], set()),
        (["*.*", ".*"], set()),
        (["?*", "[a-z.]*"], set()),
        (["deploy/"], set()),
        (["deploy"], set()),
        (["/deploy/**", "*"], set()),
        (["*", "!.env"], set()),
        (["*", ".env"], {".env", "deploy/.env"}),
        (["*", "/.env"], {".env"}),
        (["*", "deploy/.env"], {"deploy/.env"}),
        (["*", ".env*"], {".env", "deploy/.env"}),
        (["*", "*.pem"], {"deploy/a.pem"}),
        (["*.pem"], {"deploy/a.pem"}),
    ],
)
def test_a_pattern_names_what_it_matches_itself(
    tmp_path: Path, include: list[str], open_: set[str]
) -> None:
    _write(tmp_path, "a.py", ".env", "deploy/.env", "deploy/a.pem", "deploy/b.py")
    everything = {file.path for file in scan(tmp_path, include=include).files}
    secret = {".env", "deploy/.env", "deploy/a.pem"} & everything
    assert _withheld(tmp_path, include=include) == secret - open_
    assert open_ <= everything


@pytest.mark.parametrize("in_git", [False, True])
def test_a_link_does_not_rename_credentials(tmp_path: Path, in_git: bool) -> None:
    _write(tmp_path, "a.py", ".env", "deploy/x.pem")
    try:
        for name, target in [
            ("notes.txt", ".env"),
            ("deploy/again.py", "../notes.txt"),
            ("certificate", "deploy/x.pem"),
            ("id_rsa", "a.py"),
        ]:
            (tmp_path / name).symlink_to(target)
    except OSError:
        pytest.skip("symbolic links are not allowed here")
    if in_git:
        if not shutil.which("git"):
            pytest.skip("git is not installed")
        for words in (["init", "-q"], ["add", "-A"]):
            subprocess.run(["git", *words], cwd=tmp_path, check=True)
    secret = {".env", "deploy/x.pem", "notes.txt", "deploy/again.py", "certificate"}
    assert _withheld(tmp_path) == secret | {"id_rsa"}
    named = _withheld(tmp_path, include=["*", ".env"])
    assert named == {"deploy/x.pem", "certificate", "id_rsa"}
