// SPDX-License-Identifier: Apache-2.0
#include "solve/facts/classes.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/some_of.h"

// ---- Small parts ----

bool facts_fail(struct facts *f) {
    f->bad = true;
    return false;
}

void link_push(struct facts *f, uint32_t *list, uint64_t what, uint32_t of) {
    assert(*list < f->links.n);
    vec_push(&f->links, (struct link){{what}, {of}, *list}); // *list lies in another vector
    *list = f->links.n - 1;
}

class_id class_root(struct facts *f, class_id c) {
    struct class *at = f->classes.at;
    while (at[c].up != c) {
        at[c].up = at[at[c].up].up;
        c = at[c].up;
    }
    return c;
}

void class_touch(struct facts *f, class_id c) {
    assert(c && c < f->classes.n);
    f->changes++;
    if (f->classes.at[c].dirty) return;
    f->classes.at[c].dirty = true;
    vec_push(&f->dirty, c);
}

static class_id class_new(struct facts *f, expr_id term) {
    class_id c = f->classes.n;
    vec_push(&f->classes, (struct class){.term = term,
                                         .up = c,
                                         .kinds = KINDS_ALL,
                                         .range = INTERVAL_ALL,
                                         .flo = -INFINITY,
                                         .fhi = INFINITY,
                                         .arity_hi = UINT32_MAX,
                                         .map_hi = UINT32_MAX,
                                         .bits = interval_from(0),
                                         .fun_arity = -1});
    if (term == 0) return c;
    if (!index_put(&f->class_of, term, c)) {
        index_rebuild(&f->class_of, f->classes.n);
        for (class_id i = 1; i < f->classes.n; i++)
            if (f->classes.at[i].term) index_put(&f->class_of, f->classes.at[i].term, i);
    }
    return c;
}

static class_id find(struct facts *f, expr_id term) {
    uint32_t c = f->last; // a literal switch asks for one term many times
    if (c >= f->classes.n || f->classes.at[c].term != term) {
        if (!index_get(&f->class_of, term, &c) || c >= f->classes.n || f->classes.at[c].term != term)
            return 0;
        f->last = c;
    }
    return class_root(f, c);
}

static uint32_t find_link(const struct facts *f, uint32_t list, uint64_t key) {
    while (list && f->links.at[list].key != key) list = f->links.at[list].next;
    return list;
}

class_id class_child(struct facts *f, class_id parent, uint64_t key) {
    assert(parent && parent < f->classes.n);
    uint32_t link = find_link(f, f->classes.at[parent].children, key);
    return link ? class_root(f, f->links.at[link].class) : 0;
}

void facts_wait_equal(struct facts *f, class_id c, class_id d, expr_id t, expr_id u) {
    assert(c ? d || t : t && u);
    vec_push(&f->equals, (struct equal){c, d, t, u});
}

// ---- Components of terms ----

// The component of a constructor term by a selector; 0: it has none.
static expr_id component(struct facts *f, expr_id term, uint64_t key) {
    assert(KEY_SORT(key) != KEY_OF_APPLY);
    struct expr_store *x = f->x;
    enum expr_op op = expr_op(x, term);
    uint32_t i = KEY_NUMBER(key);
    if (key <= KEY_TL) return op == EXPR_CONS_OP ? expr_arg(x, term, (uint32_t)key) : 0;
    if (KEY_SORT(key) == KEY_OF_ELEM)
        return op == EXPR_TUPLE_OP && i < expr_count(x, term) ? expr_arg(x, term, i) : 0;
    if (key == KEY_TEXT) return op == EXPR_ATOM_OP || op == EXPR_NAMED_OP ? expr_text(x, term) : 0;
    if (KEY_SORT(key) == KEY_OF_FIELD) {
        expr_id part =
            op == EXPR_BITS_OP || expr_is_composite(op) ? expr_bits_get(x, term, expr_get_field(x, i)) : 0;
        return part && expr_is_read(x, part) && (op != EXPR_BITS_OP || expr_is_ground(x, part)) ? part : 0;
    }
    if (KEY_SORT(key) == KEY_OF_MAP_GET && op == EXPR_MAP_OP && expr_is_ground(x, i))
        for (uint32_t k = 0; k < expr_count(x, term); k += 2)
            if (expr_arg(x, term, k) == i) return expr_arg(x, term, k + 1);
    return 0;
}

