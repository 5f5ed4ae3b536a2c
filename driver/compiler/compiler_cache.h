// SPDX-License-Identifier: Apache-2.0
// ccache in front of bamboocc (`ccache bamboocc`).
#pragma once

#include "compilation.h"

namespace bamboo::driver {

/// Whether ccache has started this process. Sets a variable that makes a second ccache do nothing.
bool is_started_by_ccache();

/// Two line markers that begin a preprocessed text. ccache takes an object from its cache when the
/// command line and this text are the same, so that the text must differ where the object does: the
/// second marker names the mode, the MPI and the compilers, which come from the environment. The
/// first one names a file that is no regular one: ccache then never takes an object by the source's
/// and the headers' contents alone, without asking for the text.
std::string cache_markers(Session& session, const Unit& unit);

/// Writes the markers in front of the text in a file.
void prepend(const std::string& markers, const std::string& file);

}  // namespace bamboo::driver
