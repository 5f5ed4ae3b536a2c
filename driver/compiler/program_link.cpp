// SPDX-License-Identifier: Apache-2.0
#include "program_link.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "../diagnostic.h"
#include "bitcode.h"
#include "compilation.h"
#include "link_errors.h"
#include "option_table.h"
#include "program_file.h"
#include "program_mode.h"
#include "second_compiler.h"
#include "whole_program.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;
using Objects = std::map<const Argument*, std::string>;

/// Informs the run-time library of mode overlap: if some objects call blocking collectives that the
/// pass has not seen, all are blocking, because a nonblocking one matches no blocking one.
Words collective_flags(const LinkInputs& inputs, const Objects& made) {
  bool has_plain = std::ranges::any_of(inputs.binaries(), &Binary::has_plain_collectives);
  for (const auto& [source, object] : made) {
    std::error_code ignored;
    if (!has_plain && fs::is_regular_file(object, ignored))
      has_plain = std::ranges::any_of(inspect_file(object), &Binary::has_plain_collectives);
  }
  return has_plain ? Words{"-Wl,--defsym=bamboo_overlap_has_plain_collectives=1"} : Words{};
}

/// Everything in one command of the host compiler, as mpicc does it.
int link_plain(Session& session, Mode mode, const LinkInputs& inputs) {
  const CommandLine& line = session.line;
  Words command = session.host.command();
  append(command, session.compile_flags(mode, false));
  const bool has_pass = mode == Mode::Overlap && session.host.takes_pass();
  if (has_pass && !line.sources().empty()) append(command, session.overlap_flags());
  if (has_pass) append(command, session.overlap_link_flags());
  Redirection redirection;
  for (const Argument& argument : line.arguments) {
    if (!argument.is_input && is_bamboo_remark(argument.name()) && !has_pass) continue;
    append(command, argument.is_input ? input_words(argument) : argument.words);
    if (argument.is_source() && argument.name() == "-")
      redirection.input_file = session.standard_input();
  }
  if (!line.output.empty()) append(command, {"-o", line.output});
  if (!line.relocatable) {
    append(command, session.link_flags(mode));
    if (mode == Mode::Overlap) append(command, collective_flags(inputs, {}));
  }
  return session.run(command, redirection);
}

/// The dependency file's stem, as the host compilers name it when they link at once.
std::string dependency_stem(const CommandLine& line, const Argument& source, std::size_t sources) {
  std::string own = fs::path(source.name()).stem();
  if (line.output.empty()) return own;
  const std::string program = fs::path(line.output).replace_extension();
  return sources == 1 ? program : program + "-" + own;
}

/// Compiles the sources into temporary objects.
int compile_objects(Session& session, const std::vector<Unit>& units, Objects& objects) {
  for (const Unit& unit : units) {
    const fs::path folder =
        session.only_shows() ? session.temporary.path() : session.temporary.make_subfolder();
    const std::string object = folder / (fs::path(unit.source->name()).stem().string() + ".o");
    const int status = compile(session, unit, Stage::Object, object,
                               dependency_stem(session.line, *unit.source, units.size()));
    if (status != 0) return status;
    objects[unit.source] = object;
  }
  return 0;
}

/// Options that say how an executable is laid out; the payload is a shared object. It shares the
/// C++ library with ours: what both define (locales) would not fit a second, static one.
bool is_for_executables(const std::string& word) {
  return word == "-pie" || word == "-no-pie" || word == "-rdynamic" || word == "-static-libstdc++";
}

/// The user's link in the user's order, with the objects in the sources' places.
Words user_link_words(const CommandLine& line, const Objects& objects, bool as_payload) {
  Words words;
  for (const Argument& argument : line.arguments) {
    const std::string& name = argument.name();
    if (argument.is_source()) {
      words.push_back(objects.at(&argument));
    } else if (argument.is_input) {
      append(words, input_words(argument));
    } else if (!concerns_dependencies(name) && !(as_payload && is_for_executables(name)) &&
               name.rfind("-Rpass", 0) != 0 && !is_bamboo_warning(name)) {
      append(words, argument.words);
    }
  }
  return words;
}

/// The payload takes functions such as lgamma(), and std::cout, from libbamboo-image.a. The archive
/// therefore precedes the shared C++ library and libm, including those that the user names.
Words payload_link_words(const Session& session, const Objects& objects) {
  const std::string image = session.tree.required("libbamboo-image.a");
  Words words;
  bool static_only = false;
  for (const std::string& word : user_link_words(session.line, objects, true)) {
    follow_linkage(word, static_only);
    if ((word == "-lstdc++" && !static_only) || word == "-lm") words.push_back(image);
    words.push_back(word);
  }
  if (session.kind == CompilerKind::Fortran && session.host.is_flang())
    append(words, {"-lFortranRuntime", "-lFortranDecimal"});  // they call what the image has
  words.push_back(image);
  return words;
}

