# SPDX-License-Identifier: Apache-2.0
"""Finds the places of a C++ file that a mutant changes, and applies a mutant. Clang's lexer reads the file, so that
comments, strings and directives of the preprocessor have no place."""
import dataclasses
import re
import subprocess

SWAPPED = {"<": "<=", "<=": "<", "==": "!=", "!=": "==", "+": "-", "-": "+", "&&": "||", "||": "&&"}
NOT_CODE = {"comment", "unknown", "eof"}
STRINGS = {"string_literal", "wide_string_literal", "utf8_string_literal"}
OUTSIDE = {"namespace", "class", "struct", "union", "enum", "extern"}
UNCHANGED = {"static_assert", "constexpr", "requires", "template", "case", "alignas", "concept", "operator", "asm"}
TOKEN = re.compile(r"(\w+) '(.*?)'\t(?: *\[(\w+)\])?[^\n]*Loc=<[^\n]*?:(\d+):(\d+)>\n", re.DOTALL)


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str
    text: str
    starts_line: bool
    line: int
    column: int  # the first has the number 0

    @property
    def end(self):
        return self.column + len(self.text)


@dataclasses.dataclass(frozen=True)
class Mutant:
    """One line of one file, before and after. The number of the line only chooses between equal lines."""
    file: str
    line: int
    operator: str
    text: str
    mutated: str


def lexed(path, clang="clang++-19"):
    """Returns the tokens of the code, without directives of the preprocessor."""
    command = [clang, "-x", "c++", "-std=c++20", "-fsyntax-only", "-Xclang", "-dump-raw-tokens", str(path)]
    done = subprocess.run(command, text=True, capture_output=True, check=True)
    tokens, directive = [], None
    for kind, text, flag, line, column in TOKEN.findall(done.stderr + done.stdout):
        starts, line = flag == "StartOfLine", int(line)
        if kind == "unknown" and directive is not None and "\n" in text:
            # A directive goes on behind a backslash.
            directive = directive if "\\" in text else None
        elif kind == "hash" and starts:
            directive = line
        elif kind not in NOT_CODE and directive is None:
            tokens.append(Token(kind, text, starts, line, int(column) - 1))
    return tokens


def in_functions(tokens):
    """Returns for each token whether it is in the body of a function."""
    inside, scopes, head = [], [False], []
    for token in tokens:
        inside.append(scopes[-1])
        if token.text == "{":
            words = {t.text for t in head}
            if OUTSIDE & words and "(" not in words:
                scopes.append(False)
            else:
                scopes.append(scopes[-1] or "(" in words)
            head = []
        elif token.text == "}":
            scopes[1:] = scopes[1:-1]
            head = []
        elif token.text == ";":
            head = []
        else:
            head.append(token)
    return inside


def statements(tokens):
    """Yields the statements of one line that end with a semicolon, as (first token, semicolon)."""
    begin, depth = 0, 0
    for i, token in enumerate(tokens):
        if depth == 0 and i > 0 and token.starts_line and tokens[i - 1].text in (")", "else"):
            begin = i  # behind a condition
        depth += (token.text == "(") - (token.text == ")")
        if token.text in ("{", "}") or (token.text == ";" and depth == 0):
            if token.text == ";" and begin < i and tokens[begin].starts_line and tokens[begin].line == token.line:
                yield begin, i
            begin, depth = i + 1, 0


def is_call_or_assignment(words):
    """Returns whether the tokens are a call or an assignment. A declaration has two names side by side in front."""
    if words[0].kind != "raw_identifier" or words[0].text in UNCHANGED | {"return", "using", "throw", "goto", "delete"}:
        return False
    for before, token in zip(words, words[1:]):
        if token.text in ("=", "+=", "-=", "|="):
            return True
        if token.text == "(":
            return words[-1].text == ")"
        if token.kind not in ("raw_identifier", "coloncolon", "period", "arrow", "l_square", "r_square", "numeric_constant"):
            return False
        if token.kind == before.kind == "raw_identifier":
            return False
    return False


def negated(words):
    """Returns the negation of a returned truth value as text; None if the value may be something else."""
    # clang-format writes no blank before the bracket of a template.
    text = [t.text for before, t in zip([words[0], *words], words) if t.text != "<" or t.column > before.end]
    if text in (["true"], ["false"]):
        return "false" if text == ["true"] else "true"
    depth, truth = 0, text[0] == "!" and "?" not in text
    for word in text:
        depth += (word in ("(", "[", "{")) - (word in (")", "]", "}"))
        truth = truth or (depth == 0 and word in ("==", "!=", "<", "<=", "&&", "||") and "?" not in text)
    return truth


def is_argument(before, token):
    """Returns whether a number is an argument of a template, or has a sign in front."""
    return before.text in ("<", "-") and before.end == token.column and before.line == token.line


def mutants(file, lines, tokens):
    """Returns the mutants of a file. `lines` is its text."""
    found = []
    inside = in_functions(tokens)
    # No mutant changes what the compiler computes, nor what has a shape that only the compiler understands.
    fixed = {t.line for t in tokens if t.text in UNCHANGED}

    def add(token, end, operator, replacement):
        if token.line not in fixed:
            line = lines[token.line - 1]
            mutated = line[:token.column] + replacement + line[end:]
            found.append(Mutant(file, token.line, operator, line.strip(), mutated.strip()))

    for i in range(1, len(tokens) - 1):
        before, token, after = tokens[i - 1:i + 2]
        if not inside[i]:
            continue
        line = lines[token.line - 1]
        spaced = line[token.column - 1:token.column] in (" ", "") and line[token.end:token.end + 1] in (" ", "")
        if token.text in SWAPPED and spaced and not STRINGS & {before.kind, after.kind}:
            add(token, token.end, token.text, SWAPPED[token.text])
        elif token.kind == "numeric_constant" and token.text.isdigit() and not is_argument(before, token):
            number = int(token.text)
            add(token, token.end, "constant", str(number + 1 if number == 0 or token.column % 2 else number - 1))
    for begin, end in statements(tokens):
        words = tokens[begin:end]
        if not inside[begin]:
            continue
        if words[0].text == "return" and len(words) > 1 and (value := negated(words[1:])):
            text = lines[words[1].line - 1][words[1].column:tokens[end].column]
            add(words[1], tokens[end].column, "return", value if isinstance(value, str) else f"!({text})")
        elif is_call_or_assignment(words):
            add(words[0], tokens[end].column, "statement", "")
    return found


def apply(text, mutant):
    """Returns the mutated text of the file; None if it no longer has that line."""
    lines = text.split("\n")
    equal = [i for i, line in enumerate(lines) if line.strip() == mutant.text]
    if not equal:
        return None
    nearest = min(equal, key=lambda i: abs(i + 1 - mutant.line))
    indent = lines[nearest][:len(lines[nearest]) - len(lines[nearest].lstrip())]
    lines[nearest] = indent + mutant.mutated
    return "\n".join(lines)
