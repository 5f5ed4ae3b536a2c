// SPDX-License-Identifier: Apache-2.0
#include "requests/vote.h"

#include <algorithm>

namespace bamboo::plans::pmpi {
namespace {

constexpr char yes = 1, no = 0;
/// All processes send their votes to this one, which answers them.
constexpr int judge = 0;

int rank_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

int processes_in(MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  return size;
}

void send(const char& word, int to, int tag, MPI_Comm messages) {
  MPI_Request sent;
  PMPI_Isend(&word, 1, MPI_CHAR, to, tag, messages, &sent);
  PMPI_Request_free(&sent);
}

/// A message whose content no process needs.
void ignore(int from, int tag, MPI_Comm messages) {
  static char word;
  MPI_Request coming;
  PMPI_Irecv(&word, 1, MPI_CHAR, from, tag, messages, &coming);
  PMPI_Request_free(&coming);
}

}  // namespace

void Vote::refuse() {
  const MPI_Comm messages = channel_->messages();
  if (rank_in(messages) != judge) {
    send(no, judge, tag_, messages);
    ignore(judge, tag_ + 1, messages);
    return;
  }
  for (int other = 1; other < processes_in(messages); ++other) {
    ignore(other, tag_, messages);
    send(no, other, tag_ + 1, messages);
  }
}

void Vote::ask() {
  const MPI_Comm messages = channel_->messages();
  const bool judges = rank_in(messages) == judge;
  if (!judges) send(yes, judge, tag_, messages);
  const int others = judges ? processes_in(messages) - 1 : 1;
  heard_.assign(others, yes);
  hearing_.assign(others, MPI_REQUEST_NULL);
  for (int i = 0; i < others; ++i)
    PMPI_Irecv(&heard_[i], 1, MPI_CHAR, judges ? i + 1 : judge, judges ? tag_ : tag_ + 1, messages,
               &hearing_[i]);
}

std::optional<bool> Vote::answer() {
  int all = 0;
  const int count = static_cast<int>(hearing_.size());
  PMPI_Testall(count, hearing_.data(), &all, MPI_STATUSES_IGNORE);
  if (!all) return std::nullopt;
  const bool have_all_asked = std::ranges::find(heard_, no) == heard_.end();
  const MPI_Comm messages = channel_->messages();
  if (rank_in(messages) == judge)
    for (int other = 1; other <= count; ++other)
      send(have_all_asked ? yes : no, other, tag_ + 1, messages);
  return have_all_asked;
}

}  // namespace bamboo::plans::pmpi
