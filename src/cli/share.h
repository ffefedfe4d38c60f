// SPDX-License-Identifier: Apache-2.0
#ifndef FRISK_CLI_SHARE_H
#define FRISK_CLI_SHARE_H

#include "base/diag.h"

// Frisk's own files: $FRISK_SHARE, else ../share/frisk beside an installed program's bin, else share/frisk of
// the source tree the program was built in. NULL: d says where it looked; mem_free.
char *share_find(struct diag *d);

#endif
