// SPDX-License-Identifier: Apache-2.0
#include "execution/channel.h"

namespace bamboo::plans::pmpi {
namespace {

/// MPI promises tags up to 0x7fff; those above are for requests.
constexpr int above_blocking = 0x8000;

int highest_tag() {
  void* value = nullptr;
  int there = 0;
  PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, static_cast<void*>(&value), &there);
  return there ? *static_cast<int*>(value) : above_blocking - 1;
}

/// While this object exists, calls with the communicator return their errors. This includes calls
/// of other threads during the time that it takes to make a communicator.
class ErrorsReturn {
 public:
  explicit ErrorsReturn(MPI_Comm comm) : comm_(comm) {
    PMPI_Comm_get_errhandler(comm, &before_);
    PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  }
  ~ErrorsReturn() {
    PMPI_Comm_set_errhandler(comm_, before_);
    PMPI_Errhandler_free(&before_);
  }
  ErrorsReturn(const ErrorsReturn&) = delete;
  ErrorsReturn& operator=(const ErrorsReturn&) = delete;

 private:
  MPI_Comm comm_;
  MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
};

}  // namespace

std::shared_ptr<Channel> Channel::make(MPI_Comm program) {
  const ErrorsReturn errors_return(program);
  // MPI_Comm_dup would call the copy functions of the user's attributes.
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm messages = MPI_COMM_NULL;
  PMPI_Comm_group(program, &group);
  int made = PMPI_Comm_create(program, group, &messages) == MPI_SUCCESS, all_made = 0;
  PMPI_Group_free(&group);
  PMPI_Allreduce(&made, &all_made, 1, MPI_INT, MPI_MIN, program);
  // If only some processes have it, they cannot free it without the others.
  if (!all_made) return nullptr;
  PMPI_Comm_set_errhandler(messages, MPI_ERRORS_RETURN);
  return std::shared_ptr<Channel>(new Channel(program, messages));
}

Channel::Channel(MPI_Comm program, MPI_Comm messages)
    : program_(program),
      messages_(messages),
      passing_(above_blocking),
      middle_(highest_tag() / 4 * 2),
      lasting_((highest_tag() - 1) & ~1) {}

Channel::~Channel() {
  PMPI_Comm_free(&messages_);
}

int Channel::blocking_tag() {
  const int tag = blocking_;
  blocking_ = (blocking_ + 2) & (above_blocking - 1);
  return tag;
}

bool Channel::has_passing_tags() const {
  return middle_ > above_blocking;
}

std::optional<int> Channel::passing_tag() {
  if (!has_passing_tags()) return std::nullopt;
  const int tag = passing_;
  passing_ = passing_ + 2 < middle_ ? passing_ + 2 : above_blocking;
  return tag;
}

std::optional<int> Channel::lasting_tag() {
  if (lasting_ < middle_ || lasting_ < above_blocking) return std::nullopt;
  const int tag = lasting_;
  lasting_ -= 2;
  return tag;
}

}  // namespace bamboo::plans::pmpi
