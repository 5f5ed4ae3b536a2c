// SPDX-License-Identifier: Apache-2.0
#include "arguments/call.h"

namespace bamboo::plans::pmpi {

std::string reported_name(Operation operation, Form form) {
  const std::string name = plans::name_of(operation);
  if (form == Form::Nonblocking) return "i" + name;
  return form == Form::Persistent ? name + "_init" : name;
}

const char* text_of(Unplannable why) {
  switch (why) {
    case Unplannable::BetweenGroups:
      return "between two groups";
    case Unplannable::OtherJobs:
      return "with other jobs";
    case Unplannable::NoChannel:
      return "no communicator left";
    case Unplannable::Threads:
      return "several threads";
    case Unplannable::LargeCounts:
      return "large counts";
  }
  return "";
}

}  // namespace bamboo::plans::pmpi
