"""The gate on texts: what an offline extractor leaves of its verdicts."""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from s3kg_neo4j.bench.extractor import TextExtractor
from s3kg_neo4j.bench.gate import AS_OF
from s3kg_neo4j.database import Database
from s3kg_neo4j.gate.answers import judge_against
from s3kg_neo4j.gate.model import Claim, Verdict
from s3kg_neo4j.gate.references import stored_meanwhile
from s3kg_neo4j.gate.verdicts import judge

Confusion = dict[str, Counter[str]]
"""Counts by what is true, then by what the gate says."""

EXPECTED = {
    "TRUE": Verdict.SUPPORTED,
    "CONTRADICTED": Verdict.CONTRADICTED,
    "FABRICATED_ENTITY": Verdict.UNGROUNDED,
    "FABRICATED_CLUSTER": Verdict.UNGROUNDED,
}
"""Verdicts that the labels of GraphJudge's ledger ask for."""

NOTHING = "nothing extracted"
MIXED = "several verdicts"

SETTINGS = {"dolly": "accurate_context", "msmarco": "noisy_context"}
"""RefChecker's sets whose contexts are there, and the folders of their annotations."""

_BETWEEN_SENTENCES = re.compile(r"(?<=\.)\s+")


def graphjudge(folder: Path, database: Database, extractor: TextExtractor) -> Confusion:
    """Verdicts on the sentences of GraphJudge's documents, by what its ledger says of each.

    A document is extracted whole; its claims are then put to the sentences that they come from.
    """
    from loaders.references import load_reference  # noqa: PLC0415

    with (folder / "bench" / "bench_ledger.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    found: Confusion = {str(verdict): Counter() for verdict in EXPECTED.values()}
    with stored_meanwhile(database, load_reference(folder / "import")) as name:
        for document in dict.fromkeys(row["doc"] for row in rows):
            text = (folder / "bench" / "docs" / f"{document}.txt").read_text(encoding="utf-8")
            labels = [row["label"] for row in rows if row["doc"] == document]
            by_sentence = _by_sentence(text.strip(), extractor)
            for label, claims in zip(labels, by_sentence, strict=True):
                verdicts = {one.verdict for one in judge(database, name, claims, AS_OF)}
                found[EXPECTED[label]][_summed_up(verdicts)] += 1
    return found


def refchecker(folder: Path, database: Database, extractor: TextExtractor) -> dict[str, Confusion]:
    """Verdicts on RefChecker's triplets by their extracted contexts, beside people's labels.

    Returns:
        Confusion by set and model, sorted.
    """
    found: dict[str, Confusion] = {}
    for data, annotated in SETTINGS.items():
        lines = (folder / "joined" / f"{data}.jsonl").read_text(encoding="utf-8").splitlines()
        contexts = {
            str(record["id"]): "\n".join(_listed(record["context"]))
            for record in map(json.loads, lines)
        }
        sources = extractor.sources(list(contexts.values()))
        answers: dict[str, list[tuple[Claim, str, str]]] = {}
        for file in sorted((folder / "human_annotations_v1" / annotated).glob("*.json")):
            model = file.stem.removesuffix("_answers")
            for answer, claim, label in _labelled(file):
                answers.setdefault(answer, []).append((claim, model, label))
        for answer, labelled in answers.items():
            source = sources[contexts[answer]]
            if not source.triplets:
                continue
            judged = judge_against(database, source, [claim for claim, _, _ in labelled], (), AS_OF)
            for one, (_, model, label) in zip(judged, labelled, strict=True):
                found.setdefault(model, {}).setdefault(label, Counter())[one.verdict] += 1
    return dict(sorted(found.items()))


def _labelled(file: Path) -> Iterator[tuple[str, Claim, str]]:
    for answer in json.loads(file.read_text(encoding="utf-8")):
        for number, one in enumerate(answer["claude2_response_kg"]):
            yield str(answer["id"]), Claim(str(number), *one["triplet"]), one["human_label"]


def _listed(context: str | list[str]) -> list[str]:
    return [context] if isinstance(context, str) else context


def _by_sentence(text: str, extractor: TextExtractor) -> list[list[Claim]]:
    """The claims of a text by its sentences, which end in a full stop before white space."""
    ends = [match.start() for match in _BETWEEN_SENTENCES.finditer(text)] + [len(text)]
    claims: list[list[Claim]] = [[] for _ in ends]
    source = extractor.sources([text])[text]
    for triplet, origin in zip(source.triplets or (), source.origins, strict=True):
        if origin is not None and origin.start is not None:
            place = sum(end <= origin.start for end in ends)
            claims[place].append(Claim("", triplet.head, triplet.relation, triplet.tail))
    return claims


def _summed_up(verdicts: set[Verdict]) -> str:
    if not verdicts:
        return NOTHING
    return str(next(iter(verdicts))) if len(verdicts) == 1 else MIXED


def columns(confusion: Confusion) -> Sequence[str]:
    """What the gate says anywhere, verdicts first."""
    said = {verdict for counts in confusion.values() for verdict in counts}
    return [one for one in (*map(str, Verdict), MIXED, NOTHING) if one in said]
