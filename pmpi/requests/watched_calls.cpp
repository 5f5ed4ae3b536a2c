// SPDX-License-Identifier: Apache-2.0
#include "requests/watched_calls.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {
namespace {

std::vector<WatchedCall> watched;

/// Ends the watch of the calls for which `is_it` holds.
template <class IsIt>
std::vector<WatchedCall> take_out(const IsIt& is_it) {
  const auto others = std::stable_partition(watched.begin(), watched.end(), std::not_fn(is_it));
  std::vector<WatchedCall> taken(std::make_move_iterator(others),
                                 std::make_move_iterator(watched.end()));
  watched.erase(others, watched.end());
  watched_calls.fetch_sub(static_cast<int>(taken.size()));
  for (const WatchedCall& each : taken)
    if (each.vote) entry_flags.fetch_sub(one_request);
  return taken;
}

bool is_complete(MPI_Request request) {
  int done = 0;
  const int error = PMPI_Request_get_status(request, &done, MPI_STATUS_IGNORE);
  return done || error != MPI_SUCCESS;
}

template <class Condition>
void wait_until(const Condition& holds) {
  while (!holds()) {
    progress_requests();
    yield_processor();
  }
}

/// Its end was not waited for.
void leave(WatchedCall& call) {
  if (!call.vote) return call.report(WatchedCall::Time{call.beginning, PMPI_Wtime()});
  call.vote->refuse();
  call.report(std::nullopt);
}

void wait_for(WatchedCall& call) {
  const double begin = PMPI_Wtime();
  if (call.vote) call.vote->ask();
  wait_until([&] { return is_complete(call.request); });
  const double end = PMPI_Wtime();
  std::optional<bool> have_all_asked = true;
  if (call.vote) wait_until([&] { return (have_all_asked = call.vote->answer()).has_value(); });
  call.report(*have_all_asked
                  ? std::optional(WatchedCall::Time{call.beginning + (end - begin), end})
                  : std::nullopt);
}

}  // namespace

void watch(WatchedCall call) {
  if (call.vote) entry_flags.fetch_add(one_request);
  watched_calls.fetch_add(1);
  watched.push_back(std::move(call));
}

void end_watching(const void* kind) {
  if (!are_calls_watched()) return;
  for (WatchedCall& each : take_out([=](const WatchedCall& call) { return call.kind == kind; }))
    leave(each);
}

void wait_for_watched(std::span<const MPI_Request> requests) {
  if (!are_calls_watched()) return;
  std::vector<WatchedCall> waited_for = take_out([&](const WatchedCall& call) {
    return std::ranges::find(requests, call.request) != requests.end();
  });
  refuse_votes();
  // Only one of several calls is chosen: processes that wait for all of them must not communicate
  // with those that do not.
  WatchedCall* asking = nullptr;
  for (WatchedCall& each : waited_for) {
    if (!each.vote) continue;
    if (asking) leave(*asking);
    asking = &each;
  }
  // It comes first: the other processes may begin the rest of these calls only when they have their
  // answer.
  if (asking) wait_for(*asking);
  for (WatchedCall& each : waited_for)
    if (!each.vote) wait_for(each);
}

void refuse_votes() {
  if (!are_calls_watched()) return;
  for (WatchedCall& each : take_out([](const WatchedCall& call) { return call.vote.has_value(); }))
    leave(each);
}

void after_looking_at(std::span<const MPI_Request> before, const MPI_Request* now) {
  if (!are_calls_watched()) return;
  const auto is_past = [&](const WatchedCall& call) {
    const auto found = std::ranges::find(before, call.request);
    if (found == before.end()) return call.vote.has_value();
    return now[found - before.begin()] != *found || is_complete(call.request);
  };
  for (WatchedCall& each : take_out(is_past)) leave(each);
}

}  // namespace bamboo::plans::pmpi
