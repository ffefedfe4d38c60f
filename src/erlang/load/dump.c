// SPDX-License-Identifier: Apache-2.0
// The reader of dumps (doc/dump-format.md): bytes from frisk_dump.erl or from the cache to a module's tree.
// The interpreter relies on the tree being well formed, so everything it relies on is checked here: which
// nodes may stand where, how many children they have, and that every variable is in scope where it is used.
#include <assert.h>
#include <string.h>

#include "erlang/load/dump_reader.h"
#include "erlang/load/load.h"

_Static_assert(CORE_VAR == 0 && CORE_FUN == 10 && CORE_LINE == 23 && CORE_TAG_COUNT == 24,
               "the node tags of share/frisk/frisk_dump.erl");

enum { DUMP_VERSION = 2, MAX_ARITY = 255, NO_BINDER = UINT32_MAX };

// What may stand at a place in the tree.
enum place {
    PLACE_EXPR,
    PLACE_PATTERN,
    PLACE_PATTERN_VAR, // of an alias
    PLACE_BINDER,      // a variable of a fun, let or try
    PLACE_CLAUSE,
    PLACE_FUNDEF,
    PLACE_FUN,
    PLACE_PAIR,
    PLACE_PAIR_PATTERN,
    PLACE_SEGMENT,
    PLACE_SEGMENT_PATTERN,
};

struct node_frame {
    struct core *node;
    uint32_t next; // child to read next
    uint8_t place;
    uint32_t first, end; // the variables this node has bound
};

struct tree_reader {
    struct dump_reader r;
    uint32_t line, column;
    uint32_t first_id, next_id;
    uint32_t n_vars;   // bound so far in this function
    VEC(uint8_t) live; // by variable: in scope here
    VEC(struct node_frame) open;
};

static bool fail(struct tree_reader *t, const char *what) {
    return dump_reader_fail(&t->r, what);
}

// ---- Which node may stand where ----

static bool fits(enum place p, unsigned tag) {
    switch (p) {
    case PLACE_EXPR:
        return tag != CORE_CLAUSE && tag != CORE_FUNDEF && tag != CORE_PAIR && tag != CORE_SEGMENT &&
               tag != CORE_ALIAS;
    case PLACE_PATTERN:
        return tag == CORE_VAR || tag == CORE_LITERAL || tag == CORE_CONS || tag == CORE_TUPLE ||
               tag == CORE_MAP || tag == CORE_BINARY || tag == CORE_ALIAS;
    case PLACE_PATTERN_VAR:
    case PLACE_BINDER: return tag == CORE_VAR;
    case PLACE_CLAUSE: return tag == CORE_CLAUSE;
    case PLACE_FUNDEF: return tag == CORE_FUNDEF;
    case PLACE_FUN: return tag == CORE_FUN;
    case PLACE_PAIR:
    case PLACE_PAIR_PATTERN: return tag == CORE_PAIR;
    case PLACE_SEGMENT:
    case PLACE_SEGMENT_PATTERN: return tag == CORE_SEGMENT;
    }
    return false;
}

static bool is_pattern(uint8_t place) {
    return place == PLACE_PATTERN || place == PLACE_PAIR_PATTERN || place == PLACE_SEGMENT_PATTERN;
}

// The place of child i of a node.
static enum place place_of_child(const struct node_frame *f, uint32_t i) {
    const struct core *c = f->node;
    bool pattern = is_pattern(f->place);
    uint32_t n = c->aux & 0xFF;
    switch (c->tag) {
    case CORE_CONS:
    case CORE_TUPLE: return pattern ? PLACE_PATTERN : PLACE_EXPR;
    case CORE_MAP: return i == 0 ? PLACE_EXPR : pattern ? PLACE_PAIR_PATTERN : PLACE_PAIR;
    case CORE_PAIR: return i == 1 && pattern ? PLACE_PATTERN : PLACE_EXPR;
    case CORE_BINARY: return pattern ? PLACE_SEGMENT_PATTERN : PLACE_SEGMENT;
    case CORE_SEGMENT: return i == 0 && pattern ? PLACE_PATTERN : PLACE_EXPR;
    case CORE_ALIAS: return i == 0 ? PLACE_PATTERN_VAR : PLACE_PATTERN;
    case CORE_FUN: return i + 1 < c->n ? PLACE_BINDER : PLACE_EXPR;
    case CORE_LET: return i + 2 < c->n ? PLACE_BINDER : PLACE_EXPR;
    case CORE_TRY: return (i > 0 && i <= n) || (i > n + 1 && i + 1 < c->n) ? PLACE_BINDER : PLACE_EXPR;
    case CORE_LETREC: return i + 1 < c->n ? PLACE_FUNDEF : PLACE_EXPR;
    case CORE_FUNDEF: return PLACE_FUN;
    case CORE_CASE: return i > 0 ? PLACE_CLAUSE : PLACE_EXPR;
    case CORE_CLAUSE: return i + 2 < c->n ? PLACE_PATTERN : PLACE_EXPR;
    default: return PLACE_EXPR;
    }
}

