"""Triplet lists and files of triplets; odd inputs are read where they lie."""

import json
from pathlib import Path
from typing import Any

import pytest

import loaders
from loaders.json_text import parse_json
from loaders.tables import table_rows
from loaders.triplets import ShapeError, parse_triplets
from s3kg_neo4j.errors import InputError
from s3kg_neo4j.model import BadRecord, Question, Triplet


def case(zoo: Path, name: str) -> dict[str, Any]:
    path = zoo / f"{name}.json"
    if not path.is_file():
        pytest.skip(f"no {path}")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["input"]
    return found


def reply(zoo: Path, name: str) -> Any:
    return parse_json(case(zoo, name)["llm"][0]["content"])


def laid_out(zoo: Path, name: str, folder: Path) -> Path:
    file = case(zoo, name)["file"]
    path = folder / str(file["name"])
    path.write_bytes(file["text"].encode(file["encoding"]))
    return path


def parts(triplets: tuple[Triplet, ...] | None) -> list[tuple[str, str, str]]:
    assert triplets is not None
    return [(t.head, t.relation, t.tail) for t in triplets]


def test_lists_and_objects() -> None:
    good, bad = parse_triplets(
        [
            ["a", "b", "c"],
            {"head": "a", "relation": "b", "tail": "c"},
            {"subject": "a", "predicate": "b", "object": "c", "score": 1},
            {"head": "a", "relation": "b"},
            {"head": None, "relation": "b", "tail": "c"},
        ]
    )
    assert parts(good) == [("a", "b", "c")] * 3
    assert [entry.index for entry in bad] == [3, 4]
    assert bad[1].reason == "head: expected text, found null"


def test_numbers_are_text_as_written() -> None:
    good, bad = parse_triplets(parse_json('[["a", 1.50, 1e5], [-0, false, 12345678901234567890]]'))
    assert parts(good) == [("a", "1.50", "1e5"), ("-0", "false", "12345678901234567890")]
    assert not bad
    assert {type(part) for t in good for part in (t.head, t.relation, t.tail)} == {str}


@pytest.mark.parametrize(
    "value",
    [
        "cat sat mat",
        ["cat", "sat", "mat"],
        ["cat", None, "mat"],
        [[["cat", "sat", "mat"]]],
        [[["a", "b", "c"]], [["d", "e", "f"], ["g", "h", "i"]]],
        [[{"head": "a", "relation": "b", "tail": "c"}]],
        {"head": "a", "relation": "b", "tail": "c"},
        None,
        7,
    ],
)
def test_what_is_no_list_of_triplets(value: object) -> None:
    with pytest.raises(ShapeError, match="expected a list of"):
        parse_triplets(value)


def test_one_good_triplet_saves_the_list() -> None:
    good, bad = parse_triplets(["cat", ["a", "b", "c"], [["d", "e", "f"]], None, [], 5])
    assert parts(good) == [("a", "b", "c")]
    assert [entry.index for entry in bad] == [0, 2, 3, 4, 5]
    assert parse_triplets([]) == ((), ())


def test_z10_a_flat_list_is_never_taken_apart(zoo: Path) -> None:
    with pytest.raises(ShapeError, match="flat list"):
        parse_triplets(reply(zoo, "Z10")["knowledge_graph1"])


def test_z12_a_doubly_nested_list_is_a_shape_error(zoo: Path) -> None:
    with pytest.raises(ShapeError, match="list of lists"):
        parse_triplets(reply(zoo, "Z12")["knowledge_graph1"])


def test_z13_wrong_lengths(zoo: Path) -> None:
    good, bad = parse_triplets(reply(zoo, "Z13")["knowledge_graph1"])
    assert parts(good) == [("berlin", "capital of", "germany")]
    assert [(entry.index, entry.reason) for entry in bad] == [
        (0, 'expected 3 parts, found 2: ["paris", "france"]'),
        (1, 'expected 3 parts, found 4: ["paris", "capital of", "france", "since 987"]'),
    ]


def test_z14_null_is_no_text(zoo: Path) -> None:
    good, bad = parse_triplets(reply(zoo, "Z14")["knowledge_graph1"])
    assert parts(good) == [("berlin", "capital of", "germany")]
    assert [entry.index for entry in bad] == [0, 1, 2]