/// A step of the tasks link. Shows the linker's output with explanations.
int run_linker(Session& session, const Words& command) {
  if (session.only_shows()) return session.run(command);
  const Captured result = run_captured(command, Capture::Errors);
  fmt::print(stderr, "{}", result.errors);
  if (result.status != 0) explain_link_errors(result.errors);
  return result.status;
}

Words link_start(Session& session) {
  Words command = session.host.command();
  if (session.host.is_clang())
    command.emplace_back("-Qunused-arguments");  // for the compile options, which are also passed
  return command;
}

bool link_whole(Session& session, const Objects& objects, const LinkInputs& inputs) {
  Words made;
  for (const auto& [source, object] : objects) made.push_back(object);
  return link_whole_program(session, user_link_words(session.line, objects, false), inputs, made);
}

int link_objects(Session& session, const Objects& objects, Mode mode, const LinkInputs& inputs) {
  const CommandLine& line = session.line;
  Words command = link_start(session);
  if (mode == Mode::Overlap && session.host.takes_pass())
    append(command, session.overlap_link_flags());
  append(command, user_link_words(line, objects, false));
  if (!line.output.empty()) append(command, {"-o", line.output});
  if (!line.relocatable) {
    append(command, session.link_flags(mode));
    if (mode == Mode::Overlap) append(command, collective_flags(inputs, objects));
  }
  return run_linker(session, command);
}

/// These sanitizers need instrumented libraries. Without, ThreadSanitizer reports races in the
/// installed MPI and does not see the messages between workers.
void refuse_sanitizers(const CommandLine& line) {
  for (const std::string name : {"thread", "memory", "hwaddress", "dataflow"}) {
    const auto asks_for = [&](const std::string& word) {
      return word.starts_with("-fsanitize=") &&
             ("," + word.substr(word.find('=') + 1) + ",").find("," + name + ",") !=
                 std::string::npos;
    };
    if (!line.options(asks_for).empty()) {
      fail(
          "a program in mode tasks cannot be linked with -fsanitize={}: Bamboo is not compiled "
          "with it\nuse -fsanitize=address or undefined, or --bamboo-mode=off",
          name);
    }
  }
}

int link_tasks_program(Session& session, const Objects& objects) {
  const CommandLine& line = session.line;
  if (line.fully_static) {
    fail(
        "a program in mode tasks is loaded once per rank, so it cannot be linked with -static\n"
        "leave it away (-static-libgcc is possible), or use "
        "--bamboo-mode=off");
  }
  refuse_sanitizers(line);
  if (line.has_option("-static-libstdc++"))
    print_note("-static-libstdc++ is left out: all ranks of a process share the C++ library");
  const std::string payload = session.temporary.path() / "payload.so";
  Words command = link_start(session);
  append(command, {"-shared", "-Wl,-Bsymbolic", "-Wl,-u,main", "-Wl,-u,bamboo_image_main"});
  if (!has_sanitizer(line))  // its functions are the executable's
    append(command, {"-Wl,-z,defs"});
  append(command, payload_link_words(session, objects));
  append(command, session.link_flags(Mode::Tasks));
  append(command, {"-o", payload});
  if (const int status = run_linker(session, command); status != 0) return status;
  return make_program_file(session, payload);
}

/// Only C and C++ are scanned; assembler, for example, may use it.
bool may_use_mpi(const Unit& unit) {
  return !may_hold_directives(unit.source->language) || !unit.scan.complete ||
         unit.scan.includes_mpi || unit.scan.names_mpi_functions;
}

/// Code of flang, as mode overlap makes it, is no part of a program of gfortran. Returns the flang
/// that links it where the user has named no compiler; empty: the session's compiler does.
std::string flang_of_inputs(const Session& session, const LinkInputs& inputs) {
  const bool is_open = session.kind == CompilerKind::Fortran && session.line.host_compiler.empty();
  const auto has_its_code = [](const Binary& binary) {
    return binary.fortran.flang && !binary.is_shared_library;
  };
  return is_open && !session.host.is_flang() && std::ranges::any_of(inputs.binaries(), has_its_code)
             ? HostCompiler::installed_overlap_compiler(session.kind)
             : "";
}

/// An object of mode auto in a link of flang.
void refuse_code_of_gfortran(const Session& session, const LinkInputs& inputs) {
  const auto found = std::ranges::find_if(inputs.binaries(), &Binary::has_flang_bitcode);
  if (session.host.is_flang() && found != inputs.binaries().end()) {
    fail(
        "'{}' has gfortran's code, and this program is flang's\n"
        "compile all its files in Fortran with the same --bamboo-mode and --bamboo-cc",
        found->name);
  }
}

