// SPDX-License-Identifier: Apache-2.0
// A call as frisk prints it, "m:f(1, [])", "Shop.total(1)" or "begin F1 = fun(_) -> ok end, m:f(F1, F1) end",
// as a target with arguments.
#ifndef FRISK_CLI_CALL_H
#define FRISK_CLI_CALL_H

#include <stdbool.h>

// What is called, as it stands there, and the text of its arguments with the names that they share around it;
// mem_free. False: the word is no call.
bool call_split(const char *word, char **function, char **arguments);

#endif
