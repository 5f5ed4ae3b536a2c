// SPDX-License-Identifier: Apache-2.0
#include "second_compiler.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "../diagnostic.h"
#include "binary.h"
#include "bitcode.h"
#include "option_table.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

/// The same command line for clang. The user's compiler has its own form of -flto, so clang makes
/// machine code.
CommandLine line_for(const std::string& compiler, const CommandLine& line) {
  CommandLine own = line;
  own.host_compiler = compiler;
  own.links_files_alone = line.links_files_alone || line.lto;
  own.lto = false;
  std::erase_if(own.arguments, [](const Argument& argument) {
    return !argument.is_input &&
           (argument.name().starts_with("-flto") || argument.name().starts_with("-ffat-lto") ||
            argument.name().starts_with("-fno-fat-lto") || is_ignored_by_gcc(argument.name()));
  });
  return own;
}

bool is_changed(const std::string& object) {
  return has_section(object, ".note.bamboo.changed");
}

void say_compiler(const Session& session, const Unit& unit, const std::string& compiler,
                  const std::string& why) {
  if (session.line.verbose)
    print_note(fmt::format("'{}': {}, because {}", unit.source->name(), compiler, why));
}

/// A program has one OpenMP library, that of the user's compiler.
bool calls_llvm_openmp(const std::string& object) {
  return std::ranges::any_of(inspect_file(object), &Binary::calls_llvm_openmp);
}

constexpr std::string_view needs_other_openmp = "clang's code needs another OpenMP library";

/// What the two compilers implement differently although no OpenMP library is called: locks of
/// omp.h have other sizes, and clang makes no vector versions of a function. Empty: nothing.
std::string openmp_of_one_compiler(const std::string& preprocessed) {
  if (preprocessed.find("/omp.h\"") != preprocessed.npos) return "it includes omp.h";
  const bool has_vector_versions = preprocessed.find("declare simd") != preprocessed.npos;
  return has_vector_versions ? "of the directive 'declare simd'" : "";
}

/// Anything unknown to clang is an error, so that the user's compiler compiles the source.
const Words strict = {"-Wno-unknown-warning-option",
                      "-Werror=ignored-optimization-argument",
                      "-fno-addrsig",
                      "-fno-crash-diagnostics",
                      "-mllvm",
                      "-bamboo-overlap-answers"};

class Trial {
 public:
  Trial(Session& session, const Unit& unit)
      : session_(session),
        unit_(unit),
        clang_(line_for(session.second_compiler(), session.line), session.kind) {
    if (unit.source->name() == "-") input_.input_file = session.standard_input();
  }

  SecondResult run(Stage stage, const std::string& output, const std::string& dependency_name) {
    if (const std::string why = why_openmp_stays(); !why.empty()) return kept(why);
    // The text (preprocessed or assembly) does not show whether the pass has changed anything.
    const bool asks_first = stage == Stage::Assembly;
    const std::string object =
        asks_first ? temporary_object() : result_name(*unit_.source, stage, output);
    const Captured tried = run_captured(asks_first ? command(Stage::Object, object, "", false)
                                                   : command(stage, output, dependency_name, true),
                                        Capture::Errors, input_);
    if (interrupted_by() != 0) return {tried.status, ""};
    if (tried.status != 0) return kept("clang does not compile it: " + first_error(tried.errors));
    if (calls_llvm_openmp(object)) {
      remove_result(object);
      return kept(std::string(needs_other_openmp));
    }
    if (!session_.line.keeps_controls && !is_changed(object)) {
      if (asks_for_remarks(session_.line)) fmt::print(stderr, "{}", tried.errors);
      const std::string bitcode =
          wants_bitcode(session_, unit_, stage) ? moved_away(object) : std::string();
      remove_result(object);
      return kept("the pass changes nothing", bitcode);
    }
    say_compiler(session_, unit_, session_.second_compiler(), "the pass changes it");
    if (asks_first) return {driver::run(command(stage, output, dependency_name, true), input_), ""};
    fmt::print(stderr, "{}", tried.errors);
    return {0, object};
  }