// What a known function returns for known arguments.
static expr_id known_result(struct facts *f, expr_id fun, expr_id application) {
    VEC(expr_id) args = {0};
    bool ground =
        expr_op(f->x, fun) == EXPR_FUN_OP && expr_imm(f->x, fun) == expr_count(f->x, application) - 1;
    for (uint32_t i = 1; i < expr_count(f->x, application) && ground; i++) {
        vec_push(&args, expr_arg(f->x, application, i));
        ground = expr_is_ground(f->x, args.at[i - 1]);
    }
    expr_id result = ground ? expr_apply(f->x, fun, args.at, args.n) : 0;
    vec_free(&args);
    return result;
}

// The class got a value or a constructor: its children are the components.
void class_parts_known(struct facts *f, class_id c, expr_id term) {
    for (uint32_t l = f->classes.at[c].children; l; l = f->links.at[l].next) {
        uint64_t key = f->links.at[l].key;
        expr_id part =
            KEY_SORT(key) == KEY_OF_APPLY ? known_result(f, term, KEY_NUMBER(key)) : component(f, term, key);
        if (part) facts_wait_equal(f, f->links.at[l].class, 0, part, 0);
    }
}

// ---- Making classes ----

static void init_ground(struct facts *f, class_id c, expr_id term) {
    assert(expr_is_ground(f->x, term));
    struct class *k = &f->classes.at[c];
    enum kind kind = expr_ground_kind(f->x, term);
    k->kinds = KIND_BIT(kind);
    k->value = term;
    k->defined = true;
    if (kind == KIND_INT) k->range = interval_of_literal(f->x, expr_arg(f->x, term, 0));
    if (kind == KIND_FLOAT) k->flo = k->fhi = expr_get_float(f->x, expr_arg(f->x, term, 0));
    if (kind == KIND_TUPLE) k->arity_lo = k->arity_hi = expr_count(f->x, term);
    if (kind == KIND_MAP) k->map_lo = k->map_hi = expr_count(f->x, term) / 2;
    if (KIND_BIT(kind) & KINDS_BITS) {
        uint64_t size;
        expr_get_bits(f->x, term, &size);
        k->bits = interval_between((int64_t)size, (int64_t)size);
    }
    if (expr_op(f->x, term) == EXPR_FUN_OP) k->fun_arity = (int32_t)expr_imm(f->x, term);
}

static void init_built(struct facts *f, class_id c, expr_id term) {
    struct class *k = &f->classes.at[c];
    k->built = term;
    if (expr_is_composite(expr_op(f->x, term))) {
        k->kinds = KINDS_BITS;
        struct interval size = facts_interval(f, expr_unary(f->x, EXPR_BIT_SIZE_OP, term));
        f->classes.at[c].bits = interval_meet(size, interval_from(0));
        return;
    }
    k->kinds = KIND_BIT(expr_ground_kind(f->x, term));
    if (expr_op(f->x, term) == EXPR_TUPLE_OP) k->arity_lo = k->arity_hi = expr_count(f->x, term);
    if (expr_op(f->x, term) == EXPR_MAP_OP) k->map_lo = k->map_hi = expr_count(f->x, term) / 2;
    if (expr_op(f->x, term) == EXPR_INT_OP) {
        struct interval range = facts_interval(f, expr_arg(f->x, term, 0)); // may move the classes
        f->classes.at[c].range = range;
    }
}