def test_z15_numbers_and_booleans(zoo: Path) -> None:
    good, bad = parse_triplets(reply(zoo, "Z15")["knowledge_graph1"])
    assert [t.tail for t in good] == ["8849", "true", "3.14", "0", "false"]
    assert not bad


def test_z17_nested_parts(zoo: Path) -> None:
    good, bad = parse_triplets(reply(zoo, "Z17")["knowledge_graph1"])
    assert parts(good) == [("carol", "likes", "water")]
    assert [entry.index for entry in bad] == [0, 1]


def test_z18_an_empty_list_is_not_an_absent_one(zoo: Path, tmp_path: Path) -> None:
    found = reply(zoo, "Z18")
    path = tmp_path / "file.jsonl"
    names = {"gold": "knowledge_graph1", "context": "knowledge_graph3"}
    record = {"id": "q"} | {key: {"triplets": found.get(name)} for key, name in names.items()}
    path.write_text(json.dumps(record), encoding="utf-8")
    (question,) = loaders.load(path)
    assert isinstance(question, Question)
    assert question.gold is not None
    assert question.gold.triplets == ()
    assert question.context is not None
    assert question.context.triplets is None


def test_z36_what_cannot_be_seen(zoo: Path) -> None:
    good, bad = parse_triplets(case(zoo, "Z36")["graphs"]["g1"])
    assert parts(good) == [("x", "ok", "y")]
    assert [entry.index for entry in bad] == [0, 1, 2, 3]


def test_z72_words_that_look_like_nothing(zoo: Path, tmp_path: Path) -> None:
    source = loaders.read_triplets(laid_out(zoo, "Z72", tmp_path))
    assert parts(source.triplets) == [
        ("None", "is", "NA"),
        ("nan", "means", "null"),
        ("N/A", "is a", "bread"),
    ]
    assert [(entry.index, entry.reason[:14]) for entry in source.rejected] == [
        (3, "row 4 (line 5)")
    ]


def test_z73_ids_stay_text(zoo: Path, tmp_path: Path) -> None:
    path = laid_out(zoo, "Z73", tmp_path)
    records = [record for record in loaders.load(path) if isinstance(record, Question)]
    assert [record.id for record in records] == ["007", "7", "1e5"]
    assert [t.tail for t in loaders.read_triplets(path).triplets or ()] == ["007", "7", "1e5"]


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
def test_z75_byte_order_mark_and_line_ends(zoo: Path, tmp_path: Path, suffix: str) -> None:
    path = laid_out(zoo, "Z75", tmp_path).rename(tmp_path / f"file{suffix}")
    if suffix == ".tsv":
        path.write_bytes(path.read_bytes().replace(b",", b"\t"))
    ((_, cells),) = [row for row in table_rows(path) if not isinstance(row, BadRecord)]
    assert cells == {"id": "1", "subject": "paris", "relation": "capital of", "object": "france"}


def test_z77_tsv_has_no_quoting(zoo: Path, tmp_path: Path) -> None:
    rows = list(table_rows(laid_out(zoo, "Z77", tmp_path)))
    cells = [list(row[1].values()) for row in rows if not isinstance(row, BadRecord)]
    assert [len(row) for row in cells] == [5, 5, 5]
    assert len(rows) == 3
    assert cells[0][3] == '"We agree , she said .'


def test_z80_unicode_is_read_whatever_the_locale(zoo: Path, tmp_path: Path) -> None:
    triplets = case(zoo, "Z80")["graphs"]["g1"]
    path = tmp_path / "file.json"
    path.write_text(json.dumps(triplets, ensure_ascii=False), encoding="utf-8")
    assert parts(loaders.read_triplets(path).triplets) == [tuple(triplets[0])]


def test_z83_a_record_without_gold_shifts_nothing(zoo: Path, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in case(zoo, "Z83")["file"]["text"].splitlines()]
    path = tmp_path / "bench.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        for row in rows:
            gold = {"gold": {"text": row["gold"]}} if "gold" in row else {}
            answers = [{"model": "m", "text": row["answer"]}]
            stream.write(json.dumps({"id": row["id"], "answers": answers} | gold) + "\n")
    found = [record for record in loaders.load(path) if isinstance(record, Question)]
    assert [(q.id, q.gold and q.gold.text) for q in found] == [
        ("r1", "red"),
        ("r2", None),
        ("r3", "blue"),
    ]


