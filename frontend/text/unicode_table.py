"""Writes the tables of unicode.c: the characters of identifiers and what they are made of, by the building Python's unicodedata.

usage: unicode_table.py OUTPUT

A row holds a code point, its compatibility decomposition in full and its combining class; a pair two code points and
what they compose to; a run begins where characters of another kind do. Hangul syllables are computed and have neither.
"""
import sys
import unicodedata
from pathlib import Path


def is_hangul(code: int) -> bool:
    """Is it a Hangul syllable?"""
    return 0xAC00 <= code <= 0xD7A3


def main(output: str) -> None:
    """Both tables are sorted, for searching."""
    rows, text, pairs, runs = [], [], [], [0]
    for code in range(0x80, 0x110000):
        char = chr(code)
        run = 4 * code + 2 * char.isidentifier() + ("a" + char).isidentifier()
        if (run ^ runs[-1]) & 3:
            runs.append(run)
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
        '#include "unicode.h"\n\n'
        f"const struct unicode_row unicode_row[] = {{{','.join(rows)}}};\nconst int unicode_n_rows = {len(rows)};\n"
        f"const uint32_t unicode_text[] = {{{','.join(map(str, text))}}};\n"
        f"const struct unicode_pair unicode_pair[] = {{{','.join('{%d, %d, %d}' % p for p in pairs)}}};\n"
        f"const uint32_t unicode_run[] = {{{','.join(map(str, runs))}}};\nconst int unicode_n_runs = {len(runs)};\n"
        f"const int unicode_n_pairs = {len(pairs)};\n")


main(*sys.argv[1:])