static bool selector_key(struct facts *f, expr_id term, uint64_t *key) {
    switch (SOME_OF(expr_op(f->x, term))) {
    case EXPR_HD_OP: *key = KEY_HD; return true;
    case EXPR_TL_OP: *key = KEY_TL; return true;
    case EXPR_ELEM_OP: *key = KEY_ELEM(expr_imm(f->x, term)); return true;
    case EXPR_TEXT_OP: *key = KEY_TEXT; return true;
    case EXPR_MAP_GET_OP: *key = KEY_MAP_GET(expr_arg(f->x, term, 1)); return true;
    case EXPR_APPLY_OP: *key = KEY_APPLY(term); return true;
    case EXPR_BITS_GET_OP: *key = KEY_FIELD(expr_arg(f->x, term, 1)); return true;
    default: return false;
    }
}

static int64_t field_end(const struct facts *f, uint64_t key) {
    struct bit_field field = expr_get_field(f->x, KEY_NUMBER(key));
    return (int64_t)(field.at + field.width);
}

static bool shape_is_certain(const struct facts *f, const struct class *p, uint64_t key) {
    switch (KEY_SORT(key)) {
    case KEY_OF_FIELD: return !(p->kinds & ~KINDS_BITS) && interval_at_least(p->bits, field_end(f, key));
    case KEY_OF_CONS: return p->kinds == KIND_BIT(KIND_CONS);
    case KEY_OF_ELEM: return p->kinds == KIND_BIT(KIND_TUPLE) && p->arity_lo > KEY_NUMBER(key);
    case KEY_OF_MAP_GET: {
        if (p->kinds != KIND_BIT(KIND_MAP)) return false;
        for (uint32_t l = p->keys; l; l = f->links.at[l].next)
            if (f->links.at[l].term == KEY_NUMBER(key)) return f->links.at[l].present == 1;
        return false;
    }
    case KEY_OF_TEXT: return p->kinds == KIND_BIT(KIND_ATOM);
    case KEY_OF_APPLY: break;
    }
    return p->kinds == KIND_BIT(KIND_FUN) && p->fun_arity == (int32_t)expr_count(f->x, KEY_NUMBER(key)) - 1;
}

static class_id add_child(struct facts *f, class_id parent, uint64_t key, expr_id term) {
    assert(class_is_root(f, parent));
    class_id known = class_child(f, parent, key);
    class_id c = class_new(f, term);
    struct class *k = &f->classes.at[c], *p = &f->classes.at[parent];
    k->from = parent;
    k->key = key;
    if (known) {
        k->up = known;
        struct class *root = &f->classes.at[known];
        if (term && (root->canon == 0 || term < root->canon)) root->canon = term;
        return known;
    }
    k->canon = term;
    k->defined = p->defined && shape_is_certain(f, p, key);
    if (KEY_SORT(key) == KEY_OF_FIELD) {
        struct bit_field field = expr_get_field(f->x, KEY_NUMBER(key));
        bool is_float = field.flags & FIELD_FLOAT;
        k->kinds = is_float ? KIND_BIT(KIND_FLOAT) | KIND_BIT(KIND_ATOM) : KIND_BIT(KIND_INT);
        if (!is_float) k->range = bits_field_range(field);
    }
    link_push(f, &p->children, key, c);
    if (key == KEY_TEXT) {
        link_push(f, &k->texts, 0, parent);
        typing_of_variable(f, c, TYPE_TEXT);
        class_touch(f, c);
        p = &f->classes.at[parent];
    }
    expr_id whole = p->value ? p->value : p->built;
    expr_id part = !whole                          ? 0
                   : KEY_SORT(key) == KEY_OF_APPLY ? known_result(f, whole, term)
                                                   : component(f, whole, key);
    if (part) facts_wait_equal(f, c, 0, part, 0);
    if (p->typings) {
        typing_ensure_child(f, parent, key, c);
        class_touch(f, c);
    }
    return c;
}