FILES = {
    "list.json": '[\n  ["a", "b", "c"],\n  ["d", "e", "f"]\n]',
    "objects.json": '[{"head": "a", "relation": "b", "tail": "c"}, ["d", "e", "f"]]',
    "named.json": '{"triplets": [["a", "b", "c"], ["d", "e", "f"]]}',
    "lines.jsonl": '["a", "b", "c"]\n\n{"subject": "d", "predicate": "e", "object": "f"}\n',
    "lines.json": '["a", "b", "c"]\n["d", "e", "f"]\n',
    "list.jsonl": '[["a", "b", "c"], ["d", "e", "f"]]',
    "table.csv": "head,relation,tail\na,b,c\nd,e,f\n",
    "table.tsv": "\ufeffsubject\tpredicate\tobject\r\na\tb\tc\r\nd\te\tf\r\n",
    "other.txt": '[["a", "b", "c"], ["d", "e", "f"]]',
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_triplets(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(FILES[name], encoding="utf-8")
    source = loaders.read_triplets(path)
    assert parts(source.triplets) == [("a", "b", "c"), ("d", "e", "f")]
    assert not source.rejected


@pytest.mark.parametrize(
    ("name", "text", "index"),
    [
        ("file.json", '[["a", "b"], ["a", "b", "c"]]', 0),
        ("file.jsonl", '["a", "b", "c"]\n{broken\n', 1),
        ("file.jsonl", '{broken\n["a", "b", "c"]\n', 0),
        ("file.csv", "head,relation,tail\na,b\na,b,c\n", 0),
        ("file.tsv", "head\trelation\ttail\na\tb\tc\n\t\t\n", 1),
    ],
)
def test_the_rest_of_a_file_is_read(tmp_path: Path, name: str, text: str, index: int) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    source = loaders.read_triplets(path)
    assert parts(source.triplets) == [("a", "b", "c")]
    assert [entry.index for entry in source.rejected] == [index]


@pytest.mark.parametrize("name", ["file.json", "file.jsonl"])
def test_one_triplet_or_an_empty_list(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("[]", encoding="utf-8")
    assert loaders.read_triplets(path).triplets == ()
    path.write_text('{"head": "a", "relation": "b", "tail": "c"}', encoding="utf-8")
    assert parts(loaders.read_triplets(path).triplets) == [("a", "b", "c")]
    path.write_text('["a", "b", "c"]', encoding="utf-8")
    if name == "file.jsonl":
        assert parts(loaders.read_triplets(path).triplets) == [("a", "b", "c")]
    else:
        with pytest.raises(InputError, match=r"line 1: expected a list of .* found a flat list"):
            loaders.read_triplets(path)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("file.json", "", "line 1: expected records, the file is empty"),
        ("file.json", '[\n["a", "b", "c"],\n["d"', "line 3: expected JSON"),
        ("file.json", '"text"', "line 1: expected a list of"),
        ("file.json", '[["a", "b"]]', "line 1: entry 0 .* expected 3 parts, found 2"),
        ("file.json", "[" * 5000, "line 1: expected JSON, found none: it is nested too deeply"),
        ("file.jsonl", "{broken\n[1, 2]\n", "line 1: expected JSON"),
        (
            "file.jsonl",
            '\n{"id": "q1"}\n{"id": "q2"}\n',
            "line 2: expected the keys head, relation",
        ),
        ("file.csv", "", "line 1: expected records, the file is empty"),
        ("file.csv", "a,b,c\n1,2,3\n", "header: expected the columns head"),
        ("file.csv", "head,relation,tail\n1,2\n", "row 1 .line 2.: expected 3 columns, found 2"),
        ("file.csv", "head,relation,tail\n", "row 1: expected rows below the header"),
    ],
)
def test_nothing_usable_is_an_input_error(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message) as caught:
        loaders.read_triplets(path)
    assert str(caught.value).startswith(str(path))
    assert "give a JSON list of triplets" in str(caught.value)


def test_not_utf8_is_an_input_error(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_bytes('[["Zürich", "is in", "Switzerland"]]'.encode("latin-1"))
    with pytest.raises(InputError, match="line 1: expected UTF-8, byte 5 of the line is 0xFC"):
        loaders.read_triplets(path)
