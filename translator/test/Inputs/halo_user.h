// SPDX-License-Identifier: Apache-2.0
#include "halo_once.h"
