// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "session.h"

namespace bamboo::driver {

/// Facts about a source, found by preprocessing it.
struct SourceScan {
  bool has_directives = false;  ///< `#pragma bamboo`, also from headers, macros and _Pragma
  bool includes_mpi = false;
  bool names_mpi_functions = false;  ///< outside of mpi.h; never false where one is called
  bool complete = false;             ///< there was no error
  std::map<std::string, std::vector<int>> directives;  ///< lines by file
};

/// Preprocesses the source as mode tasks would. A source with a preprocessing error is scanned up
/// to the error; the compilation reports it.
SourceScan scan_source(Session& session, const Argument& source);

/// A preprocessed file cannot take the translator's additions. Fails if it holds directives.
void refuse_preprocessed_directives(const std::string& path);

}  // namespace bamboo::driver
