// SPDX-License-Identifier: Apache-2.0
// A network found out by measuring. Streams that run alone show the rates of hosts; streams that
// run together show the hosts that share a trunk, since they slow each other down (the interference
// of Legrand, Mazoit, Quinson: "An Application-Level Network Mapper", INRIA RR-5792, 2006; here
// with all hosts at once, so that time grows with the number of hosts and not with its fourth
// power).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bamboo/plans/network.h"

namespace bamboo::plans {

/// Data that one host sends to another one for some time.
struct Stream {
  int from = 0, to = 0;
};

/// An instrument that measures rates, on any network. Hosts are numbered from 0.
class Instrument {
 public:
  virtual ~Instrument() = default;
  /// Bytes per second that arrive of each stream while all of them run. No host sends two streams
  /// or receives two.
  virtual std::vector<double> rates(std::span<const Stream> streams) = 0;
  /// Seconds that an empty message is under way while nothing else is.
  virtual double latency(int from, int to) = 0;
  /// Returns the part of the permitted time that is left, from 1 to 0. Measuring ends soon after 0.
  virtual double time_left() { return 1; }
  /// Prints what is done now, to show progress.
  virtual void show(const std::string& what) {}
};

struct Discovery {
  /// A tree of switches; each cable has the same rate both ways. A trunk that never slows down what
  /// the hosts behind it send is not seen: its switches are then one.
  Network network = Network::star(1, 1);
  /// The fraction of their own rates that hosts keep when all send at once without a trunk in the
  /// way. A value well below 1 means that processors or a switch are the limit, which a tree of
  /// cables cannot express.
  double together = 1;
  bool complete = true;  ///< otherwise the time was too short to measure everything
};

/// `names`: of the hosts. Throws std::invalid_argument for less than two hosts, and
/// std::runtime_error when streams have no rate.
Discovery discover(const std::vector<std::string>& names, Instrument& instrument);

}  // namespace bamboo::plans
