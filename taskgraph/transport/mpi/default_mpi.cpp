// SPDX-License-Identifier: Apache-2.0
// A module without contents: to load it is to load the MPI that it is linked with.
