"""The page stands alone, is well formed, and shows what it must; the folder is written whole or not at all."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from sim.errors import UserError
from sim.report.files import publish, write_report

VOID = {"meta", "img", "br", "hr", "link", "input"}


class Page(HTMLParser):
    """Reads a page: nesting, ids, links, alternative texts, text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that stays open."""
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element, its id and its links."""
        found = dict(attrs)
        self.elements.append((tag, found))
        self.ids += [found["id"]] if found.get("id") else []
        self.links += [found[name] or "" for name in ("href", "src", "xlink:href", "action", "data") if name in found]

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost element, which must be this one."""
        assert self.open, tag
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Keep the text."""
        self.text += data


@pytest.fixture
def page(report: Path) -> Page:
    """Return the parsed page of the report by hand."""
    return Page((report / "report.html").read_text())


def files(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_page_stands_alone(report: Path, page: Page) -> None:
    """Nothing is fetched: links lead into the page, images are inlined, no script, no address in the styles."""
    assert page.links
    assert all(link.startswith(("#", "data:")) for link in page.links)
    assert not {"script", "link", "iframe", "object"} & {tag for tag, _ in page.elements}
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)
    text = (report / "report.html").read_text()
    assert "@import" not in text
    assert not re.search(r"url\((?!#)", text)
    assert len(text) < 6_000_000


def test_ids_are_unique_and_links_arrive(page: Page) -> None:
    """Charts inlined side by side share no id, and every link in the page has its target."""
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)


def test_the_page_can_be_heard(page: Page) -> None:
    """Every chart has an alternative text and a caption that names policy and n; heads of tables have a scope."""
    charts = [attributes for tag, attributes in page.elements if attributes.get("role") == "img" or tag == "img"]
    assert len(charts) == sum(tag == "figure" for tag, _ in page.elements) == 10
    assert all(len(chart.get("aria-label") or chart.get("alt") or "") > 20 for chart in charts)
    assert page.text.count("Policy calm; 50 to 100 playouts a cell, 350 in all.") >= 10
    assert page.text.count("Assumptions: rope_first = true; the others at their defaults.") == 10
    assert all(attributes.get("scope") for tag, attributes in page.elements if tag == "th")
    assert sum(tag == "caption" for tag, _ in page.elements) == sum(tag == "table" for tag, _ in page.elements)


def test_the_summary_comes_first(page: Page) -> None:
    """What ran, how sure it is, on what it rests: before the first section."""
    top = " ".join(page.text[page.text.index("balance report") : page.text.index("How playouts end, by cell")].split())
    facts = ("40.0 %", "30.9 to 49.8 %", "n 100", "at most 3.7 %", "feedfacefeedface", "cards: 2 house", "Plays calm.")
    for fact in facts:
        assert fact in top
    assert "rope_first" in page.text
    assert "[0.5, 0.5]" in page.text
    assert "chance of each side" in page.text[page.text.index("Assumptions in force") :]


def test_names_are_text_not_markup(report: Path) -> None:
    """A name with angle brackets or an ampersand stays text."""
    text = (report / "report.html").read_text()
    assert "Items &lt;found&gt;" in text
    assert "<found>" not in text
    assert "Paper &amp; Pen" in text


def test_the_same_run_gives_the_same_bytes(report: Path, grid: Any, tmp_path: Path) -> None:
    """Tables, charts, page, summary and index: byte for byte, wherever they are written."""
    write_report(grid, tmp_path / "again")
    first, second = files(report), files(tmp_path / "again")
    assert sorted(first) == sorted(second)
    assert [name for name in first if first[name] != second[name]] == []


def test_what_is_in_the_folder(report: Path) -> None:
    """Each table as CSV, Parquet and Markdown, each chart as SVG and PNG; the index lists exactly what is there."""
    import pandas as pd

    names = sorted(files(report))
    index = json.loads((report / "report.json").read_text())
    assert index["files"] == names
    assert index["schema"] == 1
    assert index["cells"][1]["causes"]["time"]["count"] == 0
    assert {name.rsplit(".")[-1] for name in names if name.startswith("charts/")} == {"png", "svg"}
    for name in names:
        if name.endswith(".csv"):
            stored = pd.read_parquet(report / name.replace(".csv", ".parquet"))
            assert len(pd.read_csv(report / name)) == len(stored)
            assert name.replace(".csv", ".md") in names
    summary = (report / "report.md").read_text()
    assert "40.0 % (30.9 to 49.8 %; n 100)" in summary
    assert all((report / target).exists() for target in re.findall(r"\]\(([^)]+)\)", summary))


@pytest.mark.parametrize("wins", [0, 5, 10])
def test_one_cell(new_run: Callable[..., Any], new_counts: Callable[..., Any], tmp_path: Path, wins: int) -> None:
    """A run of one cell, won never, sometimes or always, has a whole report."""
    document = write_report(new_run([({}, "calm", {}, new_counts(wins, 10 - wins, 0))], planned=10), tmp_path / "out")
    assert document["cells"][0]["win_rate"] == wins / 10
    text = Page((tmp_path / "out" / "report.html").read_text()).text
    assert "Policy calm; Easy, 2 players; 10 playouts." in text
    assert "nan" not in re.findall(r"\w+", text)


