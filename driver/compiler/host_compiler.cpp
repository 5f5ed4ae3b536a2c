// SPDX-License-Identifier: Apache-2.0
#include "host_compiler.h"

#include <filesystem>
#include <iomanip>
#include <map>
#include <regex>
#include <sstream>

#include "../diagnostic.h"

namespace bamboo::driver {
namespace {

Words find_default(bool cplusplus) {
  for (const char* name :
       {cplusplus ? "g++" : "gcc", cplusplus ? "c++" : "cc", cplusplus ? "clang++" : "clang"}) {
    if (find_program(name)) return {name};
  }
  fail("no host compiler was found: install gcc or clang, or name one with --bamboo-cc");
}

/// The first flang of the search path; empty: there is none.
std::string find_flang() {
  for (const char* name :
       {"flang-new-" BAMBOO_LLVM_MAJOR, "flang-" BAMBOO_LLVM_MAJOR, "flang-new", "flang"}) {
    if (find_program(name)) return name;
  }
  return "";
}

Words find_fortran(Mode mode) {
  if (mode != Mode::Overlap && find_program("gfortran")) return {"gfortran"};
  const std::string flang = find_flang();
  if (flang.empty() && mode == Mode::Overlap) {
    fail("the mode overlap needs flang-" BAMBOO_LLVM_MAJOR
         "; install it, or name it with --bamboo-cc");
  }
  if (flang.empty()) {
    fail("no Fortran compiler was found: install gfortran or flang-" BAMBOO_LLVM_MAJOR
         ", or name one with --bamboo-cc");
  }
  return {flang};
}

/// The pass of mode overlap is loaded into the compiler, so it must be the LLVM that it was built
/// for.
Words find_overlap_compiler(bool cplusplus) {
  const std::string name = cplusplus ? "clang++" : "clang";
  for (const std::string& candidate : {name + "-" BAMBOO_LLVM_MAJOR, name})
    if (find_program(candidate)) return {candidate};
  fail("the mode overlap needs {}-" BAMBOO_LLVM_MAJOR "; install it, or name it with --bamboo-cc",
       name);
}

/// The newest `NAME-19` of the search path where there is no plain `NAME`, as distributions install
/// compilers. Empty: none.
std::string numbered(const std::string& name) {
  constexpr int newest = 99;
  for (int version = newest; version > 0; --version) {
    std::string candidate = name + "-" + std::to_string(version);
    if (find_program(candidate)) return candidate;
  }
  return "";
}

/// "ccache gcc" and "gcc -m64" are commands of several words; a path may hold blanks.
Words split_command(const std::string& text) {
  if (find_program(text)) return {text};
  std::istringstream stream(text);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  if (words.empty() || !find_program(words[0])) {
    const std::string other = numbered(words.empty() ? text : words[0]);
    bad_usage("the host compiler '{}' was not found{}", text,
              other.empty() ? "" : fmt::format("; '{}' is there", other));
  }
  return words;
}

/// A C compiler would link C++ without its library, so this returns `g++-14` for `gcc-14`, from the
/// same folder. A command without a compiler's name is unchanged.
Words in_cplusplus(Words command) {
  static const std::map<std::string, std::string> companions = {
      {"clang", "clang++"}, {"gcc", "g++"}, {"cc", "c++"}};
  static const std::regex compiler(
      R"((?:.*[-/])?(clang|gcc|cc|clang\+\+|g\+\+|c\+\+)(?:-[0-9.]+)?)");
  for (std::string& word : command) {
    std::smatch parts;
    if (!std::regex_match(word, parts, compiler)) continue;  // "ccache"
    const auto companion = companions.find(parts[1]);
    if (companion == companions.end()) return command;
    std::string name = word;
    name.replace(parts.position(1), parts.length(1), companion->second);
    if (!find_program(name)) {
      bad_usage("the host compiler '{}' is a C compiler, and there is no '{}'; name a C++ compiler",
                word, name);
    }
    word = name;
    return command;
  }
  return command;
}

Words named(const std::string& wanted, CompilerKind kind) {
  Words command = split_command(wanted);
  return kind == CompilerKind::CPlusPlus ? in_cplusplus(std::move(command)) : command;
}

Words choose(const std::string& wanted, CompilerKind kind, Mode mode) {
  if (!wanted.empty()) return named(wanted, kind);
  if (kind == CompilerKind::Fortran) return find_fortran(mode);
  const bool cplusplus = kind == CompilerKind::CPlusPlus;
  return mode == Mode::Overlap ? find_overlap_compiler(cplusplus) : find_default(cplusplus);
}

}  // namespace

HostCompiler::HostCompiler(const std::string& wanted, CompilerKind kind, Mode mode)
    : command_(choose(wanted, kind, mode)), kind_(kind) {}

std::string HostCompiler::installed_overlap_compiler(CompilerKind kind) {
  if (kind == CompilerKind::Fortran) {
    const std::string flang = find_flang();
    return !flang.empty() && HostCompiler(flang, kind, Mode::Overlap).takes_pass() ? flang : "";
  }
  const std::string name = kind == CompilerKind::CPlusPlus ? "clang++" : "clang";
  if (find_program(name + "-" BAMBOO_LLVM_MAJOR)) return name + "-" BAMBOO_LLVM_MAJOR;
  return find_program(name) && HostCompiler(name, kind, Mode::Overlap).takes_pass() ? name : "";
}

void HostCompiler::require_overlap() const {
  if (!takes_pass()) {
    fail("the mode overlap needs {} " BAMBOO_LLVM_MAJOR "; '{}' is another compiler: {}",
         kind_ == CompilerKind::Fortran ? "flang" : "clang", command_[0],
         version().substr(0, version().find('\n')));
  }
}

const std::string& HostCompiler::version() const {
  if (version_.empty()) {
    Words question = command_;
    question.emplace_back("--version");
    version_ = run_captured(question, Capture::Both).output;
  }
  return version_;
}

bool HostCompiler::is_clang() const {
  return version().find("clang") != std::string::npos;
}

bool HostCompiler::is_flang() const {
  return kind_ == CompilerKind::Fortran && version().find("flang") != std::string::npos;
}

bool HostCompiler::is_gfortran() const {
  return kind_ == CompilerKind::Fortran && version().find("GNU Fortran") != std::string::npos;
}

bool HostCompiler::takes_pass() const {
  // The names that distributions use. Asking a compiler for its version takes as long as compiling
  // a short file.
  static const std::regex installed(
      R"((?:.*/)?(?:clang|clang\+\+|flang|flang-new)-)" BAMBOO_LLVM_MAJOR);
  if (command_.size() == 1 && std::regex_match(command_[0], installed)) return true;
  for (const char* name :
       {"clang version " BAMBOO_LLVM_MAJOR ".", "flang-new version " BAMBOO_LLVM_MAJOR ".",
        "flang version " BAMBOO_LLVM_MAJOR "."}) {
    if (version().find(name) != std::string::npos) return true;
  }
  return false;
}

Words HostCompiler::link_line(const Words& options) const {
  Words question = command_;
  question.insert(question.end(), options.begin(), options.end());
  question.insert(question.end(), {"-###", "/dev/null"});
  const std::string answer = run_captured(question, Capture::Both).errors;
  const std::size_t end = answer.find_last_not_of('\n');
  std::istringstream last(answer.substr(answer.rfind('\n', end) + 1));
  Words words;
  for (std::string word; last >> std::quoted(word);) words.push_back(word);
  return words;
}

const Words& HostCompiler::library_folders() const {
  if (!library_folders_.empty()) return library_folders_;
  if (is_flang()) {
    for (const std::string& word : link_line({}))
      if (word.rfind("-L", 0) == 0) library_folders_.push_back(word.substr(2));
    return library_folders_;
  }
  Words question = command_;
  question.emplace_back("-print-search-dirs");
  std::istringstream answer(run_captured(question, Capture::Output).output);
  for (std::string line; std::getline(answer, line);) {
    constexpr std::string_view prefix = "libraries: =";
    if (line.rfind(prefix, 0) != 0) continue;
    std::istringstream folders(line.substr(prefix.size()));
    for (std::string folder; std::getline(folders, folder, ':');)
      library_folders_.push_back(folder);
  }
  return library_folders_;
}

std::string HostCompiler::lld() const {
  if (!is_flang()) return companion("ld.lld");
  const Words line = link_line({"-fuse-ld=lld"});
  return line.empty() ? "ld.lld" : line.front();
}

std::string HostCompiler::companion(const std::string& name) const {
  if (is_flang()) return name;  // flang does not report it
  Words question = command_;
  question.push_back("-print-prog-name=" + name);
  std::string answer = run_captured(question, Capture::Output).output;
  answer.erase(answer.find_last_not_of(" \n") + 1);
  return answer.empty() ? name : answer;
}

}  // namespace bamboo::driver
