// SPDX-License-Identifier: Apache-2.0
#include "base/xml.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

struct reader {
    const char *at, *end, *start;
    struct arena *arena;
    struct diag *d;
    struct str text; // of the innermost open element
};

static bool fail(struct reader *r, const char *what) {
    unsigned line = 1;
    for (const char *c = r->start; c < r->at; c++) line += *c == '\n';
    return diag_set(r->d, DIAG_ANALYSIS, "line %u: %s", line, what);
}

static bool starts(const struct reader *r, const char *with) {
    size_t n = strlen(with);
    return (size_t)(r->end - r->at) >= n && memcmp(r->at, with, n) == 0;
}

static bool skip_past(struct reader *r, const char *mark) {
    const char *found = memmem(r->at, (size_t)(r->end - r->at), mark, strlen(mark));
    if (!found) return fail(r, "something is not closed");
    r->at = found + strlen(mark);
    return true;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// ---- Text ----

static void add_utf8(struct str *s, unsigned long c) {
    if (c < 0x80) {
        str_add_char(s, (char)c);
    } else if (c < 0x800) {
        str_add_char(s, (char)(0xC0 | c >> 6));
        str_add_char(s, (char)(0x80 | (c & 0x3F)));
    } else if (c < 0x10000) {
        str_add_char(s, (char)(0xE0 | c >> 12));
        str_add_char(s, (char)(0x80 | (c >> 6 & 0x3F)));
        str_add_char(s, (char)(0x80 | (c & 0x3F)));
    } else if (c < 0x110000) {
        str_add_char(s, (char)(0xF0 | c >> 18));
        str_add_char(s, (char)(0x80 | (c >> 12 & 0x3F)));
        str_add_char(s, (char)(0x80 | (c >> 6 & 0x3F)));
        str_add_char(s, (char)(0x80 | (c & 0x3F)));
    }
}

static void add_reference(struct reader *r) { // at '&'
    static const struct {
        const char *name;
        char c;
    } known[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (starts(r, known[i].name)) {
            str_add_char(&r->text, known[i].c);
            r->at += strlen(known[i].name);
            return;
        }
    char number[16] = "";
    size_t n = 0;
    bool is_number = starts(r, "&#");
    for (const char *c = r->at + 2; is_number && c < r->end && *c != ';' && n < sizeof number - 1; c++)
        number[n++] = *c;
    if (is_number && n && r->at + 2 + n < r->end && r->at[2 + n] == ';') {
        bool hex = number[0] == 'x';
        add_utf8(&r->text, strtoul(number + hex, NULL, hex ? 16 : 10));
        r->at += n + 3;
        return;
    }
    str_add_char(&r->text, *r->at++);
}

static const char *trimmed(struct reader *r) {
    const char *from = str_text(&r->text), *to = from + r->text.n;
    while (from < to && is_blank(*from)) from++;
    while (to > from && is_blank(to[-1])) to--;
    char *copy = arena_zalloc(r->arena, (size_t)(to - from) + 1);
    memcpy(copy, from, (size_t)(to - from));
    return copy;
}

// ---- Elements ----

static const char *take_name(struct reader *r) {
    const char *from = r->at;
    while (r->at < r->end && !is_blank(*r->at) && *r->at != '>' && *r->at != '/') r->at++;
    char *name = arena_zalloc(r->arena, (size_t)(r->at - from) + 1);
    memcpy(name, from, (size_t)(r->at - from));
    return name;
}

// To behind the '>' of a start tag; *empty: it was "/>".
static bool skip_attributes(struct reader *r, bool *empty) {
    char quote = 0, before = 0;
    for (; r->at < r->end; r->at++) {
        char c = *r->at;
        if (quote ? c == quote : c == '"' || c == '\'') {
            quote = quote ? 0 : c;
        } else if (!quote && c == '>') {
            *empty = before == '/';
            r->at++;
            return true;
        }
        before = c;
    }
    return fail(r, "a tag is not closed");
}

// The text of an element with children is not kept: in such files it is blank.
static bool open_element(struct reader *r, struct xml_node **open, struct xml_node **root) {
    bool empty = false;
    r->at++;
    struct xml_node *n = ARENA_NEW(r->arena, struct xml_node);
    n->name = take_name(r);
    n->text = "";
    n->parent = *open;
    if (!skip_attributes(r, &empty)) return false;
    if (!*open && *root) return fail(r, "there is more than one root element");
    if (!*open) *root = n;
    if (*open && (*open)->last) (*open)->last->next = n;
    if (*open && !(*open)->first) (*open)->first = n;
    if (*open) (*open)->last = n;
    str_clear(&r->text);
    if (!empty) *open = n;
    return true;
}

static bool close_element(struct reader *r, struct xml_node **open) {
    r->at += 2;
    const char *name = take_name(r);
    if (!*open || strcmp((*open)->name, name) != 0) return fail(r, "an end tag does not match");
    if (!(*open)->first) (*open)->text = trimmed(r);
    *open = (*open)->parent;
    str_clear(&r->text);
    return skip_past(r, ">");
}

static bool take_markup(struct reader *r, struct xml_node **open, struct xml_node **root) {
    if (starts(r, "<!--")) return skip_past(r, "-->");
    if (starts(r, "<?")) return skip_past(r, "?>");
    if (starts(r, "<![CDATA[")) {
        const char *from = r->at + strlen("<![CDATA[");
        if (!skip_past(r, "]]>")) return false;
        str_add_n(&r->text, from, (size_t)(r->at - strlen("]]>") - from));
        return true;
    }
    if (starts(r, "<!")) return skip_past(r, ">");
    return starts(r, "</") ? close_element(r, open) : open_element(r, open, root);
}

struct xml_node *xml_parse(const char *text, size_t n, struct arena *a, struct diag *d) {
    struct reader r = {.at = text, .start = text, .end = text + n, .arena = a, .d = d};
    struct xml_node *open = NULL, *root = NULL;
    bool good = true;
    while (good && r.at < r.end) {
        if (*r.at == '<')
            good = take_markup(&r, &open, &root);
        else if (*r.at == '&')
            add_reference(&r);
        else
            str_add_char(&r.text, *r.at++);
    }
    if (good && open) good = fail(&r, "an element is not closed");
    if (good && !root) good = fail(&r, "there is no element");
    str_free(&r.text);
    return good ? root : NULL;
}

const struct xml_node *xml_child(const struct xml_node *node, const char *name) {
    const struct xml_node *n = node ? node->first : NULL;
    while (n && strcmp(n->name, name) != 0) n = n->next;
    return n;
}

const struct xml_node *xml_again(const struct xml_node *node) {
    const struct xml_node *n = node->next;
    while (n && strcmp(n->name, node->name) != 0) n = n->next;
    return n;
}

const char *xml_text(const struct xml_node *node, const char *name) {
    const struct xml_node *n = xml_child(node, name);
    return n ? n->text : NULL;
}
