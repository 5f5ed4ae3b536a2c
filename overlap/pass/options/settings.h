// SPDX-License-Identifier: Apache-2.0
// The user's settings of the pass.
#pragma once

namespace bamboo::overlap {

enum class Level {
  Basic,     ///< up to the nearest dependence
  Extended,  ///< dependent statements move along
  Beyond,    ///< halves of converted calls and of the program's own operations pass each other
};

struct Settings {
  Level level = Level::Extended;
  bool existing = true;       ///< nonblocking operations of the program's own move as well
  bool no_wildcards = false;  ///< the user says that no receive takes from any source
  bool always = false;        ///< also where the cost model says that it does not pay
  bool measure = false;       ///< windows are timed at run time; needs the run-time library
  bool polls = false;         ///< computation in windows looks at the network; needs it as well
  bool split = false;         ///< nests behind receives are split; needs it as well
  bool library = false;       ///< it is linked, and mends what Open MPI lacks
  bool inlining = true;       ///< windows reach out of functions, at level beyond
  bool conditionals = true;   ///< completions leave conditionals, at level beyond
  bool plans = false;         ///< collectives with control parts stay blocking
  /// Every pair is proven again from the result, and the compiler stops if one is wrong.
  bool verify = false;
};

}  // namespace bamboo::overlap
