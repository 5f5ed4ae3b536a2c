// SPDX-License-Identifier: Apache-2.0
#include "flang_bitcode.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>

#include "../diagnostic.h"
#include "archive.h"
#include "binary.h"
#include "bitcode.h"
#include "file_in_the_making.h"
#include "mapped_file.h"
#include "option_table.h"
#include "second_compiler.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

/// Local arrays with more elements are on the heap. gfortran does not put them on the stack either.
constexpr const char* arrays_on_stack = "-fstack-array-size=8192";

/// The subfolder of a folder of gfortran's modules that holds flang's modules. Both compilers name
/// them `m.mod`.
constexpr const char* modules_folder = ".bamboo-flang";

/// The value of -J or -module-dir; empty: the option is another one.
std::string module_folder_of(const Argument& argument) {
  for (const std::string option : {"-J", "-module-dir"})
    if (!argument.is_input && argument.name().starts_with(option))
      return argument.value(option.size());
  return "";
}

/// Where gfortran writes modules.
fs::path module_folder_of(const CommandLine& line) {
  std::string folder = ".";
  for (const Argument& argument : line.arguments)
    if (const std::string other = module_folder_of(argument); !other.empty()) folder = other;
  return fs::absolute(folder);
}

bool names_folder(const Argument& argument) {
  return !argument.is_input && argument.name().starts_with("-I");
}

/// If flang's module is missing, flang finds gfortran's, and refuses it.
Words with_modules(const fs::path& folder) {
  const fs::path absolute = fs::absolute(folder);
  return {"-I" + (absolute / modules_folder).string(), "-I" + absolute.string()};
}

/// The same command line for flang, which runs in another folder.
CommandLine line_for_flang(const Session& session) {
  CommandLine own = session.line;
  own.host_compiler = session.second_compiler();
  std::erase_if(own.arguments, [](const Argument& argument) {
    return !argument.is_input &&
           (is_for_gfortran_alone(argument.name()) || !module_folder_of(argument).empty());
  });
  for (Argument& argument : own.arguments)
    if (names_folder(argument)) argument.words = with_modules(argument.value(2));
  return own;
}

/// Returns the name of gfortran's file for one of flang: `m.mod` for `m.mod`, and `m@s.smod` of a
/// submodule for `m-s.mod`.
std::string module_of_gfortran(const fs::path& of_flang) {
  std::string name = of_flang.filename();
  const std::size_t parent = name.find('-');
  if (parent == name.npos) return name;
  name[parent] = '@';
  return fs::path(name).replace_extension(".smod");
}

/// Gives flang's module the time stamp of gfortran's module, because both describe the same source.
bool is_of_same_source(const fs::path& of_flang, const fs::path& of_gfortran) {
  std::error_code missing;
  const auto time = fs::last_write_time(of_gfortran, missing);
  return !missing && fs::last_write_time(of_flang, missing) == time && !missing;
}

/// Removes flang's modules where gfortran has made its own without flang. Returns the name of one
/// that cannot be removed; empty: there is none.
std::string remove_stale_modules(const CommandLine& line) {
  std::vector<fs::path> folders = {".", module_folder_of(line)};
  for (const Argument& argument : line.arguments)
    if (names_folder(argument)) folders.emplace_back(argument.value(2));
  for (const fs::path& folder : folders) {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder / modules_folder, none)) {
      const fs::path own = folder / module_of_gfortran(entry.path());
      std::error_code error;
      if (entry.path().extension() != ".mod" || is_of_same_source(entry.path(), own)) continue;
      fs::remove(entry.path(), error);
      if (error) return entry.path();
    }
  }
  return "";
}

/// Throws where the folder does not accept them.
void move_modules(const fs::path& from, const fs::path& folder, const fs::path& temporary) {
  for (const auto& entry : fs::directory_iterator(from)) {
    std::error_code missing;
    const auto time = fs::last_write_time(folder / module_of_gfortran(entry.path()), missing);
    if (missing) continue;
    fs::create_directory(folder / modules_folder);
    FileInTheMaking module(folder / modules_folder / entry.path().filename(), temporary);
    fs::copy_file(entry.path(), module.name());
    fs::last_write_time(module.name(), time);
    module.finish();
  }
}

/// Flang has the absolute path of the source.
std::string with_users_name(std::string messages, const std::string& path,
                            const std::string& name) {
  for (std::size_t at = 0; (at = messages.find(path, at)) != messages.npos; at += name.size())
    messages.replace(at, path.size(), name);
  return messages;
}

/// Whether a procedure with BIND(C) has an argument that C gets as a descriptor. Each compiler has
/// its own layout of descriptors.
bool passes_descriptors_to_c(const std::string& path) {
  static const std::regex procedure_statement(R"(\b(subroutine|function)\b.*\bbind\s*\(\s*c\b)");
  static const std::regex descriptor_argument(
      R"(:\s*[,)]|\(\s*\.\.\s*\)|\b(allocatable|pointer)\b)");
  static const std::regex end_statement(R"(\s*end\s*((subroutine|function)\b.*)?)");
  std::ifstream source(path);
  std::string statement;
  bool is_inside = false;
  for (std::string line; std::getline(source, line);) {
    std::ranges::transform(line, line.begin(), [](unsigned char c) { return std::tolower(c); });
    line.resize(std::min(line.find('!'), line.size()));
    line.erase(line.find_last_not_of(" \t\r") + 1);
    const bool continues = line.ends_with('&');
    statement += continues ? line.substr(0, line.size() - 1) : line;
    if (continues) continue;
    is_inside = is_inside || (statement.find("bind") != statement.npos &&
                              std::regex_search(statement, procedure_statement));
    if (is_inside && std::regex_search(statement, descriptor_argument)) return true;
    is_inside = is_inside && !std::regex_match(statement, end_statement);
    statement.clear();
  }
  return false;
}

