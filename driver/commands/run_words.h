// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../process.h"

namespace CLI {
class App;
}

namespace bamboo::driver {

/// A command line of `bamboo run`, taken apart.
struct RunWords {
  Words own;       ///< options that `app` declares, with their values
  Words launcher;  ///< all others in front of the program
  Words program;   ///< the program and its arguments
};

/// Launchers have long options with one dash (-host, -hostfile). A parser of Bamboo's own options
/// would read these as groups of short ones. So the words are sorted first. The program begins
/// after "--"; without "--", at the first word that is neither an option nor the value of one of
/// Bamboo's options.
RunWords split_run_words(const CLI::App& app, const Words& words);

}  // namespace bamboo::driver
