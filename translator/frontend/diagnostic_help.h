// SPDX-License-Identifier: Apache-2.0
// Texts about the diagnostics themselves.
#pragma once

#include "frontend/diagnostic_table.h"

namespace bamboo::translator {

/// The table of all diagnostics as Markdown (docs/reference/diagnostics.md).
std::string diagnostics_as_markdown();

/// The output of `bamboo explain-error`: the name and the message of each diagnostic.
std::string list_of_diagnostics();

/// One diagnostic, its reason, and advice.
std::string explanation_of(const DiagnosticEntry& entry);

/// NAME, also of `bamboo:NAME`, `-Wbamboo-NAME` and `[-Werror,-Wbamboo-NAME]`.
llvm::StringRef name_in_brackets(llvm::StringRef text);

}  // namespace bamboo::translator
