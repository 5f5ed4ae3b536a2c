// SPDX-License-Identifier: Apache-2.0
#include "matching/local_message.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>

#include "bamboo/taskgraph/internal/recycled_memory.h"
#include "matching/traffic.h"

namespace bamboo::mpi {

namespace {

/// The memory that recycled::allocate() uses for this number of bytes.
std::size_t bytes_taken(std::size_t bytes) {
  return std::bit_ceil(std::max(bytes, recycled::alignment));
}

/// Most messages are contiguous, and small ones cost less by copy_typed() than by a Packer.
void pack(const void* buffer, std::size_t count, const Datatype& type, std::byte* out,
          std::size_t bytes) {
  copy_typed(buffer, count, type, out, bytes, *predefined(MPI_BYTE));
}

}  // namespace

LocalMessage* LocalMessage::borrow(Request& sender, LentSends& sends, const Header& header) {
  auto* message = new (recycled::allocate(sizeof(LocalMessage))) LocalMessage;
  message->header = header;
  message->local = true;
  message->sender_ = &sender;
  message->lent_ = &sends;
  sender.as<SendRequest>().borrowed = message;
  sends.add(sender);
  return message;
}

LocalMessage* LocalMessage::copy(const void* buffer, std::size_t count, const Datatype& type,
                                 const Header& header, bool pooled) {
  auto* message = new (recycled::allocate(sizeof(LocalMessage))) LocalMessage;
  message->header = header;
  message->local = true;
  try {
    message->allocate(pooled);
  } catch (...) {
    message->release();
    throw;
  }
  ++local_traffic().copies;
  pack(buffer, count, type, message->data_, header.bytes);
  return message;
}

std::int64_t LocalMessage::copy_bytes() const {
  if (sender_) return 0;
  const std::size_t outside = data_ == inline_ ? 0 : bytes_taken(header.bytes);
  return static_cast<std::int64_t>(bytes_taken(sizeof *this) + outside);
}

void LocalMessage::allocate(bool pooled) {
  pooled_ = pooled;
  if (header.bytes <= inline_bytes) {
    data_ = inline_;
  } else if (pooled) {
    data_ = static_cast<std::byte*>(recycled::allocate(header.bytes));
  } else {
    data_ = static_cast<std::byte*>(std::malloc(header.bytes));
    if (!data_) throw std::bad_alloc();
  }
}

void LocalMessage::release() {
  if (data_ && data_ != inline_) {
    if (pooled_)
      recycled::release(data_, header.bytes);
    else
      std::free(data_);
  }
  this->~LocalMessage();
  recycled::release(this, sizeof(LocalMessage));
}

void LocalMessage::detach(bool pooled) {
  allocate(pooled);
  ++local_traffic().copies;
  pack(sender_->buffer, sender_->count, *sender_->type, data_, header.bytes);
  end_loan();
  sender_ = nullptr;
}

void LocalMessage::take(void* buffer, std::size_t count, const Datatype& type) {
  ++local_traffic().copies;
  if (sender_) {
    Request& sender = *sender_;
    copy_typed(sender.buffer, sender.count, *sender.type, buffer, count, type);
    sender.sent();
  } else {
    copy_typed(data_, header.bytes, *predefined(MPI_BYTE), buffer, count, type);
  }
  release();
}

void LocalMessage::receive(PayloadSink& sink) {
  if (sender_) {
    Request& sender = *sender_;
    Packer packer(sender.buffer, sender.count, *sender.type);
    std::byte chunk[4096];
    for (std::size_t left = header.bytes; left > 0;) {
      const std::size_t n = std::min(left, sizeof chunk);
      packer.read(chunk, n);
      sink.write(chunk, n);
      left -= n;
    }
    sender.sent();
  } else {
    sink.write(data_, header.bytes);
  }
  sink.done();
  release();
}

void LocalMessage::discard() {
  if (sender_) sender_->sent();
  release();
}

}  // namespace bamboo::mpi
