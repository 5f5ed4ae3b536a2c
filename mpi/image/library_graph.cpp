// SPDX-License-Identifier: Apache-2.0
#include "image/library_graph.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>

#include "image/library_search.h"

namespace bamboo::mpi {

namespace {

/// Returns the path of the library that the process has loaded under that name.
std::optional<std::string> loaded_path(const std::string& name) {
  void* handle = ::dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  link_map* map = nullptr;
  if (!handle || ::dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0)
    return std::nullopt;
  const std::string path = map->l_name;
  ::dlclose(handle);
  return path.starts_with('/') ? std::optional(path) : std::nullopt;
}

/// The library holds the units of Fortran: a file that one rank opens must not be open for another
/// rank.
bool is_fortran_library(const Library& library) {
  return library.elf.soname().starts_with("libgfortran.so");
}

bool is_among(const std::list<LibraryRules::Named>& names, const Library& library) {
  bool found = false;
  for (const LibraryRules::Named& named : names) {
    if (!library.is_named(named.name)) continue;
    named.is_met = true;
    found = true;
  }
  return found;
}

[[noreturn]] void refuse(const Library& library, const std::string& why) {
  throw WrongMpi(library.path + ": " + why +
                 ", but the program is in mode tasks: build this library with "
                 "bamboocc --bamboo-mode=tasks, or the program with --bamboo-mode=off");
}

}  // namespace

std::vector<const Library*> LibraryGraph::askers(std::size_t loader) const {
  std::vector<const Library*> chain{nodes_[loader].library.get()};
  while (nodes_[loader].loader != loader) {
    loader = nodes_[loader].loader;
    chain.insert(chain.begin(), nodes_[loader].library.get());
  }
  return chain;
}

std::size_t LibraryGraph::find_or_append(Node node) {
  const auto same = std::ranges::find(nodes_, node.library, &Node::library);
  const std::size_t number = same - nodes_.begin();
  if (same == nodes_.end()) nodes_.push_back(std::move(node));
  return number;
}

std::size_t LibraryGraph::find_or_append(const std::string& name, std::size_t loader) {
  const bool is_path = name.find('/') != std::string::npos;
  const auto known = std::ranges::find_if(nodes_, [&](const Node& node) {
    return node.name == name || node.library->elf.soname() == name;
  });
  if (!is_path && known != nodes_.end()) return known - nodes_.begin();
  std::optional<std::string> path = is_path ? std::nullopt : loaded_path(name);
  if (!path) path = find_library(name, askers(loader));
  if (!path)
    throw std::runtime_error(name + ": cannot open shared object file: No such file or directory");
  return find_or_append(Node{.library = Library::read(*path),
                             .name = is_path ? "" : name,
                             .loader = loader,
                             .needed = {}});
}

void LibraryGraph::append_needed() {
  for (std::size_t next = complete_; next < nodes_.size(); ++next) {
    const std::shared_ptr<const Library> library = nodes_[next].library;
    if (library->is_for_installed_mpi()) refuse(*library, "it is built for an installed MPI");
    std::vector<std::size_t> needed;
    for (const std::string_view name : library->elf.needed())
      needed.push_back(find_or_append(std::string(name), next));
    nodes_[next].needed = std::move(needed);
  }
}

void LibraryGraph::add_known(Node node) {
  nodes_.push_back(std::move(node));
  complete_ = nodes_.size();
}

void LibraryGraph::add_program(std::shared_ptr<const Library> program) {
  nodes_.push_back({.library = std::move(program), .name = "", .is_private = true, .needed = {}});
  append_needed();
  complete_ = 1;
  decide();
}

std::size_t LibraryGraph::add(std::shared_ptr<const Library> library, std::size_t loader) {
  const std::size_t number = find_or_append(
      Node{.library = std::move(library), .name = "", .loader = loader, .needed = {}});
  append_needed();
  decide();
  return number;
}

std::size_t LibraryGraph::add(const std::string& name, std::size_t loader) {
  const std::size_t number = find_or_append(name, loader);
  append_needed();
  decide();
  return number;
}

bool LibraryGraph::is_private_by_itself(const Library& library) const {
  const bool is_named = is_among(rules_->own, library);
  return is_named || library.is_for_ranks() || is_fortran_library(library);
}

bool LibraryGraph::needs_private(const Node& node) const {
  return std::ranges::any_of(node.needed, [&](std::size_t number) {
    return nodes_[number].is_private && !is_fortran_library(*nodes_[number].library);
  });
}

/// It refers to a symbol that only a private library or the program defines, so it must be private
/// as well.
bool LibraryGraph::calls_private(const Node& node) const {
  const ElfFile& elf = node.library->elf;
  return std::ranges::any_of(elf.references(), [&](const Reference& reference) {
    const Elf64_Sym& symbol = elf.symbol(reference.symbol);
    if (symbol.st_shndx != SHN_UNDEF || ELF64_ST_BIND(symbol.st_info) == STB_WEAK) return false;
    const char* name = elf.name(symbol);
    bool in_private = false;
    for (const Node& other : nodes_) {
      if (!other.library->elf.definition(name)) continue;
      if (!other.is_private) return false;
      in_private = true;
    }
    return in_private;
  });
}

void LibraryGraph::decide() {
  const std::size_t first = complete_;
  complete_ = nodes_.size();
  for (Node& node : std::span(nodes_).subspan(first)) {
    require_definitions_of_mpi(*node.library);
    node.is_private =
        !is_among(rules_->shared, *node.library) && is_private_by_itself(*node.library);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (Node& node : std::span(nodes_).subspan(first)) {
      if (node.is_private || !(needs_private(node) || calls_private(node))) continue;
      if (is_among(rules_->shared, *node.library))
        throw std::runtime_error(node.library->path +
                                 ": all ranks share it (--bamboo-shared), but it uses a library "
                                 "of which each rank has a copy: name that one, too");
      node.is_private = changed = true;
    }
  }
}

/// A library may call functions of an installed MPI if another library, which replaces MPI, defines
/// them.
void LibraryGraph::require_definitions_of_mpi(const Library& library) const {
  for (const std::string_view name : library.installed_mpi_calls()) {
    if (std::ranges::none_of(nodes_, [&](const Node& node) {
          return node.library->elf.definition(name) != nullptr;
        })) {
      refuse(library, "it calls " + std::string(name) + " of an installed MPI");
    }
  }
}

}  // namespace bamboo::mpi
