/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
enum { ROWS = 200, COLUMNS = 300 };
void exchange(double u[ROWS][COLUMNS]);
