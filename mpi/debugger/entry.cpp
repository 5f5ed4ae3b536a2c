// SPDX-License-Identifier: Apache-2.0
// libbamboo_msgq.so: what a debugger calls.
#include <cstdio>
#include <cstring>
#include <new>
#include <utility>

#include "debugger/queues.h"

struct mqs_image_info {
  const mqs_image_callbacks* debugger;
};

struct mqs_process_info {
  const mqs_process_callbacks* debugger;
  bamboo::mpi::Address table = 0;
  bamboo::mpi::QueueLayout layout{};
  std::vector<bamboo::mpi::CommunicatorView> communicators{};
  std::size_t communicator = 0;  ///< the current one
  std::vector<mqs_pending_operation> operations{};
  std::size_t operation = 0;  ///< the next one
};

namespace {

using namespace bamboo::mpi;

enum Failure { NoMemory = mqs_first_user_code, Unreadable, NoTable, OtherVersion };

const mqs_basic_callbacks* basic = nullptr;
char table_name[] = "bamboo_debugger_table";

/// Runs what may throw, which a debugger cannot catch.
template <class Body>
int guarded(Body&& body) {
  try {
    return std::forward<Body>(body)();
  } catch (const Target::Unreadable&) {
    return Unreadable;
  } catch (const std::exception&) {
    return NoMemory;
  }
}

/// A text that the interface takes as char*, and does not change.
char* text(const char* constant) {
  return const_cast<char*>(constant);
}

int end_unless(bool there_is_one) {
  return there_is_one ? mqs_ok : mqs_end_of_list;
}

mqs_process_info& info_of(mqs_process* process) {
  return *basic->get_process_info(process);
}

}  // namespace

void mqs_setup_basic_callbacks(const mqs_basic_callbacks* callbacks) {
  basic = callbacks;
}

char* mqs_version_string() {
  return text("Bamboo " BAMBOO_VERSION ", message queues of mode tasks");
}

int mqs_version_compatibility() {
  return MQS_INTERFACE_COMPATIBILITY;
}

int mqs_dll_taddr_width() {
  return sizeof(mqs_taddr_t);
}

char* mqs_dll_error_string(int code) {
  switch (code) {
    case NoMemory:
      return text("no memory is left");
    case Unreadable:
      return text("the memory of the process could not be read");
    case NoTable:
      return text("the process has no ranks of Bamboo's mode tasks");
    case OtherVersion:
      return text("the program has another version of libbamboo");
  }
  return text("unknown error");
}

int mqs_setup_image(mqs_image* image, const mqs_image_callbacks* callbacks) {
  auto* info = new (std::nothrow) mqs_image_info{callbacks};
  if (!info) return NoMemory;
  basic->put_image_info(image, info);
  return mqs_ok;
}

/// libbamboo.so may be loaded later: the process decides.
int mqs_image_has_queues(mqs_image*, char** message) {
  *message = nullptr;
  return mqs_ok;
}

void mqs_destroy_image_info(mqs_image_info* info) {
  delete info;
}

int mqs_setup_process(mqs_process* process, const mqs_process_callbacks* callbacks) {
  auto* info = new (std::nothrow) mqs_process_info{callbacks};
  if (!info) return NoMemory;
  basic->put_process_info(process, info);
  return mqs_ok;
}

int mqs_process_has_queues(mqs_process* process, char** message) {
  *message = nullptr;
  mqs_process_info& info = info_of(process);
  mqs_image* image = info.debugger->get_image(process);
  const mqs_image_callbacks& symbols = *basic->get_image_info(image)->debugger;
  mqs_taddr_t table = 0;
  if (symbols.find_symbol(image, table_name, &table) != mqs_ok) return NoTable;
  return guarded([&] {
    const Target target(process, *info.debugger);
    if (target.number<std::uint64_t>(table) != debugger_table_version) {
      *message = mqs_dll_error_string(OtherVersion);
      return static_cast<int>(OtherVersion);
    }
    DebuggerTable read;
    target.fetch(table, sizeof read, &read);
    info.table = table;
    info.layout = read.layout;
    return static_cast<int>(mqs_ok);
  });
}

void mqs_destroy_process_info(mqs_process_info* info) {
  delete info;
}

int mqs_update_communicator_list(mqs_process* process) {
  mqs_process_info& info = info_of(process);
  return guarded([&] {
    info.communicators = communicators_of(Target(process, *info.debugger), info.table);
    return static_cast<int>(mqs_ok);
  });
}

int mqs_setup_communicator_iterator(mqs_process* process) {
  mqs_process_info& info = info_of(process);
  info.communicator = 0;
  return end_unless(!info.communicators.empty());
}

int mqs_get_communicator(mqs_process* process, mqs_communicator* shown) {
  const mqs_process_info& info = info_of(process);
  const CommunicatorView& comm = info.communicators[info.communicator];
  *shown = {};
  shown->unique_id = mqs_taddr_t{comm.context} << 32 | static_cast<mqs_taddr_t>(comm.owner);
  shown->local_rank = comm.rank;
  shown->size = comm.group.size;
  std::snprintf(shown->name, sizeof shown->name, "%s", comm.name.c_str());
  return mqs_ok;
}

int mqs_get_comm_group(mqs_process* process, int* world_ranks) {
  const mqs_process_info& info = info_of(process);
  const GroupView& group = info.communicators[info.communicator].group;
  for (int rank = 0; rank < group.size; ++rank) world_ranks[rank] = group.world_rank(rank);
  return mqs_ok;
}

int mqs_next_communicator(mqs_process* process) {
  mqs_process_info& info = info_of(process);
  return end_unless(++info.communicator < info.communicators.size());
}

int mqs_setup_operation_iterator(mqs_process* process, int op_class) {
  mqs_process_info& info = info_of(process);
  info.operation = 0;
  return guarded([&] {
    info.operations =
        operations_of(Target(process, *info.debugger), info.layout,
                      info.communicators[info.communicator], static_cast<mqs_op_class>(op_class));
    return end_unless(!info.operations.empty());
  });
}

int mqs_next_operation(mqs_process* process, mqs_pending_operation* shown) {
  mqs_process_info& info = info_of(process);
  if (info.operation == info.operations.size()) return mqs_end_of_list;
  *shown = info.operations[info.operation++];
  return mqs_ok;
}
