// SPDX-License-Identifier: Apache-2.0
// Parses a gcc or clang command line as far as the driver needs it: inputs and their kinds, the
// last stage, the output, and the options for Bamboo.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "../process.h"
#include "language.h"
#include "mode.h"

namespace bamboo::driver {

/// The last stage of the compilation.
enum class Stage { Dependencies, Preprocess, SyntaxOnly, Assembly, Object, Link };

struct Argument {
  bool is_input = false;
  Words words;  ///< as on the command line; words[0] is an input's path or "-lNAME"
  Language language = Language::LinkerInput;  ///< of an input
  std::string explicit_language;              ///< the word after -x, if one was in force

  const std::string& name() const { return words[0]; }
  /// The argument of `-Xvalue` or `-X value`, given the length of the option's name.
  std::string value(std::size_t name_length) const {
    return words.size() > 1 ? words[1] : words[0].substr(name_length);
  }
  bool is_source() const { return is_input && language != Language::LinkerInput; }
  bool is_library() const { return !is_input && words[0].rfind("-l", 0) == 0; }
};

/// The parts of a command line that -show and its relatives ask for.
enum class Show {
  Nothing,
  Commands,  ///< that would run; without files: of the host compiler with all flags
  Command,   ///< the host compiler
  CompileFlags,
  LinkFlags,
  IncludeFolders,
  LibraryFolders,
  Libraries,
  Version  ///< of the MPI
};

struct CommandLine {
  std::vector<Argument> arguments;  ///< without Bamboo's options, -o and -x
  Stage stage = Stage::Link;
  std::string output;  ///< after -o; empty: none was given

  Mode mode = Mode::Auto;
  std::string host_compiler;             ///< after --bamboo-cc; empty: none was given
  Words private_libraries;               ///< after --bamboo-private
  Words shared_libraries;                ///< after --bamboo-shared
  bool keeps_controls = false;           ///< --bamboo-plans-controls
  std::string overlap_level = "beyond";  ///< after --bamboo-overlap
  bool assumes_no_wildcards = false;     ///< --bamboo-assume=no-wildcards
  bool measures_windows = false;         ///< --bamboo-measure-windows
  bool links_files_alone = false;        ///< --bamboo-link=files
  Show show = Show::Nothing;
  bool verbose = false;   ///< --bamboo-verbose
  bool echoes = false;    ///< -echo: shows the commands and runs them
  Words wrapper_options;  ///< of MPICH's compilers, which the MPI's own one understands
  bool help = false;

  bool version = false;  ///< --version
  bool query = false;    ///< the host compiler alone can answer
  bool shared = false;
  bool relocatable = false;  ///< -r
  bool fully_static = false;
  bool forbids_pic = false;
  bool lto = false;

  std::vector<const Argument*> sources() const;
  bool has_inputs() const;
  bool has_option(const std::string& word) const;
  /// The words of all options that `wanted` accepts, inputs excluded.
  Words options(const std::function<bool(const std::string&)>& wanted) const;
};

/// Response files (@file) replaced by their words, also nested.
Words expand_response_files(const Words& words);

CommandLine parse_command_line(const Words& words, CompilerKind kind);

}  // namespace bamboo::driver
