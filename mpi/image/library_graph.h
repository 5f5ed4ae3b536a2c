// SPDX-License-Identifier: Apache-2.0
// Finds the libraries that a program or a library needs, and those of which each rank has a copy.
#pragma once

#include <atomic>
#include <cstddef>
#include <list>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "image/library.h"

namespace bamboo::mpi {

/// The rules for libraries from the program's link.
struct LibraryRules {
  struct Named {
    std::string name;  ///< a path, a file name or a DT_SONAME
    mutable std::atomic<bool> is_met = false;
  };
  std::list<Named> own;     ///< --bamboo-private
  std::list<Named> shared;  ///< --bamboo-shared
};

/// A library cannot be used, because it is built for another MPI.
struct WrongMpi : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class LibraryGraph {
 public:
  struct Node {
    std::shared_ptr<const Library> library;
    std::string name;        ///< under which it was found first
    std::size_t loader = 0;  ///< the node that asked for it then; its own: none did
    bool is_private = false;
    std::vector<std::size_t> needed;  ///< in the order of its DT_NEEDED
  };

  explicit LibraryGraph(std::shared_ptr<const LibraryRules> rules) : rules_(std::move(rules)) {}

  /// The program, which is private, and all that it needs. It is number 0.
  void add_program(std::shared_ptr<const Library> program);
  /// A library of which all is known.
  void add_known(Node node);
  /// Adds a library, and all that it needs, where the graph lacks them, and decides which of these
  /// are private. Returns its number. Throws std::runtime_error, also where a library is built for
  /// an installed MPI.
  std::size_t add(std::shared_ptr<const Library> library, std::size_t loader);
  /// Like above, by a name that the dynamic linker searches for `loader`.
  std::size_t add(const std::string& name, std::size_t loader);

  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  std::size_t find_or_append(const std::string& name, std::size_t loader);
  std::size_t find_or_append(Node node);
  void append_needed();
  void decide();
  bool is_private_by_itself(const Library& library) const;
  bool needs_private(const Node& node) const;
  bool calls_private(const Node& node) const;
  void require_definitions_of_mpi(const Library& library) const;
  std::vector<const Library*> askers(std::size_t loader) const;

  std::shared_ptr<const LibraryRules> rules_;
  std::vector<Node> nodes_;
  std::size_t complete_ = 0;  ///< so many nodes have their needed ones, and are decided
};

}  // namespace bamboo::mpi
