"""Leads from the user's documents on a real server, and what models make of them."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openai_server import endpoint, in_turn
from pydantic import SecretStr

from loaders.texts import read_texts
from s3kg_neo4j import server
from s3kg_neo4j.cli.gating import claim_rows
from s3kg_neo4j.cli.leading import Judge, LeadOptions, with_leads
from s3kg_neo4j.database import Database
from s3kg_neo4j.embed import Embedder, load_embedder
from s3kg_neo4j.errors import InputError, PrerequisiteError, UsageError
from s3kg_neo4j.gate import corpus, references
from s3kg_neo4j.gate.documents import judge_documents
from s3kg_neo4j.gate.leads import Lead, find_leads, statement
from s3kg_neo4j.gate.lean import Followed, Lean, Leaning, lean_by_llm, lean_by_nli
from s3kg_neo4j.gate.model import Claim, Fact, RefEntity, Reference, Relation, Verdict
from s3kg_neo4j.gate.verdicts import judge
from s3kg_neo4j.llm import Caller, ReplyStore, load_prompt
from s3kg_neo4j.settings import Settings, load_settings

TEXTS = [
    ("acme", "Ann Lee joined Acme in 2001. In 2011 she left for Zeta, where she runs the lab."),
    ("town", "The physician healed the kid. It snowed all night."),
    ("works", "The bridge over the fjord weighs a thousand tonnes (AND OR +x:y)."),
    ("twin", "Rain fell on Bergen."),
    ("twice", "Rain fell on Bergen."),
]
OTHERS = [(f"other {n}", f"Ann Lee joined Acme in 19{n:02}, says rumour {n}.") for n in range(99)]

BY_WORDS = Claim("0", "Ann Lee", "joined", "Acme", "d")
BY_MEANING = Claim("1", "A doctor", "cured", "a child", "d")
TIED = Claim("2", "Rain", "fell on", "Bergen", "d")

REFERENCE = Reference(
    [RefEntity("ann", "Ann Lee"), RefEntity("zeta", "Zeta"), RefEntity("oslo", "Oslo")],
    [Relation("works for", functional=True)],
    [Fact("ann", "works for", "zeta", "2011")],
)
CLAIMS = [
    Claim("s", "Ann Lee", "works for", "Zeta", "d"),
    Claim("c", "Ann Lee", "works for", "Oslo", "d"),
    Claim("n", "Ann Lee", "works for", "Zeta", "d", "2001", "2002"),
    BY_WORDS,
    BY_MEANING,
    Claim("3", "+-&& || ! ( ) { } [ ] ^", "~*?:", '\\ / "', "e"),
    Claim("4", "Bridge", "weighsAbout", "AND OR NOT", "e"),
]


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return load_embedder(load_settings(), "minilm", cached=False)


@pytest.fixture(scope="module")
def database(shared_database: Database, embedder: Embedder) -> Iterator[Database]:
    references.load_reference(shared_database, "small", REFERENCE)
    corpus.load_documents(shared_database, "mine", lambda: TEXTS, embedder, "minilm")
    corpus.load_documents(shared_database, "theirs", lambda: OTHERS, embedder, "minilm")
    yield shared_database
    references.delete_reference(shared_database, "small")
    for one in corpus.list_corpora(shared_database):
        corpus.delete_documents(shared_database, one.name)


def leads_of(
    database: Database, claims: Sequence[Claim], embedder: Embedder | None, count: int = 2
) -> list[tuple[Lead, ...]]:
    return find_leads(database, corpus.find_corpus(database, "mine"), claims, count, embedder)


def stored(database: Database) -> dict[str, int]:
    rows = database.ask(
        "MATCH (n:Document|Passage) RETURN n.corpus + ' ' + labels(n)[0] AS kind, count(*) AS n"
    )
    return {row["kind"]: row["n"] for row in rows}


def test_a_passage_is_found_by_words_and_by_meaning(database: Database, embedder: Embedder) -> None:
    by_words, by_meaning = leads_of(database, [BY_WORDS, BY_MEANING], None)
    assert [lead.passage for lead in by_words] == ["acme#1"]
    assert by_words[0].text == TEXTS[0][1]
    assert by_meaning == ()
    by_both, by_meaning = leads_of(database, [BY_WORDS, BY_MEANING], embedder)
    assert by_both[0].passage == "acme#1"
    assert by_meaning[0].passage == "town#1"
    # First of both lists, and first of one list alone, by hand.
    assert by_both[0].score == round(2 / 61, 6)
    assert by_meaning[0].score == round(1 / 61, 6)


def test_inflected_words_and_joined_relations_are_found(database: Database) -> None:
    asked = [
        Claim("0", "bridges", "weighing", "x"),
        Claim("1", "x", "healedKid", "y"),
        Claim("2", "x", "has_snowed", "y"),
    ]
    found = leads_of(database, asked, None)
    assert [[lead.document for lead in leads] for leads in found] == [["works"], ["town"], ["town"]]


def test_ties_go_by_document(database: Database, embedder: Embedder) -> None:
    [leads] = leads_of(database, [TIED], embedder)
    assert [lead.passage for lead in leads] == ["twice#1", "twin#1"]


def test_a_long_document_is_cut_between_sentences(database: Database) -> None:
    text = " ".join(f"Sentence {n} of the long report says that {n} ships sank." for n in range(99))
    made = corpus.load_documents(database, "long", lambda: [("report", text)])
    rows = database.ask(
        "MATCH (:Document {corpus: 'long'})-[:HAS_PASSAGE]->(p) RETURN p.text AS text "
        "ORDER BY p.number"
    )
    assert len(rows) == made.passages > 5
    assert " ".join(row["text"] for row in rows) == text
    assert all(len(row["text"]) <= corpus.LONGEST for row in rows)
    assert made.encoder == ""
    corpus.delete_documents(database, "long")


def test_the_same_again_changes_nothing_and_other_content_replaces(
    database: Database, embedder: Embedder
) -> None:
    before, nodes = leads_of(database, CLAIMS, embedder), stored(database)
    ids = "MATCH (p:Passage) RETURN collect(elementId(p)) AS ids"
    first = database.ask(ids)
    again = corpus.load_documents(database, "mine", lambda: TEXTS, embedder, "minilm")
    assert again == corpus.find_corpus(database, "mine")
    assert database.ask(ids) == first
    corpus.load_documents(database, "mine", lambda: [("a", "Bread rose.")], embedder, "minilm")
    assert stored(database)["mine Passage"] == 1
    corpus.load_documents(database, "mine", lambda: TEXTS[::-1], embedder, "minilm")
    assert leads_of(database, CLAIMS, embedder) == before
    assert stored(database) == nodes


def test_a_load_that_breaks_off_leaves_the_documents_before_it(
    database: Database, embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus, "BATCH", 1)
    before, nodes = leads_of(database, CLAIMS, embedder), stored(database)
    reads = iter([TEXTS[:2], [TEXTS[0], ("gone", " ")]])
    with pytest.raises(InputError, match="'gone': expected text, found none"):
        corpus.load_documents(database, "mine", lambda: next(reads), embedder, "minilm")
    assert stored(database)["mine Passage"] == nodes["mine Passage"] + 1
    assert leads_of(database, CLAIMS, embedder) == before
    corpus.load_documents(database, "mine", lambda: TEXTS, embedder, "minilm")
    assert stored(database) == nodes


def test_what_cannot_be_stored_is_named_and_nothing_changes(
    database: Database, tmp_path: Path
) -> None:
    nodes = stored(database)
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"id": "a", "text": "One."}\n{"id": "b", "text": 2}\n')
    unreadable: list[tuple[Callable[[], corpus.Texts], str]] = [
        (partial(read_texts, bad), "bad.jsonl: line 2: text: expected text"),
        (lambda: [("a", "One."), ("a", "Two.")], "'a': expected each id once"),
        (list, "expected texts, found none"),
    ]
    for read, complaint in unreadable:
        with pytest.raises(InputError, match=complaint):
            corpus.load_documents(database, "mine", read)
    with pytest.raises(UsageError, match="without a bar"):
        corpus.load_documents(database, "a|b", lambda: TEXTS)
    for ask in (corpus.find_corpus, corpus.delete_documents):
        with pytest.raises(InputError, match="documents 'none': not stored; see `s3kg documents l"):
            ask(database, "none")
    assert stored(database) == nodes


def test_a_server_without_filtered_look_ups_goes_by_words(
    database: Database,
    embedder: Embedder,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(database, "server", replace(database.server, search=False, vectors=False))
    made = corpus.load_documents(database, "old", lambda: TEXTS, embedder, "minilm")
    assert made.encoder == ""
    judged = judge(database, "small", [BY_WORDS])
    [row] = with_leads(database, judged, claim_rows(judged), LeadOptions("old"))
    assert [lead["passage"] for lead in row["leads"]] == ["acme#1"]
    assert capsys.readouterr().err.splitlines() == [
        "this Neo4j has no filtered vector search: passages are found by their words alone",
        "leads: for 1 of 1 ungrounded claims",
    ]
    corpus.delete_documents(database, "old")


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(claims=st.lists(st.sampled_from(CLAIMS), unique=True, min_size=1))
def test_leads_touch_no_verdict_and_do_not_depend_on_the_other_claims(
    database: Database, claims: list[Claim]
) -> None:
    judged = judge(database, "small", claims, "2020")
    plain, scores = claim_rows(judged), judge_documents(database, judged)
    rows = with_leads(database, judged, plain, LeadOptions("mine"))
    assert judge(database, "small", claims, "2020") == judged
    assert judge_documents(database, judged) == scores
    assert [{k: v for k, v in row.items() if k not in ("leads", "lean")} for row in rows] == plain
    for one, row in zip(judged, rows, strict=True):
        alone = with_leads(database, [one], claim_rows([one]), LeadOptions("mine"))
        assert json.dumps(alone) == json.dumps([row])
        assert row["lean"] is None
        if one.verdict is not Verdict.UNGROUNDED:
            assert row["leads"] == []


LEADS = {name: Lead(f"{name}#1", name, text, 0.016393) for name, text in TEXTS}
ASKED = [
    Followed(BY_WORDS, (LEADS["acme"], LEADS["town"])),
    Followed(BY_MEANING, (LEADS["town"],)),
    Followed(TIED, ()),
    Followed(replace(BY_WORDS, id="9"), (LEADS["acme"], LEADS["town"])),
]


def said(text: str) -> dict[str, Any]:
    return {"content": text}


def by_llm(folder: Path, script: Any, asked: Sequence[Followed]) -> tuple[list[Leaning], list[str]]:
    with endpoint(script) as seen:
        given_settings = Settings(
            llm_base_url=seen.url, llm_api_key=SecretStr("k"), llm_attempts=1, llm_concurrency=1
        )
        with Caller(given_settings, ReplyStore(folder)) as caller:
            return lean_by_llm(asked, "m", load_prompt("lean"), caller), seen.users


def test_a_language_model_is_asked_once_for_each_claim_with_leads(tmp_path: Path) -> None:
    def script(_: int, body: dict[str, Any]) -> dict[str, Any]:
        refuted = "cured" in body["messages"][-1]["content"]
        return said(f'```json\n{{"verdict": "{"Refuted" if refuted else "supported"}"}}\n```')

    found, users = by_llm(tmp_path, script, ASKED)
    assert [one.lean for one in found] == [Lean.SUPPORTED, Lean.REFUTED, None, Lean.SUPPORTED]
    assert users == [
        f"Claim: Ann Lee | joined | Acme\nPassage 1: {TEXTS[0][1]}\nPassage 2: {TEXTS[1][1]}",
        f"Claim: A doctor | cured | a child\nPassage 1: {TEXTS[1][1]}",
    ]
    again, users = by_llm(tmp_path, script, ASKED[::-1])
    assert (again, users) == (found[::-1], [])


@pytest.mark.parametrize(
    "step",
    [
        said("It is true."),
        said('{"verdict": "true"}'),
        said('{"verdict": ["supported"]}'),
        said('<think>{"verdict": "supported"}</think>'),
        {"content": "", "refusal": "I cannot."},
        {"status": 503},
    ],
)
def test_a_useless_reply_is_no_lean_and_says_why(tmp_path: Path, step: dict[str, Any]) -> None:
    [leaning], _ = by_llm(tmp_path, in_turn(step), ASKED[:1])
    assert leaning.lean is None
    assert leaning.failure


def test_neither_is_no_lean_and_no_failure(tmp_path: Path) -> None:
    step = said('Hm. {"verdict": "supported"} No: {"verdict": "neither"}')
    assert by_llm(tmp_path, in_turn(step), ASKED[:1])[0] == [Leaning(None)]


@pytest.fixture(scope="module")
def nli(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small BERT that has learnt what three passages say of where Mia lives."""
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "mia", "lives", "in", "oslo"]
    words += ["rome", "it", "rained"]
    tokens = Tokenizer(models.WordLevel({w: n for n, w in enumerate(words)}, unk_token="[UNK]"))
    tokens.pre_tokenizer = pre_tokenizers.Whitespace()
    tokens.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    tokenizer = PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=tokens, model_max_length=32, pad_token="[PAD]", unk_token="[UNK]"
    )
    torch.manual_seed(1)
    labels = {0: "contradiction", 1: "entailment", 2: "neutral"}
    model = BertForSequenceClassification(
        BertConfig(
            vocab_size=len(words),
            hidden_size=32,
            num_hidden_layers=1,
            initializer_range=0.3,
            num_attention_heads=2,
            intermediate_size=64,
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
            id2label=labels,
            label2id={label: n for n, label in labels.items()},
        )
    )
    premises = ["mia lives in rome", "mia lives in oslo", "it rained"]
    batch = tokenizer(premises, ["mia lives in oslo"] * 3, padding=True, return_tensors="pt")
    optimiser = torch.optim.Adam(model.parameters(), lr=3e-3)
    for _ in range(100):
        optimiser.zero_grad()
        model(**batch, labels=torch.arange(3)).loss.backward()
        optimiser.step()
    folder = tmp_path_factory.mktemp("nli")
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.mark.parametrize(
    ("passages", "lean"),
    [
        (("mia lives in oslo",), Lean.SUPPORTED),
        (("it rained", "mia lives in oslo"), Lean.SUPPORTED),
        (("mia lives in rome", "it rained"), Lean.REFUTED),
        (("it rained",), None),
        (("mia lives in rome", "mia lives in oslo"), None),
        ((), None),
    ],
)
def test_an_nli_model_reads_each_passage_as_a_premise(
    nli: Path, passages: tuple[str, ...], lean: Lean | None
) -> None:
    leads = tuple(Lead(text, text, text, 0.0) for text in passages)
    one = Followed(Claim("0", "mia", "lives_in", "oslo"), leads)
    assert lean_by_nli([one], str(nli)) == [Leaning(lean)]


