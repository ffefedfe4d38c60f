// SPDX-License-Identifier: Apache-2.0
#include "cli/call.h"

#include <ctype.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"

static bool is_name(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '@' || c & 0x80;
}

// The text behind a quoted part that begins at p.
static const char *after_quoted(const char *p) {
    char quote = *p++;
    while (*p && *p != quote) p += *p == '\\' && p[1] ? 2 : 1;
    return *p ? p + 1 : p;
}

// How much deeper the word at p leads, and where it ends: functions and blocks go up to their "end".
static int word_depth(const char **p) {
    const char *from = *p;
    while (is_name(**p)) ++*p;
    size_t n = (size_t)(*p - from);
    if (n == 3 && !strncmp(from, "end", n)) return -1;
    if (n == 3 && !strncmp(from, "fun", n)) return **p == '(';
    return (n == 2 && !strncmp(from, "fn", n)) || (n == 5 && !strncmp(from, "begin", n));
}

// Where behind the last sign outside of all brackets the text goes on; NULL: there is none.
static const char *after_last(const char *p, const char *end, char sign) {
    const char *found = NULL;
    for (int depth = 0; p < end;) {
        if (*p == '\'' || *p == '"') {
            p = after_quoted(p);
        } else if (is_name(*p)) {
            depth += word_depth(&p);
        } else {
            depth += *p == '(' || *p == '[' || *p == '{';
            depth -= *p == ')' || *p == ']' || *p == '}';
            if (*p++ == sign && depth == 0) found = p + strspn(p, " ");
        }
    }
    return found;
}

static char *copy(const char *from, const char *end) {
    struct str s = {0};
    str_add_n(&s, from, (size_t)(end - from));
    str_add(&s, "");
    return s.at ? str_take(&s) : mem_strdup("");
}

bool call_split(const char *word, char **function, char **arguments) {
    static const struct {
        const char *open, *close;
        char sign; // behind the names
    } blocks[] = {{"begin ", " end", ','}, {"(", ")", ';'}};
    const char *end = word + strlen(word), *call = word, *open = "", *close = "";
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks && call == word; i++) {
        size_t before = strlen(blocks[i].open), behind = strlen(blocks[i].close);
        if (strncmp(word, blocks[i].open, before) != 0 || (size_t)(end - word) < before + behind ||
            strcmp(end - behind, blocks[i].close) != 0)
            continue;
        open = blocks[i].open;
        close = blocks[i].close;
        end -= behind;
        call = after_last(word + before, end, blocks[i].sign);
        if (!call) return false;
    }
    const char *bracket = *call == '\'' ? after_quoted(call) : call;
    while (bracket < end && *bracket != '(')
        bracket = *bracket == '\'' || *bracket == '"' ? after_quoted(bracket) : bracket + 1;
    if (bracket >= end || end[-1] != ')' || bracket == call) return false;
    struct str s = {0};
    str_add_n(&s, word, (size_t)(call - word));
    str_add_n(&s, bracket + 1, (size_t)(end - bracket) - 2);
    str_add(&s, *open ? close : "");
    *function = copy(call, bracket);
    *arguments = s.at ? str_take(&s) : mem_strdup("");
    return true;
}
