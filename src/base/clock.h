// SPDX-License-Identifier: Apache-2.0
#ifndef FRISK_BASE_CLOCK_H
#define FRISK_BASE_CLOCK_H

double clock_now(void);    // monotonic wall clock, seconds
double clock_thread(void); // processor time of the calling thread, seconds: the same on a busy machine

#endif
