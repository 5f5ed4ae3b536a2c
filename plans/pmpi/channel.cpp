// SPDX-License-Identifier: Apache-2.0
#include "channel.h"

namespace bamboo::plans::pmpi {
namespace {

/// MPI promises tags up to 0x7fff; those above are for requests.
constexpr int above_blocking = 0x8000;

int highest_tag() {
  void* value = nullptr;
  int there = 0;
  PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &there);
  return there ? *static_cast<int*>(value) : above_blocking - 1;
}

}  // namespace

Channel::Channel(MPI_Comm program)
    : program_(program),
      passing_(above_blocking),
      middle_(highest_tag() / 4 * 2),
      lasting_((highest_tag() - 1) & ~1) {
  // Not MPI_Comm_dup, which would call the copy functions of the user's attributes.
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_group(program, &group);
  PMPI_Comm_create(program, group, &messages_);
  PMPI_Group_free(&group);
  PMPI_Comm_set_errhandler(messages_, MPI_ERRORS_RETURN);
}

Channel::~Channel() {
  PMPI_Comm_free(&messages_);
}

int Channel::blocking_tag() {
  const int tag = blocking_;
  blocking_ = (blocking_ + 2) & (above_blocking - 1);
  return tag;
}

std::optional<int> Channel::passing_tag() {
  if (middle_ <= above_blocking) return std::nullopt;
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