// ---- One node ----

struct head {
    uint8_t tag, flags;
};

static bool read_head(struct tree_reader *t, struct head *h, struct core *c) {
    uint8_t b = 0, flags = 0;
    uint64_t delta = 0;
    if (!reader_byte(&t->r, &b)) return false;
    if (b & 0x20 && !reader_byte(&t->r, &flags)) return false;
    h->tag = b & 0x1F;
    h->flags = flags;
    if (h->tag >= CORE_TAG_COUNT) return fail(t, "a node of unknown kind");
    if (flags & ~15) return fail(t, "a node has unknown flags");
    switch (b >> 6) {
    case 1: return true; // place unknown
    case 2:
        if (!reader_varint32(&t->r, UINT32_MAX, &t->column)) return false;
        break;
    case 3:
        if (!dump_reader_varint(&t->r, &delta) || !reader_varint32(&t->r, UINT32_MAX, &t->column))
            return false;
        t->line += (uint32_t)unzigzag(delta);
        break;
    default: break;
    }
    c->line = t->line;
    c->column = t->column;
    return true;
}

static bool count(struct tree_reader *t, uint32_t max, uint32_t more, uint32_t *n) {
    if (!reader_varint32(&t->r, max, n)) return false;
    *n += more;
    return true;
}

static bool read_name(struct tree_reader *t, struct core *c) {
    uint32_t arity = 0;
    if (!dump_reader_atom(&t->r, &c->aux) || !reader_varint32(&t->r, MAX_ARITY, &arity)) return false;
    c->arity = (uint16_t)arity;
    return true;
}

static bool read_fun(struct tree_reader *t, struct core *c, uint32_t *n) {
    if (!count(t, MAX_ARITY, 1, n) || !dump_reader_term(&t->r, &c->lit)) return false;
    if (term_is_nil(c->lit))
        c->lit = TERM_NONE;
    else if (!term_is_atom(c->lit))
        return fail(t, "a fun's name is no atom");
    c->arity = (uint16_t)(*n - 1);
    return true;
}

static bool read_try(struct tree_reader *t, struct core *c, uint32_t *n) {
    uint32_t vars = 0, evars = 0;
    if (!reader_varint32(&t->r, MAX_ARITY, &vars) || !reader_varint32(&t->r, MAX_ARITY, &evars)) return false;
    c->aux = vars | evars << 8;
    *n = vars + evars + 3;
    return true;
}

static bool read_segment(struct tree_reader *t, struct core *c) {
    uint32_t unit = 0;
    if (!reader_byte(&t->r, &c->seg.type) || !reader_byte(&t->r, &c->seg.flags) ||
        !reader_varint32(&t->r, 256, &unit))
        return false;
    if (c->seg.type > SEG_UTF32 || c->seg.flags > 7 || unit == 0) return fail(t, "a segment of unknown kind");
    c->seg.unit = (uint16_t)unit;
    return true;
}

static bool read_variable(struct tree_reader *t, enum place place, struct core *c) {
    if (place == PLACE_EXPR) {
        if (!reader_varint32(&t->r, UINT32_MAX - 1, &c->aux)) return false;
        return (c->aux < t->n_vars && t->live.at[c->aux]) || fail(t, "a variable is not in scope");
    }
    c->aux = t->n_vars++;
    vec_push(&t->live,
             place != PLACE_BINDER); // a pattern's variables are in scope at once, others in the body
    return true;
}

static bool read_pair_kind(struct tree_reader *t, struct core *c) {
    uint8_t exact = 0;
    if (!reader_byte(&t->r, &exact)) return false;
    c->aux = exact;
    return exact <= 1 || fail(t, "a map pair of unknown kind");
}

enum { MANY = 1 << 24 };

