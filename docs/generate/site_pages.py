# SPDX-License-Identifier: Apache-2.0
"""Changes of pages for the site (a hook of mkdocs). The pages are readable without them.

    <!-- plot: COLUMN -->   above a table: bars of that column's numbers are drawn above the table

In the pages of results, commands of experiments are folded, and in the table of claims a bar shows each range
of hidden shares and of times as fast.
"""
import html
import re

PLOT = re.compile(r"<!-- plot: (.+?) -->\n+((?:\|.*\n)+)")
COMMANDS = re.compile(r"^((?:    .*\n)*    experiments/.*\n(?:    .*\n)*)", re.MULTILINE)
NUMBER = re.compile(r"[−-]?\d+(?:[.,]\d+)?")
SHARES = re.compile(r"([−-]?\d+)(?: … ([−-]?\d+))? %")
SPEEDS = re.compile(r"(\d\.\d+)(?: … (\d\.\d+))?(?= times|;|$|, )")
LEGEND = """Bars: the hidden share, from 0 to 100 %; and times as fast, from 0.5 to 2.5, with a mark at 1.

"""
WIDE = 220   # of a range's picture, in pixels


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split(" | ")]


def value(text):
    found = NUMBER.search(text)
    return float(found[0].replace("−", "-").replace(",", "")) if found else None


def bars(column, table):
    """Returns an SVG picture of one column; the text of the first column names each bar."""
    lines = table.strip().splitlines()
    at = cells(lines[0]).index(column)
    rows = [(cells(line)[0], cells(line)[at].replace("*", "")) for line in lines[2:]]
    rows = [(name, text, value(text)) for name, text in rows if value(text) is not None]
    most = max(number for _, _, number in rows)
    parts = []
    for i, (name, text, number) in enumerate(rows):
        bold, y = "**" in name, 26 * i
        words = html.escape(name.replace("*", ""))
        weight = "bold" if bold else "normal"
        parts.append(f'<text x="0" y="{y + 16}" font-size="13" font-weight="{weight}" '
                     f'fill="currentColor">{words}</text>'
                     f'<rect x="370" y="{y + 3}" width="{300 * number / most:.0f}" height="18" rx="2" '
                     f'fill="{"#2e7d32" if bold else "#90a4ae"}"/>'
                     f'<text x="{378 + 300 * number / most:.0f}" y="{y + 16}" font-size="13" fill="currentColor">'
                     f'{html.escape(text)}</text>')
    return (f'<svg role="img" aria-label="{html.escape(column)}" viewBox="0 0 740 {26 * len(rows)}" '
            f'style="width: 100%; max-width: 740px">{"".join(parts)}</svg>\n'
            f'<p><small>{html.escape(column)}; shorter is better</small></p>\n\n')


def folded(commands):
    text = html.escape("\n".join(line[4:] for line in commands.rstrip("\n").splitlines()))
    return f"<details><summary>The command</summary>\n<pre><code>{text}</code></pre></details>\n"


def span(low, high, least, most, mark):
    """Returns a line from `least` to `most` with a range on it, and a mark where nothing is gained."""
    def x(number):
        return WIDE * (min(max(number, least), most) - least) / (most - least)
    return (f'<svg aria-hidden="true" width="{WIDE}" height="14" viewBox="0 0 {WIDE} 14">'
            f'<line x1="0" x2="{WIDE}" y1="7" y2="7" stroke="currentColor" opacity=".3"/>'
            f'<line x1="{x(mark):.0f}" x2="{x(mark):.0f}" y1="0" y2="14" stroke="currentColor" opacity=".6"/>'
            f'<rect x="{x(low):.0f}" y="2" width="{max(4, x(high) - x(low)):.0f}" height="10" rx="2" '
            'fill="#2e7d32"/></svg>')


def drawn(figures):
    """Returns the ranges of a claim as pictures: the first share, and the first times-as-fast."""
    ours = figures.split(";")[0]
    pictures = []
    if found := SHARES.search(ours):
        low, high = value(found[1]), value(found[2] or found[1])
        pictures.append(span(low, high, min(0.0, low), 100.0, 0.0))
    if (found := SPEEDS.search(ours)) and "simulat" not in ours:
        low, high = float(found[1]), float(found[2] or found[1])
        pictures.append(span(low, high, 0.5, 2.5, 1.0))
    return "<br>" + "<br>".join(pictures) if pictures else ""


def claims(markdown):
    """Draws each range of the table of claims, and folds its commands."""
    markdown = markdown.replace("| claim |", LEGEND + "| claim |", 1)
    lines = []
    for line in markdown.splitlines():
        row = cells(line) if line.startswith("| ") else []
        if len(row) == 4 and row[2].startswith("`"):
            command = html.escape(row[2].strip("`"))
            row[1] += drawn(row[1])
            row[2] = f"<details><summary>command</summary><pre><code>{command}</code></pre></details>"
            line = "| " + " | ".join(row) + " |"
        lines.append(line)
    return "\n".join(lines) + "\n"


def on_page_markdown(markdown, page, **_):
    markdown = PLOT.sub(lambda found: bars(found[1], found[2]) + found[2], markdown)
    if page.file.src_uri == "results/index.md":
        return claims(markdown)
    if page.file.src_uri.startswith("results/"):
        return COMMANDS.sub(lambda found: folded(found[1]), markdown)
    return markdown
