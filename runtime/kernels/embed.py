"""Writes the text that precedes every kernel as a C string.

usage: embed.py OUTPUT SOURCE

Comments and empty lines, which only readers of the source need, are left out.
"""
import re
import sys
from pathlib import Path


def main(output: str, source: str) -> None:
    """The string, a line of the text a line."""
    text = re.sub(r"/\*.*?\*/", "", Path(source).read_text(), flags=re.DOTALL)
    lines = [re.sub(r" +", " ", line).strip() for line in text.splitlines()]
    strings = [line.replace("\\", "\\\\").replace('"', '\\"') for line in lines if line]
    Path(output).write_text('#include "pycc_rt_device.h"\n\nconst char pycc_device_prelude[] =\n'
                            + "\n".join(f'    "{line}\\n"' for line in strings) + ";\n")


main(*sys.argv[1:])