static bool read_fields(struct tree_reader *t, enum place place, struct core *c, uint32_t *n) {
    switch (c->tag) {
    case CORE_VAR: return read_variable(t, place, c);
    case CORE_FNAME: return read_name(t, c);
    case CORE_LITERAL: return dump_reader_term(&t->r, &c->lit);
    case CORE_CONS:
    case CORE_SEQ:
    case CORE_ALIAS: *n = 2; return true;
    case CORE_CATCH: *n = 1; return true;
    case CORE_LINE: return true;
    case CORE_TUPLE:
    case CORE_VALUES:
    case CORE_BINARY: return count(t, MANY, 0, n);
    case CORE_MAP:
    case CORE_CASE:
    case CORE_LETREC: return count(t, MANY, 1, n);
    case CORE_PAIR: *n = 2; return read_pair_kind(t, c);
    case CORE_SEGMENT: *n = 2; return read_segment(t, c);
    case CORE_FUN: return read_fun(t, c, n);
    case CORE_LET:
        if (!count(t, MAX_ARITY, 2, n)) return false;
        c->aux = *n - 2;
        return true;
    case CORE_FUNDEF: *n = 1; return read_name(t, c);
    case CORE_CLAUSE: return count(t, MANY, 2, n);
    case CORE_APPLY: return count(t, MAX_ARITY, 1, n);
    case CORE_CALL: return count(t, MAX_ARITY, 2, n);
    case CORE_PRIMOP: return dump_reader_atom(&t->r, &c->aux) && count(t, MAX_ARITY, 0, n);
    case CORE_TRY: return read_try(t, c, n);
    default: return fail(t, "a node of unknown kind");
    }
}

// Reads a node without its children, and opens a frame for those.
static bool read_node(struct tree_reader *t, enum place place, struct core **out) {
    struct core c = {.lit = TERM_NONE};
    struct head h = {0};
    uint32_t n = 0, first = t->n_vars;
    t->r.pending--;
    if (!read_head(t, &h, &c)) return false;
    if (!fits(place, h.tag)) return fail(t, "a node stands where it may not");
    c.tag = h.tag;
    c.flags = h.flags;
    if (!read_fields(t, place, &c, &n) || !dump_reader_promise(&t->r, n)) return false;
    c.n = n;
    c.id = t->next_id++;
    c.ordinal = c.id - t->first_id + 1;
    struct core *node = arena_alloc(t->r.a, sizeof *node + n * sizeof node->kid[0]);
    *node = c;
    for (uint32_t i = 0; i < n; i++) node->kid[i] = NULL;
    *out = node;
    if (n > 0) vec_push(&t->open, (struct node_frame){node, 0, (uint8_t)place, first, first});
    return true;
}

// ---- Scopes: numbers are given in the order of the bytes, so what a node binds is a range ----

static void set_live(struct tree_reader *t, uint32_t from, uint32_t to, uint8_t live) {
    assert(from <= to && to <= t->n_vars);
    if (to > from) memset(t->live.at + from, live, to - from);
}

// Called before child i is read.
static void enter_child(struct tree_reader *t, struct node_frame *f, uint32_t i) {
    const struct core *c = f->node;
    uint32_t n = c->aux & 0xFF;
    bool body = (c->tag == CORE_FUN && i + 1 == c->n) || (c->tag == CORE_LET && i + 2 == c->n);
    if (body || (c->tag == CORE_TRY && (i == n + 1 || i + 1 == c->n)) ||
        (c->tag == CORE_CLAUSE && i + 2 == c->n))
        f->end = t->n_vars;
    if ((c->tag == CORE_TRY && (i == 1 || i == n + 2))) {
        set_live(t, f->first, f->end, 0); // the first variables are not in scope in the handler
        f->first = f->end = t->n_vars;
    }
    bool in_scope = (c->tag == CORE_FUN && i + 1 == c->n) || (c->tag == CORE_LET && i + 1 == c->n) ||
                    (c->tag == CORE_TRY && (i == n + 1 || i + 1 == c->n));
    if (in_scope) set_live(t, f->first, f->end, 1);
}

// ---- Counts that depend on the children ----

// How many values a node gives, 0 if that cannot be seen.
static uint32_t degree(const struct core *c) {
    switch (c->tag) {
    case CORE_VALUES: return c->n ? c->n : UINT32_MAX; // <> counts as no value, which is not "unknown"
    case CORE_VAR:
    case CORE_FNAME:
    case CORE_LITERAL:
    case CORE_CONS:
    case CORE_TUPLE:
    case CORE_MAP:
    case CORE_BINARY:
    case CORE_FUN: return 1;
    default: return 0;
    }
}

static bool agrees(const struct core *argument, uint32_t wanted) {
    uint32_t d = degree(argument);
    return d == 0 || (d == UINT32_MAX ? 0 : d) == wanted;
}

