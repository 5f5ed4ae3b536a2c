// SPDX-License-Identifier: Apache-2.0
#include "types/constructors.h"

#include <algorithm>

namespace bamboo::mpi {
namespace {

bool dense(const Datatype& t) {
  if (!t.size) return true;
  const Segment& s = t.segments[0];
  return t.segments.size() == 1 && s.count == 1 && s.offset == 0 && t.lb == 0 &&
         t.extent == static_cast<MPI_Aint>(t.size);
}

}  // namespace

void TypeBuilder::push(Segment s) {
  if (!s.bytes || !s.count) return;
  if (s.count > 1 && s.stride == static_cast<MPI_Aint>(s.bytes))
    s = {s.offset, s.bytes * s.count, 1, 0};
  if (s.count == 1) s.stride = 0;
  auto& all = result_->segments;
  if (all.empty()) {
    all.push_back(s);
    return;
  }
  Segment& last = all.back();
  const MPI_Aint last_block = last.offset + static_cast<MPI_Aint>(last.count - 1) * last.stride;
  const bool adjoins = last_block + static_cast<MPI_Aint>(last.bytes) == s.offset;
  if (adjoins && s.count == 1) {
    if (last.count == 1) {
      last.bytes += s.bytes;
      return;
    }
    // The last of several equal blocks grows, so it is no longer one of them.
    const std::size_t bytes = last.bytes + s.bytes;
    if (--last.count == 1) last.stride = 0;
    all.push_back({last_block, bytes, 1, 0});
    return;
  }
  const MPI_Aint distance = s.offset - last_block;
  if (last.bytes == s.bytes && (last.count == 1 || last.stride == distance) &&
      (s.count == 1 || s.stride == distance)) {
    last.count += s.count;
    last.stride = distance;
    return;
  }
  all.push_back(s);
}

void TypeBuilder::widen(const Datatype& t, MPI_Aint offset) {
  // Padding is not part of a type map: only where data or a marker ends counts.
  const MPI_Aint lb = offset + t.lb;
  const MPI_Aint ub = offset + (t.ub_marked ? t.ub() : t.true_lb + t.true_extent);
  if (empty_) {
    lb_ = lb;
    ub_ = ub;
    empty_ = false;
    result_->lb_marked = t.lb_marked;
    result_->ub_marked = t.ub_marked;
    return;
  }
  // A marker takes precedence over data. Among equals the outermost one counts.
  if (t.lb_marked > result_->lb_marked)
    lb_ = lb;
  else if (t.lb_marked == result_->lb_marked)
    lb_ = std::min(lb_, lb);
  if (t.ub_marked > result_->ub_marked)
    ub_ = ub;
  else if (t.ub_marked == result_->ub_marked)
    ub_ = std::max(ub_, ub);
  result_->lb_marked |= t.lb_marked;
  result_->ub_marked |= t.ub_marked;
}

void TypeBuilder::place(const DatatypeRef& type, MPI_Aint offset, std::size_t repeat,
                        MPI_Aint stride) {
  const Datatype& t = *type;
  const bool nothing = !t.leaves && !t.lb_marked && !t.ub_marked;
  if (!repeat || nothing) return;
  widen(t, offset);
  widen(t, offset + static_cast<MPI_Aint>(repeat - 1) * stride);
  result_->alignment = std::max(result_->alignment, t.alignment);
  if (!t.leaves) return;

  mixed_ |= t.uniform == MPI_DATATYPE_NULL || (result_->leaves && result_->uniform != t.uniform);
  result_->uniform = t.uniform;
  result_->size += repeat * t.size;
  result_->leaves += repeat * t.leaves;
  auto& parts = result_->parts;
  if (!parts.empty() && parts.back().type == type)
    parts.back().count += repeat;
  else
    parts.push_back({type, repeat});

  if (t.segments.size() == 1) {
    const Segment& s = t.segments[0];
    if (s.count == 1) return push({offset + s.offset, s.bytes, repeat, stride});
    if (stride == static_cast<MPI_Aint>(s.count) * s.stride)
      return push({offset + s.offset, s.bytes, s.count * repeat, s.stride});
  }
  for (std::size_t i = 0; i < repeat; i++, offset += stride)
    for (const Segment& s : t.segments) push({offset + s.offset, s.bytes, s.count, s.stride});
}

std::shared_ptr<Datatype> TypeBuilder::finish() {
  Datatype& r = *result_;
  if (mixed_) r.uniform = MPI_DATATYPE_NULL;
  r.lb = lb_;
  r.extent = ub_ - lb_;
  if (!r.ub_marked && r.extent % static_cast<MPI_Aint>(r.alignment))
    r.extent += static_cast<MPI_Aint>(r.alignment) - r.extent % static_cast<MPI_Aint>(r.alignment);
  if (!r.segments.empty()) {
    MPI_Aint low = INTPTR_MAX, high = INTPTR_MIN;
    for (const Segment& s : r.segments) {
      const MPI_Aint span = static_cast<MPI_Aint>(s.count - 1) * s.stride;
      low = std::min({low, s.offset, s.offset + span});
      high = std::max(high, std::max(s.offset, s.offset + span) + static_cast<MPI_Aint>(s.bytes));
    }
    r.true_lb = low;
    r.true_extent = high - low;
  }
  r.segments.shrink_to_fit();
  r.contiguous = dense(r);
  return std::move(result_);
}

NewType make_contiguous(std::size_t count, const DatatypeRef& type) {
  TypeBuilder b;
  b.place(type, 0, count, type->extent);
  return b.finish();
}

NewType make_vector(std::size_t count, std::size_t block, MPI_Aint stride,
                    const DatatypeRef& type) {
  TypeBuilder b;
  if (block == 1)
    b.place(type, 0, count, stride);
  else if (count == 1)
    b.place(type, 0, block, type->extent);
  else
    b.place(make_contiguous(block, type), 0, count, stride);
  return b.finish();
}

NewType make_indexed(std::span<const MPI_Count> blocks, std::span<const MPI_Aint> displacements,
                     MPI_Aint unit, const DatatypeRef& type) {
  TypeBuilder b;
  for (std::size_t i = 0; i < blocks.size(); i++)
    b.place(type, displacements[i] * unit, blocks[i], type->extent);
  return b.finish();
}

NewType make_struct(std::span<const MPI_Count> blocks, std::span<const MPI_Aint> displacements,
                    std::span<const DatatypeRef> types) {
  TypeBuilder b;
  for (std::size_t i = 0; i < blocks.size(); i++)
    b.place(types[i], displacements[i], blocks[i], types[i]->extent);
  return b.finish();
}

NewType make_subarray(std::span<const MPI_Count> sizes, std::span<const MPI_Count> subsizes,
                      std::span<const MPI_Count> starts, int order, const DatatypeRef& type) {
  DatatypeRef part = type;
  MPI_Aint stride = type->extent;
  const std::size_t n = sizes.size();
  for (std::size_t i = 0; i < n; i++) {  // from the dimension that varies fastest
    const std::size_t d = order == MPI_ORDER_C ? n - 1 - i : i;
    TypeBuilder b;
    b.place(part, starts[d] * stride, subsizes[d], stride);
    part = b.finish();
    stride *= sizes[d];
  }
  return make_resized(part, 0, stride);
}

NewType make_resized(const DatatypeRef& type, MPI_Aint lb, MPI_Aint extent) {
  NewType r = make_duplicate(type);
  r->lb = lb;
  r->extent = extent;
  r->lb_marked = r->ub_marked = true;
  r->contiguous = dense(*r);
  return r;
}

NewType make_duplicate(const DatatypeRef& type) {
  auto r = std::make_shared<Datatype>(*type);
  r->committed = false;
  r->name.clear();
  r->integers.clear();
  r->addresses.clear();
  r->counts.clear();
  r->types.clear();
  if (type->leaves) r->parts = {{type, 1}};
  return r;
}

}  // namespace bamboo::mpi
