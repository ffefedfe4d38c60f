// SPDX-License-Identifier: Apache-2.0
// Lists: operators of module erlang and the built-in functions of module lists.
#include <stdlib.h>

#include "base/mem.h"
#include "erlang/bif/bif_util.h"

BIF(length) {
    uint64_t n;
    if (!term_list_length(args[0], &n)) return raise_badarg(p);
    return give(result, term_small((int64_t)n));
}

BIF(append) { // the right side may be anything; the left is copied
    term left = args[0];
    if (term_is_nil(left)) return give(result, args[1]);
    if (!term_is_cons(left)) return raise_badarg(p);
    struct list_builder l;
    list_start(&l);
    for (; term_is_cons(left); left = term_tl(left)) list_add(&l, p->heap, term_hd(left));
    if (!term_is_nil(left)) return raise_badarg(p);
    *l.last = args[1];
    return give(result, l.first);
}

// ---- Left -- Right: for each element of Right the first equal one of Left goes ----
static int by_keys(const void *x, const void *y) {
    return term_compare_keys(*(const term *)x, *(const term *)y);
}

// Elements of Right, sorted, with a count of how many are still to be taken off for each distinct one.
struct bag {
    term *at;
    uint64_t *left, n;
};

static void bag_fill(struct bag *b, term list, uint64_t n) {
    b->at = mem_alloc((n + 1) * sizeof(term));
    b->left = mem_alloc((n + 1) * sizeof(uint64_t));
    uint64_t i = 0;
    for (; term_is_cons(list); list = term_tl(list)) b->at[i++] = term_hd(list);
    qsort(b->at, n, sizeof(term), by_keys);
    b->n = 0;
    for (i = 0; i < n; i++) {
        if (b->n && term_equal(b->at[b->n - 1], b->at[i])) {
            b->left[b->n - 1]++;
        } else {
            b->at[b->n] = b->at[i];
            b->left[b->n++] = 1;
        }
    }
}

static bool bag_take(struct bag *b, term t) {
    uint64_t low = 0, high = b->n;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        int c = term_compare_keys(b->at[middle], t);
        if (c == 0) return b->left[middle] ? b->left[middle]-- : false;
        if (c < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return false;
}

BIF(subtract) {
    uint64_t n, m;
    if (!term_list_length(args[0], &n) || !term_list_length(args[1], &m)) return raise_badarg(p);
    if (n == 0 || m == 0) return give(result, args[0]);
    struct bag b;
    bag_fill(&b, args[1], m);
    struct list_builder l;
    list_start(&l);
    uint64_t taken = 0;
    term left = args[0];
    for (; term_is_cons(left) && taken < m; left = term_tl(left)) {
        if (bag_take(&b, term_hd(left))) {
            taken++;
        } else {
            list_add(&l, p->heap, term_hd(left));
        }
    }
    *l.last = left;
    mem_free(b.at);
    mem_free(b.left);
    return give(result, l.first);
}

BIF(lists_reverse) {
    term list = args[0], done = args[1];
    for (; term_is_cons(list); list = term_tl(list)) done = term_cons(p->heap, term_hd(list), done);
    if (!term_is_nil(list)) return raise_badarg(p);
    return give(result, done);
}

BIF(lists_member) {
    term list = args[1];
    for (; term_is_cons(list); list = term_tl(list)) {
        if (term_equal(term_hd(list), args[0])) return give_bool(result, true);
    }
    if (!term_is_nil(list)) return raise_badarg(p);
    return give_bool(result, false);
}

// The VM compares with ==, but for a float and a key that is a small integer, which it makes a float: so
// 9007199254740993 finds 9007199254740992.0.
bool bif_key_matches(term key, term element) {
    if (term_is_small(key) && term_is_float(element))
        return (double)term_small_value(key) == term_float_value(element);
    return term_compare(element, key) == 0;
}

// The first tuple whose element compares equal (==) to the key; TERM_NONE: none. False: badarg raised.
static bool key_search(struct process *p, const term *args, term *found) {
    if (!term_is_small(args[1]) || term_small_value(args[1]) < 1) return raise_badarg(p);
    uint64_t at = (uint64_t)term_small_value(args[1]) - 1;
    term list = args[2];
    for (; term_is_cons(list); list = term_tl(list)) {
        term t = term_hd(list);
        if (term_is_tuple(t) && term_tuple(t)->n > at && bif_key_matches(args[0], term_tuple(t)->at[at]))
            return give(found, t);
    }
    if (!term_is_nil(list)) return raise_badarg(p);
    return give(found, TERM_NONE);
}

BIF(lists_keyfind) {
    if (!key_search(p, args, result)) return false;
    return *result == TERM_NONE ? give_bool(result, false) : true;
}

BIF(lists_keymember) {
    return key_search(p, args, result) && give_bool(result, *result != TERM_NONE);
}

BIF(lists_keysearch) {
    if (!key_search(p, args, result)) return false;
    if (*result == TERM_NONE) return give_bool(result, false);
    return give(result, term_tuple2(p->heap, word_value, *result));
}
