// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "session.h"
#include "source_scan.h"

namespace bamboo::driver {

/// A source with the mode that it is compiled in.
struct Unit {
  const Argument* source = nullptr;
  Mode mode = Mode::Off;
  SourceScan scan;
  bool becomes_program = false;  ///< the object is a step of this link, and of no other one

  bool needs_translation() const { return mode == Mode::Tasks && scan.has_directives; }
};

/// Returns the units of the command line. If the mode of the program is known (not Auto), it
/// applies to all of them; otherwise each source is examined.
std::vector<Unit> make_units(Session& session, Mode known);

/// The name of a result, where the compiler derives it from the source.
std::string result_name(const Argument& source, Stage stage, const std::string& output);

/// The command of the session's compiler for a unit that no translator changes. The dependencies
/// are as in `compile`; without them none are written.
Words command_for(Session& session, const Unit& unit, Stage stage, const std::string& output,
                  const std::string& dependency_name, bool with_dependencies = true);

/// Compiles one unit up to `stage`. `output` may be empty: then the host compiler's default name,
/// derived from the user's file. `dependency_name`: the stem of a dependency file where -o does not
/// give it (an object that is only a step to a program); empty otherwise. Returns the exit status.
int compile(Session& session, const Unit& unit, Stage stage, const std::string& output,
            const std::string& dependency_name = "");

/// The command line stops before linking.
int compile_without_link(Session& session);

}  // namespace bamboo::driver
