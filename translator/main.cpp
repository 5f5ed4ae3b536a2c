// SPDX-License-Identifier: Apache-2.0
// bamboo-translate: makes the regions and blocks of an annotated MPI program explicit.
#include <clang/Driver/Types.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/raw_ostream.h>

#include "bamboo/support/diagnostic.h"
#include "bamboo/support/suggestion.h"
#include "frontend/diagnostic_help.h"
#include "translate.h"

namespace {

using namespace bamboo::translator;
using bamboo::support::Severity;

constexpr int exit_failed = 1;
constexpr int exit_bad_usage = 2;

constexpr llvm::StringLiteral help_text =
    "usage: bamboo-translate [options] FILE [-- COMPILER-FLAGS]\n"
    "Translates the Bamboo directives of an MPI program in C or C++.\n"
    "\n"
    "  -o OUT                 write to OUT, not to the standard output\n"
    "  --check                only the diagnostics\n"
    "  --graph=dot|svg        draw regions, blocks, buffers and edges\n"
    "  -Rpass=bamboo          say what was moved, and which receives are posted together\n"
    "  -Rpass-missed=bamboo   say what was left alone, and why\n"
    "  --host-directives=FILE:LINE,LINE,...\n"
    "                         where the host compiler sees directives: an error where they are\n"
    "                         not the same; once for each file\n"
    "  -W[no-]bamboo-NAME, -W[no-]error=bamboo-NAME\n"
    "                         show a warning or not, make an error of it or not\n"
    "  --explain[=NAME]       the reason for a diagnostic, and what to do; without a name: the "
    "list\n"
    "  --list-diagnostics     all messages, as Markdown\n"
    "  --tool=NAME            the tool that messages name (default: bamboo-translate)\n"
    "  --help, --version\n"
    "\n"
    "COMPILER-FLAGS are those that FILE is compiled with, gcc's or clang's.\n"
    "\n"
    "example: bamboo-translate jacobi.c -o jacobi.tasks.c -- -I include -DN=64 -O3\n";

struct Options {
  Job job;
  std::string output;
  bool check = false;
  bool svg = false;
};

std::string tool_name = "bamboo-translate";

void report(const llvm::Twine& message, Severity severity = Severity::Error) {
  bamboo::support::print(severity, message.str(), tool_name);
}

int usage(const llvm::Twine& message) {
  report(message);
  report("--help lists the options", Severity::Note);
  return exit_bad_usage;
}

int no_such(llvm::StringRef what, llvm::StringRef name, const std::optional<std::string>& better) {
  report("there is no " + what + " '" + name + "'" +
         bamboo::support::did_you_mean(better, "'bamboo explain-error' lists all"));
  return exit_bad_usage;
}

int explain(llvm::StringRef text) {
  const llvm::StringRef name = name_in_brackets(text);
  if (name.empty()) {
    llvm::outs() << list_of_diagnostics();
    return 0;
  }
  const auto* entry = find_diagnostic(name);
  if (entry == nullptr) return no_such("diagnostic", name, nearest_diagnostic(name));
  llvm::outs() << explanation_of(*entry);
  return 0;
}

/// Clang's driver passes unknown files to the linker.
bool is_source(llvm::StringRef file, llvm::ArrayRef<std::string> flags) {
  if (llvm::sys::fs::is_directory(file)) return false;
  if (llvm::any_of(flags, [](llvm::StringRef flag) { return flag.starts_with("-x"); })) return true;
  namespace types = clang::driver::types;
  const types::ID type =
      types::lookupTypeForExtension(llvm::sys::path::extension(file).drop_front(1));
  return type != types::TY_INVALID && types::isDerivedFromC(type);
}

/// An exit status when there is nothing to translate.
std::optional<int> parse(llvm::ArrayRef<const char*> arguments, Options& options) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const llvm::StringRef argument = arguments[i];
    if (argument == "--") {
      for (const char* flag : arguments.drop_front(i + 1))
        if (!options.job.diagnostics.take(flag)) options.job.compiler_flags.emplace_back(flag);
      break;
    }
    if (argument == "--help" || argument == "-h") {
      llvm::outs() << help_text;
      return 0;
    }
    if (argument == "--version") {
      llvm::outs() << "bamboo-translate " BAMBOO_VERSION " (Clang " BAMBOO_CLANG_MAJOR ")\n";
      return 0;
    }
    if (argument == "--list-diagnostics") {
      llvm::outs() << diagnostics_as_markdown();
      return 0;
    }
    if (argument.starts_with("--tool=")) {
      tool_name = argument.split('=').second.str();
      continue;
    }
    if (argument == "--explain" || argument.starts_with("--explain="))
      return explain(argument.split('=').second);
    if (argument == "-o") {
      if (++i == arguments.size()) return usage("argument to '-o' is missing");
      options.output = arguments[i];
    } else if (argument == "--check") {
      options.check = true;
    } else if (argument == "--graph=dot" || argument == "--graph=svg" || argument == "--graph") {
      options.job.graph = true;
      options.svg = argument.ends_with("svg");
    } else if (options.job.diagnostics.take(argument)) {
      continue;
    } else if (argument.starts_with("--host-directives=")) {
      const llvm::StringRef value = argument.split('=').second;
      if (!add_host_directives(value, options.job.host_directives))
        return usage("'" + value + "' is not FILE:LINE,LINE,...");
    } else if (argument.starts_with("-")) {
      return usage("unknown option '" + argument + "'");
    } else if (!options.job.file.empty()) {
      return usage("more than one file: '" + options.job.file + "' and '" + argument + "'");
    } else {
      options.job.file = argument.str();
    }
  }
  if (const auto& name = options.job.diagnostics.unknown_name())
    return no_such("warning", *name, nearest_diagnostic(*name, DiagLevel::Warning));
  if (options.job.file.empty()) return usage("no file to translate");
  if (!llvm::sys::fs::exists(options.job.file)) {
    report("no such file: '" + options.job.file + "'");
    return exit_failed;
  }
  if (!is_source(options.job.file, options.job.compiler_flags)) {
    report("not a C or C++ source: '" + options.job.file + "'");
    return exit_failed;
  }
  return std::nullopt;
}