def test_many_parts(new_run: Callable[..., Any], new_counts: Callable[..., Any], tmp_path: Path) -> None:
    """With several swept values each chart says whose it is; a comparison shows them side by side."""
    cells = [({"mode": m}, "calm", {"odds": n}, new_counts(n, 9, 1)) for m in ("easy", "hard") for n in (1, 9)]
    write_report(new_run(cells, planned=1), tmp_path / "out")
    names = files(tmp_path / "out")
    assert {"charts/comparison.svg", "charts/win_rate-calm_odds_1.svg", "charts/win_rate-calm_odds_9.svg"} <= set(names)
    assert "charts/levels.svg" not in names
    page = Page(names["report.html"].decode())
    assert "Win rate of calm, odds = 1" in page.text
    assert "Win rate of calm, odds = 9" in page.text
    assert len(page.ids) == len(set(page.ids))


def test_an_unfinished_run(new_run: Callable[..., Any], new_counts: Callable[..., Any], tmp_path: Path) -> None:
    """What is there is reported, and the report says that it is partial; nothing at all is an error."""
    cells = [({"players": n}, "calm", {}, new_counts(wins, 0, 0)) for n, wins in ((2, 10), (3, 4), (4, 0))]
    document = write_report(new_run(cells, planned=10), tmp_path / "out")
    assert document["complete"] is False
    assert len(document["cells"]) == 2
    text = " ".join(Page((tmp_path / "out" / "report.html").read_text()).text.split())
    assert "14 of 30 playouts, 1 of 3 cells complete, 1 without any playout and left out here." in text
    assert "Partial report" in (tmp_path / "out" / "report.md").read_text()
    with pytest.raises(UserError, match="no finished playouts"):
        write_report(new_run(cells[2:]), tmp_path / "none")
    assert not (tmp_path / "none").exists()


INDEX = ("report.json", b'{"kind": "report", "files": ["report.json", "charts/a.svg"]}')


def test_a_folder_with_other_files_is_left_alone(grid: Any, tmp_path: Path) -> None:
    """A report replaces an earlier one, never anything else: one foreign file, and nothing is touched."""
    out = tmp_path / "out"
    out.mkdir()
    publish(out, [("charts/a.svg", b"old"), INDEX])
    (out / "charts" / "mine.svg").write_text("drawn by hand")
    with pytest.raises(UserError, match=r"holds files that no report wrote \(charts/mine.svg\)"):
        write_report(grid, out)
    assert (out / "charts" / "mine.svg").read_text() == "drawn by hand"
    (out / "charts" / "mine.svg").unlink()
    for index in ("{", "[" * 100_000, '{"kind": "report", "files": 3}', "null"):  # no index of ours
        (out / "report.json").write_text(index)
        with pytest.raises(UserError, match="move them away, or choose another folder"):
            write_report(grid, out)
    (out / "report.json").write_bytes(INDEX[1])
    publish(out, [INDEX])
    assert list(files(out)) == ["report.json"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_failure_leaves_the_old_report(tmp_path: Path) -> None:
    """Where writing fails half-way, the earlier report is still whole and nothing is left beside it."""
    out = tmp_path / "out"
    publish(out, [INDEX])

    def broken() -> Any:
        yield "report.json", b"new"
        raise OSError(28, "No space left on device")

    with pytest.raises(UserError, match="No space left"):
        publish(out, broken())
    assert list(files(out)) == ["report.json"]
    assert (out / "report.json").read_bytes() != b"new"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_file_in_the_way(grid: Any, tmp_path: Path) -> None:
    """A file where the folder should be, or above it, is an error and stays."""
    (tmp_path / "out").write_text("a file")
    with pytest.raises(UserError, match="is a file"):
        write_report(grid, tmp_path / "out")
    with pytest.raises(UserError, match="is a file"):
        write_report(grid, tmp_path / "out" / "below")
    assert (tmp_path / "out").read_text() == "a file"


def test_the_command(cli: Callable[..., Any], toys: None, tmp_path: Path) -> None:
    """`sim report`: the document alone on standard output, the report in DIR/report; a wrong folder exits 3."""
    answer = cli("run", "coin", "--playouts", 30, "--out", tmp_path / "run", "--quiet")
    assert answer.code == 0, answer.err
    answer = cli("report", tmp_path / "run", "--json", "--quiet")
    assert answer.code == 0, answer.err
    document = json.loads(answer.out)
    assert [cell["playouts"] for cell in document["cells"]] == [30, 30, 30, 30]
    assert answer.err == ""
    assert (tmp_path / "run" / "report" / "report.html").exists()
    assert cli("report", tmp_path / "run").code == 0  # a second time, over the first
    wrong = cli("report", tmp_path / "nowhere")
    assert wrong.code == 3
    assert wrong.err.startswith("error: ")
    refused = cli("report", tmp_path / "run", "--out", tmp_path / "run")
    assert refused.code == 3
    assert "no report wrote" in refused.err
