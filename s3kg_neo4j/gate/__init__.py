"""The gate: is each claim true in a reference graph, with the facts that say so (spec 4).

``references`` stores a reference, ``verdicts.judge`` looks claims up, ``documents`` scores what
was judged; ``model`` has what passes between them.
"""
