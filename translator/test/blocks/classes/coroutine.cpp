// SPDX-License-Identifier: Apache-2.0
// A coroutine that is suspended in a region.
// RUN: not %translate --check %s -- -std=c++20 %flags 2>&1 | FileCheck %s
#include <coroutine>
#include <mpi.h>
struct Job {
  struct promise_type {
    Job get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int) { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
Job f(double *s, double *r, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    co_await std::suspend_always();
    // CHECK: [[#@LINE-1]]:5: error: 'co_await' is inside of an 'olap' region [bamboo:suspension-in-region]
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    co_yield n;
    // CHECK: [[#@LINE-1]]:5: error: 'co_yield' is inside of an 'olap' region
  }
  co_await std::suspend_always();
  // CHECK-NOT: error:
}
