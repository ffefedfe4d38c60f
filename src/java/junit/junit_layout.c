// SPDX-License-Identifier: Apache-2.0
#include "java/junit/junit_layout.h"

#include <string.h>

enum {
    COLUMNS = 100,
    GOES_ON = 4, // columns more where a line goes on
    LEVELS = 6,  // of brackets that are broken within one another
};

// The length of the string or character at the start of the text; 0: there is none.
static size_t quoted(const char *text, size_t n) {
    size_t i = 1;
    if (*text != '"' && *text != '\'') return 0;
    while (i < n && text[i] != *text) i += text[i] == '\\' ? 2 : 1;
    return i < n ? i + 1 : n;
}

// From a bracket to behind the one that closes it; n: there is none.
static size_t group(const char *text, size_t n) {
    unsigned depth = 0;
    for (size_t i = 0; i < n;) {
        const size_t q = quoted(text + i, n - i);
        if (q) {
            i += q;
            continue;
        }
        depth += strchr("([{", text[i]) != NULL;
        depth -= strchr(")]}", text[i]) != NULL;
        i++;
        if (!depth) return i;
    }
    return n;
}

// Outside of brackets and quotes: where `what` begins first; n: nowhere.
static size_t find(const char *text, size_t n, const char *what) {
    const size_t length = strlen(what);
    for (size_t i = 0; i < n;) {
        if (i + length <= n && !memcmp(text + i, what, length)) return i;
        const size_t q = quoted(text + i, n - i);
        i += q ? q : strchr("([{", text[i]) ? group(text + i, n - i) : 1;
    }
    return n;
}

static void add_line(struct str *out, unsigned indent) {
    str_addf(out, "\n%*s", (int)indent, "");
}

static void break_line(struct str *out, const char *text, size_t n, unsigned indent, unsigned levels);

// Elements one behind the other, as many on a line as there is room for; each alone where one of them is
// broken itself.
static void add_elements(struct str *out, const char *text, size_t n, unsigned indent, size_t behind,
                         bool fill, unsigned levels) {
    size_t column = indent;
    for (size_t i = 0; i < n;) {
        size_t end = i + find(text + i, n - i, ", ");
        const bool last = end == n;
        const size_t length = end - i + (last ? behind : 1);
        if (i > 0) {
            if (fill && column + 1 + length <= COLUMNS) {
                str_add_char(out, ' ');
                column++;
            } else {
                add_line(out, indent);
                column = indent;
            }
        }
        if (indent + length <= COLUMNS || levels == 0)
            str_add_n(out, text + i, end - i);
        else
            break_line(out, text + i, end - i, indent, levels - 1);
        if (!last) str_add_char(out, ',');
        column += length;
        i = last ? n : end + 2;
    }
}

// In the first brackets that hold something; what is behind them stays there.
static void break_brackets(struct str *out, const char *text, size_t n, unsigned indent, unsigned levels) {
    size_t open = 0;
    while (open < n) {
        const size_t q = quoted(text + open, n - open);
        if (q) {
            open += q;
        } else if (text[open] == '(' || text[open] == '{') {
            const size_t length = group(text + open, n - open);
            if (length > 2 && open + length + 2 >= n) break; // the last ones
            open += length;
        } else {
            open++;
        }
    }
    if (open >= n) { // there is nothing to break
        str_add_n(out, text, n);
        return;
    }
    const size_t length = group(text + open, n - open), behind = n - open - length + 1;
    const bool array = text[open] == '{';
    str_add_n(out, text, open + 1);
    add_line(out, indent + (array ? 2 : GOES_ON));
    const bool fits = indent + GOES_ON + length - 2 + behind <= COLUMNS;
    if (fits)
        str_add_n(out, text + open + 1, length - 2);
    else
        add_elements(out, text + open + 1, length - 2, indent + (array ? 2 : GOES_ON), behind, array, levels);
    if (array) add_line(out, indent);
    str_add_n(out, text + open + length - 1, behind);
}

// A statement or expression that is too long, with `indent` columns before it.
static void break_line(struct str *out, const char *text, size_t n, unsigned indent, unsigned levels) {
    const size_t equals = find(text, n, " = ");
    if (equals < n && equals + 3 < n) {
        str_add_n(out, text, equals + 2);
        text += equals + 3, n -= equals + 3;
        indent += GOES_ON;
        add_line(out, indent);
        if (indent + n <= COLUMNS) {
            str_add_n(out, text, n);
            return;
        }
    }
    break_brackets(out, text, n, indent, levels);
}

void junit_layout(struct str *text) {
    struct str out = {0};
    for (const char *line = str_text(text); *line;) {
        const size_t n = strcspn(line, "\n"), blanks = strspn(line, " "), indent = blanks / 2;
        const bool comment = !strncmp(line + blanks, "//", 2);
        str_addf(&out, "%*s", (int)indent, "");
        if (comment || indent + n - blanks <= COLUMNS)
            str_add_n(&out, line + blanks, n - blanks);
        else
            break_line(&out, line + blanks, n - blanks, (unsigned)indent, LEVELS);
        if (line[n]) str_add_char(&out, '\n');
        line += n + (line[n] != 0);
    }
    str_free(text);
    *text = out;
}
