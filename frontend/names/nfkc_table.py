"""Writes the tables of nfkc.c: what identifiers' characters are made of, by the building Python's unicodedata.

usage: nfkc_table.py OUTPUT

A row holds a code point, its compatibility decomposition in full and its combining class; a pair two code points and
what they compose to. Hangul syllables are computed and have neither.
"""
import sys
import unicodedata
from pathlib import Path


def is_hangul(code: int) -> bool:
    """Is it a Hangul syllable?"""
    return 0xAC00 <= code <= 0xD7A3


def main(output: str) -> None:
    """Both tables are sorted, for searching."""
    rows, text, pairs = [], [], []
    for code in range(0x80, 0x110000):
        char = chr(code)
        if is_hangul(code) or not ("a" + char).isidentifier():
            continue
        parts = unicodedata.normalize("NFKD", char)
        if parts != char or unicodedata.combining(char):
            rows.append(f"{{{code}, {len(text)}, {len(parts)}, {unicodedata.combining(char)}}}")
            text += map(ord, parts)
        canonical = unicodedata.decomposition(char).split()
        if len(canonical) == 2 and canonical[0][0] != "<" and unicodedata.normalize("NFC", "".join(chr(int(c, 16)) for c in canonical)) == char:
            pairs.append((int(canonical[0], 16), int(canonical[1], 16), code))
    pairs.sort()
    Path(output).write_text(
        '#include "nfkc.h"\n\n'
        f"const struct nfkc_row nfkc_row[] = {{{','.join(rows)}}};\nconst int nfkc_n_rows = {len(rows)};\n"
        f"const uint32_t nfkc_text[] = {{{','.join(map(str, text))}}};\n"
        f"const struct nfkc_pair nfkc_pair[] = {{{','.join('{%d, %d, %d}' % p for p in pairs)}}};\n"
        f"const int nfkc_n_pairs = {len(pairs)};\n")


main(*sys.argv[1:])