/// Writes a temporary file next to `path` and renames it, so that no reader sees a partial file.
bool write_file(llvm::StringRef path, llvm::StringRef text) {
  if (path.empty() || path == "-") {
    llvm::outs() << text;
    return true;
  }
  llvm::Error error = llvm::writeToOutput(path, [&](llvm::raw_ostream& out) {
    out << text;
    return llvm::Error::success();
  });
  if (!error) return true;
  report("cannot write '" + path + "': " + llvm::toString(std::move(error)));
  return false;
}

bool dot_to_svg(std::string& text) {
  const llvm::ErrorOr<std::string> dot = llvm::sys::findProgramByName("dot");
  if (!dot) {
    report("--graph=svg needs the program 'dot' (package graphviz); --graph=dot works without it");
    return false;
  }
  llvm::SmallString<128> input, output;
  if (llvm::sys::fs::createTemporaryFile("bamboo-graph", "dot", input) ||
      llvm::sys::fs::createTemporaryFile("bamboo-graph", "svg", output)) {
    report("cannot make a temporary file");
    return false;
  }
  llvm::FileRemover remove_input(input), remove_output(output);
  if (!write_file(input, text)) return false;
  std::string message;
  if (llvm::sys::ExecuteAndWait(*dot, {"dot", "-Tsvg", input, "-o", output}, std::nullopt, {}, 0, 0,
                                &message) != 0) {
    report("'dot' failed " + message);
    return false;
  }
  const auto drawn = llvm::MemoryBuffer::getFile(output);
  if (!drawn) return false;
  text = (*drawn)->getBuffer().str();
  return true;
}

}  // namespace

int main(int argc, const char** argv) {
  Options options;
  const auto arguments = llvm::ArrayRef(argv, argc).drop_front();
  if (const std::optional<int> status = parse(arguments, options)) return *status;
  Result result = bamboo::translator::translate(options.job);
  if (!result.good) return exit_failed;
  if (options.check) return 0;
  if (options.svg && !dot_to_svg(result.text)) return exit_failed;
  return write_file(options.output, result.text) ? 0 : exit_failed;
}
