// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "errors/errors.h"
#include "one_sided/combine.h"
#include "one_sided/exposure.h"
#include "one_sided/messages.h"

namespace bamboo::mpi {

class MessagingTask;

/// An operation of another process at its target, from its first byte to its answer. The data of a
/// put are written directly to their place; those of an accumulation are collected first.
class ArrivingOperation final : public PayloadSink {
 public:
  /// Deletes itself after it has sent its answer. `target` is the rank that owns the memory.
  ArrivingOperation(MessagingTask& target, Exposure& exposure, const Header& header);

  void write(const std::byte* in, std::size_t n) override;
  void done() override;

  // Used by AccumulationOrder.
  TaskId origin() const { return header_.source; }
  void carry_out();
  bool is_complete = false;

 private:
  enum class Stage : std::uint8_t { Head, Segments, Data };
  void described();
  void begin();
  void answer();

  MessagingTask& target_;
  Exposure& exposure_;
  const Header header_;
  Stage stage_ = Stage::Head;
  std::vector<std::byte> description_;
  std::size_t description_bytes_ = sizeof(OperationHead);
  OperationHead head_;
  Datatype type_;
  TypedBuffer memory_;
  Unpacker unpacker_;                  ///< of a put
  std::vector<std::byte> operand_;     ///< of an accumulation
  std::vector<std::byte> result_;      ///< that the answer carries
  std::unique_ptr<MpiError> failure_;  ///< instead
};

}  // namespace bamboo::mpi
