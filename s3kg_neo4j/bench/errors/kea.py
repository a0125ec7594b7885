"""KEA Explain's contradiction finder (Haskins and Adams 2025), on cosines that we have.

For each claim the ``NEAREST`` statements of the evidence are looked at. Two of the three parts must
be alike and the third must not: ends are alike above .8 and different below .4, relations are alike
above .5 (.3 where both ends are above .9) and different below. Whole numbers are alike only if
equal. There is no role reversal, and what lies between .4 and .8 is neither.
"""

from collections.abc import Iterable

from s3kg_neo4j.alignment import PartCosines
from s3kg_neo4j.categories import Category
from s3kg_neo4j.graph import Graph

NEAREST = 5
SAME_END, OTHER_END = 0.8, 0.4
SAME_RELATION, RELAXED, VERY_SAME_END = 0.5, 0.3, 0.9


def contradictions(
    answer: Graph, reference: Graph, cosines: PartCosines, claims: Iterable[int]
) -> dict[int, Category]:
    """Category of each of the claims (triplets of the answer) that contradicts the reference.

    Where several statements contradict a claim, the nearest one decides.
    """
    found: dict[int, Category] = {}
    for claim in claims:
        nearest = (-cosines.sentences[claim]).argsort(kind="stable")[:NEAREST]
        for other in nearest:
            category = _category(answer, reference, cosines, claim, int(other))
            if category is not None:
                found[claim] = category
                break
    return found


def _category(
    answer: Graph, reference: Graph, cosines: PartCosines, claim: int, other: int
) -> Category | None:
    one, two = answer.edges[claim], reference.edges[other]
    head, tail = (
        _end(answer, reference, cosines, *ends)
        for ends in ((one.head, two.head), (one.tail, two.tail))
    )
    relation = cosines.relations[one.relation, two.relation]
    least = RELAXED if min(head, tail) > VERY_SAME_END else SAME_RELATION
    if min(head, tail) > SAME_END and relation < least:
        return Category.RELATION_MISMATCH
    one_wrong = max(head, tail) > SAME_END and min(head, tail) < OTHER_END
    return Category.ENTITY_MISMATCH if one_wrong and relation > least else None


def _end(answer: Graph, reference: Graph, cosines: PartCosines, first: int, second: int) -> float:
    texts = answer.entities[first].text, reference.entities[second].text
    if any(text.isdigit() for text in texts):
        return float(texts[0] == texts[1])
    return float(cosines.entities[first, second])
