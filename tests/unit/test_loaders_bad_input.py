"""Whatever is wrong with a file: one line names the place, the rest is read."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import loaders
from loaders import lines
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.model import BadRecord, Question, RejectedTriplet

GOOD = '{"id": "good", "answers": [{"model": "m", "triplets": [["a", "b", "c"]]}]}'
DEEP = sys.getrecursionlimit() * 2

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(content: str | bytes, name: str = "file.jsonl") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def split(path: Path, name: str | None = None) -> tuple[list[str], list[BadRecord]]:
    """Ids that were read, and what was wrong; messages are one line each."""
    records = list(loaders.load(path, name))
    bad = [record for record in records if isinstance(record, BadRecord)]
    for record in bad:
        assert record.file == path.name
        assert record.expected.startswith("expected ")
        assert record.action
        assert "\n" not in str(record)
        assert len(str(record)) < 400
    return [record.id for record in records if not isinstance(record, BadRecord)], bad


def question(**fields: Any) -> str:
    return json.dumps({"id": "q", "answers": [], **fields})


def answer(**fields: Any) -> str:
    return question(answers=[{"model": "m", **fields}])


NOT_RECORDS = {
    "not JSON": "{broken",
    "two objects": GOOD + GOOD,
    "a list": "[1, 2]",
    "text": '"text"',
    "NaN": '{"id": "q", "answers": [{"model": "m", "temperature": NaN}]}',
    "Infinity": '{"id": "q", "answers": [{"model": "m", "temperature": -Infinity}]}',
    "too deep": "[" * DEEP + "]" * DEEP,
    "deep in a field": '{"id": "q", "gold": ' + '{"a":' * DEEP + "1" + "}" * DEEP + "}",
    "a key twice": '{"id": "q", "id": "r"}',
    "a control character": '{"id": "a\tb"}',
}


@pytest.mark.parametrize("text", NOT_RECORDS.values(), ids=NOT_RECORDS)
def test_a_line_that_is_no_record(write: Write, text: str) -> None:
    ids, bad = split(write(f"\n{text}\r\n\n{GOOD}\n"))

    assert ids == ["good"]
    assert [(record.record, record.field) for record in bad] == [("line 2", "")]


WRONG_FIELDS = {
    "id": ['{"answers": []}', question(id=None), question(id=""), question(id="\u200b"),
           question(id=["q"]), question(id=True)],
    "question": [question(question=5), question(question=["?"])],
    "gold": [question(gold="text"), question(gold=[["a", "b", "c"]])],
    "gold.text": [question(gold={"text": 1})],
    "gold.triplets": [question(gold={"triplets": "cat sat mat"}),
                      question(gold={"triplets": ["cat", "sat", "mat"]}),
                      question(gold={"triplets": [[["a", "b", "c"], ["d", "e", "f"]]]}),
                      question(gold={"triplets": {"head": "a"}}),
                      question(gold={"triplets": 3})],
    "gold.status": [question(gold={"status": "BROKEN"}), question(gold={"status": ["OK"]})],
    "context.triplets": [question(context={"triplets": ["a"]})],
    "answers": [question(answers="text"), question(answers=7),
                '{"id": "q", "answer": "text"}'],
    "answers[0]": [question(answers=["text"]), question(answers=[None])],
    "answers[0].model": [question(answers=[{}]), answer(model=" "), answer(model=4)],
    "answers[0].text": [answer(text={"a": 1})],
    "answers[0].triplets": [answer(triplets="abc"), answer(triplets=["cat", 1, "mat"])],
    "answers[0].temperature": [answer(temperature="warm"), answer(temperature=-1),
                               answer(temperature=True),
                               '{"id": "q", "answers": [{"model": "m", "temperature": 1e999}]}'],
    "answers[0].repeat": [answer(repeat=1.5), answer(repeat=-1), answer(repeat="1"),
                          answer(repeat=True), answer(repeat=10**30)],
    "answers[0].gold": [answer(gold="text")],
    "answers[0].context.triplets": [answer(context={"triplets": [1, "a"]})],
    "answers[1]": [question(answers=[{"model": "m"}, {"model": "m"}]),
                   question(answers=[{"model": "m", "temperature": 0},
                                     {"model": "m", "temperature": -0.0, "repeat": 0}])],
}  # fmt: skip


@pytest.mark.parametrize(
    ("field", "text"), [(field, text) for field, all_ in WRONG_FIELDS.items() for text in all_]
)
def test_a_wrong_field_is_named(write: Write, field: str, text: str) -> None:
    ids, bad = split(write(f"{text}\n{GOOD}\n"), "jsonl")

    assert ids == ["good"]
    assert [(record.record, record.field) for record in bad] == [("line 1", field)]
    assert ", found " in bad[0].expected or "digits" in bad[0].expected


def test_the_message_is_one_line(write: Write) -> None:
    _, bad = split(write(answer(temperature="warm\n")))
    assert str(bad[0]) == (
        "file.jsonl: line 1: answers[0].temperature: "
        'expected a number of 0 or more, found "warm\\n"; correct the record'
    )


def test_a_huge_wrong_value_is_not_shown_whole(write: Write) -> None:
    nested = '{"id": "q", "answers": ' + '{"a":' * 400 + '"x"' + "}" * 400 + "}"
    _, bad = split(write(answer(temperature="x" * 10**6) + "\n" + nested), "jsonl")
    assert [record.record for record in bad] == ["line 1", "line 2"]


@pytest.mark.parametrize("name", ["jsonl", "s3kg_llm_eval", "s3kg_bench"])
def test_an_id_read_before(write: Write, name: str) -> None:
    extra = '"answers": {}' if name == "s3kg_llm_eval" else '"x": 0'
    path = write(f'{{"id": "1", {extra}}}\n{{"id": 1, {extra}}}\n{{"id": 2, {extra}}}')
    ids, bad = split(path, name)

    assert ids == ["1", "2"]
    assert [(record.record, record.field) for record in bad] == [("line 2", "id")]


def test_other_loaders_name_the_field(write: Write) -> None:
    path = write('{"id": 1, "answers": {"m": {"kg_llm": "abc"}}}\n{"id": 2, "answers": {"m": 1}}')
    _, bad = split(path, "s3kg_llm_eval")
    assert [record.field for record in bad] == ["answers.m.kg_llm", "answers.m"]

    path = write('{"id": 1, "kg_1": "abc"}\n{"id": 2, "label": "yes"}\n{"id": 3, "label": 2}')
    _, bad = split(path, "s3kg_bench")
    assert [record.field for record in bad] == ["kg_1", "label", "label"]


@pytest.mark.parametrize("name", ["file.jsonl", "file.csv", "file.tsv"])
@pytest.mark.parametrize("content", ["", "\n \r\n\n", "\ufeff"])
def test_an_empty_file_is_one_bad_record(write: Write, name: str, content: str) -> None:
    ids, bad = split(write(content, name))
    assert ids == []
    assert ["the file is empty" in record.expected for record in bad] == [True]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("name", ["file.jsonl", "file.csv", "file_answers.json"])
def test_another_unicode_encoding_is_named(write: Write, encoding: str, name: str) -> None:
    ids, bad = split(write(GOOD.encode(encoding), name))
    assert ids == []
    assert ["the file is UTF-" in record.expected for record in bad] == [True]


def test_what_is_not_utf8_is_named_by_line_and_byte(write: Write) -> None:
    line = '{"id": "Zürich"}'.encode("latin-1")
    ids, bad = split(write(line + b"\n" + GOOD.encode() + b"\n" + line), "jsonl")
    assert ids == ["good"]
    assert [record.record for record in bad] == ["line 1", "line 3"]
    assert "byte 10 of the line is 0xFC" in bad[0].expected


def test_a_byte_order_mark_and_windows_line_ends(write: Write) -> None:
    assert split(write("\ufeff" + GOOD + "\r\n\r\n")) == (["good"], [])


def test_a_line_that_is_too_long(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MOST_BYTES", 200)
    ids, bad = split(write(question(question="x" * 1000) + "\n" + GOOD))
    assert ids == ["good"]
    assert [record.record for record in bad] == ["line 1"]


def test_half_a_surrogate_pair_is_replaced(write: Write) -> None:
    path = write(
        '{"id": "q", "question": "cut \\ud83d", "gold": {"text": "\\ud83d\\ude80", '
        '"triplets": [["\\uDE80", 1e5, "b"]]}}'
    )
    (record,) = loaders.load(path)
    assert isinstance(record, Question)
    assert record.text == "cut \ufffd"
    assert record.gold is not None
    assert record.gold.text == "\U0001f680"
    assert record.gold.triplets is not None
    assert (record.gold.triplets[0].head, record.gold.triplets[0].relation) == ("\ufffd", "1e5")


def test_rows_that_cannot_be_read_do_not_split_a_question(write: Write) -> None:
    path = write(
        "question,role,head,relation,tail,temperature\n"
        "q,gold,a,b,c,\n"
        "q,gold,a,b\n"
        "q,silver,a,b,c,\n"
        "q,llm,a,b,c,warm\n"
        "q,llm,a,b,c,nan\n"
        'q,llm,a,"b"x,c,1\n'
        "q,gold,a,,c,\n"
        "q,gold,d,e,f,\n"
        ",gold,d,e,f,\n"
        "r,gold,d,e,f,\n"
        "q,gold,g,h,i,\n"
        "q,gold,g,h,i,\n"
        "s,gold,d,e,f,\n",
        "file.csv",
    )
    ids, bad = split(path)

    assert ids == ["q", "r", "s"]
    assert [(record.record, record.field) for record in bad] == [
        ("row 2 (line 3)", ""),
        ("row 3 (line 4)", "role"),
        ("row 4 (line 5)", "temperature"),
        ("row 5 (line 6)", "temperature"),
        ("row 6 (line 7)", ""),
        ("row 9 (line 10)", "question"),
        ("row 11 (line 12)", "id"),
    ]
    first = next(iter(r for r in loaders.load(path) if isinstance(r, Question)))
    assert first.gold is not None
    assert len(first.gold.triplets or ()) == 2
    assert first.gold.rejected == (
        RejectedTriplet(
            1, "row 7 (line 8): relation: expected text, found nothing that can be seen"
        ),
    )


def test_a_quotation_mark_that_is_never_closed_costs_one_row(write: Write) -> None:
    path = write('id,head,relation,tail\n1,a,"b,c\n2,a,"b\n\nd",c\n3,a,b,c\n', "file.csv")
    ids, bad = split(path)
    assert ids == ["2", "3"]
    assert [record.record for record in bad] == ["row 1 (line 2)"]
    second = next(record for record in loaders.load(path) if isinstance(record, Question))
    assert [t.relation for t in second.answers[0].source.triplets or ()] == ["b\n\nd"]


@pytest.mark.parametrize(
    "header", ["a,b,c", "head;relation;tail", "head,relation", "head,tail,relation,Head", '"head']
)
def test_a_header_that_cannot_be_used(write: Write, header: str) -> None:
    ids, bad = split(write(f"{header}\n" + ",".join("x" * (header.count(",") + 1)), "file.csv"))
    assert ids == []
    assert [record.record.split()[0] for record in bad] == ["header"]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("file.jsonl", '{{"id": "{id}"}}\n{{"id": "short"}}\n'),
        ("file.csv", "id,head,relation,tail\n{id},a,b,c\nshort,a,b,c\n"),
    ],
)
def test_an_id_that_no_database_would_index_costs_its_record(
    write: Write, file: str, text: str
) -> None:
    ids, (bad,) = split(write(text.format(id="é" * 2001), file))
    assert ids == ["short"]
    assert (bad.field, bad.expected) == ("id", "expected at most 4000 bytes, found 4002")
    assert split(write(text.format(id="é" * 2000), file))[1] == []


def test_a_header_alone(write: Write) -> None:
    ids, bad = split(write("head,relation,tail\n", "file.csv"))
    assert ids == []
    assert [record.record for record in bad] == ["row 1"]


BAD_ARRAYS = {
    "not a list": ('{"id": "a"}', [], "line 1"),
    "cut": ('[{"id": "a", "claude2_response_kg": []}, {"id": ', ["a"], "record 2"),
    "not closed": ('[{"id": "a", "claude2_response_kg": []}', ["a"], "record 2"),
    "no comma": ('[{"id": "a", "claude2_response_kg": []} {}]', ["a"], "record 2"),
    "NaN": ('[{"id": "a", "claude2_response_kg": []}, NaN]', ["a"], "record 2"),
    "too deep": ("[" * DEEP, [], "record 1"),
    "empty": ("", [], "line 1"),
    "a bracket": ("[ ", [], "record 1"),
    "more after it": ('[{"id": "a", "claude2_response_kg": []}] []', ["a"], "the end"),
}


@pytest.mark.parametrize(("text", "expected", "place"), BAD_ARRAYS.values(), ids=BAD_ARRAYS)
def test_a_list_that_ends_too_soon(
    write: Write, text: str, expected: list[str], place: str
) -> None:
    ids, bad = split(write(text, "x_m_answers.json"))
    assert ids == expected
    assert [record.record for record in bad] == [place]


def test_records_of_a_list_that_are_wrong(write: Write) -> None:
    entry = '{"id": "a", "claude2_response_kg": []}'
    path = write(f'[1, {{"id": "b"}}, {entry}, {entry}]', "x_m_answers.json")
    ids, bad = split(path)
    assert ids == ["a"]
    assert [(record.record, record.field) for record in bad] == [
        ("record 1", ""),
        ("record 2", "claude2_response_kg"),
        ("record 4", "id"),
    ]


def test_bytes_in_a_list_that_are_not_utf8(write: Write) -> None:
    first = '{"id": "a", "response": "' + "ü" * 40_000 + '", "claude2_response_kg": []}'
    path = write(f"[{first}, ".encode() + b'{"id": "\xfc"}]', "x_m_answers.json")
    _, bad = split(path)
    assert f"byte {path.read_bytes().index(0xFC) + 1} of the file" in bad[-1].expected


def test_a_folder_of_a_file_name_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "file.jsonl").mkdir()
    with pytest.raises(InputError, match="check the path"):
        list(loaders.load(tmp_path / "file.jsonl", "jsonl"))