  /// For a source that the pass does not change.
  SecondResult make_bitcode() {
    if (const std::string why = why_openmp_stays(); !why.empty()) return without_bitcode(why);
    const std::string object = temporary_object();
    const Captured tried =
        run_captured(command(Stage::Object, object, "", false), Capture::Both, input_);
    if (tried.status != 0)
      return without_bitcode("clang does not compile it: " + first_error(tried.errors));
    if (calls_llvm_openmp(object)) return without_bitcode(std::string(needs_other_openmp));
    return {std::nullopt, object};
  }

  std::string preprocessed() {
    return run_captured(command_for(clang_, unit_, Stage::Preprocess, "", "", false), Capture::Both,
                        input_)
        .output;
  }

  int show(Stage stage, const std::string& output, const std::string& dependency_name) {
    return session_.run(command(stage, output, dependency_name, true));
  }

 private:
  std::string why_openmp_stays() {
    return session_.line.has_option("-fopenmp") ? openmp_of_one_compiler(preprocessed()) : "";
  }

  SecondResult without_bitcode(const std::string& why) const {
    if (session_.line.verbose && interrupted_by() == 0)
      print_note(fmt::format("'{}': no bitcode, because {}", unit_.source->name(), why));
    return {};
  }

  Words command(Stage stage, const std::string& output, const std::string& dependency_name,
                bool with_dependencies) {
    Words words = command_for(clang_, unit_, stage, output, dependency_name, with_dependencies);
    if (!session_.line.keeps_controls) append(words, strict);
    return words;
  }

  /// The other compiler keeps an existing file if it fails.
  static void remove_result(const std::string& object) {
    std::error_code ignored;
    if (fs::is_regular_file(object, ignored)) fs::remove(object, ignored);
  }

  SecondResult kept(const std::string& why, const std::string& bitcode = "") {
    say_compiler(session_, unit_, session_.host.command()[0], why);
    return {std::nullopt, bitcode};
  }

  std::string temporary_object() {
    return (session_.temporary.make_subfolder() / "clang.o").string();
  }

  std::string moved_away(const std::string& object) {
    std::error_code ignored;
    if (!fs::is_regular_file(object, ignored)) return "";
    const std::string copy = temporary_object();
    fs::copy_file(object, copy, ignored);
    return copy;
  }

  Session& session_;
  const Unit& unit_;
  Session clang_;
  Redirection input_;
};

}  // namespace

std::string first_error(const std::string& messages) {
  std::istringstream lines(messages);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (line.find(": error: ") != line.npos) return line;
    if (first.empty()) first = line;
  }
  return first;
}

bool asks_for_remarks(const CommandLine& line) {
  return line.has_option("-Rpass=bamboo") || line.has_option("-Rpass-missed=bamboo");
}

bool may_be_changed(const Session& session, const Unit& unit) {
  return unit.mode == Mode::Overlap && !session.second_compiler().empty() &&
         may_hold_directives(unit.source->language) &&
         (unit.scan.names_mpi_functions || !unit.scan.complete) &&
         option_of_one_compiler(session).empty();
}

std::string preprocessed_for_clang(Session& session, const Unit& unit) {
  return Trial(session, unit).preprocessed();
}

void say_kept(const Session& session, const Unit& unit) {
  const std::string option = option_of_one_compiler(session);
  std::string why = "it names no MPI function";
  if (unit.mode != Mode::Overlap || session.second_compiler().empty())
    why = "the mode is " + to_string(unit.mode);
  else if (!option.empty())
    why = "of the option " + option;
  else if (session.kind == CompilerKind::Fortran)
    why = why_no_bitcode(session);
  say_compiler(session, unit, session.host.command()[0], why);
}

SecondResult compile_with_second(Session& session, const Unit& unit, Stage stage,
                                 const std::string& output, const std::string& dependency_name) {
  const bool makes_code = stage == Stage::Object || stage == Stage::Assembly;
  // Fortran's files have the code of one compiler (flang_bitcode.h).
  if (!makes_code || output == "-" || session.kind == CompilerKind::Fortran) return {};
  const bool may_change = may_be_changed(session, unit);
  if (!may_change) say_kept(session, unit);
  if (!may_change && (session.second_compiler().empty() || !wants_bitcode(session, unit, stage)))
    return {};
  Trial trial(session, unit);
  if (session.only_shows()) {
    if (may_change) trial.show(stage, output, dependency_name);
    return {};
  }
  return may_change ? trial.run(stage, output, dependency_name) : trial.make_bitcode();
}

}  // namespace bamboo::driver
