// SPDX-License-Identifier: Apache-2.0
// Files of tests, which become the user's. Their first line ends with a checksum of the rest. What no longer
// fits it was changed since, or is not frisk's: it is never overwritten, and the new text goes beside it. Any
// thread may call.
#ifndef FRISK_SUITE_WRITTEN_H
#define FRISK_SUITE_WRITTEN_H

#include "base/diag.h"
#include "base/str.h"

// Writes the text to path, or to path.new if what is there is the user's. False: d says why not.
bool written_save(const char *path, const struct str *text, struct diag *d);
// Removes the file, unless it is the user's.
void written_remove(const char *path);
// What written_tell is to append first.
void written_say(const struct str *text);
// Appends a line for each file of this invocation that stayed as the user has it.
void written_tell(struct str *out);

#endif
