// SPDX-License-Identifier: Apache-2.0
#include "bitcode.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "binary.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view of_one_compiler[] = {
    "-fopenacc",     "-fsanitize", "-fprofile",   "-ftest-coverage", "--coverage",
    "-coverage",     "-fplugin",   "-save-temps", "--save-temps",    "-ftree-parallelize-loops",
    "-fsplit-stack", "-fgnu-tm",   "-fcilkplus"};

/// --add-section with the flags that keep the section out of programs.
void append_section(Words& command, std::string_view section, const std::string& file) {
  append(command, {fmt::format("--add-section={}={}", section, file),
                   fmt::format("--set-section-flags={}=exclude,readonly,noload", section)});
}

}  // namespace

bool has_lld() {
  return find_program("ld.lld-" BAMBOO_LLVM_MAJOR) || find_program("ld.lld");
}

std::string pass_compiler_name(CompilerKind kind) {
  return kind == CompilerKind::Fortran ? "flang-" BAMBOO_LLVM_MAJOR : "clang-" BAMBOO_LLVM_MAJOR;
}

std::string option_of_one_compiler(const Session& session) {
  const auto is_of_one = [&](std::string_view word) {
    const auto begins_word = [&](std::string_view option) { return word.starts_with(option); };
    return std::ranges::any_of(of_one_compiler, begins_word) ||
           (session.kind == CompilerKind::Fortran && word == "-fopenmp");
  };
  for (const Argument& argument : session.line.arguments)
    if (!argument.is_input && is_of_one(argument.name())) return argument.name();
  return "";
}

std::string why_no_bitcode(const Session& session) {
  const CommandLine& line = session.line;
  if (line.links_files_alone) return "of the option --bamboo-link=files";
  if (line.keeps_controls) return "of the option --bamboo-plans-controls";
  if (line.lto) return "of the option -flto";
  if (const std::string option = option_of_one_compiler(session); !option.empty())
    return "of the option " + option;
  if (!session.host.takes_pass() && session.second_compiler().empty())
    return pass_compiler_name(session.kind) + " is not installed";
  if (!session.tree.has_overlap_pass()) return "the pass is not installed";
  if (!has_lld()) return "lld-" BAMBOO_LLVM_MAJOR " is not installed";
  return "";
}

bool wants_bitcode(const Session& session, const Unit& unit, Stage stage) {
  const Language language = unit.source->language;
  return stage == Stage::Object && unit.mode == Mode::Overlap &&
         language != Language::Preprocessed && is_seen_by_pass(language, session.kind) &&
         why_no_bitcode(session).empty();
}

int add_bitcode(Session& session, const std::string& clang_object, const std::string& object) {
  // Configuration scripts compile to /dev/null.
  std::error_code ignored;
  if (session.only_shows() || !fs::is_regular_file(object, ignored) ||
      !has_section(clang_object, std::string(bitcode_section))) {
    return 0;
  }
  const fs::path folder = session.temporary.make_subfolder();
  Words command = {session.host.companion("objcopy")};
  if (clang_object != object) {
    const std::string bitcode = folder / "bitcode";
    if (const int status =
            session.run({command[0], fmt::format("--dump-section={}={}", bitcode_section, bitcode),
                         clang_object, "/dev/null"});
        status != 0) {
      return status;
    }
    const bool is_fortran = session.kind == CompilerKind::Fortran;
    append_section(command, is_fortran ? flang_section : bitcode_section, bitcode);
  }
  const std::string stamp = folder / "stamp";
  const std::uint64_t fingerprint = fingerprint_of(object);
  std::ofstream(stamp, std::ios::binary)
      .write(reinterpret_cast<const char*>(&fingerprint), sizeof fingerprint);
  append_section(command, stamp_section, stamp);
  command.push_back(object);
  return session.run(command);
}

int remove_bitcode(Session& session, const std::string& object) {
  std::error_code ignored;
  if (session.only_shows() || !fs::is_regular_file(object, ignored)) return 0;
  return session.run({session.host.companion("objcopy"),
                      fmt::format("--remove-section={}", bitcode_section),
                      fmt::format("--remove-section={}", flang_section),
                      fmt::format("--remove-section={}", stamp_section), object});
}

}  // namespace bamboo::driver