static bool check_closed(struct tree_reader *t, const struct core *c) {
    if (c->tag == CORE_CASE) {
        if (c->n < 2) return fail(t, "a case has no clause");
        for (uint32_t i = 1; i < c->n; i++) {
            uint32_t patterns = c->kid[i]->n - 2;
            if (patterns != c->kid[1]->n - 2 || !agrees(c->kid[0], patterns))
                return fail(t, "a clause has the wrong number of patterns");
        }
    } else if (c->tag == CORE_LET) {
        if (!agrees(c->kid[c->n - 2], c->aux)) return fail(t, "a let has the wrong number of variables");
    } else if (c->tag == CORE_TRY) {
        if (!agrees(c->kid[0], c->aux & 0xFF)) return fail(t, "a try has the wrong number of variables");
    } else if (c->tag == CORE_FUNDEF) {
        if (c->kid[0]->arity != c->arity) return fail(t, "a function has the wrong arity");
    }
    return true;
}

// ---- The tree of a function ----

static bool read_tree(struct tree_reader *t, struct core **out) {
    t->n_vars = 0;
    vec_clear(&t->live);
    vec_clear(&t->open);
    t->r.pending = 0;
    if (!dump_reader_promise(&t->r, 1) || !read_node(t, PLACE_FUN, out)) return false;
    while (t->open.n > 0) {
        struct node_frame *f = &vec_last(&t->open);
        if (f->next == f->node->n) {
            set_live(t, f->first, f->end, 0);
            if (!check_closed(t, f->node)) return false;
            t->open.n--;
            continue;
        }
        uint32_t i = f->next++;
        struct core **kid = &f->node->kid[i];
        enter_child(t, f, i);
        if (!read_node(t, place_of_child(f, i), kid)) return false;
    }
    return true;
}

static bool read_function(struct tree_reader *t, struct core_function *f) {
    uint8_t exported = 0;
    if (!dump_reader_atom(&t->r, &f->name) || !reader_varint32(&t->r, MAX_ARITY, &f->arity) ||
        !reader_byte(&t->r, &exported) || !reader_varint32(&t->r, UINT32_MAX, &f->line))
        return false;
    if (exported > 1) return fail(t, "a function is neither exported nor not");
    f->exported = exported;
    if (!read_tree(t, &f->fun)) return false;
    f->n_vars = t->n_vars;
    return f->fun->arity == f->arity || fail(t, "a function has the wrong arity");
}

static bool read_attribute(struct tree_reader *t, struct core_attribute *x) {
    return dump_reader_atom(&t->r, &x->name) && reader_varint32(&t->r, UINT32_MAX, &x->line) &&
           dump_reader_term(&t->r, &x->value);
}

// A count of things that take a byte at least each.
static bool read_count(struct tree_reader *t, uint32_t *n) {
    if (!reader_varint32(&t->r, MANY, n)) return false;
    return *n <= t->r.n - t->r.at || fail(t, "more parts promised than bytes left");
}

static bool read_module(struct tree_reader *t, struct core_module *m) {
    static const uint8_t magic[] = {'F', 'R', 'S', 'K', DUMP_VERSION};
    struct dump_reader *r = &t->r;
    const uint8_t *bytes = NULL;
    uint32_t n = 0;
    if (!dump_reader_bytes(r, sizeof magic, &bytes)) return false;
    if (memcmp(bytes, magic, sizeof magic) != 0) return fail(t, "it is of another kind or version");
    if (!dump_reader_atom(r, &m->name) || !reader_varint32(r, MANY, &n) || !dump_reader_bytes(r, n, &bytes))
        return false;
    m->file = arena_zalloc(r->a, n + 1);
    memcpy(m->file, bytes, n);
    if (!read_count(t, &m->n_functions)) return false;
    m->functions = ARENA_ARRAY(r->a, struct core_function, m->n_functions);
    for (uint32_t i = 0; i < m->n_functions; i++)
        if (!read_function(t, &m->functions[i])) return false;
    r->pending = 0;
    if (!read_count(t, &m->n_attributes)) return false;
    m->attributes = ARENA_ARRAY(r->a, struct core_attribute, m->n_attributes);
    for (uint32_t i = 0; i < m->n_attributes; i++)
        if (!read_attribute(t, &m->attributes[i])) return false;
    return r->at == r->n || fail(t, "bytes are left over");
}

bool dump_read(const uint8_t *bytes, size_t n, uint32_t first_id, struct arena *a, struct core_module **out,
               struct diag *d) {
    struct tree_reader t = {.first_id = first_id, .next_id = first_id};
    dump_reader_init(&t.r, bytes, n, 0, a, d);
    struct core_module *m = ARENA_NEW(a, struct core_module);
    bool ok = read_module(&t, m);
    m->n_nodes = t.next_id - first_id;
    if (ok) *out = m;
    dump_reader_free(&t.r);
    vec_free(&t.live);
    vec_free(&t.open);
    return ok;
}
