"""The README tells the truth: its commands run, its Python runs, its make targets and files are there."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str, text: str = README) -> list[str]:
    """Return the README's fenced blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """Return the lines that a reader would type at a prompt, in order."""
    return [line.removeprefix("$ ") for block in blocks("console") for line in block.splitlines() if line[:2] == "$ "]


def test_the_commands_run_as_they_stand(tmp_path: Path) -> None:
    """Typed one after the other beside the configs and the README's own files, every command ends well."""
    (tmp_path / "configs").symlink_to(ROOT / "configs")
    for text in blocks("toml"):
        (tmp_path / text.split("\n", 1)[0].removeprefix("# ")).write_text(text)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "SIM_JIT": "on"}

    assert len(commands()) > 10
    for line in commands():
        program, *words = shlex.split(line)
        assert program == "sim", line
        call = [sys.executable, "-m", "sim", *words]
        done = subprocess.run(call, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        verdicts = (0, 1, 2) if words[0] in ("check", "compare") else (0,)
        assert done.returncode in verdicts, f"{line}\n{done.stdout}\n{done.stderr}"
        assert done.stdout.strip() or done.stderr.strip(), line


def test_the_python_runs_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples in Python print what they say they print."""
    monkeypatch.chdir(tmp_path)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks("pycon")), {}, "README.md", "README.md", 0)
    failures: list[str] = []
    doctest.DocTestRunner().run(example, out=failures.append)

    assert example.examples
    assert failures == []


def test_the_workflow_is_one() -> None:
    """The workflow for GitHub Actions fits its published schema, and calls what there is."""
    from check_jsonschema.builtin_schemas import get_builtin_schema

    (text,) = blocks("yaml")
    workflow = YAML(typ="safe", pure=True).load(text)
    jsonschema.validate(workflow, get_builtin_schema("vendor.github-workflows"))
    (call,) = [step["run"] for step in workflow["jobs"]["check"]["steps"] if "sim check" in step.get("run", "")]

    assert set(re.findall(r"--[a-z]+", call)) <= set(re.findall(r"--[a-z]+", help_of("check")))
    assert "make setup" in text


def help_of(command: str) -> str:
    """Return what a command says of itself."""
    call = [sys.executable, "-m", "sim", command, "--help"]
    return subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_a_game_can_be_added_by_the_recipe(tmp_path: Path) -> None:
    """The code of "Add a game", copied into a folder, is the toy `coin`; it compiles, runs, reports and replays."""
    recipe = README[README.index("## Add a game") :]
    for text in blocks("python", recipe):
        first, _, code = text.partition("\n")
        file = tmp_path / "games" / first.removeprefix("# ")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(code)
        assert code == (ROOT / "tests" / "toys" / "coin" / file.name).read_text()
    own = {"SIM_GAMES": str(tmp_path / "games"), "SIM_CACHE": str(tmp_path / "cache"), "COLUMNS": "120"}
    environment = {**os.environ, **own, "PYTHONPATH": str(ROOT), "SIM_JIT": "on"}
    answers = {}
    (steps,) = blocks("sh", recipe)
    for line in steps.splitlines():
        _, *words = shlex.split(line)
        call = [sys.executable, "-m", "sim", *words]
        done = subprocess.run(call, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        answers[words[0]] = done

    assert list(answers) == ["list", "init", "validate", "run", "report", "replay", "bench"]
    assert "tails in a row at the end" in answers["list"].stdout
    assert "LOST: three tails" in answers["replay"].stdout
    assert "ends exactly as the stored row" in answers["replay"].stderr
    assert "Win rate by heads" in (tmp_path / "runs" / "coin" / "report" / "report.html").read_text()


def test_the_make_targets_are_there() -> None:
    """Every `make x` in the README is a target of the Makefile."""
    named = set(re.findall(r"\bmake ([a-z]+)\b", " ".join(re.findall(r"`[^`]+`|^make.*$", README, flags=re.MULTILINE))))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))

    assert {"report", "test"} <= named
    assert named - targets == set()


def test_the_files_are_there() -> None:
    """Links and pictures lead to files of the repository, and anchors to a heading."""
    titles = re.findall(r"^#+ (.*)$", README, flags=re.MULTILINE)
    headings = {re.sub(r"[^a-z0-9 ]", "", title.lower()).strip().replace(" ", "-") for title in titles}
    targets = re.findall(r"\]\(([^)\s]+)\)", README)
    missing = [t for t in targets if not (t[1:] in headings if t.startswith("#") else (ROOT / t).exists())]

    assert targets
    assert missing == []


def test_ci_runs_the_readmes_test_command() -> None:
    """The last thing that CI does is what the README tells a reader to type."""
    last = (ROOT / ".ci" / "run").read_text().strip().splitlines()[-1]

    assert re.search(rf"^{re.escape(last)}\b", README, flags=re.MULTILINE)
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
