// SPDX-License-Identifier: Apache-2.0
// The syntax of gcc's and clang's options, as far as the driver needs it.
#pragma once

#include <string>

namespace bamboo::driver {

/// The option takes the next word as its argument (`-I dir`, `-MF file`, `-Xlinker word`).
bool takes_next_word(const std::string& option);

/// Whether only the linker uses it (`-lm`, `-Wl,…`, `-shared`); a compilation without linking omits
/// it.
bool concerns_linking_only(const std::string& option);

/// Concerns the preprocessor's dependency files (`-MMD`, `-MF file` …).
bool concerns_dependencies(const std::string& option);

/// gfortran's options that flang does not know, or warns of, and that change no result: they accept
/// more sources, give other messages, or name what flang does anyway.
bool is_for_gfortran_alone(const std::string& option);

/// Options of old versions of gcc. Current ones ignore them, clang refuses them.
bool is_ignored_by_gcc(const std::string& option);

/// A parser of the source needs it as well: it changes what the preprocessor or the language is.
bool concerns_parsing(const std::string& option);

/// `-Rpass=bamboo`, `-Rpass-missed=bamboo`: the translator's, in mode overlap the pass's.
bool is_bamboo_remark(const std::string& option);

/// `-W[no-]bamboo-NAME`, `-W[no-]error=bamboo-NAME`: the translator's alone.
bool is_bamboo_warning(const std::string& option);

/// Asks about the compiler (`-print-search-dirs`, `-dumpversion`); it needs no input.
bool is_query(const std::string& option);

}  // namespace bamboo::driver
