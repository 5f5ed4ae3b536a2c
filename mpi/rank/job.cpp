// SPDX-License-Identifier: Apache-2.0
#include "rank/job.h"

#include <utility>

#include "rank/rank.h"

namespace bamboo::mpi {

void Job::add(std::unique_ptr<Rank> rank) {
  local_list_.push_back(rank.get());
  engine->add(std::move(rank));
}

Rank* Job::local_rank(TaskId id) const {
  return static_cast<Rank*>(table->channel(id).local);
}

void Job::note_exit(int code) {
  int none = 0;
  if (exit_code.compare_exchange_strong(none, code)) messenger->transport().exit_code = code;
}

}  // namespace bamboo::mpi