/// Without sources and notes, and for sources without MPI, there is nothing to move. Code that is
/// optimised at the link does not show its mode yet.
Mode mode_without_notes(const Session& session, const std::vector<Unit>& units) {
  const bool plain =
      session.host.takes_pass() ? units.empty() : std::ranges::none_of(units, may_use_mpi);
  return plain && !session.line.lto ? Mode::Off : session.plain_mode();
}

/// A source is compiled by itself where one command of the host compiler does not do for all.
bool compiles_in_steps(const Session& session, const std::vector<Unit>& units,
                       const LinkInputs& inputs, Mode mode) {
  const auto has_bitcode = [](const Binary& binary) { return binary.bitcode != Bitcode::None; };
  const bool in_two_compilers = session.kind == CompilerKind::Fortran && !session.host.takes_pass();
  const bool sees_others =
      units.size() > 1 || in_two_compilers || std::ranges::any_of(inputs.binaries(), has_bitcode);
  if (!units.empty() && mode == Mode::Overlap && sees_others && why_no_bitcode(session).empty())
    return true;
  if (mode == Mode::Overlap && session.host.takes_pass()) {
    return !std::ranges::all_of(units, [&](const Unit& unit) {
      return is_seen_by_pass(unit.source->language, session.kind);
    });
  }
  return mode == Mode::Tasks ||
         (mode == Mode::Overlap && !in_two_compilers && std::ranges::any_of(units, may_use_mpi));
}

/// Finishes a link that returned `status`. The result of -r contains the machine code of all
/// objects, and would contain the bitcode of some.
int merged(Session& session, const LinkInputs& inputs, int status) {
  if (status != 0 || !session.line.relocatable ||
      std::ranges::all_of(inputs.binaries(),
                          [](const Binary& binary) { return binary.bitcode == Bitcode::None; })) {
    return status;
  }
  return remove_bitcode(session, session.line.output.empty() ? "a.out" : session.line.output);
}

/// Mode auto moves nothing without the clang or flang that has the pass, and in Fortran without the
/// linker that loads it.
void say_what_is_missing(const Session& session, const std::vector<Unit>& units, Mode mode) {
  std::string missing;
  if (mode == Mode::Off && session.lacks_second_compiler()) {
    missing = pass_compiler_name(session.kind);
  } else if (mode == Mode::Overlap && session.kind == CompilerKind::Fortran &&
             !session.host.takes_pass() && !has_lld()) {
    missing = "lld-" BAMBOO_LLVM_MAJOR;
  }
  if (!missing.empty() && std::ranges::any_of(units, may_use_mpi)) {
    print_note(
        fmt::format("no MPI call is moved, because {} is not installed; "
                    "--bamboo-mode=off silences this",
                    missing));
  }
}

}  // namespace

int link_program(Session& session) {
  const CommandLine& line = session.line;
  const LinkInputs inputs(line, session.host);
  if (const std::string flang = flang_of_inputs(session, inputs); !flang.empty()) {
    CommandLine own = line;
    own.host_compiler = flang;
    Session other(std::move(own), session.kind);
    return link_program(other);
  }
  refuse_code_of_gfortran(session, inputs);
  // Fortran's objects do not show their mode. Where no flang is installed, objects of C may.
  const bool may_be_overlap =
      session.kind == CompilerKind::Fortran && session.plain_mode() == Mode::Overlap;
  Mode known = may_be_overlap ? Mode::Overlap : line.mode;
  std::vector<Unit> units = make_units(session, known);
  if (known == Mode::Auto && std::any_of(units.begin(), units.end(), [](const Unit& unit) {
        return unit.mode == Mode::Tasks;
      })) {
    known = Mode::Tasks;
  }
  Mode mode = decide_program_mode(known, inputs);
  if (mode == Mode::Auto) mode = mode_without_notes(session, units);
  if (mode != Mode::Tasks) check_installed_mpi(inputs, session.mpi_family());
  say_what_is_missing(session, units, mode);
  for (Unit& unit : units) {
    unit.mode = mode;
    unit.becomes_program = mode == Mode::Overlap;
  }
  if (!compiles_in_steps(session, units, inputs, mode)) {
    for (const Unit& unit : units) say_kept(session, unit);
    if (mode == Mode::Overlap && units.empty() && link_whole(session, {}, inputs)) return 0;
    return merged(session, inputs, link_plain(session, mode, inputs));
  }
  Objects objects;
  if (const int status = compile_objects(session, units, objects); status != 0) return status;
  if (mode == Mode::Overlap) {
    return link_whole(session, objects, inputs)
               ? 0
               : merged(session, inputs, link_objects(session, objects, mode, inputs));
  }
  return line.shared || line.relocatable ? link_objects(session, objects, mode, inputs)
                                         : link_tasks_program(session, objects);
}

}  // namespace bamboo::driver