static class_id make(struct facts *f, expr_id term) {
    class_id c = class_new(f, term);
    if (expr_op(f->x, term) == EXPR_VAR_OP) {
        f->classes.at[c].canon = term;
        f->classes.at[c].defined = true;
        type_id type = variables_type(f->variables, expr_imm(f->x, term));
        if (type != TYPE_ANY) {
            typing_of_variable(f, c, type);
            class_touch(f, c);
        }
    } else if (expr_is_ground(f->x, term)) {
        init_ground(f, c, term);
    } else {
        init_built(f, c, term);
        if (expr_op(f->x, term) == EXPR_NAMED_OP) add_child(f, c, KEY_TEXT, 0);
    }
    return c;
}

class_id class_of(struct facts *f, expr_id term) {
    assert(expr_sort(f->x, term) == SORT_TERM);
    class_id c = find(f, term);
    if (c) return c;
    uint32_t base = f->path.n;
    uint64_t key;
    while (!(c = find(f, term)) && selector_key(f, term, &key)) {
        vec_push(&f->path, term);
        term = expr_arg(f->x, term, 0);
    }
    if (!c) c = make(f, term);
    while (f->path.n > base) {
        term = vec_pop(&f->path);
        selector_key(f, term, &key);
        c = add_child(f, class_root(f, c), key, term);
    }
    return c;
}

class_id class_make_child(struct facts *f, class_id parent, uint64_t key) {
    assert(class_is_root(f, parent));
    class_id c = class_child(f, parent, key);
    expr_id whole = f->classes.at[parent].canon;
    if (c) return c;
    if (key == KEY_TEXT && whole) return class_of(f, expr_text(f->x, whole));
    if (KEY_SORT(key) == KEY_OF_FIELD && whole)
        return class_of(f, expr_bits_get(f->x, whole, expr_get_field(f->x, KEY_NUMBER(key))));
    if (!whole) return add_child(f, parent, key, 0);
    switch (KEY_SORT(key)) { // of a constructor: joins its part
    case KEY_OF_CONS: return class_of(f, key == KEY_HD ? expr_hd(f->x, whole) : expr_tl(f->x, whole));
    case KEY_OF_ELEM: return class_of(f, expr_elem(f->x, whole, KEY_NUMBER(key)));
    case KEY_OF_MAP_GET: return class_of(f, expr_map_get(f->x, whole, KEY_NUMBER(key)));
    case KEY_OF_APPLY:
    case KEY_OF_TEXT:
    case KEY_OF_FIELD: break;
    }
    return add_child(f, parent, key, 0);
}

// ---- Definedness ----

bool class_is_defined(struct facts *f, class_id c) {
    for (class_id at = c; !f->classes.at[at].defined;) {
        const struct class *k = &f->classes.at[at];
        if (k->from == 0) return false;
        at = class_root(f, k->from);
        if (!shape_is_certain(f, &f->classes.at[at], k->key)) return false;
    }
    while (!f->classes.at[c].defined) {
        f->classes.at[c].defined = true;
        class_touch(f, c);
        c = class_root(f, f->classes.at[c].from);
    }
    return true;
}

bool class_require_key(struct facts *f, class_id c, expr_id key, bool present) {
    assert(class_is_root(f, c));
    if (!class_narrow_kinds(f, c, KIND_BIT(KIND_MAP))) return false;
    struct class *k = &f->classes.at[c];
    if (k->value && expr_is_ground(f->x, key))
        return (expr_map_has(f->x, k->value, key) == EXPR_TRUE) == present || facts_fail(f);
    for (uint32_t l = k->keys; l; l = f->links.at[l].next)
        if (f->links.at[l].term == key) return (f->links.at[l].present == 1) == present || facts_fail(f);
    link_push(f, &k->keys, present, key);
    class_touch(f, c);
    return map_present(f, k) <= k->map_hi || facts_fail(f);
}

