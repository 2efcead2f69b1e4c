"""``dehusk bench retrieval``: rankings against slow formulas, measures against hand-made numbers, the whole command."""

from __future__ import annotations

import gzip
import json
import math
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dehusk.bench.retrieval.documents import Document, read_documents
from dehusk.bench.retrieval.effectiveness import effectiveness, mean_effectiveness
from dehusk.bench.retrieval.extracted_texts import extracted_texts
from dehusk.bench.retrieval.known_items import known_item_queries
from dehusk.bench.retrieval.postings import Postings, terms
from dehusk.bench.retrieval.rankers import Bm25, QueryLikelihood, RelevanceModel
from dehusk.bench.retrieval.retrieval_run import measure_retrieval
from dehusk.bench.retrieval.trec_files import read_judgements, read_topics
from dehusk.cli import main
from dehusk.errors import ArgumentError, CollectionError

if TYPE_CHECKING:
    from pathlib import Path

texts = st.lists(st.lists(st.sampled_from("abcdefg"), max_size=12).map(" ".join), min_size=1, max_size=8)
queries = st.lists(st.sampled_from("abcdefgxy"), min_size=1, max_size=4).map(" ".join)


def likelihood(query: dict[str, float], document: list[str], collection: list[str]) -> float:
    """The definition: a sum over the query's terms of ln((tf + mu p(t|C)) / (|d| + mu))."""
    score = 0.0
    for term, weight in query.items():
        prior = 2500 * collection.count(term) / len(collection)
        score += weight * math.log((document.count(term) + prior) / (len(document) + 2500))
    return score


def ranked(scores: dict[int, float]) -> list[tuple[float, int]]:
    """By falling score, equal scores by document; rounded, since sums in another order differ in the last bit."""
    return sorted((-round(score, 9), document) for document, score in scores.items())


def query_weights(query: str, collection: list[str]) -> dict[str, float]:
    counts = Counter(term for term in query.split() if term in collection)
    return {term: count / counts.total() for term, count in counts.items()}


@given(texts, queries)
def test_query_likelihood_ranks_by_its_definition(documents: list[str], query: str) -> None:
    collection = " ".join(documents).split()
    weights = query_weights(query, collection)
    expected = {
        number: likelihood(weights, text.split(), collection)
        for number, text in enumerate(documents)
        if set(weights) & set(text.split())
    }
    found = QueryLikelihood(Postings(documents)).rank(query).tolist()
    assert ranked({document: expected[document] for document in found}) == ranked(expected)
    assert [round(expected[number], 9) for number in found] == [-score for score, _ in ranked(expected)]


@given(texts, queries)
def test_a_relevance_model_expands_by_its_definition(documents: list[str], query: str) -> None:
    collection = " ".join(documents).split()
    weights = query_weights(query, collection)
    scores = {
        number: likelihood(weights, text.split(), collection)
        for number, text in enumerate(documents)
        if set(weights) & set(text.split())
    }
    postings = Postings(documents)
    ranker = RelevanceModel(postings)
    known = postings.known(query.split())
    all_scores, matched = ranker.likelihood.scores(known)
    feedback = QueryLikelihood(postings).rank(query, 10)
    assert set(feedback.tolist()) == set(scores) == set(matched.nonzero()[0].tolist())
    expanded = ranker.expand(known, all_scores, feedback)
    total = sum(math.exp(score) for score in scores.values())
    model: defaultdict[str, float] = defaultdict(float)
    for number, score in scores.items():
        words = documents[number].split()
        for word in words:
            model[word] += math.exp(score) / total / len(words)
    names = list(postings.numbers)
    for number, weight in expanded.items():
        expected = 0.5 * weights.get(names[number], 0.0) + 0.5 * model[names[number]]
        assert weight == pytest.approx(expected if scores else weights[names[number]])


def test_expansion_keeps_the_most_likely_terms() -> None:
    long = " ".join(f"word{number} " * (100 - number) for number in range(100))
    postings = Postings([f"tea {long}"])
    ranker = RelevanceModel(postings)
    known = postings.known(["tea"])
    scores, _ = ranker.likelihood.scores(known)
    expanded = ranker.expand(known, scores, ranker.likelihood.rank("tea"))
    assert len(expanded) == 51
    assert sum(expanded.values()) == pytest.approx(1)


def test_bm25_prefers_rare_terms_and_short_documents() -> None:
    ranker = Bm25(Postings(["tea milk", "tea " + "water " * 50, "water", "", "milk milk"]))
    assert ranker.rank("tea").tolist() == [0, 1]
    assert ranker.rank("milk tea").tolist()[0] == 0
    assert ranker.rank("sugar").tolist() == []
    assert Bm25(Postings(["", ""])).rank("tea").tolist() == []


