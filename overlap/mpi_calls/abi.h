// SPDX-License-Identifier: Apache-2.0
// The binary interface of the MPI whose header the program was compiled with: what its handles
// look like, and the constants that the pass has to write or to recognise.
#pragma once

#include <cstdint>
#include <optional>

#include "mpi_calls/operation_table.h"

namespace bamboo::overlap {

class Abi {
 public:
  enum class Kind {
    OpenMpi,  ///< handles are pointers to objects of the library
    Mpich,    ///< handles are integers
    Fortran,  ///< of either: handles are integers, and everything is passed by reference
  };

  /// Found in the type of the communicator that is handed to `call`.
  Abi(const Operation& operation, const llvm::CallBase& call);

  Abi(Kind kind, llvm::LLVMContext& context);

  llvm::Type* request_type() const { return handle_; }
  bool is_mpich() const { return kind_ == Kind::Mpich; }
  bool is_fortran() const { return kind_ == Kind::Fortran; }
  llvm::Constant* null_request(llvm::Module& module) const;
  /// False where a unit in Fortran does not show whose null request that must be.
  bool is_null_request_certain(const llvm::Module& module) const;
  llvm::Constant* ignored_status() const;

  /// Bytes of one element of a predefined type that has no gaps; nothing for other types and for
  /// those that are not constants here.
  std::optional<uint64_t> element_size(const llvm::Value& type) const;

  /// C's name of the type that such an element has in the program's memory ("double"); empty when
  /// it can be anything, as MPI_BYTE can.
  llvm::StringRef c_type(const llvm::Value& type) const;

  /// True when the operation of a reduction is MPI's own: it touches nothing but its operands.
  bool is_predefined_operation(const llvm::Value& operation) const;

  /// True for MPI_IN_PLACE, MPI_BOTTOM, an ignored status and null: no address of a buffer.
  static bool is_no_address(const llvm::Value& buffer);

  /// True for MPI_BOTTOM: the type contains the addresses of the data.
  static bool is_bottom(const llvm::Value& buffer);

  /// MPI_ANY_SOURCE of the MPI that `call` is of, to which `communicator` is handed; nothing where
  /// a unit in Fortran does not show which MPI that is.
  static std::optional<int> any_source(const llvm::CallBase& call, const llvm::Value& communicator);

  /// True where the status is not wanted.
  bool is_ignored_status(const llvm::Value& status) const;

 private:
  llvm::LLVMContext& context_;
  Kind kind_;
  llvm::Type* handle_;
};

}  // namespace bamboo::overlap
