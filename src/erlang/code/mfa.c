// SPDX-License-Identifier: Apache-2.0
#include "erlang/code/mfa.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

// What stands behind a backslash in a quoted atom (Erlang Reference Manual, "Escape Sequences", but \\^X).
// Advances *at.
static uint32_t parse_escape(const char **at) {
    static const char letters[] = "bdefnrstv", meant[] = "\b\177\033\f\n\r \t\v";
    const char *p = *at, *letter = strchr(letters, *p);
    unsigned char c = (unsigned char)*p;
    uint32_t value = letter ? (unsigned char)meant[letter - letters] : c;
    *at = p + 1;
    if (c >= '0' && c <= '7') {
        value = 0;
        for (uint32_t i = 0; i < 3 && *p >= '0' && *p <= '7'; i++) value = 8 * value + (uint32_t)(*p++ - '0');
        *at = p;
    } else if (c == 'x' && p[1] == '{') {
        char *end;
        unsigned long given = strtoul(p + 2, &end, 16);
        if (*end != '}' || given > 0x10FFFF) return c;
        value = (uint32_t)given;
        *at = end + 1;
    }
    return value;
}

symbol mfa_name(const char **at, const char *stop) {
    struct str s = {0};
    const char *p = *at;
    if (*p == '\'') {
        for (p++; *p && *p != '\'';) {
            if (*p == '\\' && p[1]) {
                p++;
                if ((unsigned char)*p < 0x80) str_add_utf8(&s, parse_escape(&p));
            } else {
                str_add_char(&s, *p++);
            }
        }
        if (*p == '\'') p++;
    } else {
        for (; *p && !strchr(stop, *p); p++) str_add_char(&s, *p);
    }
    *at = p;
    symbol name = s.n ? symbol_intern(s.at, s.n) : 0;
    str_free(&s);
    return name;
}

bool mfa_arity(const char *at, uint32_t *arity) {
    enum { ARITY_MAX = 255 };
    if (*at != '/' || !isdigit((unsigned char)at[1])) return false;
    char *end = NULL;
    unsigned long n = strtoul(at + 1, &end, 10);
    *arity = (uint32_t)n;
    return *end == '\0' && n <= ARITY_MAX;
}

bool mfa_read(const char *text, const char *option, struct mfa *out, struct diag *d) {
    const char *at = text;
    *out = (struct mfa){.module = mfa_name(&at, ":")};
    if (out->module && *at == ':') {
        at++;
        out->function = mfa_name(&at, "/");
        if (out->function && mfa_arity(at, &out->arity)) return true;
    }
    return diag_set(d, DIAG_USAGE, "%s wants MOD:FUN/ARITY, got '%s'", option, text);
}
