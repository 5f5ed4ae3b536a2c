// SPDX-License-Identifier: Apache-2.0
#include "mode.h"

#include "../diagnostic.h"

namespace bamboo::driver {

std::string to_string(Mode mode) {
  switch (mode) {
    case Mode::Auto:
      return "auto";
    case Mode::Tasks:
      return "tasks";
    case Mode::Off:
      return "off";
    case Mode::Overlap:
      return "overlap";
  }
  return "?";
}

Mode parse_mode(const std::string& word, const std::string& where) {
  for (const Mode mode : {Mode::Auto, Mode::Tasks, Mode::Off, Mode::Overlap})
    if (word == to_string(mode)) return mode;
  bad_usage("{} is '{}'; it must be auto, tasks, overlap or off", where, word);
}

}  // namespace bamboo::driver
