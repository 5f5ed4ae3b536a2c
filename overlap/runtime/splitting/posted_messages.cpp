// SPDX-License-Identifier: Apache-2.0
#include "posted_messages.h"

#include <algorithm>
#include <span>

#include "split_message.h"

namespace {

static_assert(sizeof(bamboo_split_posted_list) == bamboo::overlap::posted_list_bytes);

bool errors_end(MPI_Comm communicator) {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  if (PMPI_Comm_get_errhandler(communicator, &handler) != MPI_SUCCESS) return false;
  const bool is_fatal = handler == MPI_ERRORS_ARE_FATAL;
  if (handler != MPI_ERRHANDLER_NULL) PMPI_Errhandler_free(&handler);
  return is_fatal;
}

using Messages = std::span<const bamboo_split_posted_message>;

Messages messages_of(const bamboo_split_posted_list& list) {
  return {list.messages, std::min<size_t>(list.used, bamboo::overlap::most_posted)};
}

/// Returns true if the request was found and its errors end the program.
bool touch_request(bamboo_split* split, int32_t site, const Messages& messages,
                   MPI_Request request) {
  bool is_known = false;
  for (const bamboo_split_posted_message& one : messages) {
    if (one.request != request) continue;
    if (one.errors_end == 0) return false;
    is_known = true;
    bamboo_split_group(split);
    if (one.count > 0)
      bamboo_split_message(split, site, one.address, static_cast<uint64_t>(one.count), one.written,
                           one.type);
  }
  return is_known;
}

}  // namespace

extern "C" {

void bamboo_split_posted(bamboo_split_posted_list* list, const MPI_Request* request,
                         uint64_t address, int32_t count, MPI_Datatype type, MPI_Comm communicator,
                         int32_t written) {
  if (list->used >= bamboo::overlap::most_posted) return;
  // If an error handler had been changed, the list would be empty.
  const Messages before = messages_of(*list);
  const bool is_same = !before.empty() && before.back().communicator == communicator;
  const bool ends = is_same ? before.back().errors_end != 0
                            : errors_end(communicator) && errors_end(MPI_COMM_WORLD);
  bamboo_split_posted_message& next = list->messages[list->used++];
  next.request = *request;
  next.address = address;
  next.type = type;
  next.communicator = communicator;
  next.count = count;
  next.written = static_cast<int8_t>(written);
  next.errors_end = static_cast<int8_t>(ends ? 1 : 0);
}

void bamboo_split_completes(bamboo_split* split, int32_t site, const bamboo_split_posted_list* list,
                            const MPI_Request* requests, int32_t count,
                            const MPI_Status* statuses) {
  if (count == 0 || bamboo_split_may_have_core(split) == 0) return;
  if (count < 0) return bamboo_split_refuse_unknown(split);
  const auto number = static_cast<uint64_t>(count);
  const bool is_ignored = statuses == MPI_STATUS_IGNORE || statuses == MPI_STATUSES_IGNORE;
  bamboo_split_asks(split, 1);
  bamboo_split_touch(split, site + 1, reinterpret_cast<uint64_t>(requests),
                     number * sizeof(MPI_Request), 1);
  if (!is_ignored)
    bamboo_split_touch(split, site + 1, reinterpret_cast<uint64_t>(statuses),
                       number * sizeof(MPI_Status), 1);
  for (const MPI_Request request : std::span(requests, number))
    if (request != MPI_REQUEST_NULL && !touch_request(split, site, messages_of(*list), request))
      bamboo_split_refuse_unknown(split);
  bamboo_split_asks(split, 0);
}
}
