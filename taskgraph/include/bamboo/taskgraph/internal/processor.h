// SPDX-License-Identifier: Apache-2.0
// Code that depends on the processor: only this file names instructions and registers.
#pragma once

#include <elf.h>
#include <time.h>
#include <ucontext.h>

#include <cstdint>

namespace bamboo::processor {

/// The processor's hint for a spin loop.
inline void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#endif
}

/// A counter of constant rate, the same for all cores: a time in a few nanoseconds, without a call
/// where the processor has such a counter.
inline std::uint64_t time_stamp() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  std::uint64_t count;
  asm volatile("mrs %0, cntvct_el0" : "=r"(count));
  return count;
#else
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
#endif
}

/// The instruction at which a signal interrupted a thread; null where the processor is not known.
inline void* program_counter([[maybe_unused]] const ucontext_t& context) {
#if defined(__x86_64__)
  return reinterpret_cast<void*>(context.uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return reinterpret_cast<void*>(context.uc_mcontext.pc);
#else
  return nullptr;
#endif
}

/// The value that the dynamic linker writes into the slot of a relocation that names a symbol.
enum class Slot { Function, Address, ThreadLocalModule, ThreadLocalOffset, Other };

/// Other where the processor is not known.
inline Slot slot([[maybe_unused]] std::uint64_t type) {
  switch (type) {
#if defined(__x86_64__)
    case R_X86_64_JUMP_SLOT:
      return Slot::Function;
    case R_X86_64_GLOB_DAT:
    case R_X86_64_64:
      return Slot::Address;
    case R_X86_64_DTPMOD64:
      return Slot::ThreadLocalModule;
    case R_X86_64_DTPOFF64:
      return Slot::ThreadLocalOffset;
#elif defined(__aarch64__)
    case R_AARCH64_JUMP_SLOT:
      return Slot::Function;
    case R_AARCH64_GLOB_DAT:
    case R_AARCH64_ABS64:
      return Slot::Address;
    case R_AARCH64_TLS_DTPMOD:
      return Slot::ThreadLocalModule;
    case R_AARCH64_TLS_DTPREL:
      return Slot::ThreadLocalOffset;
#endif
    default:
      return Slot::Other;
  }
}

/// Whether the relocation's addend is added to the symbol's address.
inline bool has_addend([[maybe_unused]] std::uint64_t type) {
#if defined(__x86_64__)
  return type == R_X86_64_64;
#elif defined(__aarch64__)
  return type == R_AARCH64_GLOB_DAT || type == R_AARCH64_ABS64;
#else
  return false;
#endif
}

}  // namespace bamboo::processor
