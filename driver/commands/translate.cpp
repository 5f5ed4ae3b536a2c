// SPDX-License-Identifier: Apache-2.0
// bamboo translate, bamboo check: the translator, with the include paths of tasks mode.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "../compiler/option_table.h"
#include "../diagnostic.h"
#include "../install_tree.h"
#include "../version.h"
#include "check_binary.h"
#include "commands.h"

namespace bamboo::driver {
namespace {

/// The words after "--" are the compiler's.
std::pair<Words, Words> split_at_separator(const Words& words) {
  const auto separator = std::find(words.begin(), words.end(), "--");
  const auto flags = separator == words.end() ? separator : separator + 1;
  return {{words.begin(), separator}, {flags, words.end()}};
}

Words translator(const Words& options) {
  Words command{InstallTree::of_this_tool().required("bamboo-translate"), "--tool=" + tool_name()};
  append(command, options);
  return command;
}

Words translator(const Words& options, const std::string& file, const Words& flags) {
  const InstallTree tree = InstallTree::of_this_tool();
  Words command = translator(options);
  command.insert(command.end(),
                 {file, "--", "-I" + tree.tasks_headers(), "-isystem", tree.headers()});
  command.insert(command.end(), flags.begin(), flags.end());
  return command;
}

/// These options have the form of compilers' options. CLI11 would read -Rpass=bamboo as -R
/// pass=bamboo.
Words take_diagnostic_options(Words& words) {
  Words taken;
  const auto is_one = [](const std::string& word) {
    return word.rfind("-Rpass", 0) == 0 || is_bamboo_warning(word);
  };
  std::copy_if(words.begin(), words.end(), std::back_inserter(taken), is_one);
  words.erase(std::remove_if(words.begin(), words.end(), is_one), words.end());
  return taken;
}

constexpr const char* diagnostic_options_text =
    "\n  -Rpass=bamboo, -Rpass-missed=bamboo\n"
    "                              say what was moved, what was left alone, and why\n"
    "  -W[no-]bamboo-NAME, -W[no-]error=bamboo-NAME\n"
    "                              a warning on or off, an error or not\n";

}  // namespace

int translate_command(const Words& words) {
  auto [own, flags] = split_at_separator(words);
  const Words diagnostic_options = take_diagnostic_options(own);
  CLI::App app("Prints the translated source of a program with Bamboo directives.",
               "bamboo translate");
  app.set_version_flag("--version", std::string("bamboo translate ") + bamboo_version);
  app.footer(std::string(diagnostic_options_text) + R"(
examples:
  bamboo translate jacobi.c -- -I include -DN=64
  bamboo translate --graph=svg jacobi.c -o jacobi.svg
)");
  std::string file;
  std::string output;
  std::string graph;
  app.add_option("FILE", file, "a C or C++ source; compiler options follow '--'")->required();
  app.add_option("-o", output, "write to this file");
  app.add_option("--graph", graph, "draw regions, blocks, buffers and edges instead: dot or svg")
      ->expected(0, 1)
      ->default_str("dot")
      ->check(CLI::IsMember({"dot", "svg"}));
  if (const auto status = parse_words(app, own)) return *status;
  Words options = diagnostic_options;
  if (!output.empty()) options.insert(options.end(), {"-o", output});
  if (app.count("--graph") != 0) options.push_back("--graph=" + (graph.empty() ? "dot" : graph));
  replace_process(translator(options, file, flags));
}

int check_command(const Words& words) {
  auto [own, flags] = split_at_separator(words);
  Words options = take_diagnostic_options(own);
  options.emplace_back("--check");
  CLI::App app(
      "Checks sources with Bamboo directives, and says which MPI functions of programs, objects "
      "and\n"
      "libraries mode tasks does not support; exit status 1 if there is an error.",
      "bamboo check");
  app.set_version_flag("--version", std::string("bamboo check ") + bamboo_version);
  app.footer(std::string(diagnostic_options_text) + R"(
examples:
  bamboo check jacobi.c halo.c -- -I include
  bamboo check ./a.out                           before it is built anew in mode tasks
)");
  Words files;
  app.add_option("FILE", files, "C or C++ sources, compiler options follow '--'; or binaries")
      ->required();
  if (const auto status = parse_words(app, own)) return *status;
  int status = 0;
  for (const std::string& file : files) {
    status = std::max(status,
                      is_binary(file) ? check_binary(file) : run(translator(options, file, flags)));
  }
  return status;
}

int explain_error_command(const Words& words) {
  CLI::App app("Explains a diagnostic of the translator, or lists all of them.",
               "bamboo explain-error");
  app.set_version_flag("--version", std::string("bamboo explain-error ") + bamboo_version);
  app.footer(R"(
examples:
  bamboo explain-error wait-in-send-block        the name at the end of a message
  bamboo explain-error                           all names
)");
  std::string name;
  app.add_option("NAME", name, "the name in brackets behind the message");
  // The name of a warning may be given with the prefix of its option.
  if (words.size() == 1 && is_bamboo_warning(words[0]))
    name = words[0];
  else if (const auto status = parse_words(app, words))
    return *status;
  replace_process(translator({"--explain=" + name}));
}

}  // namespace bamboo::driver
