// SPDX-License-Identifier: Apache-2.0
#include "image/program.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "bamboo/support/diagnostic.h"

namespace bamboo::mpi {

namespace {

[[noreturn]] void refuse(const char* why) {
  support::error("%s: %s", program_invocation_name, why);
  std::exit(2);
}

std::string path_of_executable() {
  char path[PATH_MAX];
  return ::realpath("/proc/self/exe", path) ? path : program_invocation_name;
}

/// The note that BAMBOO_DIMENSION leaves: see bamboo/region.h.
int noted_dimension(const ElfFile& payload) {
  const Bytes notes = payload.section(".note.bamboo.dimension");
  constexpr std::size_t value_offset = sizeof(Elf64_Nhdr) + 8;  // "Bamboo\0" padded to 8
  if (notes.size() < value_offset + sizeof(int)) return 0;
  int value;
  std::memcpy(&value, notes.data() + value_offset, sizeof value);
  return value;
}

/// Profiling tools in LD_PRELOAD: libraries of mode tasks that come before this one.
std::vector<std::shared_ptr<const Library>> preloaded_tools() {
  static const char here = 0;
  Dl_info info;
  void* this_library = nullptr;
  link_map* map = nullptr;
  void* program = ::dlopen(nullptr, RTLD_LAZY);
  if (!program || ::dlinfo(program, RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0 ||
      ::dladdr1(&here, &info, &this_library, RTLD_DL_LINKMAP) == 0) {
    return {};
  }
  std::vector<std::shared_ptr<const Library>> tools;
  for (map = map->l_next; map && map != this_library; map = map->l_next) {
    if (::access(map->l_name, R_OK) != 0) continue;  // the kernel's
    auto library = Library::read(map->l_name);
    if (library->is_for_ranks()) tools.push_back(std::move(library));
  }
  return tools;
}

/// NUL-separated words, see the driver's program_file.cpp.
void read_rules(Bytes words, LibraryRules& rules, bool& exports_all) {
  for (std::size_t i = 0; i < words.size();) {
    const char* text = reinterpret_cast<const char*>(words.data()) + i;
    const std::string_view word(text, ::strnlen(text, words.size() - i));
    i += word.size() + 1;
    constexpr std::string_view own = "private=", shared = "shared=";
    if (word.starts_with(own)) rules.own.emplace_back().name = word.substr(own.size());
    if (word.starts_with(shared)) rules.shared.emplace_back().name = word.substr(shared.size());
    exports_all |= word == "exports";
  }
}

Program read_program(const ElfFile& executable) {
  Program program;
  const Bytes image = executable.section(".bamboo.image");
  if (image.empty())
    refuse("holds no program: it is the launcher that bamboocc links programs with");
  program.payload = std::make_shared<const Library>(path_of_executable(), image);
  const auto rules = std::make_shared<LibraryRules>();
  read_rules(executable.section(".bamboo.libraries"), *rules, program.exports_all);
  program.rules = rules;
  const auto libraries = std::make_shared<LibraryGraph>(program.rules);
  libraries->add_program(program.payload);
  for (auto& tool : preloaded_tools())
    program.preloaded.push_back(libraries->add(std::move(tool), 0));
  program.libraries = libraries;
  const ElfFile& payload = program.payload->elf;
  program.dimension = noted_dimension(payload);
  program.has_code_on_stack = payload.wants_code_on_stack();
  program.has_thread_local =
      std::ranges::any_of(libraries->nodes(), [](const LibraryGraph::Node& node) {
        return node.is_private && node.library->elf.has_thread_local_data();
      });
  return program;
}

}  // namespace

Program Program::of_this_process() {
  static const MappedFile executable("/proc/self/exe");
  if (executable.contents().empty()) refuse("cannot map the executable of this process");
  try {
    return read_program(ElfFile(executable.contents()));
  } catch (const std::runtime_error& error) {
    refuse(error.what());
  }
}

bool Program::exports(std::string_view symbol) const {
  if (exports_all) return true;
  const auto& nodes = libraries->nodes();
  for (std::size_t number = 1; number < nodes.size(); ++number) {
    if (std::ranges::find(preloaded, number) != preloaded.end()) continue;
    const Library& library = *nodes[number].library;
    if (library.refers_to(symbol) || library.elf.definition(symbol)) return true;
  }
  return false;
}

}  // namespace bamboo::mpi
