// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "../compiler_kind.h"

namespace bamboo::driver {

/// The language of a file on a compiler's command line, by its name or by -x.
enum class Language {
  C,
  CPlusPlus,
  Preprocessed,  ///< .i, .ii: nothing can be translated in it any more
  Header,        ///< makes a precompiled header
  Fortran,
  Other,       ///< known to the host compiler: assembler, Objective-C, …
  LinkerInput  ///< objects, archives, libraries, linker scripts
};

Language language_of_file(const std::string& path, CompilerKind kind);
Language language_of_option(const std::string& word);  ///< the word after -x

/// C or C++ source that may hold directives.
inline bool may_hold_directives(Language language) {
  return language == Language::C || language == Language::CPlusPlus;
}

/// Whether the source becomes LLVM IR: assembler does not, and clang passes Fortran to gfortran.
/// The host compiler rejects the pass's options for those.
inline bool is_seen_by_pass(Language language, CompilerKind kind) {
  if (kind == CompilerKind::Fortran) return language == Language::Fortran;
  return may_hold_directives(language) || language == Language::Preprocessed;
}

}  // namespace bamboo::driver