def test_terms_are_words_in_lower_case_and_single_ideographs() -> None:
    assert terms("Straße TEA, 緑茶を飲む 3 cups") == ["strasse", "tea", "緑", "茶", "を", "飲", "む", "3", "cups"]


# ---- measures --------------------------------------------------------------------------------------------


def test_measures_of_a_ranking_by_hand() -> None:
    found = effectiveness([*"abcdefghijkl"], {"b": 2, "d": 1, "l": 1, "z": 1, "a": 0, "c": -2})
    assert found.precision == 0.2
    assert found.recall == 0.5
    assert found.average_precision == pytest.approx((1 / 2 + 2 / 4 + 3 / 12) / 4)
    gain = 3 / math.log2(3) + 1 / math.log2(5) + 1 / math.log2(13)
    ideal = 3 / math.log2(2) + sum(1 / math.log2(place) for place in (3, 4, 5))
    assert found.ndcg == pytest.approx(gain / ideal)


def test_nothing_found_and_nothing_to_find() -> None:
    assert effectiveness([], {"a": 1}) == (0, 0, 0, 0)
    assert effectiveness(["a"], {"a": 0}) == (0, 0, 0, 0)
    assert effectiveness(["a"], {"a": 1})[1:] == (1, 1, 1)
    assert math.isnan(mean_effectiveness([]).map)


# ---- files -----------------------------------------------------------------------------------------------

WEB_TOPICS = """<webtrack2013>
  <topic number="201" type="faceted">
    <query>raspberry pi</query>
    <description> What is a raspberry pi? </description>
  </topic>
  <topic number="202" type="single"><query>uss carl &amp; vinson</query></topic>
</webtrack2013>"""
OLD_TOPICS = """<top>
<num> Number: 401
<title> foreign minorities, Germany
<desc> Description:
What is said? </top>
<top><num>402</num><title>behavioral
 genetics</title></top>"""


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (WEB_TOPICS, {"201": "raspberry pi", "202": "uss carl & vinson"}),
        (OLD_TOPICS, {"401": "foreign minorities, Germany", "402": "behavioral genetics"}),
        ("201:raspberry pi\n\n202:uss carl vinson\n", {"201": "raspberry pi", "202": "uss carl vinson"}),
        ("201\traspberry pi", {"201": "raspberry pi"}),
    ],
)
def test_topics_are_read_in_each_format(tmp_path: Path, written: str, read: dict[str, str]) -> None:
    (tmp_path / "topics").write_text(written, "utf-8")
    assert read_topics(tmp_path / "topics") == read


