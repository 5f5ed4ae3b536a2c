// SPDX-License-Identifier: Apache-2.0
#include "program_mode.h"

#include <map>
#include <set>

#include "../diagnostic.h"
#include "../installed_mpi.h"

namespace bamboo::driver {
namespace {

using FilesByMode = std::map<Mode, std::vector<std::string>>;

std::string joined(const std::vector<std::string>& names) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i)
    text += (i == 0 ? "'" : ", '") + names[i] + "'";
  if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
  return text;
}

bool is_installed_mpi(const Binary& binary) {
  const std::size_t slash = binary.name.rfind('/');
  const std::string file = slash == std::string::npos ? binary.name : binary.name.substr(slash + 1);
  return binary.is_shared_library && (family_of_library(file) || file.rfind("libmpi", 0) == 0 ||
                                      file.rfind("libopen-", 0) == 0);
}

/// MPI functions that an input itself defines: a replacement for MPI, not an installed one.
std::set<std::string> replacements(const LinkInputs& inputs) {
  std::set<std::string> names;
  for (const Binary& binary : inputs.binaries())
    if (!is_installed_mpi(binary))
      names.insert(binary.defined_plain.begin(), binary.defined_plain.end());
  return names;
}

bool uses_installed_mpi(const Binary& binary, const std::set<std::string>& defined) {
  for (const std::string& name : binary.undefined_plain)
    if (defined.count(name) == 0) return true;
  return false;
}

/// The modes that its notes and symbols show.
std::set<Mode> modes_of(const Binary& binary) {
  std::set<Mode> modes = binary.noted_modes;
  if (!binary.undefined_tasks.empty()) modes.insert(Mode::Tasks);
  return modes;
}

void check_dimensions(const LinkInputs& inputs) {
  const Binary* first = nullptr;
  for (const Binary& binary : inputs.binaries()) {
    if (binary.dimensions.empty()) continue;
    if (binary.dimensions.size() > 1) {
      fail("'{}' was linked from units of different dimensions ({} and {})", binary.name,
           *binary.dimensions.begin(), *binary.dimensions.rbegin());
    }
    if (first == nullptr) {
      first = &binary;
    } else if (*first->dimensions.begin() != *binary.dimensions.begin()) {
      fail("'#pragma bamboo dimension' is {} in '{}' but {} in '{}'; a program has one geometry",
           *first->dimensions.begin(), first->name, *binary.dimensions.begin(), binary.name);
    }
  }
}

[[noreturn]] void refuse_mix(const FilesByMode& files) {
  std::string text = "this link mixes modes:";
  std::string options;
  for (const auto& [mode, names] : files) {
    text += fmt::format("\n  {}: {}", mode == Mode::Off ? "off (plain MPI)" : to_string(mode),
                        joined(names));
    options += (options.empty() ? "" : " or ") + ("--bamboo-mode=" + to_string(mode));
  }
  fail("{}\ncompile all of them with the same option: {}", text, options);
}

[[noreturn]] void refuse_against_option(Mode known, const FilesByMode& files) {
  for (const auto& [mode, names] : files) {
    if (mode != known) {
      fail(
          "a program in mode {0} cannot hold {1}: compiled in mode {2}\n"
          "compile {3} again with --bamboo-mode={0}, or everything with --bamboo-mode={2}",
          to_string(known), joined(names), to_string(mode), names.size() == 1 ? "it" : "them");
    }
  }
  fail("the modes do not agree");
}

void check_libraries(const LinkInputs& inputs) {
  for (const Binary& binary : inputs.binaries()) {
    if (!binary.is_shared_library) continue;
    if (is_installed_mpi(binary)) {
      fail(
          "a program in mode tasks cannot be linked with the installed MPI '{}': leave that "
          "library away, bamboocc adds what is needed",
          binary.name);
    }
    if (const auto mpi = inputs.installed_mpi_needed_by(binary)) {
      fail(
          "a program in mode tasks cannot use the library '{}': it needs {}, so it was built for "
          "another MPI\nbuild that library with bamboocc --bamboo-mode=tasks, or the program with "
          "--bamboo-mode=off",
          binary.name, *mpi);
    }
  }
}

MpiFamily other_than(MpiFamily family) {
  return family == MpiFamily::OpenMpi ? MpiFamily::Mpich : MpiFamily::OpenMpi;
}

}  // namespace

void check_installed_mpi(const LinkInputs& inputs, std::optional<MpiFamily> of_link) {
  if (!of_link) return;
  const MpiFamily other = other_than(*of_link);
  std::vector<std::string> names;
  for (const Binary& binary : inputs.binaries())
    if (!is_installed_mpi(binary) && binary.mpis.contains(other)) names.push_back(binary.name);
  if (!names.empty()) {
    fail(
        "a program for {0} cannot hold {1}: compiled for {2}\n"
        "compile {3} again with BAMBOO_MPI={0}, or compile and link everything with BAMBOO_MPI={2}",
        to_string(*of_link), joined(names), to_string(other), names.size() == 1 ? "it" : "them");
  }
}

Mode decide_program_mode(Mode known, const LinkInputs& inputs) {
  const std::set<std::string> defined = replacements(inputs);
  FilesByMode files;
  std::vector<std::string> of_others;
  for (const Binary& binary : inputs.binaries()) {
    if (is_installed_mpi(binary)) continue;
    const std::set<Mode> modes = modes_of(binary);
    for (const Mode mode : modes) files[mode].push_back(binary.name);
    if (modes.count(Mode::Overlap) == 0 && modes.count(Mode::Off) == 0 &&
        uses_installed_mpi(binary, defined)) {
      of_others.push_back(binary.name);
    }
  }
  // They leave mode auto open, for the sources of this command.
  if (known == Mode::Auto && files.empty()) return known;
  // Objects of other compilers are plain MPI; a program of mode overlap is that, too.
  if (!of_others.empty() && known != Mode::Overlap && files.count(Mode::Overlap) == 0) {
    auto& plain = files[Mode::Off];
    plain.insert(plain.end(), of_others.begin(), of_others.end());
  }
  if (files.size() > 1) refuse_mix(files);
  if (known != Mode::Auto && !files.empty() && files.count(known) == 0)
    refuse_against_option(known, files);
  const Mode mode = known == Mode::Auto && !files.empty() ? files.begin()->first : known;
  if (mode == Mode::Tasks) check_libraries(inputs);
  check_dimensions(inputs);
  return mode;
}

}  // namespace bamboo::driver
