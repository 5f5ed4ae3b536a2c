# SPDX-License-Identifier: Apache-2.0
"""Draws a program with shared libraries from a seed: sources in C++ and the commands that build them."""
import random
import typing

HEADER = """\
// Seed {seed}.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
extern "C" void trace(const char* text, int value);
extern "C" void trace_rank(int rank);
inline int inline_variable = {inline_start};
inline int inline_function(int by) {{
  static int calls = {inline_start};
  return calls += by;
}}
template <int N> struct Table {{ static inline int value = N; }};
struct Life {{
  const char* name;
  explicit Life(const char* its_name) : name(its_name) {{ trace("+", name[0]); }}
  ~Life() {{ trace("-", name[0]); }}
}};
"""

TRACE = """\
// The last library to be destroyed: prints what happened in the rank.
#include <cstdio>
static int rank_number = -1;
static char text[1 << 16];
static int used;
extern "C" void trace_rank(int rank) { rank_number = rank; }
extern "C" void trace(const char* what, int value) {
  if (used < (int)sizeof text - 64) used += std::snprintf(text + used, 64, " %s%d", what, value);
}
static struct Printer { ~Printer() { std::printf("rank %d:%s\\n", rank_number, text); } } printer;
"""


class Library(typing.NamedTuple):
    number: int
    needs: list  # numbers of libraries
    is_linked: bool  # by the program
    calls_main: bool
    source: str

    @property
    def name(self):
        return f"lib{'abcdefgh'[self.number]}part.so"


class Program(typing.NamedTuple):
    libraries: list
    header: str
    main: str
    exports: bool  # -rdynamic


def library_source(dice, number, needs, calls_main):
    letter = "abcdefgh"[number]
    lines = ['#include "common.h"', f'static int own = {dice.randrange(100)};', f'static Life life("{letter}");']
    body = ["  int sum = x + ++own;"]
    if dice.random() < 0.6:
        lines.append(f"thread_local int per_thread = {dice.randrange(50)};" if dice.random() < 0.5 else
                     f"static thread_local int per_thread = {dice.randrange(50)};")
        body.append("  sum += ++per_thread;")
    if dice.random() < 0.6:
        body.append("  sum += inline_variable += 2;")
    if dice.random() < 0.6:
        body.append(f"  sum += inline_function({dice.randrange(1, 4)});")
    if dice.random() < 0.5:
        body.append(f"  sum += ++Table<{dice.randrange(2)}>::value;")
    if dice.random() < 0.5:  # names that several libraries define
        name = f"common_{dice.randrange(2)}"
        lines.append(f"int {name} = {dice.randrange(1000)};")
        body.append(f"  sum += ++{name};")
    if dice.random() < 0.6:
        weak = '__attribute__((weak)) ' if dice.random() < 0.4 else ""
        lines.append(f'extern "C" {weak}int kind() {{ static int n; trace("kind{letter}", ++n); return {number}; }}')
        body.append("  sum += kind();")
    if dice.random() < 0.3:
        lines.append('static void at_end() { trace("end", own); }')
        body.append("  if (own % 3 == 0) std::atexit(at_end);")
    if dice.random() < 0.3:
        body.append("  sum += std::rand() % 7;")
    if dice.random() < 0.3:
        body.append(f'  if (const char* t = std::getenv("PART")) sum += std::atoi(t);')
    if dice.random() < 0.3:
        lines.append('extern "C" __attribute__((weak)) int perhaps(int x);')
        body.append("  if (perhaps) sum += perhaps(x);")
    if calls_main:
        lines.append('extern "C" int of_main(int x);')
        body.append("  sum += of_main(x);")
    for other in needs:
        lines.append(f'extern "C" int step_{other}(int x);')
        body.append(f"  sum += step_{other}(x + 1);")
    if dice.random() < 0.25:
        lines.append("#include <mpi.h>")
        body.append("  int rank = 0; MPI_Comm_rank(MPI_COMM_WORLD, &rank); sum += rank;")
    if dice.random() < 0.5:
        lines.append(f'__attribute__((constructor)) static void begin() {{ trace("begin{letter}", own); }}')
        lines.append(f'__attribute__((destructor)) static void end() {{ trace("finish{letter}", own); }}')
    return "\n".join([*lines, f'extern "C" int step_{number}(int x) {{', *body,
                      f'  trace("{letter}", sum % 100003);', "  return sum % 100003;", "}", ""])


