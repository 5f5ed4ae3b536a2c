// SPDX-License-Identifier: Apache-2.0
#include "one_sided/window_memory.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "errors/errors.h"

namespace bamboo::mpi {

namespace {

/// Returns the range from the first to the last byte, relative to the first element.
struct Span {
  MPI_Aint first, last;
};

/// Returns false if the numbers overflow an address.
bool span_of(MPI_Aint offset, std::size_t count, const Datatype& type, Span& span) {
  MPI_Aint others = 0;
  if (__builtin_mul_overflow(type.extent, count - 1, &others)) return false;
  return !__builtin_add_overflow(offset, type.true_lb + std::min<MPI_Aint>(others, 0),
                                 &span.first) &&
         !__builtin_add_overflow(
             offset, type.true_lb + type.true_extent + std::max<MPI_Aint>(others, 0), &span.last);
}

}  // namespace

WindowMemory::WindowMemory(int its_flavor, void* its_base, MPI_Aint its_size, int its_unit,
                           std::shared_ptr<void> keeper)
    : flavor(its_flavor),
      base(static_cast<std::byte*>(its_base)),
      size(its_size),
      unit(its_unit),
      keeper_(std::move(keeper)) {}

WindowMemory::WindowMemory() : WindowMemory(MPI_WIN_FLAVOR_DYNAMIC, nullptr, 0, 1) {}

std::byte* WindowMemory::locate(MPI_Aint displacement, std::size_t count, const Datatype& type) {
  if (count == 0 || type.size == 0) return base;
  MPI_Aint offset = 0;
  Span span{};
  if (__builtin_mul_overflow(displacement, static_cast<MPI_Aint>(unit), &offset) ||
      !span_of(offset, count, type, span))
    fail(MPI_ERR_RMA_RANGE, "target_disp is %td, which is beyond all memory", displacement);
  if (flavor != MPI_WIN_FLAVOR_DYNAMIC) {
    if (span.first < 0 || span.last > size)
      fail(MPI_ERR_RMA_RANGE, "bytes %td to %td (target_disp is %td) of a window of %td bytes",
           span.first, span.last, displacement, size);
    return base + offset;
  }
  auto* const first = reinterpret_cast<std::byte*>(span.first);
  auto* const last = reinterpret_cast<std::byte*>(span.last);
  if (is_attached(first, last)) return reinterpret_cast<std::byte*>(offset);
  fail(MPI_ERR_RMA_RANGE, "addresses %p to %p, which no attached memory has",
       static_cast<void*>(first), static_cast<void*>(last));
}

bool WindowMemory::is_attached(const std::byte* first, const std::byte* last) {
  const auto attached = attached_.lock();
  while (first < last) {
    const auto found = std::ranges::find_if(*attached, [&](const Region& region) {
      return region.begin <= first && first < region.end;
    });
    if (found == attached->end()) return false;
    first = found->end;
  }
  return true;
}

void WindowMemory::attach(void* address, MPI_Aint bytes) {
  auto* const begin = static_cast<std::byte*>(address);
  const auto attached = attached_.lock();
  for (const Region& region : *attached)
    if (begin < region.end && region.begin < begin + bytes)
      fail(MPI_ERR_RMA_ATTACH, "base is %p: of the %td bytes there some are attached already",
           address, bytes);
  attached->push_back({begin, begin + bytes});
}

void WindowMemory::detach(const void* address) {
  const auto attached = attached_.lock();
  const auto found = std::ranges::find(*attached, address, &Region::begin);
  if (found == attached->end())
    fail(MPI_ERR_RMA_ATTACH, "base is %p, at which no attached memory begins", address);
  attached->erase(found);
}

std::shared_ptr<void> allocate_zeroed(MPI_Aint bytes) {
  constexpr std::size_t line = 64;
  const std::size_t room = static_cast<std::size_t>(bytes) + line;
  void* const all = std::calloc(1, room);  // large ones take no memory before they are touched
  if (!all) fail(MPI_ERR_NO_MEM, "there is no memory for a window of %td bytes", bytes);
  void* aligned = all;
  std::size_t left = room;
  std::align(line, room - line, aligned, left);
  return {aligned, [all](void*) { std::free(all); }};
}

}  // namespace bamboo::mpi
