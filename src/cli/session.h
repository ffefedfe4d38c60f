// SPDX-License-Identifier: Apache-2.0
// One invocation: opens the front end, tests its units one after another, reports, and gives the exit status.
#ifndef FRISK_CLI_SESSION_H
#define FRISK_CLI_SESSION_H

#include "cli/options.h"

enum exit_status { EXIT_NO_ERROR = 0, EXIT_ERRORS = 1, EXIT_USAGE = 2, EXIT_NOT_ANALYSED = 3 };

// Runs `frisk erl`. If some units could not be analysed and others have errors, the status is 1.
int session_erlang(const struct options *o);
int session_java(const struct options *o); // runs `frisk java`, likewise
int session_fail(const struct diag *d);    // prints the line to standard error; returns its exit status

#endif
