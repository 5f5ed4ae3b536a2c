// SPDX-License-Identifier: Apache-2.0
#include "command_line.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <string_view>

#include "../diagnostic.h"
#include "bamboo/support/suggestion.h"
#include "option_table.h"

namespace bamboo::driver {
namespace {

const char* compiler_variable(CompilerKind kind) {
  switch (kind) {
    case CompilerKind::C:
      return "BAMBOO_CC";
    case CompilerKind::CPlusPlus:
      return "BAMBOO_CXX";
    case CompilerKind::Fortran:
      return "BAMBOO_FC";
  }
  return "";
}

/// An option that is meant for Bamboo. `--NAME VALUE` and `--NAME=VALUE` are the same.
struct BambooOption {
  std::string_view name;
  bool has_value;
  void (*take)(CommandLine& line, const std::string& value);
};

constexpr BambooOption bamboo_options[] = {
    {"--bamboo-mode", true,
     [](CommandLine& line, const std::string& value) {
       line.mode = parse_mode(value, "--bamboo-mode");
     }},
    {"--bamboo-cc", true,
     [](CommandLine& line, const std::string& value) { line.host_compiler = value; }},
    {"--bamboo-private", true,
     [](CommandLine& line, const std::string& value) { line.private_libraries.push_back(value); }},
    {"--bamboo-shared", true,
     [](CommandLine& line, const std::string& value) { line.shared_libraries.push_back(value); }},
    {"--bamboo-overlap", true,
     [](CommandLine& line, const std::string& value) {
       if (value != "basic" && value != "extended" && value != "beyond")
         bad_usage("--bamboo-overlap is '{}'; it must be basic, extended or beyond", value);
       line.overlap_level = value;
     }},
    {"--bamboo-assume", true,
     [](CommandLine& line, const std::string& value) {
       if (value != "no-wildcards")
         bad_usage("--bamboo-assume is '{}'; it must be no-wildcards", value);
       line.assumes_no_wildcards = true;
     }},
    {"--bamboo-link", true,
     [](CommandLine& line, const std::string& value) {
       if (value != "program" && value != "files")
         bad_usage("--bamboo-link is '{}'; it must be program or files", value);
       line.links_files_alone = value == "files";
     }},
    {"--bamboo-measure-windows", false,
     [](CommandLine& line, const std::string&) { line.measures_windows = true; }},
    {"--bamboo-verbose", false, [](CommandLine& line, const std::string&) { line.verbose = true; }},
    {"--bamboo-plans-controls", false,
     [](CommandLine& line, const std::string&) { line.keeps_controls = true; }},
};

auto names_of_bamboo_options() {
  std::array<std::string_view, std::size(bamboo_options)> names;
  std::ranges::transform(bamboo_options, names.begin(), &BambooOption::name);
  return names;
}

class Parser {
 public:
  Parser(const Words& words, CompilerKind kind) : words_(words), kind_(kind) {}

  CommandLine parse() {
    take_environment();
    while (next_ < words_.size()) {
      const std::string& word = words_[next_++];
      if (word.rfind("--bamboo", 0) == 0)
        take_bamboo_option(word);
      else if (!take_wrapper_option(word))
        take(word);
    }
    if (line_.stage == Stage::Link && makes_only_headers()) line_.stage = Stage::Object;
    return std::move(line_);
  }

 private:
  /// A header alone is precompiled, also without -c.
  bool makes_only_headers() const {
    bool any = false;
    for (const Argument& argument : line_.arguments) {
      const bool header = argument.is_input && argument.language == Language::Header;
      if ((argument.is_input && !header) || argument.is_library()) return false;
      any = any || header;
    }
    return any;
  }

  void take_environment() {
    if (const char* mode = std::getenv("BAMBOO_MODE"); mode != nullptr && *mode != '\0')
      line_.mode = parse_mode(mode, "the environment variable BAMBOO_MODE");
    if (const char* compiler = std::getenv(compiler_variable(kind_)); compiler != nullptr)
      line_.host_compiler = compiler;
  }

  std::string next_word(const std::string& option) {
    if (next_ == words_.size()) bad_usage("{} needs an argument", option);
    return words_[next_++];
  }

  void take_bamboo_option(const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const auto option = std::ranges::find(bamboo_options, name, &BambooOption::name);
    if (option == std::end(bamboo_options) || (!option->has_value && equals != std::string::npos)) {
      bad_usage("unknown option '{}'{}", name,
                support::did_you_mean(support::nearest(name, names_of_bamboo_options()),
                                      fmt::format("'{} --help' lists all", tool_name())));
    }
    std::string value;
    if (option->has_value) {
      value = equals == std::string::npos ? next_word(name) : word.substr(equals + 1);
      if (value.empty()) bad_usage("{} needs an argument", name);
    }
    option->take(line_, value);
  }