bool class_excludes_shape(const struct facts *f, const struct class *k, uint64_t size, enum shape_of of) {
    for (uint32_t l = k->shapes; l; l = f->links.at[l].next)
        if (f->links.at[l].shape == (uint32_t)of && f->links.at[l].size == size) return true;
    return false;
}

bool class_require_fun_arity(struct facts *f, class_id c, uint32_t arity) {
    assert(class_is_root(f, c));
    if (!class_narrow_kinds(f, c, KIND_BIT(KIND_FUN))) return false;
    struct class *k = &f->classes.at[c];
    if (k->fun_arity >= 0) return k->fun_arity == (int32_t)arity || facts_fail(f);
    if (class_excludes_shape(f, k, arity, SHAPE_FUNCTION)) return facts_fail(f);
    k->fun_arity = (int32_t)arity;
    class_touch(f, c);
    return true;
}

static bool require_shape(struct facts *f, class_id parent, uint64_t key) {
    switch (KEY_SORT(key)) {
    case KEY_OF_CONS: return class_narrow_kinds(f, parent, KIND_BIT(KIND_CONS));
    case KEY_OF_ELEM:
        return class_narrow_kinds(f, parent, KIND_BIT(KIND_TUPLE)) &&
               class_narrow_arity(f, parent, KEY_NUMBER(key) + 1, UINT32_MAX);
    case KEY_OF_MAP_GET: return class_require_key(f, parent, KEY_NUMBER(key), true);
    case KEY_OF_TEXT: return class_narrow_kinds(f, parent, KIND_BIT(KIND_ATOM));
    case KEY_OF_FIELD:
        return class_narrow_kinds(f, parent, KINDS_BITS) &&
               class_narrow_bits(f, parent, interval_from(field_end(f, key)));
    case KEY_OF_APPLY: break;
    }
    return class_require_fun_arity(f, parent, expr_count(f->x, KEY_NUMBER(key)) - 1);
}

bool class_define(struct facts *f, class_id c) {
    for (;;) {
        struct class *k = &f->classes.at[c];
        if (k->defined) return true;
        if (k->kinds == 0) return facts_fail(f);
        k->defined = true;
        class_touch(f, c);
        if (k->from == 0) return true;
        uint64_t key = k->key;
        c = class_root(f, k->from);
        if (!require_shape(f, c, key)) return false;
    }
}

// ---- Narrowing ----

bool class_narrow_kinds(struct facts *f, class_id c, kind_set kinds) {
    assert(class_is_root(f, c));
    struct class *k = &f->classes.at[c];
    kind_set left = k->kinds & kinds;
    if (left == k->kinds) return true;
    k->kinds = left;
    class_touch(f, c);
    return left || !k->defined || facts_fail(f);
}

// ---- Exclusions ----

void class_set_apart(struct facts *f, class_id c, class_id d) {
    assert(class_is_root(f, c) && class_is_root(f, d) && c != d);
    for (uint32_t l = f->classes.at[c].apart; l; l = f->links.at[l].next)
        if (class_root(f, f->links.at[l].class) == d) return;
    link_push(f, &f->classes.at[c].apart, 0, d);
    link_push(f, &f->classes.at[d].apart, 0, c);
}

static uint64_t exclusion_key(class_id c, uint64_t integer, expr_id term) {
    return hash_mix(hash_mix(c, term), integer);
}

static bool find_exclusion(const struct facts *f, class_id c, uint64_t integer, expr_id term) {
    uint32_t at;
    if (!f->classes.at[c].excluded || !index_get(&f->exclusion_of, exclusion_key(c, integer, term), &at))
        return false;
    if (at >= f->exclusions.n || f->exclusions.at[at].c != c) return false;
    const struct link *link = &f->links.at[f->exclusions.at[at].link];
    return link->integer == integer && link->term == term;
}

