#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every relative link of every Markdown page leads to an existing file and, if given,
to an existing heading."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"\]\(([^()\s]+(?:\([^()\s]*\))?)\)")
FENCE = re.compile(r"^ *(`{3,}|~{3,})")


def prose(text):
    """Returns the lines of a page; those of code blocks are empty."""
    fence = None
    for line in text.splitlines():
        mark = FENCE.match(line)
        if fence is None and mark:
            fence = mark.group(1)
        elif fence is not None:
            if line.strip() == fence:
                fence = None
        else:
            yield line
            continue
        yield ""


def anchor(heading):
    """Returns the anchor that GitHub and MkDocs make of a heading: lower case, no punctuation, dashes for spaces."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", text))


def anchors(page):
    found, seen = set(), {}
    for line in prose(page.read_text()):
        if heading := re.match(r"#+ +(.*)", line):
            name = anchor(heading.group(1))
            seen[name] = seen.get(name, -1) + 1
            found.add(name if seen[name] == 0 else f"{name}-{seen[name]}")
    return found


def links(page):
    """Yields (line, target) of each link outside of code."""
    for number, line in enumerate(prose(page.read_text()), 1):
        for match in LINK.finditer(re.sub(r"`[^`]*`", lambda m: "`" * len(m.group()), line)):
            yield number, match.group(1)


def complaint(page, target):
    """Returns what is wrong with a link, or None."""
    if re.match(r"[a-z]+:", target):
        return None
    path, _, fragment = target.partition("#")
    to = (page.parent / path).resolve() if path else page
    if not to.exists():
        return f"'{target}' is not there"
    if fragment and to.suffix == ".md" and fragment not in anchors(to):
        return f"'{target}': {to.name} has no such heading"
    return None


def pages(root):
    listing = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others",
                              "--exclude-standard", "*.md"], capture_output=True, check=True)
    names = [name for name in listing.stdout.decode().split("\0") if name]
    return [path for path in sorted(root / name for name in names) if path.exists()]


def check_itself():
    assert anchor("`bamboo tune`: the best settings") == "bamboo-tune-the-best-settings"
    assert anchor("What [VF 4](x.md) costs, and why") == "what-vf-4-costs-and-why"
    assert list(prose("a\n```c\n# b\n```\nc")) == ["a", "", "", "", "c"]


def main():
    check_itself()
    checked = bad = 0
    for page in pages(ROOT):
        for number, target in links(page):
            checked += 1
            if problem := complaint(page, target):
                print(f"{page.relative_to(ROOT)}:{number}: error: {problem}")
                bad += 1
    if not checked:
        sys.exit("links: no links found")
    print(f"links: {checked} checked, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
