// SPDX-License-Identifier: Apache-2.0
// A plan that is put together from plans of parts of an inter-communicator.
#pragma once

#include <span>
#include <vector>

#include "collectives/preparation.h"

namespace bamboo::mpi {

/// Each part begins when this rank has ended the one before.
class Composition {
 public:
  explicit Composition(Communicator& comm);

  /// The numbers of a group's members among the parties of the communicator.
  std::vector<int> parties(const Group& group) const;
  int party_of_remote(int rank) const;

  /// New temporary memory.
  plans::Place scratch(std::size_t units);
  void send(int party, plans::Place from, std::size_t units);
  /// This part does not wait for the previous one.
  void receive(int party, plans::Place to, std::size_t units);
  /// Appends a plan of the ranks with these numbers. Its input and output are at these places.
  void append(const plans::Plan& part, std::span<const int> parties,
              plans::Place input = {plans::Place::Buffer::Input, 0},
              plans::Place output = {plans::Place::Buffer::Output, 0});

  CollectiveRef take(Collective::Parts parts);

 private:
  Communicator& comm_;
  plans::Plan plan_;
  std::vector<std::uint32_t> before_;  // the steps that the next part waits for
};

}  // namespace bamboo::mpi