void class_note_exclusion(struct facts *f, class_id c, uint32_t link) {
    assert(link && link < f->links.n);
    vec_push(&f->exclusions, (struct exclusion){c, link});
    const struct link *l = &f->links.at[link];
    if (index_put(&f->exclusion_of, exclusion_key(c, l->integer, l->term), f->exclusions.n - 1)) return;
    index_rebuild(&f->exclusion_of, f->exclusions.n);
    for (uint32_t i = 0; i < f->exclusions.n; i++) {
        l = &f->links.at[f->exclusions.at[i].link];
        index_put(&f->exclusion_of, exclusion_key(f->exclusions.at[i].c, l->integer, l->term), i);
    }
}

static void add_exclusion(struct facts *f, class_id c, uint64_t integer, expr_id term) {
    link_push(f, &f->classes.at[c].excluded, integer, term);
    class_note_exclusion(f, c, f->classes.at[c].excluded);
}

bool class_excludes_int(const struct facts *f, class_id c, int64_t v) {
    return find_exclusion(f, c, (uint64_t)v, 0);
}

// Points that are excluded shrink the ends.
static void trim_range(struct facts *f, class_id c) {
    struct class *k = &f->classes.at[c];
    int64_t v;
    while (!interval_empty(k->range) && interval_least(k->range, &v) && class_excludes_int(f, c, v))
        k->range = interval_drop_least(k->range);
    while (!interval_empty(k->range) && interval_greatest(k->range, &v) && class_excludes_int(f, c, v))
        k->range = interval_drop_greatest(k->range);
}

bool class_range_changed(struct facts *f, class_id c) {
    assert(class_is_root(f, c));
    struct class *k = &f->classes.at[c];
    class_touch(f, c);
    if (k->excluded) trim_range(f, c);
    return !interval_empty(k->range) || class_narrow_kinds(f, c, KINDS_ALL & ~KIND_BIT(KIND_INT));
}

bool class_narrow_range(struct facts *f, class_id c, struct interval range) {
    assert(class_is_root(f, c));
    struct class *k = &f->classes.at[c];
    struct interval left = interval_meet(k->range, range);
    if (interval_same(left, k->range)) return true;
    k->range = left;
    return class_range_changed(f, c);
}

bool class_narrow_float(struct facts *f, class_id c, double lo, double hi) {
    assert(class_is_root(f, c) && !isnan(lo) && !isnan(hi));
    struct class *k = &f->classes.at[c];
    if (lo <= k->flo && hi >= k->fhi) return true;
    if (lo > k->flo) k->flo = lo;
    if (hi < k->fhi) k->fhi = hi;
    class_touch(f, c);
    return k->flo <= k->fhi || class_narrow_kinds(f, c, KINDS_ALL & ~KIND_BIT(KIND_FLOAT));
}

static bool arity_changed(struct facts *f, class_id c) {
    struct class *k = &f->classes.at[c];
    for (bool moved = true; moved && k->arity_lo <= k->arity_hi;) {
        moved = false;
        for (uint32_t l = k->shapes; l; l = f->links.at[l].next) {
            if (f->links.at[l].shape != SHAPE_TUPLE) continue;
            if (f->links.at[l].size == k->arity_lo)
                k->arity_lo++, moved = true;
            else if (f->links.at[l].size == k->arity_hi && k->arity_hi > 0)
                k->arity_hi--, moved = true;
        }
    }
    class_touch(f, c);
    if (k->arity_lo > k->arity_hi) return class_narrow_kinds(f, c, KINDS_ALL & ~KIND_BIT(KIND_TUPLE));
    return true;
}

bool class_narrow_arity(struct facts *f, class_id c, uint32_t lo, uint32_t hi) {
    assert(class_is_root(f, c));
    struct class *k = &f->classes.at[c];
    if (lo <= k->arity_lo && hi >= k->arity_hi) return true;
    if (lo > k->arity_lo) k->arity_lo = lo;
    if (hi < k->arity_hi) k->arity_hi = hi;
    return arity_changed(f, c);
}