def test_an_nli_model_that_is_not_here_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    for name, complaint in [
        (
            "nobody/has-this",
            "^NLI model 'nobody/has-this' is not on this machine.*NLI model's folder",
        ),
        (str(tmp_path), "no model in this folder; name an NLI model's folder"),
    ]:
        with pytest.raises(PrerequisiteError, match=complaint) as error:
            lean_by_nli(ASKED, name)
        assert "\n" not in str(error.value)


def test_options_that_do_not_go_together() -> None:
    wrong: list[tuple[Callable[[], None], str]] = [
        (lambda: LeadOptions("", judge=Judge.NLI).check(), "--judge: expected documents"),
        (lambda: LeadOptions("a").check(documents=True), "leave out --documents"),
        (lambda: LeadOptions("a", judge=Judge.LLM).check(), "--judge-model"),
        (
            lambda: LeadOptions("a", judge=Judge.LLM, model="m", budget=1).check(extracting=True),
            "--budget: expected one task",
        ),
    ]
    for check, complaint in wrong:
        with pytest.raises(UsageError, match=complaint):
            check()
    LeadOptions("").check(documents=True, extracting=True)


def test_a_statement_is_in_words() -> None:
    assert statement(Claim("", "Ann_Lee", "birthPlace", " iPhone ")) == "Ann Lee birth Place iPhone"


