"""The house rules that no tool checks: what a file may name, what may import what, and that every rule is there."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SIM = ROOT / "sim"
MODULES = sorted(SIM.rglob("*.py"))
GAMES = sorted(path.name for path in (SIM / "games").iterdir() if (path / "__init__.py").is_file())

# What a game may use of the package: the compiled core, the contract, what contents and traces have in common.
CORE = {"sim.kernel", "sim.bits", "sim.records", "sim.rng", "sim.game", "sim.games", "sim.content", "sim.tracing"}
# Slow to import or only for reports: never at the head of a module, and only there.
REPORTING = {"pandas", "matplotlib", "statsmodels"}
MAY_REPORT = ("sim/report/", "sim/cli/", "sim/stats.py", "sim/__init__.py")
COMMANDS = [
    *("run", "ladder", "worth", "sensitivity", "train", "report", "replay", "list", "bench"),
    *("baseline", "check", "compare", "plan", "tune", "validate", "init", "schema"),
]

RULE_ID = r"[A-Z]-[A-Z]{3,4}-[a-z0-9]+"
# Chapters of the rules: how many rules they have, or the rules' names.
RULES: dict[str, dict[str, int | str]] = {
    "loop": {
        "L-BRD": 4, "L-SET": 8, "L-FOO": 5, "L-VTX": 7, "L-ACT": 9, "L-TAK": 1, "L-MIS": 5, "L-REF": 1,
        "L-END": 2, "L-SCN": 4, "L-EFF": 1, "L-SOL": 2, "L-POL": 2,
    },
    "room25": {
        "R-BRD": 1, "R-SET": "0 1 2 3 4", "R-RND": 4, "R-ACT": 5, "R-CHR": 2, "R-EXIT": 1, "R-COOP": 1, "R-SUS": 4,
        "R-SOLO": 1, "R-MAC": 1,
        "R-ROOM": "key control vision moving tunnel regeneration robot dark vortex cold prison pivoting mirror jamming "
                  "mac trapped acid flooded mortal shredder paranoia timer illusion",
    },
}  # fmt: skip


def committed() -> list[Path]:
    """Return the files that git tracks, or all of them where there is no repository (an unpacked archive)."""
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listing.returncode == 0:
        return [ROOT / name for name in listing.stdout.split("\0") if name and (ROOT / name).is_file()]
    return [path for path in ROOT.rglob("*") if path.is_file() and not path.relative_to(ROOT).parts[0].startswith(".")]


def imports(tree: ast.Module, *, nested: bool = True) -> Iterator[str]:
    """Yield the absolute names that a module imports; `nested`: inside functions too. Type checking does not count."""
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            pending += node.orelse
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not nested:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        pending += ast.iter_child_nodes(node)


def within(name: str, packages: set[str]) -> bool:
    """Tell whether a dotted name is one of these packages or inside one."""
    return any(name == package or name.startswith(package + ".") for package in packages)


def relative(path: Path) -> str:
    """Return a path as it is written in the repository."""
    return path.relative_to(ROOT).as_posix()


def test_no_file_names_a_machine_or_a_registry() -> None:
    """Nothing committed may hold a home or session folder or the host of a package registry."""
    hosts = ["pypi" + ".org", "python" + "hosted.org", "npmjs" + ".org", "conda" + ".io"]
    folders = ["/" + name + "/" for name in ("home", "root", "Users", "work")] + ["/tmp" + "/venv", "file:" + "///"]
    pattern = re.compile("|".join(re.escape(text) for text in hosts) + r"|(?<![\w.:/-])(?:" + "|".join(folders) + ")")
    found = [
        f"{relative(path)}: {match.group()}"
        for path in committed()
        if (text := text_of(path)) and (match := pattern.search(text))
    ]
    assert found == []


def text_of(path: Path) -> str:
    """Return a file's text, nothing for a binary one."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def test_every_module_says_what_it_is() -> None:
    """Each module of sim/ that holds anything opens with a docstring."""
    written = {path: text for path in MODULES if (text := path.read_text())}
    silent = [relative(path) for path, text in written.items() if not ast.get_docstring(ast.parse(text))]
    assert silent == []