bool class_narrow_bits(struct facts *f, class_id c, struct interval sizes) {
    assert(class_is_root(f, c));
    struct class *k = &f->classes.at[c];
    struct interval left = interval_meet(k->bits, sizes);
    if (interval_same(left, k->bits)) return true;
    k->bits = left;
    class_touch(f, c);
    return !interval_empty(k->bits) || class_narrow_kinds(f, c, KINDS_ALL & ~KINDS_BITS);
}

bool class_exclude_shape(struct facts *f, class_id c, uint32_t arity, enum shape_of of) {
    assert(class_is_root(f, c));
    struct class *k = &f->classes.at[c];
    link_push(f, &k->shapes, arity, of);
    if (of == SHAPE_TUPLE) return arity_changed(f, c);
    if (of == SHAPE_BITS) {
        class_touch(f, c);
        return true;
    }
    class_touch(f, c);
    if (k->fun_arity == (int32_t)arity) return class_narrow_kinds(f, c, KINDS_ALL & ~KIND_BIT(KIND_FUN));
    return true;
}

// Integers that fit are excluded as numbers, all else by id.
static bool small_int(const struct facts *f, expr_id ground, int64_t *v) {
    return expr_op(f->x, ground) == EXPR_INT_OP && expr_get_int64(f->x, expr_arg(f->x, ground, 0), v) &&
           *v != INT64_MIN && *v != INT64_MAX;
}

// Of floats and compound terms several ids may be the same term.
bool class_excludes(const struct facts *f, class_id c, expr_id ground) {
    int64_t v;
    uint32_t l = f->classes.at[c].excluded;
    enum kind kind = expr_ground_kind(f->x, ground);
    if (!l) return false;
    if (small_int(f, ground, &v)) return class_excludes_int(f, c, v);
    if (kind != KIND_FLOAT && kind < KIND_TUPLE) return find_exclusion(f, c, 0, ground);
    for (; l; l = f->links.at[l].next)
        if (f->links.at[l].term && class_same_ground(f, f->links.at[l].term, ground)) return true;
    return false;
}

bool class_same_ground(const struct facts *f, expr_id a, expr_id b) {
    assert(expr_is_ground(f->x, a) && expr_is_ground(f->x, b));
    if (a == b) return true;
    enum kind ka = expr_ground_kind(f->x, a);
    if (ka != expr_ground_kind(f->x, b)) return false;
    return (ka == KIND_FLOAT || ka >= KIND_TUPLE) && expr_eq(f->x, a, b) == EXPR_TRUE;
}

bool class_exclude_int(struct facts *f, class_id c, int64_t v) {
    assert(class_is_root(f, c));
    struct class *k = &f->classes.at[c];
    if (!(k->kinds & KIND_BIT(KIND_INT)) || !interval_holds(k->range, v) || class_excludes_int(f, c, v))
        return true;
    add_exclusion(f, c, (uint64_t)v, 0);
    int64_t end;
    if ((interval_least(k->range, &end) && v == end) || (interval_greatest(k->range, &end) && v == end))
        return class_range_changed(f, c);
    if (k->typings) class_touch(f, c);
    return true;
}

bool class_exclude(struct facts *f, class_id c, expr_id ground) {
    assert(class_is_root(f, c) && expr_is_ground(f->x, ground));
    struct class *k = &f->classes.at[c];
    enum kind kind = expr_ground_kind(f->x, ground);
    if (!(k->kinds & KIND_BIT(kind)) || class_excludes(f, c, ground)) return true;
    if (k->value) return !class_same_ground(f, k->value, ground) || facts_fail(f);
    int64_t v;
    if (small_int(f, ground, &v)) return class_exclude_int(f, c, v);
    if (ground == EXPR_NIL) return class_narrow_kinds(f, c, KINDS_ALL & ~KIND_BIT(KIND_NIL));
    add_exclusion(f, c, 0, ground);
    if (k->typings) class_touch(f, c);
    return true;
}