def main_steps(dice, libraries, exports):
    opened = [library for library in libraries if not library.is_linked]
    steps = []
    for step in range(dice.randrange(12, 24)):
        draw = dice.random()
        only = f"if (rank % {dice.randrange(1, 4)} == 0) " if dice.random() < 0.3 else ""
        if draw < 0.2 or not opened:
            linked = [library for library in libraries if library.is_linked]
            if linked:
                steps.append(f"{only}trace(\"s\", step_{dice.choice(linked).number}({dice.randrange(100)}));")
        elif draw < 0.5:
            library = dice.choice(opened)
            flags = [dice.choice(["RTLD_NOW", "RTLD_LAZY"])]
            if dice.random() < 0.4:
                flags.append("RTLD_GLOBAL")
            if dice.random() < 0.1:
                flags.append("RTLD_NODELETE")
            if dice.random() < 0.1:
                flags.append("RTLD_DEEPBIND")
            if dice.random() < 0.15:
                flags.append("RTLD_NOLOAD")
            name = dice.choice(["./", ""]) + library.name
            steps.append(f'{only}open_part({library.number}, "{name}", {" | ".join(flags)});')
        elif draw < 0.75:
            steps.append(f"{only}call_part({dice.choice(opened).number}, {dice.randrange(100)});")
        elif draw < 0.88:
            steps.append(f"{only}close_part({dice.choice(opened).number});")
        elif draw < 0.94:
            name = dice.choice(["kind", "of_main", "common_0", *(f"step_{n.number}" for n in libraries)])
            steps.append(f'{only}trace("found", dlsym({dice.choice(["RTLD_DEFAULT", "dlopen(nullptr, RTLD_NOW)"])}, "{name}") != nullptr);')
        else:
            steps.append('setenv("PART", std::to_string(rank + 1).c_str(), 1);')
        if dice.random() < 0.4:
            steps.append("{ int sum = 0, one = 1; MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); }")
    return steps


def draw(seed):
    dice = random.Random(seed)
    count = dice.randrange(2, 6)
    exports = dice.random() < 0.4
    libraries = []
    for number in range(count):
        needs = [other for other in range(number) if dice.random() < 0.4]
        is_linked = dice.random() < 0.4
        calls_main = (is_linked or exports) and dice.random() < 0.3
        libraries.append(Library(number, needs, is_linked, calls_main, library_source(dice, number, needs, calls_main)))
    if dice.random() < 0.3:
        libraries[-1] = libraries[-1]._replace(is_linked=False)
    main = ['#include "common.h"', "#include <dlfcn.h>", "#include <mpi.h>", "#include <string>",
            f'static Life life("m");', f"int main_own = {dice.randrange(100)};"]
    if dice.random() < 0.4:
        main.append(f"int common_0 = {dice.randrange(1000)};")
    if dice.random() < 0.3:
        main.append('extern "C" int kind() { trace("kindm", 0); return 50; }')
    if dice.random() < 0.3:
        main.append('extern "C" int perhaps(int x) { return x + ++main_own; }')
    main.append('extern "C" int of_main(int x) { return x + ++main_own; }')
    main += [f'extern "C" int step_{library.number}(int x);' for library in libraries if library.is_linked]
    main.append("""
static void* handles[8][8];
static int held[8];
static void open_part(int n, const char* name, int mode) {
  void* handle = dlopen(name, mode);
  trace("open", handle != nullptr);
  if (handle && held[n] > 0) trace("same", handle == handles[n][0]);
  if (handle && held[n] < 8) handles[n][held[n]++] = handle;
}
static void call_part(int n, int x) {
  if (held[n] == 0) return;
  const std::string name = "step_" + std::to_string(n);
  auto* step = reinterpret_cast<int (*)(int)>(dlsym(handles[n][0], name.c_str()));
  trace("call", step ? step(x) : -1);
  if (auto* kind = reinterpret_cast<int (*)()>(dlsym(handles[n][0], "kind"))) trace("kind", kind());
}
static void close_part(int n) {
  if (held[n] > 0) trace("close", dlclose(handles[n][--held[n]]));
}
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  trace_rank(rank);
  std::srand(rank);""")
    uses = dice.random() < 0.5
    if uses:
        main.append('  trace("inline", inline_variable += 1); trace("inline", inline_function(1));')
    main += ["  " + step for step in main_steps(dice, libraries, exports)]
    if uses:
        main.append('  trace("inline", inline_variable); trace("inline", inline_function(0));')
    main += ["  MPI_Finalize();", "}", ""]
    return Program(libraries, HEADER.format(seed=seed, inline_start=dice.randrange(100)), "\n".join(main), exports)
