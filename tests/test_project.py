"""The project's own files: versions behind the results, citation, changelog, workflow."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MANIFESTS = sorted((ROOT / "results").glob("*/manifest.json"))
WORKFLOW = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")


def constrained() -> dict[str, str]:
    """The versions of constraints.txt, that of Python included."""
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    python = re.search(r"Python: (\S+)", text)[1]
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return dict(line.split("==") for line in lines) | {"python": python}


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.parent.name)
def test_constraints_are_the_versions_behind_the_published_results(path):
    versions = json.loads(path.read_text(encoding="utf-8"))["versions"]
    del versions["rotwsim"]
    known = constrained()
    assert versions == {name: known.get(name) for name in versions}


def test_constraints_name_every_dependency_and_nothing_but_versions():
    for name, version in constrained().items():
        assert re.fullmatch(r"[a-z0-9-]+", name) and re.fullmatch(r"[0-9.]+", version)
    needed = {re.match(r"[a-z0-9]+", each)[0] for each in SETTINGS["project"]["dependencies"]}
    assert needed <= set(constrained())


def test_make_results_installs_the_constraints():
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "\nresults: $(VENV)/.installed-results\n" in text
    assert "$(INSTALL) --constraint constraints.txt --editable .\n" in text


def test_changelog_and_citation_know_this_version():
    version = SETTINGS["project"]["version"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## {version}" in changes
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_workflow_tests_every_python_that_the_project_names_and_the_lower_bounds():
    named = "Programming Language :: Python :: 3."
    minors = [c.removeprefix(named) for c in SETTINGS["project"]["classifiers"] if named in c]
    pythons = ", ".join(f'"3.{minor}"' for minor in minors)
    assert f"python: [{pythons}]" in WORKFLOW
    assert "--resolution lowest-direct" in WORKFLOW


def test_every_dependency_has_a_lower_bound_and_numba_an_upper_one():
    bounds = SETTINGS["project"]["dependencies"]
    assert all(re.match(r"[a-z0-9]+>=[0-9.]+(,<[0-9.]+)?$", bound) for bound in bounds)
    assert [bound for bound in bounds if "<" in bound] == ["numba>=0.62,<0.69"]


@pytest.mark.skipif(os.name == "nt" or not shutil.which("make"), reason="no make, or Windows")
@pytest.mark.parametrize("uv, starts", [("echo uv 1", True), ("exit 127", False)])
def test_make_installs_with_a_uv_that_starts_and_with_pip_without_one(uv, starts, tmp_path):
    script = tmp_path / "uv"
    script.write_text(f"#!/bin/sh\n{uv}\n")
    script.chmod(0o755)
    venv = f"{tmp_path}/venv"
    words = ["make", "--dry-run", "--always-make", f"VENV={venv}", f"{venv}/.installed"]
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    done = subprocess.run(
        words, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "PATH": path}
    )
    assert done.returncode == 0, done.stderr
    assert ("uv pip install" in done.stdout) == starts
    assert ("-m pip install" in done.stdout) != starts
    assert done.stdout.count("--editable .") == 1 and "-m venv" in done.stdout
