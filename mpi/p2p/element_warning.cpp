// SPDX-License-Identifier: Apache-2.0
#include "p2p/element_warning.h"

#include <string>

#include "errors/misuse.h"
#include "errors/source_location.h"
#include "p2p/messaging_task.h"
#include "types/element_label.h"

namespace bamboo::mpi {

void warn_of_elements(const Request& receive) {
  const auto& taken = receive.as<ReceiveRequest>();
  const std::uint32_t received = label_of(*receive.type);
  if (!labels_conflict(taken.label, received) || !is_first(Misuse::MessageElements)) return;
  warn_of_misuse(receive.owner->id(), std::string(receive.started_by.function) + " (at " +
                                          describe_call_site(receive.started_by.address) +
                                          ") receives elements of type " + label_name(received) +
                                          ", but the message from rank " +
                                          std::to_string(taken.source) + ", tag " +
                                          std::to_string(taken.tag) + " has elements of type " +
                                          label_name(taken.label));
}

}  // namespace bamboo::mpi
