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

  bool needs_translation() const { return mode == Mode::Tasks && scan.has_directives; }
};

/// The units of the command line. A program's mode that is already known (not Auto) holds for all
/// of them, else each source is asked.
std::vector<Unit> make_units(Session& session, Mode known);

/// Compiles one unit up to `stage`. `output` may be empty: then the host compiler's default name,
/// derived from the user's file. `dependency_name`: the stem of a dependency file where -o does not
/// give it (an object that is only a step to a program); empty otherwise. Returns the exit status.
int compile(Session& session, const Unit& unit, Stage stage, const std::string& output,
            const std::string& dependency_name = "");

/// The command line stops before linking.
int compile_without_link(Session& session);

}  // namespace bamboo::driver
