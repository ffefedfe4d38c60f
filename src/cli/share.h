// SPDX-License-Identifier: Apache-2.0
#ifndef FRISK_CLI_SHARE_H
#define FRISK_CLI_SHARE_H

#include "base/diag.h"

// Finds frisk's own files: $FRISK_SHARE, else ../share/frisk beside the directory of the program, else
// share/frisk in the source tree that it was built in; mem_free. NULL: d says where it looked.
char *share_find(struct diag *d);

#endif
