#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that at most one of three blocks is not run, and that each of these has a reason (blocks.py)."""
import sys

from blocks import CODE, COMMANDS, Block, read
from links import ROOT, pages


def main():
    tested, untested = 0, []
    for page in pages(ROOT):
        name = str(page.relative_to(ROOT))
        if not name.startswith(("docs/", "README", "CONTRIBUTING")):
            continue
        for block in read(page.read_text()):
            if not isinstance(block, Block) or block.language not in COMMANDS | CODE:
                continue
            if block.mark and block.mark[0] == "not run":
                untested.append(f"{name}:{block.line}: {block.mark[1]}")
            else:
                tested += 1
    print("\n".join(untested))
    print(f"untested: {len(untested)} of {tested + len(untested)} blocks are not run")
    return 1 if not tested or 3 * len(untested) > tested + len(untested) else 0


if __name__ == "__main__":
    sys.exit(main())
