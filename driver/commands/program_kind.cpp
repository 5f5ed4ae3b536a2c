// SPDX-License-Identifier: Apache-2.0
#include "program_kind.h"

#include <algorithm>
#include <filesystem>

#include "../compiler/binary.h"

namespace bamboo::driver {

bool is_address_sanitizer(const std::string& library) {
  const std::string name = std::filesystem::path(library).filename().string();
  return name.starts_with("libasan.so") || name.starts_with("libclang_rt.asan");
}

std::string program_file(const std::string& program) {
  return find_program(program).value_or(program);
}

ProgramKind kind_of(const std::string& file) {
  ProgramKind kind;
  kind.is_tasks = has_section(file, ".bamboo.image");
  if (kind.is_tasks) return kind;
  for (const Binary& binary : inspect_file(file)) {
    for (const std::string& library : binary.needed) {
      if (const auto family = family_of_library(library)) {
        kind.built_for = family;
        kind.mpi_library = library;
      } else if (library.starts_with("libmpi_abi")) {
        kind.mpi_library = library;
      }
      if (is_address_sanitizer(library)) kind.must_load_first = library;
    }
    kind.is_plain = kind.built_for || !binary.undefined_plain.empty();
  }
  return kind;
}

bool names_tasks_program(const Words& words) {
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return has_section(program_file(word), ".bamboo.image");
  });
}

}  // namespace bamboo::driver
