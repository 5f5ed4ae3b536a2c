// SPDX-License-Identifier: Apache-2.0
// Pending operations in words, for reports.
#include "core/describe.h"

#include "core/rank.h"

namespace bamboo::mpi {

namespace {

std::string tag_text(int tag) {
  return tag == MPI_ANY_TAG ? "any tag" : "tag " + std::to_string(tag);
}

std::string communicator_text(const Communicator* comm) {
  if (!comm) return "";
  return comm->name.empty() ? ", communicator of size " + std::to_string(comm->size())
                            : ", " + comm->name;
}

std::string peer_text(TaskId peer) {
  return peer == any_source ? "any rank" : "rank " + std::to_string(peer);
}

}  // namespace

std::string describe(const Pattern& p) {
  return "a message from " + peer_text(p.source) + ", " + tag_text(p.tag);
}

std::string describe(const Request& r) {
  switch (r.kind) {
    case Request::Kind::Collective:
      return std::string("for ") + (r.function ? r.function : "a collective") +
             communicator_text(r.comm);
    case Request::Kind::Send:
      return "to send " + std::to_string(r.count * r.type->size) + " bytes to " +
             peer_text(r.peer) + ", " + tag_text(r.tag) + communicator_text(r.comm);
    case Request::Kind::Receive:
      return "to receive from " + peer_text(r.peer) + ", " + tag_text(r.tag) +
             communicator_text(r.comm);
  }
  return "";
}

}  // namespace bamboo::mpi
