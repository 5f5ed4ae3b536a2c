// SPDX-License-Identifier: Apache-2.0
// One translation: from a file to its translated text, its diagnostics and its picture.
#pragma once

#include "checks/host_directives.h"
#include "frontend/diagnostic_options.h"

namespace bamboo::translator {

struct Job {
  std::string file;
  std::vector<std::string> compiler_flags;
  HostDirectives host_directives;  ///< empty: not known
  DiagnosticOptions diagnostics;
  bool graph = false;  ///< make the picture in place of the text
};

struct Result {
  bool good = false;
  std::string text;  ///< the translated source, or the graph in DOT
};

Result translate(const Job& job);

}  // namespace bamboo::translator
