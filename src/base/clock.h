// SPDX-License-Identifier: Apache-2.0
#ifndef FRISK_BASE_CLOCK_H
#define FRISK_BASE_CLOCK_H

double clock_now(void); // monotonic wall clock, seconds

#endif
