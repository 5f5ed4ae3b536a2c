# SPDX-License-Identifier: Apache-2.0
"""Chooses the files for a command (scripts/tidy, scripts/compile-alone), and finds how each is compiled."""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES, HEADERS = {".c", ".cpp"}, {".h"}


class Unusable(Exception):
    pass


def git(*words, may_fail=False):
    done = subprocess.run(["git", "-C", ROOT, *words], text=True, capture_output=True)
    if done.returncode and not may_fail:
        raise Unusable(done.stderr.strip())
    return done.stdout


def commit_of(name):
    """Returns its hash; None if this clone lacks it."""
    return git("rev-parse", "--quiet", "--verify", f"{name}^{{commit}}", may_fail=True).strip()


def begin_of_changes(base):
    """Returns the commit to compare with; None in a clone that has only one."""
    head = commit_of("HEAD")
    for name in [base] if base else ["origin/main", "main"]:
        common = commit_of(name) and git("merge-base", name, "HEAD", may_fail=True).strip()
        if common and (base or common != head):
            return common
    if base:
        raise Unusable(f"{base} and HEAD have no commit in common")
    return commit_of("HEAD~1")


def changed_files(base):
    """Returns the changed files, those with most changed lines first. Uncommitted and new files
    count; moved files do not."""
    begin = begin_of_changes(base)
    if not begin:
        print(f"{pathlib.Path(sys.argv[0]).name}: this clone has one commit: only what is not committed is looked at")
        begin = "HEAD"
    lines = {name: 1 for name in git("ls-files", "--others", "--exclude-standard").splitlines()}
    words = iter(git("diff", "--numstat", "-z", "-M", "--diff-filter=d", begin).split("\0")[:-1])
    for word in words:
        added, removed, name = word.split("\t")
        if not name:  # two names follow
            next(words)
            name = next(words)
        if added.isdigit() and added + removed != "00":
            lines[name] = int(added) + int(removed)
    return [ROOT / name for name in sorted(lines, key=lambda name: -lines[name])]


def files_below(path):
    if not path.exists():
        raise Unusable(f"there is no {path}")
    return sorted(path.rglob("*")) if path.is_dir() else [path]


def compile_commands(build):
    """Returns {source: its entries of that build's compile_commands.json}."""
    database = build / "compile_commands.json"
    if not database.exists():
        raise Unusable(f"there is no {database}: configure first (cmake --preset release)")
    commands = {}
    for command in json.loads(database.read_text()):
        file = pathlib.Path(command["directory"], command["file"]).resolve()
        commands.setdefault(file, []).append(command)
    return commands


def includes(source, header):
    """Compares only the last part of the name: a second header of that name costs one source more."""
    return any(line.lstrip().startswith("#") and (f"/{header}" in line or f'"{header}"' in line)
               for line in source.read_text(errors="replace").splitlines())
