// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "types/datatype.h"

namespace bamboo::mpi {
namespace {

/// Copies a block. If it has the size of a number, it uses a single move instead of a call.
void copy_block(const void* from, void* to, std::size_t bytes) {
  switch (bytes) {
    case 4:
      std::memcpy(to, from, 4);
      return;
    case 8:
      std::memcpy(to, from, 8);
      return;
    default:
      std::memcpy(to, from, bytes);
  }
}

// Blocks of the sizes of numbers are copied by single moves instead of calls.
template <class Move>
void for_each_block(const Cursor::Run& run, std::byte* packed, Move&& move) {
  std::byte* data = run.data;
  for (std::size_t i = 0; i < run.count; i++) {
    move(data, packed);
    packed += run.bytes;
    // The step after the last block may leave the address space that pointers are defined for.
    if (i + 1 < run.count) data += run.stride;
  }
}

template <std::size_t Bytes>
void gather(const Cursor::Run& run, std::byte* out) {
  for_each_block(run, out, [](std::byte* data, std::byte* to) { std::memcpy(to, data, Bytes); });
}
template <std::size_t Bytes>
void scatter(const Cursor::Run& run, std::byte* in) {
  for_each_block(run, in, [](std::byte* data, std::byte* from) { std::memcpy(data, from, Bytes); });
}

void copy_out(const Cursor::Run& run, std::byte* out) {
  switch (run.bytes) {
    case 4:
      return gather<4>(run, out);
    case 8:
      return gather<8>(run, out);
    case 16:
      return gather<16>(run, out);
    default:
      for_each_block(run, out,
                     [&](std::byte* data, std::byte* to) { std::memcpy(to, data, run.bytes); });
  }
}

void copy_in(const Cursor::Run& run, const std::byte* packed) {
  auto* in = const_cast<std::byte*>(packed);  // only read from
  switch (run.bytes) {
    case 4:
      return scatter<4>(run, in);
    case 8:
      return scatter<8>(run, in);
    case 16:
      return scatter<16>(run, in);
    default:
      for_each_block(run, in,
                     [&](std::byte* data, std::byte* from) { std::memcpy(data, from, run.bytes); });
  }
}

}  // namespace

Cursor::Cursor(const void* buffer, std::size_t count, const Datatype& type)
    : base_(reinterpret_cast<std::uintptr_t>(buffer)),
      type_(&type),
      elements_(type.size ? count : 0) {}

Cursor::Run Cursor::take(std::size_t n) {
  if (!elements_) return {nullptr, 0, 0, 0};
  if (type_->contiguous) {
    // `within_` counts through all elements: one run of any length.
    const std::size_t bytes = std::min(n, elements_ * type_->size - within_);
    const Run run{reinterpret_cast<std::byte*>(base_ + within_), bytes, 1, 0};
    within_ += bytes;
    return run;
  }
  const Segment& s = type_->segments[segment_];
  const auto address = [&] { return base_ + s.offset + block_ * s.stride + within_; };
  if (within_ || n < s.bytes) {
    const Run run{reinterpret_cast<std::byte*>(address()), std::min(n, s.bytes - within_), 1, 0};
    within_ += run.bytes;
    if (within_ < s.bytes) return run;
    within_ = 0;
    skip_blocks(1);
    return run;
  }
  const bool one_block = s.count == 1 && type_->segments.size() == 1;
  if (one_block) {  // the elements themselves are the blocks
    const Run run{reinterpret_cast<std::byte*>(address()), s.bytes,
                  std::min(elements_, n / s.bytes), type_->extent};
    elements_ -= run.count;
    base_ += run.count * type_->extent;
    return run;
  }
  const Run run{reinterpret_cast<std::byte*>(address()), s.bytes,
                std::min(s.count - block_, n / s.bytes), s.stride};
  skip_blocks(run.count);
  return run;
}

std::span<std::byte> Cursor::rest() const {
  if (elements_ == 0 || !type_->contiguous) return {};
  return {reinterpret_cast<std::byte*>(base_ + within_), elements_ * type_->size - within_};
}

void Cursor::skip_blocks(std::size_t count) {
  block_ += count;
  if (block_ < type_->segments[segment_].count) return;
  block_ = 0;
  if (++segment_ < type_->segments.size()) return;
  segment_ = 0;
  elements_--;
  base_ += type_->extent;
}

void Packer::read(std::byte* out, std::size_t n) {
  while (n) {
    const Cursor::Run run = cursor_.take(n);
    if (!run.total()) return;
    copy_out(run, out);
    out += run.total();
    n -= run.total();
  }
}

void Unpacker::skip(std::size_t n) {
  while (n > 0) {
    const std::size_t taken = cursor_.take(n).total();
    if (taken == 0) return;
    n -= taken;
  }
}

void Unpacker::write(const std::byte* in, std::size_t n) {
  while (n) {
    const Cursor::Run run = cursor_.take(n);
    if (!run.total()) return;
    copy_in(run, in);
    in += run.total();
    n -= run.total();
  }
}

void copy_typed(const void* from, std::size_t from_count, const Datatype& from_type, void* to,
                std::size_t to_count, const Datatype& to_type) {
  const std::size_t bytes = std::min(from_count * from_type.size, to_count * to_type.size);
  if (!bytes) return;
  if (to_type.contiguous && from_type.contiguous) {
    copy_block(from, to, bytes);
    return;
  }
  if (to_type.contiguous) {
    Packer(from, from_count, from_type).read(static_cast<std::byte*>(to), bytes);
    return;
  }
  if (from_type.contiguous) {
    Unpacker(to, to_count, to_type).write(static_cast<const std::byte*>(from), bytes);
    return;
  }
  Cursor source(from, from_count, from_type);
  Unpacker target(to, to_count, to_type);
  for (std::size_t left = bytes; left;) {
    const Cursor::Run run = source.take(left);
    const std::byte* data = run.data;
    for (std::size_t i = 0; i < run.count; i++) {
      target.write(data, run.bytes);
      if (i + 1 < run.count) data += run.stride;
    }
    left -= run.total();
  }
}

}  // namespace bamboo::mpi