def test_the_command_leaves_with_the_same_code_and_rows(
    connection: server.Connection, database: Database, tmp_path: Path
) -> None:
    claims = [
        json.dumps({"id": c.id, "document": c.document, "claim": [c.subject, c.relation, c.object]})
        for c in (CLAIMS[1], BY_WORDS, BY_MEANING)
    ]
    (tmp_path / "claims.jsonl").write_text("\n".join(claims))
    (tmp_path / "notes").mkdir()
    for name, text in TEXTS:
        (tmp_path / "notes" / f"{name}.md").write_text(text)

    def s3kg(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
        own = {
            "S3KG_NEO4J_URI": connection.uri,
            "S3KG_NEO4J_USER": connection.user,
            "S3KG_NEO4J_PASSWORD": connection.password or "",
            "S3KG_CACHE_DIR": str(tmp_path / "cache"),
            "S3KG_ENCODER": "hashing",
        }
        return subprocess.run(
            [sys.executable, "-c", "from s3kg_neo4j.cli import main; main()", *words],
            cwd=tmp_path,
            env=os.environ | own | more,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    loaded = s3kg("documents", "load", "notes", "--name", "cli")
    assert (loaded.returncode, loaded.stdout) == (0, ""), loaded.stderr
    assert loaded.stderr.splitlines()[-1] == "cli: 5 documents, 5 passages"
    listed = json.loads(s3kg("documents", "list", "--format", "json").stdout)
    assert [(r["name"], r["documents"]) for r in listed] == [
        ("cli", 5),
        ("mine", 5),
        ("theirs", 99),
    ]
    gate = ["gate", "claims.jsonl", "--reference", "small", "--as-of", "2020", "--format", "jsonl"]
    with endpoint(in_turn(said('{"verdict": "supported"}'), said("no"))) as seen:
        more = {"S3KG_LLM_BASE_URL": seen.url, "S3KG_LLM_CONCURRENCY": "1"}
        judging = ["--judge", "llm", "--judge-model", "m"]
        for unwanted, code in (("outdated", 0), ("contradicted", 1)):
            plain = s3kg(*gate, "--fail-on", unwanted)
            led = s3kg(*gate, "--fail-on", unwanted, "--leads", "cli", *judging, **more)
            assert plain.returncode == led.returncode == code, led.stderr
            rows = [json.loads(line) for line in led.stdout.splitlines()]
            bare = [{k: v for k, v in r.items() if k not in ("leads", "lean")} for r in rows]
            assert bare == [json.loads(line) for line in plain.stdout.splitlines()]
            assert [row["lean"] for row in rows] == [None, "LEAN_SUPPORTED", None]
            assert [bool(row["leads"]) for row in rows] == [False, True, True]
            assert (
                "2 ungrounded claims, 1 LEAN_SUPPORTED, 0 LEAN_REFUTED, 1 without a" in led.stderr
            )
            assert [line for line in led.stderr.splitlines() if line.startswith("document")] == [
                line for line in plain.stderr.splitlines() if line.startswith("document")
            ]
        assert len(seen.requests) == 2
    missing = s3kg(*gate, "--leads", "nowhere")
    assert (missing.returncode, missing.stdout) == (2, "")
    assert missing.stderr == "s3kg: documents 'nowhere': not stored; see `s3kg documents list`\n"
    assert s3kg("documents", "delete", "cli").returncode == 0
