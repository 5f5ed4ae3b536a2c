// SPDX-License-Identifier: Apache-2.0
#include "mpi_calls/abi.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "mpi_calls/argument_values.h"
#include "mpi_calls/fortran_binding.h"

namespace bamboo::overlap {
namespace {

constexpr uint32_t mpich_null_request = 0x2c000000;

/// A predefined type: Open MPI's object, MPICH's handle (which holds the size in its second byte),
/// and C's type where there is exactly one.
struct PredefinedType {
  llvm::StringLiteral object;
  uint32_t handle;
  uint64_t size;
  llvm::StringLiteral c_type;
};

constexpr PredefinedType types[] = {
    {"ompi_mpi_char", 0x4c000101, 1, ""},
    {"ompi_mpi_signed_char", 0x4c000118, 1, ""},
    {"ompi_mpi_unsigned_char", 0x4c000102, 1, ""},
    {"ompi_mpi_byte", 0x4c00010d, 1, ""},
    {"ompi_mpi_short", 0x4c000203, 2, ""},
    {"ompi_mpi_unsigned_short", 0x4c000204, 2, ""},
    {"ompi_mpi_int", 0x4c000405, 4, ""},
    {"ompi_mpi_unsigned", 0x4c000406, 4, ""},
    {"ompi_mpi_long", 0x4c000807, 8, ""},
    {"ompi_mpi_unsigned_long", 0x4c000808, 8, ""},
    {"ompi_mpi_long_long_int", 0x4c000809, 8, ""},
    {"ompi_mpi_unsigned_long_long", 0x4c000819, 8, ""},
    {"ompi_mpi_float", 0x4c00040a, 4, "float"},
    {"ompi_mpi_double", 0x4c00080b, 8, "double"},
    {"ompi_mpi_long_double", 0x4c00100c, 16, "long double"},
    {"ompi_mpi_int8_t", 0x4c000137, 1, ""},
    {"ompi_mpi_uint8_t", 0x4c00013b, 1, ""},
    {"ompi_mpi_int16_t", 0x4c000238, 2, ""},
    {"ompi_mpi_uint16_t", 0x4c00023c, 2, ""},
    {"ompi_mpi_int32_t", 0x4c000439, 4, ""},
    {"ompi_mpi_uint32_t", 0x4c00043d, 4, ""},
    {"ompi_mpi_int64_t", 0x4c00083a, 8, ""},
    {"ompi_mpi_uint64_t", 0x4c00083e, 8, ""},
};

const PredefinedType* predefined(const llvm::Value& type) {
  if (const auto* object = llvm::dyn_cast<llvm::GlobalVariable>(type.stripPointerCasts()))
    for (const PredefinedType& known : types)
      if (object->getName() == known.object) return &known;
  if (const auto* handle = llvm::dyn_cast<llvm::ConstantInt>(&type))
    for (const PredefinedType& known : types)
      if (handle->getZExtValue() == known.handle) return &known;
  return nullptr;
}

/// Fortran's predefined types: Open MPI's number, MPICH's.
struct FortranType {
  uint32_t open_mpi, mpich;
  uint64_t size;
};

constexpr FortranType fortran_types[] = {
    {1, 0x4c00010d, 1},    // MPI_BYTE
    {5, 0x4c00011a, 1},    // MPI_CHARACTER
    {6, 0x4c00041d, 4},    // MPI_LOGICAL
    {7, 0x4c00041b, 4},    // MPI_INTEGER
    {8, 0x4c00012d, 1},    // MPI_INTEGER1
    {9, 0x4c00022f, 2},    // MPI_INTEGER2
    {10, 0x4c000430, 4},   // MPI_INTEGER4
    {11, 0x4c000831, 8},   // MPI_INTEGER8
    {13, 0x4c00041c, 4},   // MPI_REAL
    {14, 0x4c000427, 4},   // MPI_REAL4
    {15, 0x4c000829, 8},   // MPI_REAL8
    {16, 0x4c00102b, 16},  // MPI_REAL16
    {17, 0x4c00081f, 8},   // MPI_DOUBLE_PRECISION
    {18, 0x4c00081e, 8},   // MPI_COMPLEX
    {19, 0x4c000828, 8},   // MPI_COMPLEX8
    {20, 0x4c00102a, 16},  // MPI_COMPLEX16
    {21, 0x4c00202c, 32},  // MPI_COMPLEX32
    {22, 0x4c001022, 16},  // MPI_DOUBLE_COMPLEX
};

std::optional<uint64_t> size_of_fortran_type(const llvm::Value& type) {
  const llvm::ConstantInt* handle = constant_argument(type);
  if (handle == nullptr) return std::nullopt;
  for (const FortranType& known : fortran_types)
    if (handle->equalsInt(known.open_mpi) || handle->equalsInt(known.mpich)) return known.size;
  return std::nullopt;
}

/// The variable that a constant address lies in: MPICH has several constants in one common block.
const llvm::Value& variable_of(const llvm::Value& address) {
  const llvm::Value* base = &address;
  while (const auto* inside = llvm::dyn_cast<llvm::GEPOperator>(base)) {
    if (!inside->hasAllConstantIndices()) break;
    base = inside->getPointerOperand();
  }
  return *base;
}

/// Common blocks of the two headers mpif.h.
bool has_open_mpi_header(const llvm::Module& module) {
  return module.getNamedValue("mpi_fortran_bottom_") != nullptr;
}

bool has_mpich_header(const llvm::Module& module) {
  return module.getNamedValue("mpipriv1_") != nullptr;
}

}  // namespace

Abi::Abi(const Operation& operation, const llvm::CallBase& call)
    : context_(call.getContext()),
      handle_(call.getArgOperand(operation.arguments.find(role::communicator))->getType()) {
  kind_ = handle_->isPointerTy() ? Kind::OpenMpi : Kind::Mpich;
  if (overlap::is_fortran(call)) {
    kind_ = Kind::Fortran;
    handle_ = llvm::Type::getInt32Ty(context_);
  }
}

Abi::Abi(Kind kind, llvm::LLVMContext& context)
    : context_(context),
      kind_(kind),
      handle_(kind == Kind::OpenMpi
                  ? static_cast<llvm::Type*>(llvm::PointerType::getUnqual(context))
                  : llvm::Type::getInt32Ty(context)) {}

llvm::Constant* Abi::null_request(llvm::Module& module) const {
  if (kind_ == Kind::Fortran)
    return llvm::ConstantInt::get(handle_, has_open_mpi_header(module) ? 0 : mpich_null_request);
  if (kind_ == Kind::Mpich) return llvm::ConstantInt::get(handle_, mpich_null_request);
  return module.getOrInsertGlobal("ompi_request_null", llvm::Type::getInt8Ty(context_));
}

bool Abi::is_null_request_certain(const llvm::Module& module) const {
  return kind_ != Kind::Fortran || has_open_mpi_header(module) || has_mpich_header(module);
}

std::optional<int> Abi::any_source(const llvm::CallBase& call, const llvm::Value& communicator) {
  constexpr int open_mpi_value = -1;
  constexpr int mpich_value = -2;
  if (!overlap::is_fortran(call))
    return communicator.getType()->isPointerTy() ? open_mpi_value : mpich_value;
  if (has_open_mpi_header(*call.getModule())) return open_mpi_value;
  if (has_mpich_header(*call.getModule())) return mpich_value;
  return std::nullopt;
}

llvm::Constant* Abi::ignored_status() const {
  llvm::Type* pointer = llvm::PointerType::getUnqual(context_);
  if (kind_ == Kind::OpenMpi) return llvm::Constant::getNullValue(pointer);
  return llvm::ConstantExpr::getIntToPtr(
      llvm::ConstantInt::get(llvm::Type::getInt64Ty(context_), 1), pointer);
}

bool Abi::is_ignored_status(const llvm::Value& status) const {
  return &status == ignored_status();
}

std::optional<uint64_t> Abi::element_size(const llvm::Value& type) const {
  if (kind_ == Kind::Fortran) return size_of_fortran_type(type);
  if (const PredefinedType* known = predefined(type)) return known->size;
  return std::nullopt;
}

llvm::StringRef Abi::c_type(const llvm::Value& type) const {
  const PredefinedType* known = predefined(type);
  return known == nullptr ? llvm::StringRef() : llvm::StringRef(known->c_type);
}

bool Abi::is_predefined_operation(const llvm::Value& operation) const {
  // Operations of the program are made by MPI_Op_create.
  if (kind_ == Kind::Fortran) return constant_argument(operation) != nullptr;
  if (const auto* object = llvm::dyn_cast<llvm::GlobalVariable>(operation.stripPointerCasts()))
    return object->getName().starts_with("ompi_mpi_op_");
  const auto* handle = llvm::dyn_cast<llvm::ConstantInt>(&operation);
  return handle != nullptr && (handle->getZExtValue() & 0xffffff00) == 0x58000000;
}

bool Abi::is_no_address(const llvm::Value& buffer) {
  if (is_bottom(buffer)) return true;
  // Fortran's MPI_IN_PLACE and MPI_STATUS_IGNORE, in common blocks of Open MPI and of MPICH.
  if (const auto* block = llvm::dyn_cast<llvm::GlobalVariable>(&variable_of(buffer)))
    return block->getName().starts_with("mpi_fortran_") ||
           block->getName().starts_with("mpipriv") || block->getName().starts_with("mpifcmb");
  const auto* constant = llvm::dyn_cast<llvm::ConstantExpr>(&buffer);
  return constant != nullptr && constant->getOpcode() == llvm::Instruction::IntToPtr &&
         llvm::isa<llvm::ConstantInt>(constant->getOperand(0));
}

bool Abi::is_bottom(const llvm::Value& buffer) {
  if (llvm::isa<llvm::ConstantPointerNull>(buffer)) return true;
  // The first variable of MPICH's block; the only one of Open MPI's block.
  const auto* block = llvm::dyn_cast<llvm::GlobalVariable>(&buffer);
  return block != nullptr &&
         (block->getName() == "mpi_fortran_bottom_" || block->getName() == "mpipriv1_");
}

}  // namespace bamboo::overlap
