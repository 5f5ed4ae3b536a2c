// SPDX-License-Identifier: Apache-2.0
// Stores the settings as attributes of functions when a program is compiled for link-time
// optimisation, because a linker does not know the pass's options.
#pragma once

#include "pass/options/settings.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace bamboo::overlap {

/// Writes `settings` to all functions of the module.
void note_settings(llvm::Module& module, const Settings& settings);

bool has_noted_settings(const llvm::Module& module);

/// The settings that are noted at the function; `otherwise` where none are.
Settings settings_of(const llvm::Function& function, const Settings& otherwise);

}  // namespace bamboo::overlap