/// Flang reads thousands of errors in a module of gfortran, or in its own that is marked as broken.
std::string why_not_compiled(const std::string& messages) {
  static const std::regex missing_module("Cannot read module file for module '([^']+)'");
  std::smatch found;
  return std::regex_search(messages, found, missing_module)
             ? fmt::format("flang has no module '{}'", found[1].str())
             : "flang does not compile it: " + first_error(messages);
}

/// Writes flang's bitcode, else the whole object, into the folder. Returns the name of the file.
std::string write_bitcode(std::span<const char> object, const fs::path& folder) {
  const std::string bitcode = section_of(object, flang_section);
  std::string file = folder / "bitcode.o";
  std::ofstream stream(file, std::ios::binary);
  if (bitcode.empty())
    stream.write(object.data(), static_cast<std::streamsize>(object.size()));
  else
    stream << bitcode;
  if (!stream.flush()) fail("cannot write '{}'", file);
  return file;
}

/// The words for one file that may have flang's bitcode; empty: it has none.
Words words_of(Session& session, const std::string& path) {
  const std::vector<Binary> binaries = inspect_file(path);
  if (std::ranges::none_of(binaries, &Binary::has_flang_bitcode)) return {};
  const MappedFile file(path);
  const auto write = [&](std::span<const char> contents) {
    return write_bitcode(contents, session.temporary.make_subfolder());
  };
  if (!is_archive(file.contents())) return {write(file.contents())};
  Words words = {"-Wl,--start-lib"};
  for_each_member(path, file.contents(), [&](const std::string&, std::span<const char> contents) {
    words.push_back(write(contents));
  });
  words.emplace_back("-Wl,--end-lib");
  return words;
}

}  // namespace

bool may_have_flang_bitcode(const Session& session, const Unit& unit, Stage stage) {
  return session.kind == CompilerKind::Fortran && stage == Stage::Object &&
         unit.source->language == Language::Fortran && !session.second_compiler().empty();
}

int add_flang_bitcode(Session& session, const Unit& unit, const std::string& object) {
  const CommandLine& line = session.line;
  const auto say = [&](const std::string& what) {
    if (line.verbose) print_note(fmt::format("'{}': {}", unit.source->name(), what));
    return 0;
  };
  const auto alone = [&](const std::string& why) { return say("gfortran alone, because " + why); };
  if (!wants_bitcode(session, unit, Stage::Object)) return alone(why_no_bitcode(session));
  std::error_code ignored;
  if (!session.only_shows() && !fs::is_regular_file(object, ignored)) return 0;
  const bool is_input = unit.source->name() == "-" && !session.only_shows();
  const std::string path = is_input ? session.standard_input() : unit.source->name();
  if (passes_descriptors_to_c(path)) return alone("it passes array descriptors to C");
  if (const std::string stale = remove_stale_modules(line); !stale.empty())
    return alone(fmt::format("'{}' is not of the same source as gfortran's module", stale));

  Session flang(line_for_flang(session), session.kind);
  Argument source = *unit.source;
  if (source.name() != "-") source.words = {fs::absolute(path)};
  Unit own = unit;
  own.source = &source;
  // Flang looks for modules in the current folder first, and gfortran's are there.
  const fs::path folder = flang.temporary.make_subfolder();
  const std::string result = flang.temporary.make_subfolder() / "flang.o";
  Words command = command_for(flang, own, Stage::Object, result, "", false);
  const Words modules = with_modules(module_folder_of(line));
  command.insert(command.begin() + 1, modules.begin(), modules.end());
  const Words current = with_modules(".");
  append(command, {current[0], current[1], "-module-dir", folder});
  for (const char* option :
       {arrays_on_stack, "-bamboo-overlap-bitcode-alone", "-bamboo-overlap-answers"}) {
    append(command, {"-mllvm", option});
  }
  command.insert(command.begin(), {"env", "--chdir=" + folder.string()});
  if (session.only_shows()) return session.run(command);

  Redirection input;
  if (is_input) input.input_file = path;
  const Captured made = run_captured(command, Capture::Errors, input);
  if (interrupted_by() != 0) return made.status;
  const std::string messages = with_users_name(made.errors, source.name(), unit.source->name());
  if (made.status != 0) return alone(why_not_compiled(messages));
  if (asks_for_remarks(line)) fmt::print(stderr, "{}", messages);
  try {
    move_modules(folder, module_folder_of(line), session.temporary.path());
  } catch (const fs::filesystem_error& error) {
    return alone(fmt::format("flang's modules are not kept: {}", error.code().message()));
  }
  say(fmt::format("gfortran, and bitcode of {}, in which the pass changes {}",
                  session.second_compiler(),
                  has_section(result, ".note.bamboo.changed") ? "calls" : "nothing"));
  return add_bitcode(session, result, object);
}

Words words_with_flang_bitcode(Session& session, const Words& words, const LinkInputs& inputs,
                               const Words& made) {
  Words result;
  for (const std::string& word : words) {
    const bool is_made = std::ranges::find(made, word) != made.end();
    const std::string file = is_made ? word : inputs.file_of(word);
    const Words replaced = file.empty() ? Words() : words_of(session, file);
    append(result, replaced.empty() ? Words{word == "-s" ? "-Wl,-s" : word} : replaced);
  }
  std::erase_if(result, is_for_gfortran_alone);
  return result;
}

}  // namespace bamboo::driver
