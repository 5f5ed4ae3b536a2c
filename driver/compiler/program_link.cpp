// SPDX-License-Identifier: Apache-2.0
#include "program_link.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "../diagnostic.h"
#include "compilation.h"
#include "link_errors.h"
#include "option_table.h"
#include "program_file.h"
#include "program_mode.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;
using Objects = std::map<const Argument*, std::string>;

/// Everything in one command of the host compiler, as mpicc does it.
int link_plain(Session& session, Mode mode) {
  const CommandLine& line = session.line;
  Words command = session.host.command();
  append(command, session.compile_flags(mode, false));
  if (mode == Mode::Overlap && !line.sources().empty()) {
    append(command, session.overlap_flags());
  }
  if (mode == Mode::Overlap) {
    append(command, session.overlap_link_flags());
  }
  Redirection redirection;
  for (const Argument& argument : line.arguments) {
    append(command, argument.is_input ? input_words(argument) : argument.words);
    if (argument.is_source() && argument.name() == "-") {
      redirection.input_file = session.standard_input();
    }
  }
  if (!line.output.empty()) {
    append(command, {"-o", line.output});
  }
  if (!line.relocatable) {
    append(command, session.link_flags(mode));
  }
  return session.run(command, redirection);
}

/// The dependency file's stem, as the host compilers name it when they link at once.
std::string dependency_stem(const CommandLine& line, const Argument& source, std::size_t sources) {
  const std::string own = fs::path(source.name()).stem();
  if (line.output.empty()) {
    return own;
  }
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
    if (status != 0) {
      return status;
    }
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
    if ((word == "-lstdc++" && !static_only) || word == "-lm") {
      words.push_back(image);
    }
    words.push_back(word);
  }
  if (session.kind == CompilerKind::Fortran && session.host.is_flang()) {
    append(words, {"-lFortranRuntime", "-lFortranDecimal"});  // they call what the image has
  }
  words.push_back(image);
  return words;
}

/// A step of the tasks link. Shows the linker's output with explanations.
int run_linker(Session& session, const Words& command) {
  if (session.only_shows()) {
    return session.run(command);
  }
  const Captured result = run_captured(command, Capture::Errors);
  fmt::print(stderr, "{}", result.errors);
  if (result.status != 0) {
    explain_link_errors(result.errors);
  }
  return result.status;
}

Words link_start(Session& session) {
  Words command = session.host.command();
  if (session.host.is_clang()) {
    command.emplace_back("-Qunused-arguments");  // for the compile options, which are also passed
  }
  return command;
}

int link_objects(Session& session, const Objects& objects, Mode mode) {
  const CommandLine& line = session.line;
  Words command = link_start(session);
  if (mode == Mode::Overlap) {
    append(command, session.overlap_link_flags());
  }
  append(command, user_link_words(line, objects, false));
  if (!line.output.empty()) {
    append(command, {"-o", line.output});
  }
  if (!line.relocatable) {
    append(command, session.link_flags(mode));
  }
  return run_linker(session, command);
}

/// These want the libraries below the program to be compiled for them, too.
void refuse_sanitizers(const CommandLine& line) {
  for (const std::string name : {"memory", "hwaddress", "dataflow"}) {
    const auto asks_for = [&](const std::string& word) {
      return word.starts_with("-fsanitize=") &&
             ("," + word.substr(word.find('=') + 1) + ",").find("," + name + ",") !=
                 std::string::npos;
    };
    if (!line.options(asks_for).empty()) {
      fail(
          "a program in mode tasks cannot be linked with -fsanitize={}: Bamboo is not compiled "
          "with it\nuse -fsanitize=address, undefined or thread, or --bamboo-mode=off",
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
  if (line.has_option("-static-libstdc++")) {
    print_note("-static-libstdc++ is left out: all ranks of a process share the C++ library");
  }
  const std::string payload = session.temporary.path() / "payload.so";
  Words command = link_start(session);
  append(command, {"-shared", "-Wl,-Bsymbolic", "-Wl,-u,main", "-Wl,-u,bamboo_image_main"});
  if (!has_sanitizer(line)) {  // its functions are the executable's
    append(command, {"-Wl,-z,defs"});
  }
  append(command, payload_link_words(session, objects));
  append(command, session.link_flags(Mode::Tasks));
  append(command, {"-o", payload});
  if (const int status = run_linker(session, command); status != 0) {
    return status;
  }
  return make_program_file(session, payload);
}

}  // namespace

int link_program(Session& session) {
  const CommandLine& line = session.line;
  // Fortran's objects do not show their mode.
  Mode known = session.kind == CompilerKind::Fortran ? session.plain_mode() : line.mode;
  std::vector<Unit> units = make_units(session, known);
  if (known == Mode::Auto && std::any_of(units.begin(), units.end(), [](const Unit& unit) {
        return unit.mode == Mode::Tasks;
      })) {
    known = Mode::Tasks;
  }
  const LinkInputs inputs(line, session.host);
  Mode mode = decide_program_mode(known, inputs);
  if (mode == Mode::Auto) {
    // Code that is optimised at the link does not show its mode yet.
    mode = units.empty() && !line.lto ? Mode::Off : session.plain_mode();
  }
  if (mode != Mode::Tasks) {
    check_installed_mpi(inputs, session.mpi_family());
  }
  const bool in_steps =
      mode == Mode::Tasks ||
      (mode == Mode::Overlap && !std::all_of(units.begin(), units.end(), [&](const Unit& unit) {
         return is_seen_by_pass(unit.source->language, session.kind);
       }));
  if (!in_steps) {
    return link_plain(session, mode);
  }
  for (Unit& unit : units) {
    unit.mode = mode;
  }
  Objects objects;
  if (const int status = compile_objects(session, units, objects); status != 0) {
    return status;
  }
  if (mode == Mode::Overlap) {
    return link_objects(session, objects, mode);
  }
  return line.shared || line.relocatable ? link_objects(session, objects, mode)
                                         : link_tasks_program(session, objects);
}

}  // namespace bamboo::driver