// Can the class be that ground term, as far as a look at the class itself tells?
bool class_admits(struct facts *f, class_id c, expr_id ground) {
    assert(expr_is_ground(f->x, ground));
    const struct class *k = &f->classes.at[c];
    enum kind kind = expr_ground_kind(f->x, ground);
    if (!(k->kinds & KIND_BIT(kind))) return false;
    if (k->value) return class_same_ground(f, k->value, ground);
    if (class_excludes(f, c, ground)) return false;
    switch (kind) {
    case KIND_INT: {
        struct interval i = interval_of_literal(f->x, expr_arg(f->x, ground, 0));
        if (interval_empty(interval_meet(i, k->range))) return false;
        break;
    }
    case KIND_FLOAT: {
        double d = expr_get_float(f->x, expr_arg(f->x, ground, 0));
        if (d < k->flo || d > k->fhi) return false;
        break;
    }
    case KIND_TUPLE:
        if (expr_count(f->x, ground) < k->arity_lo || expr_count(f->x, ground) > k->arity_hi) return false;
        break;
    case KIND_MAP:
        if (expr_count(f->x, ground) / 2 < k->map_lo || expr_count(f->x, ground) / 2 > k->map_hi)
            return false;
        break;
    case KIND_FUN:
        if (k->fun_arity >= 0 && expr_op(f->x, ground) == EXPR_FUN_OP &&
            (int32_t)expr_imm(f->x, ground) != k->fun_arity)
            return false;
        break;
    case KIND_BINARY:
    case KIND_BITSTRING:
        if (!bits_class_admits(f, c, ground)) return false;
        k = &f->classes.at[c];
        break;
    case KIND_ATOM:
    case KIND_REF:
    case KIND_PORT:
    case KIND_PID:
    case KIND_NIL:
    case KIND_CONS:
    case KIND_COUNT: break;
    }
    if (KEY_SORT(k->key) == KEY_OF_FIELD && k->from && !bits_field_admits(f, KEY_NUMBER(k->key), ground))
        return false;
    for (uint32_t t = k->typings; t; t = f->typings.at[t].next) {
        const struct typing *typing = &f->typings.at[t];
        if (typing->any) continue;
        bool found = false;
        for (uint32_t i = 0; i < typing->n && !found; i++) {
            struct pair p = f->pairs.at[typing->first + i];
            const struct alternative *a = grammar_alternative(f->g, p.type, p.alt);
            if (a->head == ALT_LITERAL)
                found = class_same_ground(f, a->literal, ground);
            else if (a->head == ALT_ATOM)
                found = kind == KIND_ATOM;
            else if (a->head == ALT_INT && kind == KIND_INT)
                found = !interval_empty(interval_meet(alternative_range(a),
                                                      interval_of_literal(f->x, expr_arg(f->x, ground, 0))));
            else if (kind > KIND_ATOM)
                found = true; // typing_narrow looks closer once it is assumed
            else
                found = kind == KIND_FLOAT &&
                        grammar_float_fits(a->head, expr_get_float(f->x, expr_arg(f->x, ground, 0)));
        }
        if (!found) return false;
    }
    return true;
}

bool class_set_value(struct facts *f, class_id c, expr_id ground) {
    assert(class_is_root(f, c) && expr_is_ground(f->x, ground));
    struct class *k = &f->classes.at[c];
    if (k->value) return class_same_ground(f, k->value, ground) || !k->defined || facts_fail(f);
    if (!class_admits(f, c, ground)) return k->defined ? facts_fail(f) : class_narrow_kinds(f, c, 0);
    facts_wait_equal(f, c, 0, ground, 0);
    return true;
}

expr_id class_value(struct facts *f, class_id c) {
    assert(class_is_root(f, c));
    struct class *k = &f->classes.at[c];
    if (k->value) return k->value;
    int64_t v;
    if (k->kinds != KIND_BIT(KIND_INT) || !interval_point(k->range, &v)) return 0;
    return expr_int_term(f->x, expr_int(f->x, v));
}
