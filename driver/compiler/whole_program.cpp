// SPDX-License-Identifier: Apache-2.0
#include "whole_program.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <utility>

#include "../diagnostic.h"
#include "archive.h"
#include "bitcode.h"
#include "file_in_the_making.h"
#include "flang_bitcode.h"
#include "mapped_file.h"
#include "option_table.h"
#include "second_compiler.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

/// The first option that only the user's linker may understand; empty: there is none.
std::string option_of_own_linker(const CommandLine& line) {
  for (const Argument& argument : line.arguments) {
    if (argument.is_input) continue;
    const std::string& word = argument.name();
    const bool other = word.starts_with("-fuse-ld=") && word.find("lld") == word.npos;
    const std::string passed = argument.words.back();
    const bool script = word == "-T" || passed.starts_with("-Wl,-T") ||
                        passed.starts_with("-Wl,--script") || passed.starts_with("-Wl,-plugin");
    if (other || script) return word;
  }
  return "";
}

/// Returns why gfortran's code is used; empty if flang's bitcode may replace it.
std::string why_gfortran_stays(const Binary& binary) {
  const FortranSigns& signs = binary.fortran;
  if (signs.descriptors && !binary.is_shared_library && !binary.has_flang_bitcode)
    return fmt::format("'{}' reads array descriptors of Fortran", binary.name);
  const bool of_gfortran = signs.gfortran || signs.procedures;
  return binary.bitcode == Bitcode::None && (binary.is_shared_library ? signs.modules : of_gfortran)
             ? fmt::format("'{}' has no bitcode of flang", binary.name)
             : "";
}

/// For a program with Fortran files that have gfortran's code and flang's bitcode.
std::string why_not_in_fortran(const CommandLine& line, const std::vector<Binary>& binaries) {
  if (std::ranges::none_of(binaries, &Binary::has_flang_bitcode)) return "";
  for (const Argument& argument : line.arguments)
    if (argument.words.back().find("--whole-archive") != std::string::npos)
      return "of the option --whole-archive";
  for (const Binary& binary : binaries)
    if (const std::string why = why_gfortran_stays(binary); !why.empty()) return why;
  return "";
}

/// Returns why the pass is not used at the link; empty if it is. `binaries` are those of all
/// inputs.
std::string why_not(const Session& session, const std::vector<Binary>& binaries) {
  const CommandLine& line = session.line;
  if (const std::string why = why_no_bitcode(session); !why.empty()) return why;
  if (line.shared || line.relocatable) return "it is no executable";
  if (line.fully_static) return "of the option -static";
  if (const std::string option = option_of_own_linker(line); !option.empty())
    return "of the option " + option;
  const auto stale = std::ranges::find(binaries, Bitcode::Stale, &Binary::bitcode);
  if (stale != binaries.end())
    return fmt::format("'{}' was changed after its compilation", stale->name);
  if (const std::string why = why_not_in_fortran(line, binaries); !why.empty()) return why;
  const auto may_gain = [](const Binary& binary) {
    return binary.bitcode == Bitcode::Current && binary.may_wait();
  };
  if (std::ranges::none_of(binaries, may_gain)) {
    const bool is_plain = std::ranges::all_of(
        binaries, [](const Binary& one) { return one.bitcode == Bitcode::None; });
    return is_plain ? "no file has bitcode" : "no file with bitcode waits for a rank";
  }
  return "";
}

/// The machine code that the link does not generate from bitcode.
bool has_plain_collectives(const std::vector<Binary>& binaries) {
  return std::ranges::any_of(binaries, [](const Binary& binary) {
    return binary.bitcode == Bitcode::None && binary.has_plain_collectives();
  });
}

/// The same link by the clang or flang that has the pass.
CommandLine line_of_clang(const Session& session) {
  CommandLine own = session.line;
  if (!session.host.takes_pass()) own.host_compiler = session.second_compiler();
  own.lto = true;
  return own;
}

Words command_of(const Session& session, const Words& words, const std::vector<Binary>& binaries,
                 const std::string& output) {
  const Session clang(line_of_clang(session), session.kind);
  Words command = clang.host.command();
  command.emplace_back("-flto");
  append(command, clang.overlap_link_flags());
  if (session.kind != CompilerKind::Fortran) command.emplace_back("-Qunused-arguments");
  append(command, words);
  // Bitcode needs no OpenMP library of LLVM (second_compiler.cpp); machine code needs the user's
  // OpenMP library.
  if (!session.host.takes_pass()) {
    std::ranges::replace(command, std::string("-fopenmp"), std::string("-fopenmp=libgomp"));
    std::erase_if(command, is_ignored_by_gcc);
  }
  append(command, {"-o", output});
  append(command, clang.link_flags(Mode::Overlap));
  if (has_plain_collectives(binaries))
    command.emplace_back("-Wl,--defsym=bamboo_overlap_has_plain_collectives=1");
  return command;
}

/// What a link has made.
struct Linked {
  Captured captured;
  int functions = 0;                ///< in which the pass gains more than with the files alone
  unsigned nests = 0;               ///< split in these
  double cycles = 0;                ///< of their windows
  std::set<std::string> sources{};  ///< functions that the gains come from

