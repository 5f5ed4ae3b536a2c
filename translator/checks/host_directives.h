// SPDX-License-Identifier: Apache-2.0
// The directives that the host compiler's own preprocessing keeps. Clang's macros are not gcc's: an
// `#if` may hide a directive from one compiler only, and the directive would silently have no
// effect.
#pragma once

#include "directives/source_record.h"

namespace bamboo::translator {

/// Lines by file. A line occurs once for each time that it was read.
using HostDirectives = std::map<std::string, std::vector<unsigned>>;

/// Adds `FILE:LINE,LINE,…`. Returns false if the text does not have that form.
bool add_host_directives(llvm::StringRef text, HostDirectives& directives);

/// Reports directives that only one of the two compilers sees.
void check_host_directives(const SourceRecord& record, const HostDirectives& host,
                           clang::SourceManager& sources, Diagnostics& diagnostics);

}  // namespace bamboo::translator
