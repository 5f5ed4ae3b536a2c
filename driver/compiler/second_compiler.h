// SPDX-License-Identifier: Apache-2.0
// Mode auto with a compiler that does not take the pass: which sources the clang with the pass
// compiles instead.
#pragma once

#include <optional>
#include <string>

#include "compilation.h"

namespace bamboo::driver {

/// Whether the pass may change the unit, so that clang must compile it.
bool may_be_changed(const Session& session, const Unit& unit);

/// The result of clang for a unit.
struct SecondResult {
  /// The exit status; nothing: the user's compiler is to compile it.
  std::optional<int> status;
  std::string bitcode;  ///< an object with it; empty: there is none
};

/// Compiles the unit with clang and the pass up to `stage`. The user's compiler is to compile it
/// where the pass changes nothing, clang refuses the source or an option, or an option means
/// something that both compilers do in their own ways.
SecondResult compile_with_second(Session& session, const Unit& unit, Stage stage,
                                 const std::string& output, const std::string& dependency_name);

/// The first message of clang or flang that names an error; else the first one.
std::string first_error(const std::string& messages);

/// Whether the user wants the remarks of the pass.
bool asks_for_remarks(const CommandLine& line);

/// The source as clang preprocesses it: a difference there may change the object.
std::string preprocessed_for_clang(Session& session, const Unit& unit);

/// Prints, with --bamboo-verbose, why the session's compiler compiles the unit and clang is not
/// asked.
void say_kept(const Session& session, const Unit& unit);

}  // namespace bamboo::driver
