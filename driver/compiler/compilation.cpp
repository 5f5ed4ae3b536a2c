// SPDX-License-Identifier: Apache-2.0
#include "compilation.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "../diagnostic.h"
#include "binary.h"
#include "bitcode.h"
#include "compiler_cache.h"
#include "flang_bitcode.h"
#include "mpi_f08.h"
#include "option_table.h"
#include "second_compiler.h"
#include "translation.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

const char* stage_option(Stage stage) {
  switch (stage) {
    case Stage::Preprocess:
      return "-E";
    case Stage::SyntaxOnly:
      return "-fsyntax-only";
    case Stage::Assembly:
      return "-S";
    default:
      return "-c";
  }
}

std::string default_output(const Argument& source, Stage stage) {
  const std::string stem = source.name() == "-" ? "-" : fs::path(source.name()).stem().string();
  return stem + (stage == Stage::Assembly ? ".s" : ".o");
}

/// The dependency file and the name of its rule, if the compiler cannot know them.
struct DependencyRule {
  std::string file;
  std::string target;
};

DependencyRule dependency_rule(const CommandLine& line, const Unit& unit, Stage stage,
                               const std::string& output, const std::string& dependency_name) {
  if (!dependency_name.empty()) {
    return {dependency_name + ".d",
            line.output.empty() ? default_output(*unit.source, Stage::Object) : line.output};
  }
  const std::string result = output.empty() ? default_output(*unit.source, stage) : output;
  fs::path file = result;
  if (output.empty()) file = file.filename();
  return {file.replace_extension(".d"), result};
}

bool has_prefix_option(const CommandLine& line, const std::string& prefix) {
  return std::any_of(line.arguments.begin(), line.arguments.end(), [&](const Argument& argument) {
    return !argument.is_input && argument.name().rfind(prefix, 0) == 0;
  });
}

void append_rule(Words& command, const CommandLine& line, const DependencyRule& rule) {
  if (!has_prefix_option(line, "-MF")) append(command, {"-MF", rule.file});
  if (!has_prefix_option(line, "-MT") && !has_prefix_option(line, "-MQ"))
    append(command, {"-MQ", rule.target});
}

bool writes_dependencies(const CommandLine& line) {
  return line.has_option("-MD") || line.has_option("-MMD");
}

/// The dependency file of a translated unit: made from the user's own file, so that it names that.
int write_dependencies(Session& session, const Unit& unit, const DependencyRule& rule) {
  Words command = session.host.command();
  append(command, session.compile_flags(unit.mode, true));
  append(command, session.user_compile_options(unit.mode, true));
  append_rule(command, session.line, rule);
  append(command, {"-E", "-o", "/dev/null"});
  append(command, input_words(*unit.source));
  Redirection redirection;
  redirection.discard_errors = true;  // the compilation has already printed these warnings
  if (unit.source->name() == "-") redirection.input_file = session.standard_input();
  return session.run(command, redirection);
}

/// Configuration scripts declare `char MPI_Init();` themselves to test whether a program with it
/// links. Without mpi.h the function does not have the name of Bamboo's symbol, so this defines
/// that name.
int name_undeclared_functions(Session& session, const std::string& object) {
  Words command{session.host.companion("objcopy")};
  for (const Binary& binary : inspect_file(object)) {
    for (const std::string& name : binary.undefined_plain) {
      const std::string function = name[0] == 'P' ? name.substr(1) : name;
      if (function.rfind("MPI_", 0) == 0)
        append(command, {"--redefine-sym", name + "=bamboo_" + function});
    }
  }
  if (command.size() == 1) return 0;
  command.push_back(object);
  return session.run(command);
}

/// Fortran compilers use the same function names for every MPI (mpi_send_). Objects of mode tasks
/// get separate names, as C's do by mpi.h, so that objects show their mode.
int name_fortran_functions(Session& session, const std::string& object) {
  // Configuration scripts compile to /dev/null.
  if (!session.only_shows() && !fs::is_regular_file(object)) return 0;
  return session.run({session.host.companion("objcopy"),
                      "--redefine-syms=" + session.tree.required("fortran_names"), object});
}

int compile_translated(Session& session, const Unit& unit, Stage stage, const std::string& output,
                       const std::string& dependency_name) {
  const Translation translation = translate(session, *unit.source, unit.scan);
  if (translation.status != 0) return translation.status;
  Words command = session.host.command();
  append(command, {"-iquote", translation.quote_folder});
  append(command, session.compile_flags(unit.mode, true));
  append(command, session.user_compile_options(unit.mode, true, false));
  append(command, {"-ffile-prefix-map=" + translation.file + "=" + translation.shown_name,
                   stage_option(stage)});
  if (!output.empty()) append(command, {"-o", output});
  Argument source = *unit.source;
  source.words = {translation.file};
  append(command, input_words(source));
  const int status = session.run(command);
  if (status != 0 || !writes_dependencies(session.line)) return status;
  return write_dependencies(session, unit,
                            dependency_rule(session.line, unit, stage, output, dependency_name));
}

