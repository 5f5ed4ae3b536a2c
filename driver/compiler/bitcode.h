// SPDX-License-Identifier: Apache-2.0
// The bitcode that objects of mode overlap have beside their machine code, so that a link can show
// the whole program to the pass (whole_program.h).
#pragma once

#include "compilation.h"

namespace bamboo::driver {

/// Returns an option that names files, plugins or run-time libraries of one compiler; empty if
/// there is none.
std::string option_of_one_compiler(const Session& session);

/// Returns why objects have no bitcode, so that programs are linked from the machine code of the
/// files; empty if objects have bitcode.
std::string why_no_bitcode(const Session& session);

/// The name of the compiler with the pass: "clang-19" or "flang-19".
std::string pass_compiler_name(CompilerKind kind);

/// Whether the object of the unit is to have bitcode.
bool wants_bitcode(const Session& session, const Unit& unit, Stage stage);

/// Whether the linker that loads the pass is installed.
bool has_lld();

/// Finishes an object of `wants_bitcode`: `clang_object` has the bitcode, and may be the same file.
/// Returns the exit status.
int add_bitcode(Session& session, const std::string& clang_object, const std::string& object);

/// Removes the bitcode of a merged object (-r), because it covers only a part of the object.
int remove_bitcode(Session& session, const std::string& object);

}  // namespace bamboo::driver
