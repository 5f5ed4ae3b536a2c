// SPDX-License-Identifier: Apache-2.0
#include "functions/fortran/arguments.h"

#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>

#include "bamboo/support/diagnostic.h"
#include "errors/end_job.h"
#include "errors/source_location.h"
#include "functions/fortran/constants.h"
#include "rank/rank.h"

namespace bamboo::mpi::fortran {
namespace {

/// The word of a COMMON block at `block` that the address is the beginning of.
std::optional<std::size_t> word_in(const void* block, const void* address) {
  const auto offset =
      reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(block);
  if (!block || offset >= sizeof bamboo_mpi_constants_) return std::nullopt;
  return offset / sizeof(MPI_Fint);
}

/// Returns a property of the communicator; 0 if the call with it will fail.
template <class Count>
int count_in(const MPI_Fint* comm, Count&& count) {
  try {
    return count(Rank::current().communicator(handle<MPI_Comm>(comm)));
  } catch (const MpiError&) {
    return 0;
  }
}

}  // namespace

Call::Call(const char* function, void* call_site) : in_mpi_(function, call_site) {
  in_mpi_.rank->called_from = call_site;
}

Call::~Call() {
  in_mpi_.rank->called_from = nullptr;
}

void* known_value(void* address) {
  // A rank's program has its own COMMON block; its shared libraries use the one of the process.
  const Rank* rank = Rank::current_or_null();
  auto word = word_in(rank ? rank->program.fortran_constants() : nullptr, address);
  if (!word) word = word_in(bamboo_mpi_constants_, address);
  return word ? values_of_constants[*word] : address;
}

int peers_in(const MPI_Fint* comm) {
  return count_in(comm, [](const Communicator& c) {
    return c.remote_group ? c.remote_group->size() : c.size();
  });
}

int destinations_in(const MPI_Fint* comm) {
  return count_in(comm, [](const Communicator& c) {
    return c.topology ? neighbourhood(*c.topology, c.rank).out_degree : 0;
  });
}

int sources_in(const MPI_Fint* comm) {
  return count_in(comm, [](const Communicator& c) {
    return c.topology ? neighbourhood(*c.topology, c.rank).in_degree : 0;
  });
}

Text::Text(const char* text, std::size_t length, Blanks blanks) : text_(text, length) {
  text_.erase(text_.find_last_not_of(' ') + 1);
  if (blanks == Blanks::OnBothSides) text_.erase(0, text_.find_first_not_of(' '));
}

namespace {
/// Longer than all texts that MPI gives, whatever the length of Fortran's variable.
constexpr std::size_t longest_text = MPI_MAX_LIBRARY_VERSION_STRING;
}  // namespace

TextPlace::TextPlace(char* place, std::size_t length)
    : place_(place), length_(length), text_(place, length) {
  text_.resize(std::max(length, longest_text) + 1, '\0');
}

TextPlace::~TextPlace() {
  const std::size_t given = std::min(std::strlen(text_.c_str()), length_);
  std::memcpy(place_, text_.data(), given);
  std::memset(place_ + given, ' ', length_ - given);
}

Indices::~Indices() {
  const int count = count_ ? std::max(*count_, 0) : 1;
  for (int i = 0; i < count; ++i)
    if (indices_[i] != MPI_UNDEFINED) ++indices_[i];
}

Narrowed::~Narrowed() {
  *place_ = static_cast<MPI_Fint>(value_);
  if (*place_ == value_) return;
  const Rank& rank = Rank::current();
  support::error(
      "rank %d: %s (at %s): %lld does not fit into an INTEGER; "
      "the function that MPI has in its place takes INTEGER(MPI_ADDRESS_KIND)",
      rank.id(), rank.call.function, describe_call_site(rank.call.address).c_str(),
      static_cast<long long>(value_));
  end_job(1);
}

}  // namespace bamboo::mpi::fortran