int compile_as_it_is(Session& session, const Unit& unit, Stage stage, const std::string& output,
                     const std::string& dependency_name) {
  const std::string object = result_name(*unit.source, stage, output);
  const SecondResult second = compile_with_second(session, unit, stage, output, dependency_name);
  if (second.status) {
    return *second.status == 0 && wants_bitcode(session, unit, stage)
               ? add_bitcode(session, second.bitcode, object)
               : *second.status;
  }
  const Words command = command_for(session, unit, stage, output, dependency_name);
  Redirection redirection;
  if (unit.source->name() == "-") redirection.input_file = session.standard_input();
  const int status = session.run(command, redirection);
  if (status == 0 && unit.mode == Mode::Overlap && may_have_flang_bitcode(session, unit, stage))
    return add_flang_bitcode(session, unit, object);
  if (status == 0 && wants_bitcode(session, unit, stage)) {
    const bool own = session.host.takes_pass();
    return own || !second.bitcode.empty()
               ? add_bitcode(session, own ? object : second.bitcode, object)
               : 0;
  }
  if (status == 0 && unit.mode == Mode::Tasks && stage == Stage::Object &&
      unit.source->language == Language::Fortran) {
    return name_fortran_functions(session, object);
  }
  const bool may_lack_header = unit.mode == Mode::Tasks && stage == Stage::Object &&
                               may_hold_directives(unit.source->language) &&
                               !unit.scan.includes_mpi;
  if (status != 0 || !may_lack_header || session.only_shows()) return status;
  return name_undeclared_functions(session, object);
}

}  // namespace

std::string result_name(const Argument& source, Stage stage, const std::string& output) {
  return output.empty() ? default_output(source, stage) : output;
}

Words command_for(Session& session, const Unit& unit, Stage stage, const std::string& output,
                  const std::string& dependency_name, bool with_dependencies) {
  const bool keeps_object = !unit.becomes_program;
  Words command = session.host.command();
  append(command, session.compile_flags(unit.mode, keeps_object));
  append(command, session.user_compile_options(unit.mode, keeps_object, with_dependencies));
  const bool makes_code = stage == Stage::Assembly || stage == Stage::Object;
  if (unit.mode == Mode::Overlap && makes_code && session.host.takes_pass() &&
      is_seen_by_pass(unit.source->language, session.kind)) {
    append(command, session.overlap_flags());
    if (wants_bitcode(session, unit, stage)) append(command, {"-mllvm", "-bamboo-overlap-bitcode"});
  }
  command.emplace_back(stage_option(stage));
  if (!output.empty()) append(command, {"-o", output});
  if (with_dependencies && !dependency_name.empty() && writes_dependencies(session.line)) {
    append_rule(command, session.line,
                dependency_rule(session.line, unit, stage, output, dependency_name));
  }
  append(command, input_words(*unit.source));
  return command;
}

std::vector<Unit> make_units(Session& session, Mode known) {
  std::vector<Unit> units;
  for (const Argument* source : session.line.sources()) {
    Unit unit;
    unit.source = source;
    unit.mode = known == Mode::Auto ? session.plain_mode() : known;
    if ((known == Mode::Auto || known == Mode::Tasks) && may_hold_directives(source->language)) {
      unit.scan = scan_source(session, *source);
      if (known == Mode::Auto && unit.scan.has_directives) unit.mode = Mode::Tasks;
    }
    if ((known == Mode::Auto || known == Mode::Tasks) && source->language == Language::Preprocessed)
      refuse_preprocessed_directives(source->name());
    if (source->language == Language::Fortran && !session.only_shows() && session.host.is_flang() &&
        unit.mode != Mode::Tasks) {
      refuse_mpi_f08(session, *source);
    }
    units.push_back(unit);
  }
  return units;
}

int compile(Session& session, const Unit& unit, Stage stage, const std::string& output,
            const std::string& dependency_name) {
  const bool for_cache =
      stage == Stage::Preprocess && is_started_by_ccache() && !session.only_shows();
  const bool to_file = !output.empty() && output != "-";
  if (for_cache && !to_file) {
    fmt::print("{}", cache_markers(session, unit));
    std::fflush(stdout);
  }
  const int status = unit.needs_translation()
                         ? compile_translated(session, unit, stage, output, dependency_name)
                         : compile_as_it_is(session, unit, stage, output, dependency_name);
  if (status == 0 && for_cache && to_file && fs::is_regular_file(output))
    prepend(cache_markers(session, unit), output);
  return status;
}

int compile_without_link(Session& session) {
  const CommandLine& line = session.line;
  const std::vector<Unit> units = make_units(session, line.mode);
  if (line.stage == Stage::Dependencies) {
    const bool tasks = std::any_of(units.begin(), units.end(),
                                   [](const Unit& unit) { return unit.mode == Mode::Tasks; });
    Words command = session.host.command();
    const Mode mode = tasks ? Mode::Tasks : session.plain_mode();
    append(command, session.compile_flags(mode, true));
    append(command, session.user_compile_options(mode, true));
    if (!line.output.empty()) append(command, {"-o", line.output});
    for (const Unit& unit : units) append(command, input_words(*unit.source));
    Redirection redirection;
    if (std::any_of(units.begin(), units.end(),
                    [](const Unit& unit) { return unit.source->name() == "-"; })) {
      redirection.input_file = session.standard_input();
    }
    return session.run(command, redirection);
  }
  if (units.size() > 1 && !line.output.empty() && line.stage != Stage::SyntaxOnly)
    bad_usage("-o cannot be used with {} and several source files", stage_option(line.stage));
  int status = 0;
  for (const Unit& unit : units) {
    const int own = compile(session, unit, line.stage, line.output);
    status = status != 0 ? status : own;
    if (interrupted_by() != 0) break;
  }
  return status;
}

}  // namespace bamboo::driver
