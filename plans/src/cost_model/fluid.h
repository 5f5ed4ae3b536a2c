// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bamboo/plans/network.h"

namespace bamboo::plans {

/// Transfers that share links max-min fairly: the rates of all grow together until a link is full,
/// then those of the transfers that are not on a full link grow on.
class Fluid {
 public:
  explicit Fluid(const Network& network);

  /// `bytes` begin to move now, on all `links` at one rate; `id` comes back when they have.
  void start(int id, std::vector<int> links, double bytes);
  /// When the next one ends; infinity when none is under way.
  double next_end();
  /// Lets time pass, no further than next_end(); the ids of those that end.
  std::vector<int> advance(double time);

  const std::vector<double>& busy() const { return busy_; }
  const std::vector<double>& bytes() const { return bytes_; }

 private:
  struct Flow {
    int id;
    std::vector<int> links;
    double left, rate;
  };
  void share();

  const Network& network_;
  std::vector<Flow> flows_;
  std::vector<double> busy_, bytes_, room_;
  std::vector<int> users_;
  double now_ = 0;
  bool shared_ = true;
};

}  // namespace bamboo::plans
