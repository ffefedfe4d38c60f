// SPDX-License-Identifier: Apache-2.0
#include "base/diag.h"

#include <stdarg.h>
#include <stdio.h>

bool diag_set(struct diag *d, enum diag_kind kind, const char *format, ...) {
    if (d->kind != DIAG_NONE) return false;
    d->kind = kind;
    va_list ap;
    va_start(ap, format);
    vsnprintf(d->text, sizeof d->text, format, ap);
    va_end(ap);
    return false;
}