  bool gains_as_much_as(const Linked& other) const {
    constexpr double rounding = 0.99;
    return captured.status == 0 && functions >= other.functions && nests >= other.nests &&
           cycles >= rounding * other.cycles;
  }
};

Linked link_to(const std::string& output, const Session& session, const Words& words,
               const std::vector<Binary>& binaries) {
  Linked linked{run_captured(command_of(session, words, binaries, output), Capture::Errors)};
  if (linked.captured.status != 0) return linked;
  const std::vector<Binary> found = inspect_file(output);
  linked.functions = found.empty() ? 0 : found.front().gaining_functions;
  const std::string gains = section_of(MappedFile(output).contents(), gains_section);
  std::istringstream texts(gains);
  std::string text;
  if (std::getline(texts, text, '\0')) std::istringstream(text) >> linked.nests >> linked.cycles;
  while (std::getline(texts, text, '\0')) linked.sources.insert(text);
  return linked;
}

/// Replaces files that define none of the functions by copies without bitcode, which keep the code
/// of their own compiler.
Words words_with_bitcode_of(Session& session, const std::set<std::string>& functions,
                            const Words& words, const LinkInputs& inputs, const Words& made) {
  const auto has_bitcode = [](const Binary& binary) {
    return binary.bitcode != Bitcode::None && !binary.has_flang_bitcode;
  };
  Words result = words;
  for (std::string& word : result) {
    if (word == "-l") continue;  // the next word is the name
    const std::string file = std::ranges::count(made, word) != 0 ? word : inputs.file_of(word);
    if (file.empty() || is_thin_archive(MappedFile(file).contents()) ||
        std::ranges::none_of(inspect_file(file), has_bitcode) || defines_any(file, functions))
      continue;
    const fs::path copy = session.temporary.make_subfolder() / fs::path(file).filename();
    std::error_code failed;
    if (!fs::copy_file(file, copy, failed)) continue;
    fs::permissions(copy, fs::perms::owner_write, fs::perm_options::add, failed);
    if (remove_bitcode(session, copy) == 0) word = copy;
  }
  return result;
}

/// Replaces the program by one with clang's code of the files that gain alone, if it gains as much.
/// Returns whether it does.
bool link_gaining_files(Session& session, const Words& words, const std::string& program,
                        const LinkInputs& inputs, const Words& made, std::vector<Binary> binaries,
                        Linked& linked) {
  const Words narrow = words_with_bitcode_of(session, linked.sources, words, inputs, made);
  if (narrow == words) return false;
  for (Binary& binary : binaries) binary.bitcode = Bitcode::None;
  FileInTheMaking narrowed(program, session.temporary.path());
  Linked again = link_to(narrowed.name(), session, narrow, binaries);
  if (!again.gains_as_much_as(linked)) return false;
  narrowed.finish();
  linked = std::move(again);
  return true;
}

}  // namespace

bool link_whole_program(Session& session, const Words& words, const LinkInputs& inputs,
                        const Words& made) {
  const CommandLine& line = session.line;
  if (session.only_shows()) return false;
  const std::string output = line.output.empty() ? "a.out" : line.output;
  const auto say = [&](const std::string& what) {
    if (line.verbose) print_note(fmt::format("'{}': {}", output, what));
  };
  const auto from_files = [&](const std::string& why) {
    say("linked from the files' own code, because " + why);
    return false;
  };
  std::vector<Binary> binaries = inputs.binaries();
  for (const std::string& object : made)
    std::ranges::move(inspect_file(object), std::back_inserter(binaries));
  const bool is_fortran = session.kind == CompilerKind::Fortran;
  if (!is_fortran) {  // bamboocc links gfortran's code
    for (Binary& binary : binaries)
      if (std::exchange(binary.has_flang_bitcode, false)) binary.bitcode = Bitcode::None;
  }
  if (const std::string why = why_not(session, binaries); !why.empty()) return from_files(why);

  FileInTheMaking program(output, session.temporary.path());
  const Words all = is_fortran ? words_with_flang_bitcode(session, words, inputs, made) : words;
  Linked linked = link_to(program.name(), session, all, binaries);
  if (linked.captured.status != 0) {
    return from_files(fmt::format("{} does not link it: {}", is_fortran ? "flang" : "clang",
                                  first_error(linked.captured.errors)));
  }
  const bool is_narrow =
      !is_fortran && linked.functions > 0 &&
      link_gaining_files(session, all, program.name(), inputs, made, binaries, linked);
  if (asks_for_remarks(line) || (!is_fortran && linked.functions > 0))
    fmt::print(stderr, "{}", linked.captured.errors);
  if (linked.functions == 0) return from_files("the pass gains no more by seeing all files");
  program.finish();
  say(fmt::format("linked from the bitcode of {}, because the pass gains in {} {}",
                  is_narrow ? "the files that gain" : "all files", linked.functions,
                  linked.functions == 1 ? "function" : "functions"));
  return true;
}

}  // namespace bamboo::driver
