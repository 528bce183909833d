"""The report of a study: chapters from sections, as a page, Markdown, figures and raw data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gitopoly.errors import InvalidMeasurement
from gitopoly.evaluation import published
from gitopoly.evaluation.reports import drawing, markdown, page
from gitopoly.evaluation.reports.blocks import (
    FAILED,
    Block,
    DataTable,
    Headline,
    Paragraph,
    Picture,
    note,
)
from gitopoly.evaluation.reports.wording import duration, figures, listed
from gitopoly.evaluation.sections.order import PARTS, SECTIONS
from gitopoly.evaluation.study import Section, SectionResults, StudyStore
from gitopoly.evaluation.verdicts import LEAST
from gitopoly.measurements.machine import BUSY

PAGE = "report.html"
TEXT = "report.md"
FIGURES = "figures"
TITLE = "The evaluation, repeated"


@dataclass(frozen=True)
class Chapter:
    """A section as it is shown."""

    name: str
    number: str
    title: str
    replaces: str
    state: str
    blocks: Sequence[Block]


@dataclass(frozen=True)
class StudyReport:
    """The whole report, independent of the output format."""

    title: str
    lead: Sequence[str]
    headlines: Sequence[Headline]
    machine: DataTable
    parts: Mapping[str, Sequence[Chapter]]
    threats: Sequence[str]
    repeat: Sequence[str]

    @property
    def chapters(self) -> list[Chapter]:
        """All chapters in order."""
        return [chapter for part in self.parts.values() for chapter in part]


def gather(store: StudyStore) -> dict[str, SectionResults]:
    """The results of each section, linked to each other."""
    found = {section.name: store.load(section.name) for section in SECTIONS}
    for one in found.values():
        one.others = found
    return found


def compose(store: StudyStore) -> StudyReport:
    """Assemble the report from the folder of a study."""
    found = gather(store)
    parts: dict[str, list[Chapter]] = {}
    for place, (part, sections) in enumerate(PARTS.items(), 1):
        parts[part] = [
            _chapter(section, found[section.name], f"{place}.{number}")
            for number, section in enumerate(sections, 1)
        ]
    headlines = [line for section in SECTIONS for line in section.headlines(found[section.name])]
    return StudyReport(
        TITLE,
        _lead(store, found),
        headlines,
        _machine(store, found),
        parts,
        _threats(store, found),
        _repeat(store),
    )


def write(store: StudyStore) -> list[Path]:
    """Write the page, the Markdown and the figures; returns the files, the page first."""
    report = compose(store)
    place = store.folder / FIGURES
    drawn: dict[str, str] = {}
    try:
        place.mkdir(exist_ok=True)
        for old in place.glob("*.png"):
            old.unlink()
        pictures = []
        for chapter in report.chapters:
            for block in chapter.blocks:
                if isinstance(block, Picture):
                    figure: Any = block.draw()
                    pictures.append(place / f"{block.name}.png")
                    pictures[-1].write_bytes(drawing.as_png(figure))
                    drawn[block.name] = drawing.as_svg(figure, block.name)
        files = [store.folder / PAGE, store.folder / TEXT]
        files[0].write_text(page.render(report, drawn), encoding="utf-8")
        files[1].write_text(markdown.render(report, FIGURES), encoding="utf-8")
    except OSError as error:
        raise InvalidMeasurement(
            f"cannot write to {store.folder}: {error.strerror}; choose another --out"
        ) from None
    return [*files, *pictures]


def problems(found: Mapping[str, SectionResults]) -> list[str]:
    """What failed, and what was checked and does not hold."""
    said = []
    for section in SECTIONS:
        one = found[section.name]
        if one.error:
            said.append(f"{section.name} failed: {one.error}")
        said += [f"{section.name}: {fault}" for fault in section.faults(one)]
    return said


# Its parts.


def _chapter(section: Section, found: SectionResults, number: str) -> Chapter:
    blocks = list(section.tell(found))
    for fault in section.faults(found):
        blocks.append(Paragraph(f"Does not hold: {fault}.", FAILED))
    if found.error:
        text = f"This section failed and shows only its results up to then. {found.error}."
        blocks.insert(0, Paragraph(text, FAILED))
    elif found.state == "interrupted":
        blocks.insert(0, note("This section was interrupted and shows its results up to then."))
    elif found.state == "not run":
        blocks.insert(0, note("Not measured in this study; only published figures are shown."))
    elif found.done:
        blocks.append(note(_took(found)))
    return Chapter(section.name, number, section.title, section.replaces, found.state, blocks)


def _took(found: SectionResults) -> str:
    text = f"Measured in {duration(sum(found.done.values()))} of task time"
    if found.load:
        text += (
            f", with a load of {figures(found.load[0])} before and {figures(found.load[-1])} after"
        )
    if found.other_work:
        text += f"; other programs kept {figures(max(found.other_work))} cores busy"
    return f"{text}."


def _lead(store: StudyStore, found: Mapping[str, SectionResults]) -> list[str]:
    ran = [name for name, one in found.items() if one.done]
    failed = [name for name, one in found.items() if one.error]
    settings = store.settings
    kind = "quick" if settings.quick else "full"
    first = (
        f"This report repeats an evaluation on Gitopoly ({published.citation()}), and adds what "
        "that chapter leaves out. Published and measured figures are shown side by side; where "
        "ours are worse, the text says so. Figures come with their 95 % interval. There is a "
        f"verdict only where like is compared with like, with {LEAST} samples or more, and for "
        "times only where the machine was idle."
    )
    second = (
        f"This is the {kind} study (`--games {settings.games} --seed {settings.seed}`); {len(ran)} "
        f"of {len(found)} sections were run."
    )
    if settings.quick:
        second += (
            " A quick study uses smaller samples, and marks everything that it did not measure "
            "itself."
        )
    if failed:
        second += f" Failed: {listed(failed)}."
    return [first, second]


def _machine(store: StudyStore, found: Mapping[str, SectionResults]) -> DataTable:
    facts = dict(store.facts.get("machine", {}))
    loads = [load for one in found.values() for load in one.load]
    if loads:
        facts["load meanwhile"] = f"{figures(min(loads))} to {figures(max(loads))}"
    if begun := store.facts.get("begun"):
        facts["begun"] = str(begun)
    rows = [[name, str(value)] for name, value in facts.items()]
    rows.append(["published, TLC", str(published.document()["machine"]["checker"])])
    rows.append(["published, the rest", "not described"])
    return DataTable("The machine", ["", ""], rows)


def _threats(store: StudyStore, found: Mapping[str, SectionResults]) -> list[str]:
    threats = [
        "Two machines. Published figures come from another machine, with different disks and load, "
        "so times have no verdict. Where possible, the published way was therefore repeated here, "
        "in the same run.",
        "Random players. All games are played by policies. People play fewer and other actions, so "
        "game lengths, repository sizes and the mix of actions are those of bots.",
        "Different rules. The published module has defects that are fixed here, auctions in "
        "`formal` are played bid by bid, and all seats draw dice together; games of the same name "
        "do not have the same moves.",
        "Servers on this machine. Propagation and pushing were measured without a network. Network "
        "delays are missing on both sides of each comparison.",
        "Finite exploration. A run stopped by time or memory proves nothing beyond the states that "
        "it has seen, and random behaviours prove nothing about what they did not meet.",
        "Fingerprints. TLC distinguishes states by 64 bits; a collision would hide a state, with "
        "odds that `gitopoly check` reports for each run. The native engine compares whole states.",
    ]
    timed = {s.name: found[s.name] for s in SECTIONS if not s.side_by_side}
    if busy := [name for name, one in timed.items() if one.done and not one.idle]:
        threats.insert(
            0,
            f"A busy machine. Other programs kept more than {figures(BUSY)} of a core busy, or the "
            f"system does not say how much, during {listed(busy)}: times measured there are too "
            "long, spread too widely, and have no verdict.",
        )
    if store.settings.quick:
        threats.append(
            "Small samples. A quick study plays few and short games; its intervals are wide, and "
            "rare events are missing. `gitopoly evaluate` without `--quick` uses the document's "
            "sample sizes."
        )
    return threats


def _repeat(store: StudyStore) -> list[str]:
    settings = store.settings
    command = f"gitopoly evaluate --games {settings.games} --seed {settings.seed}"
    if settings.quick:
        command += " --quick"
    return [
        f"`{command} --out FOLDER` repeats this study. Equal seeds give equal games and choices; "
        "times differ, and so do draws in games with joint dice, which depend on the time.",
        "The folder holds this report as a page and as Markdown, the figures as PNG, and under "
        "`data` every single measurement as CSV and JSON.",
    ]
