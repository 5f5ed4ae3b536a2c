// SPDX-License-Identifier: Apache-2.0
// Where Bamboo is built without libsodium.
#include "multicast.h"

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
int MulticastGroup::run(const Algorithm&, Work&, MPI_Comm, MPI_Group) {
  return MPI_ERR_OTHER;  // nobody chooses it
}
bool MulticastGroup::open(MPI_Comm, MPI_Group) {
  return false;
}
int MulticastGroup::scatter(Work&, std::span<const std::size_t>, MPI_Comm) {
  return MPI_ERR_OTHER;
}
void MulticastGroup::close(MPI_Comm) {}

}  // namespace bamboo::plans::pmpi