  /// The options of both MPIs' compilers that no host compiler has. Open MPI's begin with one or
  /// two dashes.
  bool take_wrapper_option(const std::string& word) {
    static const std::map<std::string, Show> queries = {{"-show", Show::Commands},
                                                        {"-showme", Show::Commands},
                                                        {"-showme:command", Show::Command},
                                                        {"-showme:compile", Show::CompileFlags},
                                                        {"-showme:link", Show::LinkFlags},
                                                        {"-showme:incdirs", Show::IncludeFolders},
                                                        {"-showme:libdirs", Show::LibraryFolders},
                                                        {"-showme:libs", Show::Libraries},
                                                        {"-showme:version", Show::Version},
                                                        {"-compile-info", Show::CompileFlags},
                                                        {"-compile_info", Show::CompileFlags},
                                                        {"-show-compile-info", Show::CompileFlags},
                                                        {"-link-info", Show::LinkFlags},
                                                        {"-link_info", Show::LinkFlags},
                                                        {"-show-link-info", Show::LinkFlags}};
    const std::string name = word.starts_with("--showme") ? word.substr(1) : word;
    if (const auto query = queries.find(name); query != queries.end()) {
      line_.show = query->second;
    } else if (name == "-showme:help" || name == "-help") {
      line_.help = true;
    } else if (name == "-echo") {
      line_.echoes = true;
    } else if (name.starts_with("-config=") || name.starts_with("-profile=") ||
               name == "-static-mpi") {
      if (name.starts_with("-config=")) line_.host_compiler.clear();  // it names one
      line_.wrapper_options.push_back(name);
    } else if (const std::string compiler = named_by_wrapper_option(name); !compiler.empty()) {
      line_.host_compiler = compiler;
    } else {
      return false;
    }
    return true;
  }

  /// -cc=CC of mpicc, -cxx=CXX of mpicxx, -fc=FC of mpifort.
  std::string named_by_wrapper_option(const std::string& word) const {
    static const std::map<CompilerKind, std::string> option_prefixes = {
        {CompilerKind::C, "-cc="},
        {CompilerKind::CPlusPlus, "-cxx="},
        {CompilerKind::Fortran, "-fc="}};
    const std::string& option = option_prefixes.at(kind_);
    return word.starts_with(option) ? word.substr(option.size()) : "";
  }

  void take(const std::string& word) {
    if (word == "--help")
      line_.help = true;
    else if (word == "-" || word[0] != '-')
      take_input(word);
    else if (word == "-o" || word == "--output")
      line_.output = next_word(word);
    else if (word.rfind("-o", 0) == 0 && word.rfind("-objc", 0) != 0)
      line_.output = word.substr(2);
    else if (word == "-x")
      take_language(next_word(word));
    else if (word.rfind("-x", 0) == 0)
      take_language(word.substr(2));
    else
      take_option(word);
  }

  void take_language(const std::string& word) { language_ = word == "none" ? "" : word; }

  void take_input(const std::string& path) {
    if (path.empty()) bad_usage("an input file has an empty name");
    Argument argument;
    argument.is_input = true;
    argument.words = {path};
    argument.explicit_language = language_;
    argument.language =
        language_.empty() ? language_of_file(path, kind_) : language_of_option(language_);
    line_.arguments.push_back(std::move(argument));
  }

  void take_option(const std::string& word) {
    Argument argument;
    argument.words = {word};
    if (takes_next_word(word)) argument.words.push_back(next_word(word));
    note_meaning(word);
    line_.arguments.push_back(std::move(argument));
  }

  void note_meaning(const std::string& word) {
    static const std::map<std::string, Stage> stages = {
        {"-M", Stage::Dependencies}, {"-MM", Stage::Dependencies},
        {"-E", Stage::Preprocess},   {"-fsyntax-only", Stage::SyntaxOnly},
        {"-S", Stage::Assembly},     {"-c", Stage::Object}};
    if (const auto stage = stages.find(word); stage != stages.end())
      line_.stage = std::min(line_.stage, stage->second);
    static const std::map<std::string, bool> pic_options = {
        {"-fPIC", true},     {"-fpic", true},     {"-fPIE", true},     {"-fpie", true},
        {"-fno-pic", false}, {"-fno-PIC", false}, {"-fno-pie", false}, {"-fno-PIE", false}};
    if (const auto pic = pic_options.find(word); pic != pic_options.end())
      line_.forbids_pic = !pic->second;  // the last one counts
    line_.version = line_.version || word == "--version";
    line_.query = line_.query || is_query(word);
    line_.shared = line_.shared || word == "-shared";
    line_.relocatable = line_.relocatable || word == "-r";
    line_.fully_static = line_.fully_static || word == "-static" || word == "-static-pie";
    if (word.rfind("-flto", 0) == 0 || word == "-fno-lto") line_.lto = word != "-fno-lto";
  }

  const Words& words_;
  CompilerKind kind_;
  std::size_t next_ = 0;
  std::string language_;  ///< in force, from -x
  CommandLine line_;
};

}  // namespace

std::vector<const Argument*> CommandLine::sources() const {
  std::vector<const Argument*> result;
  for (const Argument& argument : arguments)
    if (argument.is_source()) result.push_back(&argument);
  return result;
}

bool CommandLine::has_inputs() const {
  return std::any_of(arguments.begin(), arguments.end(), [](const Argument& argument) {
    return argument.is_input || argument.is_library();
  });
}

bool CommandLine::has_option(const std::string& word) const {
  return std::any_of(arguments.begin(), arguments.end(), [&](const Argument& argument) {
    return !argument.is_input && argument.name() == word;
  });
}

Words CommandLine::options(const std::function<bool(const std::string&)>& wanted) const {
  Words result;
  for (const Argument& argument : arguments)
    if (!argument.is_input && wanted(argument.name()))
      result.insert(result.end(), argument.words.begin(), argument.words.end());
  return result;
}

CommandLine parse_command_line(const Words& words, CompilerKind kind) {
  return Parser(expand_response_files(words), kind).parse();
}

}  // namespace bamboo::driver
