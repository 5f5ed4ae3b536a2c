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
  /// Collective over the program's communicator. Null on all its processes where the MPI cannot
  /// make another communicator for one of them; its error handler hears nothing of that.
  static std::shared_ptr<Channel> make(MPI_Comm program);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  MPI_Comm messages() const { return messages_; }
  /// The program's communicator, to report errors to; null when it has freed it.
  MPI_Comm program() const { return program_; }
  void forget_program() { program_ = MPI_COMM_NULL; }

  // Two tags each, the first of which is returned: one for data and one for tokens.
  /// Of a collective that ends before the next one on this communicator begins.
  int blocking_tag();
  /// Of one during which others may begin and end; comes again after half of MPI's tags. None: this
  /// MPI has too few.
  std::optional<int> passing_tag();
  bool has_passing_tags() const;
  /// Of one that may begin again and again; never comes again. None: there are none left.
  std::optional<int> lasting_tag();

 private:
  Channel(MPI_Comm program, MPI_Comm messages);

  MPI_Comm program_, messages_;
  int blocking_ = 0, passing_, middle_, lasting_;
};

}  // namespace bamboo::plans::pmpi
