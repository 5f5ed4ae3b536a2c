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

/// Launchers have long options with one dash (-host, -hostfile) that a parser of our own options
/// would read as clusters of short ones; so the words are sorted first. The program starts after
/// "--", or where there is none, at the first word that is neither an option nor the value of an
/// own one.
RunWords split_run_words(const CLI::App& app, const Words& words);

}  // namespace bamboo::driver
