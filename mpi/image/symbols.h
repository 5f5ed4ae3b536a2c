// SPDX-License-Identifier: Apache-2.0
// Finds the definition of a symbol for a rank, as the dynamic linker does for a process.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "image/program.h"
#include "image/rank_library.h"

namespace bamboo::mpi {

struct Definition {
  RankLibrary* owner;
  const Elf64_Sym* symbol;

  /// The address on the calling thread, if the symbol is thread_local.
  void* address() const;
};

/// The program cannot close a library while another one uses it.
void note_use(RankLibrary& user, RankLibrary& used);

enum class Binding {
  Lazy,  ///< functions may be undefined until they are called
  Now,
};

class Symbols {
 public:
  explicit Symbols(const Program& program) : program_(program) {}

  using Scope = std::span<RankLibrary* const>;
  /// The first definition; the owner is null: there is none.
  Definition find(std::string_view name, std::string_view version, Scope scope);
  /// Lets a private library's references lead to the rank's definitions. Throws std::runtime_error
  /// where one has none.
  void bind(RankLibrary& library, Scope scope, Binding binding);
  /// Like above, for functions that had no definition.
  void bind_rest(RankLibrary& library, Scope scope);
  /// Removes what libraries define that could not be loaded.
  void forget(Scope libraries);

 private:
  const Program& program_;
  std::unordered_map<std::string, Definition> unique_;  ///< of STB_GNU_UNIQUE: one in a rank
};

}  // namespace bamboo::mpi
