// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <memory>
#include <optional>

namespace bamboo::plans::pmpi {

/// A private communicator for the messages of one of the program's communicators' plans. Requests
/// keep it when the program frees theirs. Tags are drawn in the order of the collective calls, so
/// that all processes draw alike; the communicator's rule of one thread at a time holds here too.
class Channel {
 public:
  /// Collective over the program's communicator. Returns null on all its processes if the MPI
  /// cannot make another communicator for one of them, without calling its error handler.
  static std::shared_ptr<Channel> make(MPI_Comm program);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  MPI_Comm messages() const { return messages_; }
  /// The program's communicator, to report errors to; null when it has freed it.
  MPI_Comm program() const { return program_; }
  void forget_program() { program_ = MPI_COMM_NULL; }

  // Each returns the first of two tags: one for data and one for tokens.
  /// For a collective that ends before the next one on this communicator begins.
  int blocking_tag();
  /// For a collective during which others may begin and end; repeats after half of MPI's tags.
  /// Returns nothing if this MPI has too few tags.
  std::optional<int> passing_tag();
  bool has_passing_tags() const;
  /// For a collective that may begin repeatedly; never repeats. Returns nothing if no tags are
  /// left.
  std::optional<int> lasting_tag();

 private:
  Channel(MPI_Comm program, MPI_Comm messages);

  MPI_Comm program_, messages_;
  int blocking_ = 0, passing_, middle_, lasting_;
};

}  // namespace bamboo::plans::pmpi
