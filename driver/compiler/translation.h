// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "session.h"
#include "source_scan.h"

namespace bamboo::driver {

struct Translation {
  int status = 0;            ///< the translator's
  std::string file;          ///< the translated text, in a temporary folder under the user's name
  std::string shown_name;    ///< what stands for it in debug information: the user's file
  std::string quote_folder;  ///< where `#include "…"` of the user's file looks first
};

/// Runs the translator over a source with directives. What the scan saw of them, it must see too.
Translation translate(Session& session, const Argument& source, const SourceScan& scan);

}  // namespace bamboo::driver
