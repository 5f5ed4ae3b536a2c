// SPDX-License-Identifier: Apache-2.0
#include "effects/library_functions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Function.h>

#include "mpi_calls/fortran_binding.h"

namespace bamboo::overlap {
namespace {

constexpr llvm::StringLiteral arithmetic_functions[] = {
    "acos",      "asin",   "atan",      "atan2", "cbrt",  "ceil",  "copysign", "cos",   "cosh",
    "erf",       "erfc",   "exp",       "exp2",  "expm1", "fabs",  "floor",    "fma",   "fmax",
    "fmin",      "fmod",   "hypot",     "ldexp", "log",   "log10", "log1p",    "log2",  "lround",
    "nearbyint", "pow",    "remainder", "rint",  "round", "sin",   "sinh",     "sqrt",  "tan",
    "tanh",      "tgamma", "trunc",     "abs",   "labs",  "llabs", "isnan",    "isinf", "finite"};

constexpr llvm::StringLiteral memory_functions[] = {"memcpy",
                                                    "memmove",
                                                    "memset",
                                                    "memcmp",
                                                    "memchr",
                                                    "strlen",
                                                    "strnlen",
                                                    "strcmp",
                                                    "strncmp",
                                                    "strcpy",
                                                    "strncpy",
                                                    "strcat",
                                                    "strncat",
                                                    "strchr",
                                                    "strrchr",
                                                    "strstr",
                                                    "malloc",
                                                    "calloc",
                                                    "free",
                                                    "_ZdlPv",
                                                    "_ZdaPv",
                                                    "_ZdlPvm",
                                                    "_ZdaPvm",
                                                    "_ZdlPvSt11align_val_t",
                                                    "_ZdlPvmSt11align_val_t"};

constexpr llvm::StringLiteral output_functions[] = {"printf", "fprintf", "puts",     "putchar",
                                                    "fputs",  "fputc",   "fwrite",   "fflush",
                                                    "perror", "vprintf", "vfprintf", "putc"};

/// Functions that read a clock, with the numbers of their arguments.
struct ClockFunction {
  llvm::StringLiteral name;
  unsigned arguments;
};
constexpr ClockFunction clocks[] = {
    {"MPI_Wtime", 0},
    {"omp_get_wtime", 0},
    {"omp_get_wtime_", 0},
    {"gettimeofday", 2},
    {"clock_gettime", 2},
    {"getrusage", 2},
    {"clock", 0},
    {"time", 1},
    {"times", 1},
    {"_ZNSt6chrono3_V212steady_clock3nowEv", 0},
    {"_ZNSt6chrono3_V212system_clock3nowEv", 0},
    {"_ZNSt3__16chrono12steady_clock3nowEv", 0},
    {"_ZNSt3__16chrono12system_clock3nowEv", 0},
    {"llvm.readcyclecounter", 0},
    {"llvm.readsteadycounter", 0},
    {"llvm.x86.rdtsc", 0},
    {"llvm.x86.rdtscp", 0},
};

bool is_one_of(llvm::ArrayRef<llvm::StringLiteral> names, llvm::StringRef name) {
  return llvm::is_contained(names, name);
}

/// The name of the function without a definition that the value calls; empty: it calls none.
llvm::StringRef called_name(const llvm::Value* value) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(value);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee != nullptr && callee->isDeclaration() ? callee->getName() : "";
}

}  // namespace

LibraryEffect library_effect(const llvm::CallBase& call, const llvm::TargetLibraryInfo& library) {
  if (reads_clock(call)) return LibraryEffect::Clock;
  llvm::LibFunc known;
  if (!library.getLibFunc(call, known) || !library.has(known)) return LibraryEffect::Unknown;
  const llvm::StringRef name = call.getCalledFunction()->getName();
  if (is_one_of(memory_functions, name)) return LibraryEffect::Memory;
  if (is_one_of(output_functions, name)) return LibraryEffect::Output;
  const bool long_or_float = name.ends_with("f") || name.ends_with("l");
  if (is_one_of(arithmetic_functions, name) ||
      (long_or_float && is_one_of(arithmetic_functions, name.drop_back())))
    return LibraryEffect::Arithmetic;
  return LibraryEffect::Unknown;
}

bool reads_clock(const llvm::CallBase& call) {
  const llvm::StringRef name = called_name(&call);
  return !call.isNoBuiltin() && llvm::any_of(clocks, [&](const ClockFunction& one) {
    return call.arg_size() == one.arguments &&
           (name == one.name || (one.arguments == 0 && is_spelling_of(name, one.name)));
  });
}

// Members of std::basic_ostream<char> and the functions that write numbers to one.
bool writes_to_stream(const llvm::CallBase& call) {
  return called_name(&call).starts_with("_ZNSo");
}

std::optional<SplitCall> split_call(const llvm::Value* value) {
  const llvm::StringRef name = called_name(value);
  const auto* found =
      name.starts_with("bamboo_") ? llvm::find(split_call_names, name) : split_call_names.end();
  if (found == split_call_names.end()) return std::nullopt;
  return static_cast<SplitCall>(found - split_call_names.begin());
}

bool calls(const llvm::Value* value, llvm::StringRef name) {
  return called_name(value) == name;
}

}  // namespace bamboo::overlap
