// SPDX-License-Identifier: Apache-2.0
// All constants of the choice between the installed MPI's own algorithms and plans. Each has its
// unit and its source: measured (where), a limit that it sets, or an assumption without a
// measurement.
#pragma once

#include <cstddef>

namespace bamboo::plans::choice {

// What may be tried

/// Bytes. Assumption: below, the MPI's short ways through the software decide.
constexpr std::size_t smallest = 4096;
/// Bytes and processes. Assumption: for less, a point-to-point broadcast is as good as multicast.
constexpr std::size_t least_multicast = 32 << 10;
constexpr int few = 3;
/// Processes. Limit: one of them has all counts of a pattern.
constexpr int most_scheduled = 256;
/// Plans. Limit: the simulation has no lost packets, so its best one need not be the best.
constexpr std::size_t candidates_by_model = 3;

// What trials may cost

/// Parts of the time of the same calls. Limit; and one so large that it is none.
constexpr double small_share = 0.02, any_share = 1e9;
/// Calls of the MPI's own that a turn may lose. Measured: 16 hosts, all-to-all of 64 KiB by TCP;
/// two calls after lost packets take three times as long.
constexpr double stake = 4;
/// The same of an early turn. Limit.
constexpr double early_stake = 1;
/// Seconds until it is known that multicast does not work. Limit of its start.
constexpr double multicast_start = 0.6;
/// Seconds of scheduling for each pair of processes. Measured: 16 to 256 processes.
constexpr double scheduling = 3e-6;

// How long each stage is

/// Calls of a turn, and those at its beginning that do not count. Measured: the all-to-all above
/// takes 79 ms, and 140 ms on connections that the algorithm before has overrun.
constexpr std::size_t calls_of_a_turn = 5, calls_not_counted = 2;
/// Calls of a winner before the first check; the checks double. Limit of the agreements' cost.
constexpr std::size_t first_check = 16;
/// Calls of an early winner until the other candidates have turns. Assumption.
constexpr std::size_t early_end = 128;
/// Calls of an early plan until one of the MPI's own is looked at; the looks double. Measured: NAS
/// IS on 16 hosts makes eleven calls.
constexpr std::size_t first_look_at_own = 8;
/// Calls of an early plan until more of the MPI's own are compared: of one that is clearly faster,
/// and of another one. So many are compared. Measured: the same.
constexpr std::size_t check_of_winner = 32, check_of_others = 8, own_calls_of_check = 5;
/// Forecasts are after so many times the calls of the one before, until so many times the calls of
/// the first one.
constexpr std::size_t looks_again = 2, last_look = 4;
/// The same for calls without a gain. Measured: a forecast takes the time of one or two short
/// all-to-alls, and two of them 3 % of 60 calls.
constexpr std::size_t looks_again_short = 64;
/// Calls of a request in a row that not all processes wait for. Assumption.
constexpr int most_missed = 8;

// What counts as faster

/// Part of the time by which a winner is faster. Assumption: the mean of three calls varies less.
constexpr double margin = 0.05;
/// Factor of the MPI's time that ends a turn. Assumption.
constexpr double clearly_slower = 1.5;
/// Factor by which the MPI's own is slower than an early plan. Assumption.
constexpr double clearly_faster = 1.25;
/// Factor of a simulated time. Assumption.
constexpr double nearly_as_good = 1.1;
/// Factor of the time on the wire from which on a simulation is worth its time. Assumption.
constexpr double above_wire = 1.2;
/// Seconds for each process that the first call may take to make connections. Assumption.
constexpr double connecting = 1e-3;

// Which calls have forecasts

/// Bytes of all blocks together. Assumption.
constexpr double large_vector = 32 << 10;
/// Bytes a second of a process. Assumption: above, no wire is waited for.
constexpr double fast_wire = 1e9;
/// Factors of the time of an agreement: where the network is described, and elsewhere. Limits of
/// the agreements' cost: a turn has two or three.
constexpr double agreements_of_look = 50, agreements_of_turn = 20;
/// Calls before the first forecast, where sizes are not known. Assumption: some topologies are made
/// for a single call, and many communicators for a few.
constexpr std::size_t calls_of_topology = 2, calls_of_communicator = 32;

}  // namespace bamboo::plans::choice
