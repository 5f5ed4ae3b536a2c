// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

#include "bamboo/plans/discover.h"

namespace bamboo::plans::probe {

/// An instrument that measures with MPI: the first process of the communicator chooses the
/// measurements, the others take part in follow() until it is destroyed.
class Conductor final : public Instrument {
 public:
  /// Collective, together with follow(). `seconds` is the time that measuring may take.
  Conductor(MPI_Comm comm, double seconds);
  ~Conductor() override;
  Conductor(const Conductor&) = delete;
  Conductor& operator=(const Conductor&) = delete;

  std::vector<double> rates(std::span<const Stream> streams) override;
  double latency(int from, int to) override;
  double time_left() override;
  void show(const std::string& what) override;

 private:
  void find_piece();

  MPI_Comm comm_;
  int size_ = 0;
  double begin_, seconds_;
  std::size_t piece_ = 0;
};

/// Runs on all other processes of the communicator.
void follow(MPI_Comm comm);

}  // namespace bamboo::plans::probe
