// SPDX-License-Identifier: Apache-2.0
#include "second_compiler.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "../diagnostic.h"
#include "binary.h"
#include "option_table.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

/// Options with run-time libraries, files or plugins that belong to one of the compilers.
constexpr std::string_view kOfOneCompiler[] = {"-fopenmp",
                                               "-fopenacc",
                                               "-fsanitize",
                                               "-fprofile",
                                               "-ftest-coverage",
                                               "--coverage",
                                               "-coverage",
                                               "-fplugin",
                                               "-save-temps",
                                               "--save-temps",
                                               "-ftree-parallelize-loops",
                                               "-fsplit-stack",
                                               "-fgnu-tm",
                                               "-fcilkplus"};

std::string option_of_one_compiler(const CommandLine& line) {
  for (const Argument& argument : line.arguments) {
    const bool found =
        !argument.is_input && std::ranges::any_of(kOfOneCompiler, [&](std::string_view option) {
          return argument.name().starts_with(option);
        });
    if (found) return argument.name();
  }
  return "";
}

/// The same command line for clang. The user's compiler has its own form of -flto, so clang makes
/// machine code.
CommandLine line_for(const std::string& compiler, const CommandLine& line) {
  CommandLine own = line;
  own.host_compiler = compiler;
  own.lto = false;
  std::erase_if(own.arguments, [](const Argument& argument) {
    return !argument.is_input &&
           (argument.name().starts_with("-flto") || argument.name().starts_with("-ffat-lto") ||
            argument.name().starts_with("-fno-fat-lto"));
  });
  return own;
}

bool asks_for_remarks(const CommandLine& line) {
  return line.has_option("-Rpass=bamboo") || line.has_option("-Rpass-missed=bamboo");
}

bool is_changed(const std::string& object) {
  return has_section(object, ".note.bamboo.changed");
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

void say_compiler(const Session& session, const Unit& unit, const std::string& compiler,
                  const std::string& why) {
  if (session.line.verbose) {
    print_note(fmt::format("'{}': {}, because {}", unit.source->name(), compiler, why));
  }
}

/// Anything unknown to clang is an error, so that the user's compiler compiles the source.
const Words kStrict = {"-Wno-unknown-warning-option",
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

  std::optional<int> run(Stage stage, const std::string& output,
                         const std::string& dependency_name) {
    // A text says nothing of what made it.
    const bool asks_first = stage == Stage::Assembly;
    const std::string object = asks_first
                                   ? (session_.temporary.make_subfolder() / "asked.o").string()
                                   : result_name(*unit_.source, stage, output);
    const Captured tried = run_captured(asks_first ? command(Stage::Object, object, "", false)
                                                   : command(stage, output, dependency_name, true),
                                        Capture::Errors, input_);
    if (interrupted_by() != 0) return tried.status;
    if (tried.status != 0) return kept("clang does not compile it: " + first_line(tried.errors));
    if (!session_.line.keeps_controls && !is_changed(object)) {
      if (asks_for_remarks(session_.line)) fmt::print(stderr, "{}", tried.errors);
      remove_result(object);
      return kept("the pass changes nothing");
    }
    say_compiler(session_, unit_, session_.second_compiler(), "the pass changes it");
    if (asks_first) return driver::run(command(stage, output, dependency_name, true), input_);
    fmt::print(stderr, "{}", tried.errors);
    return 0;
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
  Words command(Stage stage, const std::string& output, const std::string& dependency_name,
                bool with_dependencies) {
    Words words = command_for(clang_, unit_, stage, output, dependency_name, with_dependencies);
    if (!session_.line.keeps_controls) append(words, kStrict);
    return words;
  }

  /// The other compiler keeps an existing file if it fails.
  static void remove_result(const std::string& object) {
    std::error_code ignored;
    if (fs::is_regular_file(object, ignored)) fs::remove(object, ignored);
  }

  std::nullopt_t kept(const std::string& why) {
    say_compiler(session_, unit_, session_.host.command()[0], why);
    return std::nullopt;
  }

  Session& session_;
  const Unit& unit_;
  Session clang_;
  Redirection input_;
};

}  // namespace

bool may_be_changed(const Session& session, const Unit& unit) {
  return unit.mode == Mode::Overlap && !session.second_compiler().empty() &&
         may_hold_directives(unit.source->language) &&
         (unit.scan.names_mpi_functions || !unit.scan.complete) &&
         option_of_one_compiler(session.line).empty();
}

std::string preprocessed_for_clang(Session& session, const Unit& unit) {
  return Trial(session, unit).preprocessed();
}

void say_kept(const Session& session, const Unit& unit) {
  const std::string option = option_of_one_compiler(session.line);
  std::string why = "it names no MPI function";
  if (unit.mode != Mode::Overlap || session.second_compiler().empty()) {
    why = "the mode is " + to_string(unit.mode);
  } else if (!option.empty()) {
    why = "of the option " + option;
  }
  say_compiler(session, unit, session.host.command()[0], why);
}

std::optional<int> compile_changed(Session& session, const Unit& unit, Stage stage,
                                   const std::string& output, const std::string& dependency_name) {
  const bool makes_code = stage == Stage::Object || stage == Stage::Assembly;
  if (!makes_code || output == "-") {
    return std::nullopt;
  }
  if (!may_be_changed(session, unit)) {
    say_kept(session, unit);
    return std::nullopt;
  }
  Trial trial(session, unit);
  if (session.only_shows()) {
    trial.show(stage, output, dependency_name);
    return std::nullopt;
  }
  return trial.run(stage, output, dependency_name);
}

}  // namespace bamboo::driver
