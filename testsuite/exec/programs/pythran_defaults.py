"""Exports of Pythran's whose last parameters are texts by default."""
# pythran export all_of(str)
# pythran export shown(int)
# pythran export words(str?, int?)
import string


def all_of(sentence, alphabet=string.ascii_lowercase):
    return set(alphabet) <= set(sentence.lower())


def shown(n, sep=", ", k=2):
    return sep.join([str(n)] * k)


def words(text="one two", k=3):
    return text.split(), k


CASES = {
    "all_of": [("abc",), ("The quick brown fox jumps over the lazy dog",)],
    "shown": [(3,)],
    "words": [(), ("a b c",), ("a b", 2)],
}
