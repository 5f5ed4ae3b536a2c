// SPDX-License-Identifier: Apache-2.0
#include "source_scan.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>
#include <string_view>

#include "../diagnostic.h"
#include "mapped_file.h"
#include "option_table.h"

namespace bamboo::driver {
namespace {

std::string_view without_leading_blanks(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t");
  return start == std::string_view::npos ? std::string_view() : text.substr(start);
}

bool take_word(std::string_view& text, std::string_view word) {
  text = without_leading_blanks(text);
  if (text.substr(0, word.size()) != word) return false;
  text.remove_prefix(word.size());
  return true;
}

bool is_directive(std::string_view line) {
  return take_word(line, "#") && take_word(line, "pragma") && take_word(line, "bamboo") &&
         (line.empty() || line[0] == ' ' || line[0] == '\t' || line[0] == '\r');
}

/// A line marker, `# 1 "/usr/include/mpi.h" …`: the next line's number and file.
bool take_marker(std::string_view line, int& number, std::string& file) {
  if (line.substr(0, 2) != "# ") return false;
  line.remove_prefix(2);
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  line.remove_prefix(end - line.data());
  if (error != std::errc() || line.substr(0, 2) != " \"") return false;
  file.clear();
  for (std::size_t i = 2; i < line.size() && line[i] != '"'; ++i) {
    i += line[i] == '\\' && i + 1 < line.size() ? 1 : 0;
    file += line[i];
  }
  return true;
}

bool is_mpi_header(const std::string& file) {
  return file == "mpi.h" || (file.size() > 6 && file.substr(file.size() - 6) == "/mpi.h");
}

/// Whether a word at `text` may be the name of an MPI function: MPI_Send, not the types MPI_Comm
/// and MPI_Datatype or the constant MPI_INT.
bool begins_function_name(std::string_view text) {
  static const std::set<std::string_view> types = {
      "Aint", "Comm",    "Count",  "Datatype", "Errhandler", "Fint",    "File",   "Group",
      "Info", "Message", "Offset", "Op",       "Request",    "Session", "Status", "Win"};
  constexpr std::string_view prefix = "MPI_";
  if (text.starts_with("MPI::")) return true;
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  const auto end =
      std::ranges::find_if(text, [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; });
  const std::string_view word = text.substr(0, end - text.begin());
  return word.size() > 1 && std::islower(static_cast<unsigned char>(word[1])) != 0 &&
         !types.contains(word);
}

bool names_function(std::string_view line) {
  for (std::size_t at = 0; (at = line.find("MPI", at)) != line.npos; ++at)
    if (begins_function_name(line.substr(at))) return true;
  return false;
}

/// `own_headers`: the folder of Bamboo's, whose names are not the source's.
SourceScan scan_text(std::string_view text, const std::string& own_headers) {
  SourceScan scan;
  std::string file;
  bool in_own_header = false;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (is_directive(line)) {
      scan.has_directives = true;
      scan.directives[file].push_back(number);
    } else if (take_marker(line, number, file)) {
      --number;  // it names the next line
      scan.includes_mpi = scan.includes_mpi || is_mpi_header(file);
      in_own_header = file.starts_with(own_headers);
    } else if (!in_own_header && !scan.names_mpi_functions) {
      scan.names_mpi_functions = names_function(line);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return scan;
}

}  // namespace

SourceScan scan_source(Session& session, const Argument& source) {
  Words command = session.host.command();
  const Words flags = session.compile_flags(Mode::Tasks, true);
  command.insert(command.end(), flags.begin(), flags.end());
  const Words options = session.line.options([](const std::string& word) {
    // Not -dM or -P, which would hide the directives; -Rpass is for the translator.
    return concerns_parsing(word) && word.rfind("-R", 0) != 0;
  });
  command.insert(command.end(), options.begin(), options.end());
  command.emplace_back("-E");
  const Words input = input_words(source);
  command.insert(command.end(), input.begin(), input.end());
  Redirection redirection;
  redirection.discard_errors = true;
  if (source.name() == "-") redirection.input_file = session.standard_input();
  const Captured preprocessed = run_captured(command, Capture::Output, redirection);
  SourceScan scan = scan_text(preprocessed.output, session.tree.headers() + "/bamboo/");
  scan.complete = preprocessed.status == 0;
  return scan;
}

void refuse_preprocessed_directives(const std::string& path) {
  const MappedFile file(path);
  if (scan_text({file.contents().data(), file.contents().size()}, "/").has_directives)
    fail("'{}' is preprocessed already but holds '#pragma bamboo'; give the original source", path);
}

}  // namespace bamboo::driver
