// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "session.h"
#include "source_scan.h"

namespace bamboo::driver {

struct Translation {
  int status = 0;            ///< the translator's
  std::string file;          ///< the translated text, in a temporary folder under the user's name
  std::string shown_name;    ///< the user's file, for debug information
  std::string quote_folder;  ///< where `#include "…"` of the user's file looks first
};

/// Runs the translator over a source with directives. It must find the same directives as the scan.
Translation translate(Session& session, const Argument& source, const SourceScan& scan);

}  // namespace bamboo::driver
