#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the site's navigation (mkdocs.yml) has every page of docs/, and no other."""
import re
import sys

from links import ROOT, pages


def main():
    named = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text()))
    there = {str(page.relative_to(ROOT / "docs")) for page in pages(ROOT) if page.is_relative_to(ROOT / "docs")}
    wrong = [f"docs/{name}: error: mkdocs.yml does not have it" for name in sorted(there - named)]
    wrong += [f"mkdocs.yml: error: there is no docs/{name}" for name in sorted(named - there)]
    print("\n".join(wrong) or f"navigation: {len(there)} pages")
    return 1 if wrong or not there else 0


if __name__ == "__main__":
    sys.exit(main())