def test_wrong_files_are_told(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for wrong in ("", "no topic"):
        path.write_text(wrong)
        with pytest.raises(CollectionError, match="file"):
            read_topics(path)
    for wrong in ("", "1 0 a", "1 0 a x"):
        path.write_text(wrong)
        with pytest.raises(CollectionError, match="file"):
            read_judgements(path)
    with pytest.raises(CollectionError, match="none"):
        read_topics(tmp_path / "none")


# ---- known items -----------------------------------------------------------------------------------------

GOLD = "The kettle sings before it boils. Then pour the water over green leaves and wait for three minutes."


def test_copies_of_a_page_are_right_answers_too() -> None:
    golds = {"a": GOLD, "b": f"{GOLD} ", "c": "Milk."}
    pages = [Document(id=name, html="", title=f"Tea {name}", gold=gold) for name, gold in golds.items()]
    made, judged = known_item_queries(pages)
    assert judged["title a"] == judged["sentence b"] == {"a": 1, "b": 1}
    assert "sentence c" not in made
    assert set(made["sentence a"].split()) <= set(terms(GOLD))
    assert known_item_queries(pages) == (made, judged)


def test_pages_without_gold_have_no_queries() -> None:
    assert known_item_queries([Document(id="a", html="<p>Tea", title="Tea time")]) == ({}, {})


# ---- the run ---------------------------------------------------------------------------------------------


def write_collection(path: Path) -> Path:
    names = ("assam", "sencha", "oolong", "darjeeling")
    menu = f"<ul><li><a href=/>{' '.join(names)}</a></ul>"
    rows = []
    for number, name in enumerate(names):
        text = f"{name} is good for you. " * 9
        row = {"id": str(number), "dataset": "tea", "split": "test" if number % 2 else "train", "title": f"On {name}"}
        rows.append(row | {"html": f"{menu}<h1>On {name}</h1><p>{text}", "gold": f"On {name}\n{text}"})
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


def test_texts_are_extracted_once(tmp_path: Path) -> None:
    pages = list(read_documents([write_collection(tmp_path / "tea.jsonl")]))
    first = extracted_texts("lqf", pages[:2], tmp_path / "out")
    (file,) = (tmp_path / "out").iterdir()
    with gzip.open(file, "rt") as lines:
        assert [json.loads(line)["id"] for line in lines] == ["tea/0", "tea/1"]
    changed = [Document(id=page.id, html="", gold="") for page in pages[:2]]
    assert extracted_texts("lqf", [*changed, pages[2]], tmp_path / "out")[:2] == first
    file.write_bytes(b"tea" + file.read_bytes())
    with pytest.raises(CollectionError, match="damaged"):
        extracted_texts("lqf", pages, tmp_path / "out")


def test_a_run_that_was_killed_while_it_wrote_goes_on(tmp_path: Path) -> None:
    pages = list(read_documents([write_collection(tmp_path / "tea.jsonl")]))
    expected = extracted_texts("lqf", pages, tmp_path / "out")
    (file,) = (tmp_path / "out").iterdir()
    whole = file.read_bytes()
    for end in range(2, len(whole), 7):
        file.write_bytes(whole[:end])
        assert extracted_texts("lqf", pages, tmp_path / "out") == expected
        assert extracted_texts("lqf", [Document(id=page.id, html="") for page in pages], tmp_path / "out") == expected


def test_an_extractor_that_breaks_leaves_no_text(tmp_path: Path) -> None:
    told: list[str] = []
    page = Document(id="a", html="<p>Tea")
    assert extracted_texts("json:loads", [page], tmp_path, told.append) == [""]
    assert told[0].startswith("json:loads: a: ")


def test_wrong_arguments(tmp_path: Path) -> None:
    pages = [Document(id="a", html="<p>Tea")]
    good: dict[str, object] = {"extractors": ["lqf"], "rankers": ["ql"], "baseline": "lqf", "directory": tmp_path}
    changes: dict[str, dict[str, object]] = {
        "bm25, ql, rm3": {"rankers": ["bm26"]},
        "not among": {"baseline": "x"},
        "no query": {},
    }
    for message, wrong in changes.items():
        with pytest.raises(ArgumentError, match=message):
            measure_retrieval(pages, {"1": "tea"}, {"1": {"b": 1}}, **good | wrong)  # type: ignore[arg-type]


def test_the_command_prints_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    collection = write_collection(tmp_path / "tea.jsonl")
    names = ["--with", "grain,gold", "--baseline", "gold", "--out", str(tmp_path / "out")]
    assert main(["bench", "retrieval", str(collection), *names, "--rankers", "bm25,ql"]) == 0
    shown = capsys.readouterr()
    header, *lines = shown.out.splitlines()
    assert header.split() == ["ranker", "extractor", "P@10", "R@10", "F1@10", "MAP", "nDCG", "p", "terms"]
    assert [" ".join(line.split()[:2]) for line in lines] == ["bm25 gold", "bm25 grain", "ql gold", "ql grain"]
    assert lines[0].split()[2:7] == ["0.100", "1.000", "0.182", "1.000", "1.000"]
    assert "4 documents, 4 queries" in shown.err


def test_the_command_takes_topics_and_judgements(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    collection = write_collection(tmp_path / "tea.jsonl")
    (tmp_path / "topics").write_text("1:sencha\n2:coffee")
    (tmp_path / "qrels").write_text("1 0 tea/1 1\n1 0 tea/9 1\n2 0 tea/9 1")
    names = ["--with", "gold", "--baseline", "gold", "--out", str(tmp_path / "out")]
    command = ["bench", "retrieval", str(collection), *names]
    assert main([*command, "--topics", str(tmp_path / "topics")]) == 2
    capsys.readouterr()
    files = ["--topics", str(tmp_path / "topics"), "--qrels", str(tmp_path / "qrels")]
    assert main([*command, *files, "--split", "test", "--rankers", "rm3"]) == 0
    shown = capsys.readouterr()
    assert "2 documents, 1 queries" in shown.err
    assert shown.out.splitlines()[1].split()[5] == "1.000"


def test_clueweb_documents_are_known_by_their_trec_id(tmp_path: Path) -> None:
    pytest.importorskip("fastwarc")
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\n<p>Th\xe9"
    head = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://e.org/\r\nWARC-TREC-ID: clueweb12-1\r\n"
    head += b"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n" % len(http)
    (tmp_path / "cw.warc").write_bytes(head + http + b"\r\n\r\n")
    assert list(read_documents([tmp_path / "cw.warc"])) == [
        Document(id="clueweb12-1", html="<p>Thé", url="http://e.org/")
    ]
