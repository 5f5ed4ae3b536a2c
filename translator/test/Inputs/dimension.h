// SPDX-License-Identifier: Apache-2.0
#pragma bamboo dimension 2
