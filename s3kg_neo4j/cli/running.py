"""The three steps of ``s3kg run``, each from a file to the next one."""

from dataclasses import dataclass
from pathlib import Path

from s3kg_neo4j.ask import TEMPERATURES, AskOptions
from s3kg_neo4j.cli import calling, extracting
from s3kg_neo4j.cli.asking import ask_file
from s3kg_neo4j.cli.output import Format
from s3kg_neo4j.cli.scoring import Request, score_file
from s3kg_neo4j.llm import load_prompt
from s3kg_neo4j.measure import Measure
from s3kg_neo4j.runs import discard_run, refuse_other_run


@dataclass(frozen=True, slots=True)
class Steps:
    """What to do, as it was asked for."""

    file: Path
    loader: str | None
    name: str
    out: Path
    models: tuple[str, ...]
    temperatures: tuple[float, ...]
    repeats: int
    extractor: str
    extraction_model: str | None
    anew: bool
    limit: int
    seed: int | None
    max_tokens: int | None
    passage: int
    price: tuple[str, ...]
    budget: float | None
    strict: bool
    engine: str
    aligner: str | None
    measure: Measure
    encoder: str | None


def run_steps(steps: Steps, form: Format) -> int:
    """Ask, extract, score; the exit code."""
    steps.out.parent.mkdir(parents=True, exist_ok=True)
    answers, graphs = (
        steps.out.parent / f"{steps.out.name}.{suffix}.jsonl" for suffix in ("answers", "graphs")
    )
    refuse_other_run(steps.out, str(graphs))  # before any call is paid for
    bad = 0
    file, loader = steps.file, steps.loader
    if steps.models:
        options = AskOptions(
            steps.models,
            load_prompt("answer"),
            steps.temperatures or TEMPERATURES,
            steps.repeats,
            steps.seed,
            steps.max_tokens,
        )
        with calling.open_caller(list(steps.price), steps.budget) as caller:
            bad += ask_file(file, loader, options, caller, answers, limit=steps.limit)
        file, loader = answers, "jsonl"
    bad += _extract(steps, extracting.Texts(file, loader, steps.limit, steps.anew), graphs)
    discard_run(steps.out, str(graphs))
    code = score_file(
        Request(
            file=graphs,
            loader=None,
            dataset=steps.name,
            out=steps.out,
            resume=steps.out.is_dir(),
            strict=steps.strict,
            engine=steps.engine,
            aligner=steps.aligner,
            measure=steps.measure,
            encoder=steps.encoder,
            precision="float32",
            keep_colours=False,
        ),
        form,
    )
    return 2 if steps.strict and bad else code


def _extract(steps: Steps, texts: extracting.Texts, graphs: Path) -> int:
    if steps.extractor != "llm":
        return extracting.extract_offline(texts, steps.extractor, graphs)
    options = extracting.llm_options(
        steps.extraction_model, steps.seed, steps.max_tokens, steps.passage
    )
    with calling.open_caller(list(steps.price), steps.budget) as caller:
        return extracting.extract_by_model(texts, options, caller, graphs)