def test_games_know_only_the_core() -> None:
    """A game imports the compiled core, the contract and itself: no other game, and nothing of the harness."""
    strangers = []
    for game in GAMES:
        for path in sorted((SIM / "games" / game).rglob("*.py")):
            own = {f"sim.games.{game}"}
            for name in imports(ast.parse(path.read_text())):
                foreign = within(name, {"sim.games"}) and not within(name, own)
                if (within(name, {"sim"}) and not within(name, own | CORE)) or foreign:
                    strangers.append(f"{relative(path)}: {name}")
    assert strangers == []


def test_the_harness_knows_no_game() -> None:
    """Outside sim/games no module imports a concrete game: games are discovered."""
    concrete = {f"sim.games.{game}" for game in GAMES}
    found = [
        f"{relative(path)}: {name}"
        for path in MODULES
        if "games" not in path.relative_to(SIM).parts[:1]
        for name in imports(ast.parse(path.read_text()))
        if within(name, concrete)
    ]
    assert found == []


def test_reporting_libraries_stay_in_reports_and_functions() -> None:
    """pandas, matplotlib and statsmodels are imported only for reports and tables, and inside functions."""
    found = []
    for path in MODULES:
        tree = ast.parse(path.read_text())
        nested = not relative(path).startswith(MAY_REPORT)
        found += [f"{relative(path)}: {name}" for name in imports(tree, nested=nested) if within(name, REPORTING)]
    assert found == []


def test_one_module_names_numba() -> None:
    """Only sim/kernel.py imports numba, so the JIT can be switched off in one place."""
    named = {relative(path) for path in MODULES for name in imports(ast.parse(path.read_text())) if name == "numba"}
    assert named == {"sim/kernel.py"}


def test_help_lists_every_command_and_loads_nothing_heavy() -> None:
    """`sim --help` names all commands, and none of the slow libraries is imported for it."""
    heavy = ["numba", "numpy", "pandas", "matplotlib", "pydantic", "pyarrow", "scipy", "statsmodels"]
    script = (
        "import sys, json\nsys.argv = ['sim', '--help']\nfrom sim.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"print(json.dumps([name for name in {heavy!r} if name in sys.modules]), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)

    assert [name for name in COMMANDS if not re.search(rf"\b{name}\b", done.stdout)] == []
    assert json.loads(done.stderr.splitlines()[-1]) == []


def rule_ids(game: str) -> list[str]:
    """Return every rule ID of a game, in the rules' order."""
    chapters = RULES[game].items()
    return [f"{chapter}-{name}" for chapter, rules in chapters for name in names_of(rules)]


def names_of(rules: int | str) -> list[str]:
    """Return the names of a chapter's rules: 1, 2, ... unless they have others."""
    return rules.split() if isinstance(rules, str) else [str(number) for number in range(1, rules + 1)]


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    """Yield every function of a file."""
    yield from (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("game", sorted(RULES))
def test_every_rule_has_a_function(game: str) -> None:
    """For each rule ID there is a function whose docstring opens with it (alone or in a list of IDs)."""
    opened: set[str] = set()
    for path in sorted((SIM / "games" / game).rglob("*.py")):
        for function in functions(path):
            head = re.match(rf"(?:{RULE_ID}(?:\.\.\d+)?(?:, | and |: )?)+", ast.get_docstring(function) or "")
            opened |= set(re.findall(RULE_ID, head.group())) if head else set()
    assert [rule for rule in rule_ids(game) if rule not in opened] == []


@pytest.mark.parametrize("game", sorted(RULES))
def test_every_rule_has_a_test(game: str) -> None:
    """For each rule ID there is a test named by it: `test_L_VTX_4_...`."""
    names = [function.name for path in sorted((ROOT / "tests").rglob("test_*.py")) for function in functions(path)]
    pattern = re.compile(r"([A-Z])_([A-Z]+)_([a-z0-9]+)")
    tested = {"-".join(match.groups()) for name in names for match in pattern.finditer(name)}
    assert [rule for rule in rule_ids(game) if rule not in tested] == []
