// SPDX-License-Identifier: Apache-2.0
// Multicast of a Bamboo that is built without libsodium.
#include "execution/multicast.h"

namespace bamboo::plans::pmpi {

bool start_multicast() {
  return false;
}
bool multicast_is_started() {
  return false;
}
void end_multicast() {}

struct MulticastGroup::State {};
MulticastGroup::MulticastGroup() = default;
MulticastGroup::~MulticastGroup() = default;
// It is never chosen.
int MulticastGroup::open_in_world(MPI_Comm, MPI_Group) {
  return MPI_ERR_OTHER;
}
bool MulticastGroup::open(MPI_Comm, MPI_Group) {
  return false;
}
std::unique_ptr<MulticastRun> MulticastGroup::start(const Stream&) {
  return nullptr;
}
void MulticastGroup::close(MPI_Comm) {}

}  // namespace bamboo::plans::pmpi
