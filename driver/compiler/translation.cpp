// SPDX-License-Identifier: Apache-2.0
#include "translation.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>

#include "../diagnostic.h"
#include "option_table.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// The translator parses with Clang: it gets the options that change the meaning of the source, not
/// those for code generation, some of which only gcc accepts.
Words translator_command(Session& session, const Argument& source, const SourceScan& scan,
                         const std::string& path) {
  Words command{session.tree.required("bamboo-translate")};
  const Words own = session.line.options(
      [](const std::string& word) { return is_bamboo_remark(word) || is_bamboo_warning(word); });
  command.insert(command.end(), own.begin(), own.end());
  if (scan.complete) {
    for (const auto& [file, lines] : scan.directives) {
      command.push_back(fmt::format("--host-directives={}:{}", file == "<stdin>" ? path : file,
                                    fmt::join(lines, ",")));
    }
  }
  command.insert(command.end(), {path, "--", "-I" + session.tree.tasks_headers(), "-isystem",
                                 session.tree.headers()});
  const Words options = session.line.options(
      [](const std::string& word) { return concerns_parsing(word) && !is_bamboo_remark(word); });
  command.insert(command.end(), options.begin(), options.end());
  if (source.name() == "-") {
    command.insert(command.end(),
                   {"-iquote", "."});  // where standard input's includes are looked for
  }
  if (!source.explicit_language.empty())
    command.insert(command.end(), {"-x", source.explicit_language});
  else if (source.language == Language::CPlusPlus)
    command.insert(command.end(), {"-x", "c++"});  // also what bambooc++ is given as .c
  return command;
}

}  // namespace

Translation translate(Session& session, const Argument& source, const SourceScan& scan) {
  const bool from_input = source.name() == "-";
  const std::string suffix = source.language == Language::CPlusPlus ? ".cpp" : ".c";
  const fs::path folder =
      session.only_shows() ? session.temporary.path() : session.temporary.make_subfolder();
  std::string path = source.name();
  if (from_input) {
    path = session.temporary.make_subfolder() / ("-" + suffix);
    fs::copy_file(session.standard_input(), path);
  }

  Translation result;
  result.file = folder / fs::path(path).filename();
  result.shown_name = from_input ? "<stdin>" : path;
  const std::string parent = fs::path(source.name()).parent_path();
  result.quote_folder = parent.empty() ? "." : parent;

  const Words command = translator_command(session, source, scan, path);
  if (session.only_shows()) {
    std::cout << quoted(command) << " > " << quoted({result.file}) << '\n';
    return result;
  }
  Captured translated = run_captured(command, from_input ? Capture::Both : Capture::Output);
  if (from_input) {  // the user does not know the temporary input file
    std::cerr << replaced(translated.errors, path, result.shown_name);
    translated.output = replaced(translated.output, path, result.shown_name);
  }
  result.status = translated.status;
  std::ofstream file(result.file, std::ios::binary);
  file << translated.output;
  if (result.status == 0 && !file.flush()) fail("cannot write '{}'", result.file);
  return result;
}

}  // namespace bamboo::driver
