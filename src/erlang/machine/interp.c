// SPDX-License-Identifier: Apache-2.0
// The main loop. Each operation does its common case, on plain values, inline; whatever is symbolic, large or
// failing goes to a function (decide.c, match.c, call.c, raise.c).
#include <string.h>

#include "erlang/machine/budget.h"
#include "erlang/machine/call.h"
#include "erlang/machine/compared.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/decide_bits.h"
#include "erlang/machine/endless.h"
#include "erlang/machine/task.h"
#include "erlang/term/arith.h"
#include "erlang/term/atoms.h"
#include "erlang/term/bits.h"
#include "erlang/term/map.h"

static void cover(struct interp *ip, uint32_t place) {
    if (ip->glance) return;
    if (program_cover(ip->program, place)) vec_push(&ip->fresh, place);
}

static const struct handler *find_handler(const struct function *f, uint32_t pc) {
    for (uint32_t i = 0; i < f->n_handlers; i++)
        if (f->handlers[i].start <= pc && pc < f->handlers[i].end) return &f->handlers[i];
    return NULL;
}

// Whether an exception here is only a guard that fails: then nobody sees a stack trace.
static bool guarded(const struct function *f, uint32_t pc) {
    const struct handler *h = find_handler(f, pc);
    return h && h->slot == HANDLER_GUARD;
}

// Three-operand arithmetic that is not on two small integers.
static bool arithmetic(struct interp *ip, enum code_op op, term a, term b, term *out) {
    if ((a | b) & TERM_SHADOW) {
        const struct builtins *all = ip->program->builtins;
        const term args[2] = {a, b};
        return (op == OP_ADD   ? all->add
                : op == OP_SUB ? all->subtract
                               : all->multiply)(&ip->process, args, out);
    }
    return op == OP_ADD   ? num_add(&ip->process, a, b, out)
           : op == OP_SUB ? num_sub(&ip->process, a, b, out)
                          : num_mul(&ip->process, a, b, out);
}

static term failed_operator(enum code_op op) {
    return term_atom(symbol_of(op == OP_ADD ? "+" : op == OP_SUB ? "-" : "*"));
}

// X + constant and X - constant: the VM has an instruction of its own for these, and a stack trace without
// erlang:'+'/2.
static bool is_increment(const struct function *f, const uint32_t *pc) {
    const uint32_t *constant = pc[3] & 1 ? &pc[3] : pc[2] & 1 && *pc == OP_ADD ? &pc[2] : NULL;
    if (!constant || *pc == OP_MUL) return false;
    term t = f->constants[*constant >> 1];
    return term_is_small(t) && (*pc == OP_ADD || term_small_value(t) >= 0);
}

// The code of a function that can be entered at once, or NULL.
static inline const struct function *loaded(const struct export *x) {
    if (__atomic_load_n(&x->state, __ATOMIC_ACQUIRE) != EXPORT_CODE || x->code->nif_stub || x->shortcut)
        return NULL;
    return x->code;
}

// The place of a word among n sorted ones; n: it is not among them.
static uint32_t find_word(const term *words, uint32_t n, term word) {
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (words[middle] < word)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && words[low] == word ? low : n;
}

// A fun of n arguments that is code (it may have captured symbolic values), or NULL.
static inline const struct closure *plain_closure(term fun, uint32_t n) {
    if (!term_is_fun(fun)) return NULL;
    const struct closure *c = term_closure(fun);
    return c->flags == CLOSURE_CODE && c->arity == n ? c : NULL;
}

// An operand's word is twice its index, odd for constants: four bytes times the word, from the slots or from
// four bytes before the constants (K), is where the value is.
#define OPERAND(w) (*(const term *)(((w)&1 ? K : (const char *)base) + 4 * (size_t)(w)))
#define O(i)       OPERAND(pc[i])
#define C(i)       (f->constants[pc[i]])
#define BIASED(c)  ((const char *)(c)-4)
#define S(i)       base[pc[i]]
#define PLACE()    (ip->f = f, ip->pc = pc, ip->base = base, ip->ordinal = 0)
// The frame in the module called is gone from here on.
#define LEAVE()                                                                                              \
    do {                                                                                                     \
        if (f->module == ip->home && ip->n_frames <= ip->left.depth)                                         \
            ip->left = (struct left_at){f, pc, ip->n_frames};                                                \
    } while (0)
#define SAVE()    (PLACE(), ip->analysis ? ip->look(ip) : (void)0)
#define SITE(off) (f->site_base + (uint32_t)(off))
#define NEXT()    goto *labels[*pc]
#define SKIP(n)                                                                                              \
    do {                                                                                                     \
        pc += (n);                                                                                           \
        NEXT();                                                                                              \
    } while (0)
#define BRANCH(ok, n, fail)                                                                                  \
    do {                                                                                                     \
        if (ok) SKIP(n);                                                                                     \
        pc = f->code + (fail);                                                                               \
        NEXT();                                                                                              \
    } while (0)
#define HERE()   ((uint32_t)(pc - f->code))
#define THE_UNIT term_imm(IMM_PID, 0)

// The unit's process may have ended long ago: that counts, whatever has ended the others.
static enum interp_result tasks_over(struct interp *ip, enum interp_result answer, term *value) {
    struct process *p = &ip->process;
    if (!p->tasks->unit_over) return answer;
    if (answer != INTERP_VALUE) decide_note_loss(ip, p->no_model ? p->no_model : "a process that goes on");
    p->no_model = NULL;
    ip->limit_hit = false;
    return tasks_unit_end(ip, value);
}

enum interp_result interp_run(struct interp *ip, term *result) {
    static const void *const labels[] = {
#define X(name) &&op_##name,
        CODE_OPS(X)
#undef X
    };
    const struct function *f = ip->call;
    term *base = ip->stack, *high = base;
    const uint32_t *pc = NULL;
    const char *K = NULL;
    const struct function *callee;
    uint32_t n_captured;
    term value = TERM_NONE;
    enum interp_result answer = INTERP_VALUE;
    if (ip->glance) goto glance;
    if (!f) goto next_process;
    goto enter_prepared;

    // -- moving values --
op_MOVE:
    S(1) = O(2);
    SKIP(3);
op_CONS:
    S(1) = term_cons(&ip->heap, O(2), O(3));
    SKIP(4);
op_TUPLE : {
    uint32_t n = pc[2];
    struct tuple *t = tuple_alloc(&ip->heap, n);
    for (uint32_t i = 0; i < n; i++) t->at[i] = O(3 + i);
    S(1) = tuple_term(t);
    SKIP(3 + n);
}
op_CLOSURE : {
    uint32_t n = pc[4];
    struct closure *c = arena_alloc(&ip->heap, sizeof *c + n * sizeof(term));
    const struct function *code = f->functions[pc[2]];
    *c = (struct closure){.box = {BOX_FUN, n}, .arity = pc[3], .flags = CLOSURE_CODE, .code = &code->head};
    term shadow = 0;
    for (uint32_t i = 0; i < n; i++) shadow |= c->at[i] = O(5 + i);
    S(1) = (term)(uintptr_t)c | TAG_BOX | (shadow & TERM_SHADOW);
    SKIP(5 + n);
}
op_MAP : {
    SAVE();
    if (!match_map_build(ip, O(2), pc + 4, pc[3], base, f->constants, &value)) goto raise;
    if (!budget_after_heavy(ip)) goto out_of_budget;
    S(1) = value;
    SKIP(4 + 3 * pc[3]);
}

    // -- calls --
op_CALL:
    callee = f->functions[pc[2]];
call_code : { // of slot, .., n, arguments
    uint32_t n = pc[3];
    term *to = base + f->frame;
    if (ip->n_frames == ip->max_frames || to + callee->frame + 300 > ip->stack_end) goto out_of_memory;
    for (uint32_t i = 0; i < n; i++) to[i] = O(4 + i);
    ip->frames[ip->n_frames++] = (struct frame){pc + 4 + n, base, f, pc[1], 0, 0};
    base = to;
    f = callee;
    goto entered;
}
op_TAIL_CALL : {
    callee = f->functions[pc[1]];
    if (base + f->frame + callee->frame + 300 > ip->stack_end) goto out_of_memory;
    const uint32_t *end = pc + 3 + 2 * pc[2];
    ip->f = f; // for endless.c
    ip->pc = pc;
    for (const uint32_t *at = pc + 3; at < end; at += 2) base[at[0]] = OPERAND(at[1]);
    f = callee;
    goto entered;
}
tail_code:
    n_captured = 0;
tail_captured : { // of .., n, arguments; values captured are behind the arguments' place already
    uint32_t n = pc[2];
    term *room = base + f->frame;
    if (room + callee->frame + 300 > ip->stack_end) goto out_of_memory;
    ip->f = f;
    ip->pc = pc;
    for (uint32_t i = 0; i < n; i++) room[i] = O(3 + i);
    n += n_captured;
    for (uint32_t i = 0; i < n; i++) base[i] = room[i];
    f = callee;
}
entered:
    K = BIASED(f->constants);
    pc = f->code;
    if (--ip->steps_left == 0) {
        if (budget_comes_back(ip, f, base)) {
            answer = INTERP_ENDLESS;
            goto done;
        }
        if (!budget_left(ip)) goto out_of_budget;
        if (ip->process.tasks && task_is_over_quota(ip)) {
            PLACE();
            task_put_aside(ip, TASK_READY);
            goto next_process;
        }
    }
    NEXT();
op_CALL_EXPORT : {
    struct export *x = f->exports[pc[2]];
    if ((callee = loaded(x))) goto call_code;
    uint32_t n = pc[3];
    for (uint32_t i = 0; i < n; i++) ip->call_args[i] = O(4 + i);
    SAVE();
    enum dispatch d = call_export(ip, x, ip->call_args, n, &value);
    if (d == DISPATCH_RAISE) goto raise;
    if (d == DISPATCH_VALUE) {
        S(1) = value;
        SKIP(4 + n);
    }
    ip->frames[ip->n_frames] = (struct frame){pc + 4 + n, base, f, pc[1], 0, 0};
    goto push_prepared;
}
op_TAIL_EXPORT : {
    struct export *x = f->exports[pc[1]];
    LEAVE();
    if ((callee = loaded(x))) goto tail_code;
    uint32_t n = pc[2];
    for (uint32_t i = 0; i < n; i++) ip->call_args[i] = O(3 + i);
    SAVE();
    enum dispatch d = call_export(ip, x, ip->call_args, n, &value);
    if (d == DISPATCH_RAISE) goto raise;
    if (d == DISPATCH_VALUE) goto return_value;
    goto enter_prepared;
}
op_CALL_BIF : {
    const struct bif *b = &ip->bifs[pc[2]];
    uint32_t n = pc[3];
    term args[MAX_ARGUMENTS], shadow = 0;
    for (uint32_t i = 0; i < n; i++) shadow |= args[i] = O(4 + i);
    PLACE();
    if (shadow & TERM_SHADOW && ip->analysis) ip->look(ip);
    bool ok = shadow & TERM_SHADOW ? call_bif(ip, b, args, &value) : b->concrete(&ip->process, args, &value);
    if (!ok) {
        if (!ip->process.no_model && ip->process.trace == TERM_NONE && !guarded(f, HERE()))
            ip->process.trace = raise_trace(ip, symbol_of(b->module), symbol_of(b->name),
                                            term_list(&ip->heap, args, n, TERM_NIL));
        goto raise;
    }
    if (!budget_after_heavy(ip)) goto out_of_budget;
    S(1) = value;
    SKIP(4 + n);
}
op_CALL_FUN : {
    uint32_t n = pc[3];
    const struct closure *c = plain_closure(O(2), n);
    if (c) {
        callee = code_of(c);
        term *to = base + f->frame + n;
        if (to + callee->frame + 300 > ip->stack_end) goto out_of_memory;
        for (uint32_t i = 0; i < c->box.n; i++) to[i] = c->at[i];
        goto call_code;
    }
    for (uint32_t i = 0; i < n; i++) ip->call_args[i] = O(4 + i);
    SAVE();
    enum dispatch d = call_fun(ip, O(2), ip->call_args, n, &value);
    if (d == DISPATCH_RAISE) goto raise;
    if (d == DISPATCH_VALUE) {
        S(1) = value;
        SKIP(4 + n);
    }
    ip->frames[ip->n_frames] = (struct frame){pc + 4 + n, base, f, pc[1], 0, 0};
    goto push_prepared;
}
op_TAIL_FUN : {
    uint32_t n = pc[2];
    LEAVE();
    const struct closure *c = plain_closure(O(1), n);
    if (c) {
        callee = code_of(c);
        n_captured = c->box.n;
        term *to = base + f->frame + n;
        if (to + callee->frame + 300 > ip->stack_end) goto out_of_memory;
        for (uint32_t i = 0; i < n_captured; i++) to[i] = c->at[i];
        goto tail_captured;
    }
    for (uint32_t i = 0; i < n; i++) ip->call_args[i] = O(3 + i);
    SAVE();
    enum dispatch d = call_fun(ip, O(1), ip->call_args, n, &value);
    if (d == DISPATCH_RAISE) goto raise;
    if (d == DISPATCH_VALUE) goto return_value;
    goto enter_prepared;
}
op_CALL_NAMED : {
    uint32_t n = pc[4];
    for (uint32_t i = 0; i < n; i++) ip->call_args[i] = O(5 + i);
    SAVE();
    enum dispatch d = call_named(ip, O(2), O(3), ip->call_args, n, &value);
    if (d == DISPATCH_RAISE) goto raise;
    if (d == DISPATCH_VALUE) {
        S(1) = value;
        SKIP(5 + n);
    }
    ip->frames[ip->n_frames] = (struct frame){pc + 5 + n, base, f, pc[1], 0, 0};
    goto push_prepared;
}
op_TAIL_NAMED : {
    uint32_t n = pc[3];
    LEAVE();
    for (uint32_t i = 0; i < n; i++) ip->call_args[i] = O(4 + i);
    SAVE();
    enum dispatch d = call_named(ip, O(1), O(2), ip->call_args, n, &value);
    if (d == DISPATCH_RAISE) goto raise;
    if (d == DISPATCH_VALUE) goto return_value;
    goto enter_prepared;
}
op_APPLY : {
    uint32_t n = pc[2];
    term args[3];
    for (uint32_t i = 0; i < n; i++) args[i] = O(3 + i);
    SAVE();
    enum dispatch d = call_apply(ip, args, n, &value);
    if (d == DISPATCH_RAISE) goto raise;
    if (d == DISPATCH_VALUE) {
        S(1) = value;
        SKIP(3 + n);
    }
    ip->frames[ip->n_frames] = (struct frame){pc + 3 + n, base, f, pc[1], 0, 0};
    goto push_prepared;
}
op_TAIL_APPLY : {
    uint32_t n = pc[1];
    LEAVE();
    term args[3];
    for (uint32_t i = 0; i < n; i++) args[i] = O(2 + i);
    SAVE();
    enum dispatch d = call_apply(ip, args, n, &value);
    if (d == DISPATCH_RAISE) goto raise;
    if (d == DISPATCH_VALUE) goto return_value;
    goto enter_prepared;
}
push_prepared: // the frame to come back to is filled in already
    if (ip->n_frames + 2 >= ip->max_frames) goto out_of_memory;
    ip->n_frames++;
    base += f->frame;
enter_prepared:
    f = ip->call;
    if (base + f->frame + 300 > ip->stack_end) goto out_of_memory;
    if (base > high) high = base;
    for (uint32_t i = 0; i < ip->call_n; i++) base[i] = ip->call_args[i];
    goto entered;
op_RETURN:
    value = O(1);
return_value:
    if (ip->n_frames == 0) goto process_over;
    {
        const struct frame *back = &ip->frames[--ip->n_frames];
        if (base > high) high = base;
        f = back->f;
        base = back->base;
        base[back->slot] = value;
        K = BIASED(f->constants);
        pc = back->pc;
        NEXT();
    }
op_JUMP:
    pc = f->code + pc[1];
    NEXT();

op_SWITCH : {
    term t = O(1);
    uint32_t n = pc[3];
    if ((t & 7) == TAG_SYM) SKIP(5 + n);
    pc = f->code + pc[4 + find_word(f->constants + pc[2], n, t)];
    NEXT();
}

    // -- tests: fall through when they hold --
op_TEST_CONS : {
    term t = O(1);
    if ((t & 7) == TAG_CONS) {
        const term *cell = term_cell(t);
        S(2) = cell[0];
        S(3) = cell[1];
        SKIP(5);
    }
    if ((t & 7) == TAG_SYM) {
        SAVE();
        if (match_kind(ip, t, KIND_BIT(KIND_CONS), SITE(HERE() + 5), SITE(pc[4]))) {
            decide_parts(ip, t, &base[pc[2]], &base[pc[3]]);
            SKIP(5);
        }
    }
    pc = f->code + pc[4];
    NEXT();
}
op_TEST_NIL : {
    term t = O(1);
    if ((t & 7) == TAG_SYM) {
        SAVE();
        BRANCH(match_kind(ip, t, KIND_BIT(KIND_NIL), SITE(HERE() + 3), SITE(pc[2])), 3, pc[2]);
    }
    BRANCH(t == TERM_NIL, 3, pc[2]);
}
op_TEST_TUPLE : {
    term t = O(1);
    uint32_t n = pc[2];
    if ((t & 7) == TAG_TUPLE) {
        const struct tuple *u = term_tuple(t);
        if (u->n == n) {
            for (uint32_t i = 0; i < n; i++) base[pc[3] + i] = u->at[i];
            SKIP(5);
        }
    } else if ((t & 7) == TAG_SYM) {
        SAVE();
        if (match_tuple(ip, t, n, SITE(HERE() + 5), SITE(pc[4]))) {
            for (uint32_t i = 0; i < n; i++) base[pc[3] + i] = decide_element(ip, t, i);
            SKIP(5);
        }
    }
    pc = f->code + pc[4];
    NEXT();
}
op_TEST_WORD : {
    term t = O(1);
    if ((t & 7) == TAG_SYM) {
        SAVE();
        BRANCH(match_word(ip, t, C(2), pc[3], SITE(HERE() + 5), SITE(pc[4])), 5, pc[4]);
    }
    BRANCH(t == C(2), 5, pc[4]);
}
op_TEST_LITERAL : {
    term t = O(1);
    if (t & TERM_SHADOW) {
        SAVE();
        BRANCH(match_word(ip, t, C(2), pc[3], SITE(HERE() + 5), SITE(pc[4])), 5, pc[4]);
    }
    BRANCH(term_equal(t, C(2)), 5, pc[4]);
}
op_TEST_EQUAL : {
    term a = O(1), b = O(2);
    if (!((a | b) & TERM_SHADOW))
        BRANCH(a == b || ((a & 7) > TAG_IMM && (b & 7) > TAG_IMM && term_equal(a, b)), 4, pc[3]);
    SAVE();
    BRANCH(decide_equal(ip, a, b), 4, pc[3]);
}
op_TEST_NOT_EQUAL : {
    term a = O(1), b = O(2);
    if (!((a | b) & TERM_SHADOW))
        BRANCH(a != b && ((a & 7) <= TAG_IMM || (b & 7) <= TAG_IMM || !term_equal(a, b)), 4, pc[3]);
    SAVE();
    BRANCH(!decide_equal(ip, a, b), 4, pc[3]);
}
op_TEST_LESS : {
    term a = O(1), b = O(2);
    if (!((a | b) & 15)) BRANCH((int64_t)a < (int64_t)b, 4, pc[3]);
    if (!((a | b) & TERM_SHADOW)) BRANCH(term_compare(a, b) < 0, 4, pc[3]);
    SAVE();
    BRANCH(decide_less(ip, a, b), 4, pc[3]);
}
op_TEST_LESS_EQUAL : {
    term a = O(1), b = O(2);
    if (!((a | b) & 15)) BRANCH((int64_t)a <= (int64_t)b, 4, pc[3]);
    if (!((a | b) & TERM_SHADOW)) BRANCH(term_compare(a, b) <= 0, 4, pc[3]);
    SAVE();
    BRANCH(!decide_less(ip, b, a), 4, pc[3]);
}
op_TEST_SAME : {
    term a = O(1), b = O(2);
    if (!((a | b) & 15)) BRANCH(a == b, 4, pc[3]);
    if (!((a | b) & TERM_SHADOW)) BRANCH(term_compare(a, b) == 0, 4, pc[3]);
    SAVE();
    BRANCH(decide_same(ip, a, b), 4, pc[3]);
}
op_TEST_KIND : {
    term t = O(1);
    if ((t & 7) == TAG_SYM) {
        SAVE();
        BRANCH(match_kind(ip, t, pc[2], SITE(HERE() + 4), SITE(pc[3])), 4, pc[3]);
    }
    BRANCH(decide_kind_of(t) & pc[2], 4, pc[3]);
}
op_TEST_NOT_KIND : {
    term t = O(1);
    if ((t & 7) == TAG_SYM) {
        SAVE();
        BRANCH(!match_kind(ip, t, pc[2], SITE(pc[3]), SITE(HERE() + 4)), 4, pc[3]);
    }
    BRANCH(!(decide_kind_of(t) & pc[2]), 4, pc[3]);
}
op_TEST_TRUE : {
    term t = O(1);
    if ((t & 7) == TAG_SYM) {
        SAVE();
        BRANCH(decide_boolean(ip, t) == BOOLEAN_TRUE, 3, pc[2]);
    }
    BRANCH(t == atom_true, 3, pc[2]);
}
op_TEST_FALSE : {
    term t = O(1);
    if ((t & 7) == TAG_SYM) {
        SAVE();
        BRANCH(decide_boolean(ip, t) == BOOLEAN_FALSE, 3, pc[2]);
    }
    BRANCH(t == atom_false, 3, pc[2]);
}
op_TEST_MAP : {
    term t = O(1);
    if ((t & 7) == TAG_SYM) {
        SAVE();
        BRANCH(match_kind(ip, t, KIND_BIT(KIND_MAP), SITE(HERE() + 3), SITE(pc[2])), 3, pc[2]);
    }
    BRANCH(term_is_map(t), 3, pc[2]);
}
op_TEST_MAP_GET : {
    term map = O(1), key = O(2);
    bool found;
    if ((map & 7) != TAG_SYM && !(key & TERM_SHADOW)) {
        found = map_get(map, key, &value);
    } else {
        SAVE();
        found = match_map_get(ip, map, key, &value, SITE(HERE() + 5), SITE(pc[4]));
    }
    if (found) S(3) = value;
    BRANCH(found, 5, pc[4]);
}

    // -- operators --
op_ADD : {
    term a = O(2), b = O(3);
    int64_t sum;
    if (!((a | b) & 15) && !__builtin_add_overflow((int64_t)a, (int64_t)b, &sum)) {
        S(1) = (term)sum;
        SKIP(4);
    }
    goto slow_arithmetic;
}
op_SUB : {
    term a = O(2), b = O(3);
    int64_t difference;
    if (!((a | b) & 15) && !__builtin_sub_overflow((int64_t)a, (int64_t)b, &difference)) {
        S(1) = (term)difference;
        SKIP(4);
    }
    goto slow_arithmetic;
}
op_MUL : {
    term a = O(2), b = O(3);
    int64_t product;
    if (!((a | b) & 15) && !__builtin_mul_overflow((int64_t)a >> 4, (int64_t)b, &product)) {
        S(1) = (term)product;
        SKIP(4);
    }
}
slow_arithmetic:
    SAVE();
    if (!arithmetic(ip, *pc, O(2), O(3), &value)) {
        const term args[2] = {O(2), O(3)};
        if (!ip->process.no_model && !guarded(f, HERE()) && !is_increment(f, pc))
            ip->process.trace = raise_trace(ip, term_symbol(atom_erlang), term_symbol(failed_operator(*pc)),
                                            term_list(&ip->heap, args, 2, TERM_NIL));
        goto raise;
    }
    S(1) = value;
    SKIP(4);
op_EQUAL : {
    term a = O(2), b = O(3);
    bool yes = a == b;
    if ((a | b) & TERM_SHADOW) {
        SAVE();
        yes = decide_equal(ip, a, b);
    } else if (!yes && (a & 7) > TAG_IMM && (b & 7) > TAG_IMM) {
        yes = term_equal(a, b);
    }
    S(1) = atom_boolean(yes);
    SKIP(4);
}
op_LESS : {
    term a = O(2), b = O(3);
    bool yes = (int64_t)a < (int64_t)b;
    if ((a | b) & TERM_SHADOW) {
        SAVE();
        yes = decide_less(ip, a, b);
    } else if ((a | b) & 15) {
        yes = term_compare(a, b) < 0;
    }
    S(1) = atom_boolean(yes);
    SKIP(4);
}
op_LESS_EQUAL : {
    term a = O(2), b = O(3);
    bool yes = (int64_t)a <= (int64_t)b;
    if ((a | b) & TERM_SHADOW) {
        SAVE();
        yes = !decide_less(ip, b, a);
    } else if ((a | b) & 15) {
        yes = term_compare(a, b) <= 0;
    }
    S(1) = atom_boolean(yes);
    SKIP(4);
}
    // -- bit strings --
op_BITS_START : {
    term t = O(3);
    if (!(t & TERM_SHADOW)) {
        S(1) = t;
        S(2) = term_small(0);
        BRANCH(term_is_bits(t), 5, pc[4]);
    }
    SAVE();
    if (!match_kind(ip, t, KINDS_BITS, SITE(HERE() + 5), SITE(pc[4]))) {
        pc = f->code + pc[4];
        NEXT();
    }
    S(1) = ip->symbolic ? t : term_concrete(&ip->heap, t);
    S(2) = term_small(0);
    SKIP(5);
}
op_BITS_GET:
    SAVE();
    if (S(2) & TERM_SHADOW) compared_bits(ip, S(2), S(3), pc);
    if ((S(2) | S(3) | O(5)) & TERM_SHADOW
            ? decide_bits_get(ip, S(2), &S(3), pc[4], O(5), &value, SITE(HERE() + 7), SITE(pc[6]))
            : match_bits_get(ip, S(2), &S(3), pc[4], O(5), &value)) {
        S(1) = value;
        SKIP(7);
    }
    pc = f->code + pc[6];
    NEXT();
op_BITS_INTEGER : {
    if ((S(2) | S(3)) & TERM_SHADOW) {
        SAVE();
        const term bits_n = term_small(pc[4]);
        compared_bits(ip, S(2), S(3), pc);
        if (!decide_bits_get(ip, S(2), &S(3), SEG_INTEGER | 1u << 8, bits_n, &value, SITE(HERE() + 6),
                             SITE(pc[5]))) {
            pc = f->code + pc[5];
            NEXT();
        }
        S(1) = value;
        SKIP(6);
    }
    const struct bits *b = term_bits_of(S(2));
    uint64_t at = (uint64_t)term_small_value(S(3));
    uint32_t n = pc[4];
    if (b->size - at >= n) {
        S(1) = term_small((int64_t)bits_word(b, at, n));
        S(3) = term_small((int64_t)(at + n));
        SKIP(6);
    }
    pc = f->code + pc[5];
    NEXT();
}
op_BITS_REST : {
    term t = S(2);
    if ((t | S(3)) & TERM_SHADOW) {
        SAVE();
        const uint32_t spec = SEG_BINARY | pc[4] << 8;
        if (!decide_bits_get(ip, t, &S(3), spec, atom_all, &value, SITE(HERE() + 6), SITE(pc[5]))) {
            pc = f->code + pc[5];
            NEXT();
        }
        S(1) = value;
        SKIP(6);
    }
    uint64_t at = (uint64_t)term_small_value(S(3)), left = term_bits_of(t)->size - at;
    if (left % pc[4] == 0) {
        S(1) = term_sub_bits(&ip->heap, t, at, left);
        S(3) = term_small((int64_t)(at + left));
        SKIP(6);
    }
    pc = f->code + pc[5];
    NEXT();
}
op_BITS_END:
    if ((S(1) | S(2)) & TERM_SHADOW) {
        SAVE();
        bool end = decide_bits_end(ip, S(1), S(2), SITE(HERE() + 4), SITE(pc[3]));
        BRANCH(end, 4, pc[3]);
    }
    BRANCH((uint64_t)term_small_value(S(2)) == term_bits_of(S(1))->size, 4, pc[3]);
op_BITS_BUILD : {
    uint32_t n = pc[2];
    SAVE();
    if (!match_bits_build(ip, pc + 3, n, base, f->constants, &value)) goto raise;
    if (!budget_after_heavy(ip)) goto out_of_budget;
    S(1) = value;
    SKIP(3 + 3 * n);
}

op_COVER:
    if (!program_is_covered(ip->program, pc[1])) cover(ip, pc[1]);
    SKIP(2);

op_OPAQUE:
    SAVE();
    for (uint32_t i = 0; i < pc[1]; i++) base[i] = decide_lose(ip, base[i], symbol_text(term_symbol(C(2))));
    SKIP(3);

    // -- receive --
op_RECV_PEEK:
    S(1) = atom_boolean(mailbox_peek(&ip->process, pc, &base[pc[1] + 1]));
    SKIP(2);
op_RECV_REMOVE:
    if (ip->glance) goto glanced;
    if (tasks_several(ip->process.tasks)) {
        SAVE();
        if (!mailbox_may_remove(ip, O(1))) goto yield;
    }
    mailbox_remove(ip);
    SKIP(2);
op_RECV_NEXT:
    if (ip->glance) {
        ip->glance->refuses = true;
        goto glanced;
    }
    mailbox_next(&ip->process);
    SKIP(1);
op_RECV_WAIT : {
    SAVE();
    enum waiting how = mailbox_wait(ip, O(2));
    if (how == WAIT_RAISE) goto raise;
    if (how == WAIT_TURN) goto yield;
    if (how == WAIT_LONGER) { // it comes back to this instruction
        task_put_aside(ip, TASK_WAITING);
        goto next_process;
    }
    S(1) = atom_boolean(how == WAIT_OVER);
    SKIP(3);
}

glance: // of a receive: at its patterns, for one message
    f = ip->glance->f;
    memcpy(base, ip->glance->slots, f->frame * sizeof *base);
    pc = ip->glance->pc;
    K = BIASED(f->constants);
    S(1) = atom_boolean(true);
    base[pc[1] + 1] = ip->glance->message;
    SKIP(2);

    // -- exceptions --
op_FAIL:
    SAVE();
    ip->process.class_ = atom_error;
    ip->process.reason = O(1);
    ip->process.trace = TERM_NONE;
    goto raise;
op_FAIL_FUNCTION : {
    uint32_t n = pc[1];
    term args[MAX_ARGUMENTS];
    for (uint32_t i = 0; i < n; i++) args[i] = O(2 + i);
    SAVE();
    ip->process.class_ = atom_error;
    ip->process.reason = atom_function_clause;
    ip->process.trace = raise_trace(ip, f->module, f->name, term_list(&ip->heap, args, n, TERM_NIL));
    goto raise;
}
op_RAISE : {
    uint32_t n = pc[2];
    term args[3];
    for (uint32_t i = 0; i < n; i++) args[i] = O(3 + i);
    SAVE();
    call_raise(ip, pc[1], args, n);
    goto raise;
}
op_RERAISE:
    SAVE();
    raise_again(ip, O(1), O(2));
    goto raise;
op_BUILD_TRACE:
    S(1) = raise_built_trace(O(2));
    SKIP(3);
op_CATCH_END:
    S(1) = raise_catch_value(ip, S(2), S(3), S(4));
    SKIP(5);
op_NO_MODEL:
    SAVE();
    ip->process.no_model = symbol_text(term_symbol(C(1)));
    goto raise;

raise: // an exception stands in ip->process; pc is at the instruction that raised it
    if (ip->process.yields) goto yield;
    if (ip->process.no_model) {
        answer = INTERP_NO_MODEL;
        goto done;
    }
    if (ip->limit_hit) {
        answer = INTERP_LIMIT;
        goto done;
    }
    if (ip->process.ended) {
        answer = INTERP_RAISED;
        goto process_over;
    }
    {
        const struct handler *h = find_handler(f, HERE());
        if (!guarded(f, HERE()) && ip->process.trace == TERM_NONE)
            ip->process.trace = raise_trace(ip, 0, 0, TERM_NONE);
        while (!h) {
            if (ip->n_frames == 0) {
                answer = INTERP_RAISED;
                goto process_over;
            }
            const struct frame *back = &ip->frames[--ip->n_frames];
            if (base > high) high = base;
            f = back->f;
            base = back->base;
            h = find_handler(f, (uint32_t)(back->pc - f->code) - 1);
        }
        K = BIASED(f->constants);
        ip->thrower = NULL;
        if (h->slot != HANDLER_GUARD) {
            base[h->slot] = ip->process.class_;
            base[h->slot + 1] = ip->process.reason;
            base[h->slot + 2] = raise_raw(ip);
        }
        ip->process.trace = TERM_NONE;
        pc = f->code + h->target;
        NEXT();
    }

yield: // it comes back to this instruction
    ip->process.yields = false;
    ip->process.trace = TERM_NONE;
    task_put_aside(ip, TASK_ASKS);
    goto next_process;

process_over:
    if (ip->glance) goto glanced;
    if (!ip->process.tasks || !tasks_several(ip->process.tasks)) goto done;
    task_leave(ip, answer, value);
next_process:
    switch (task_next(ip, &answer)) {
    case TURN_RESUME:
        f = ip->f;
        pc = ip->pc;
        base = ip->stack + (ip->base - ip->stack);
        if (base > high) high = base;
        K = BIASED(f->constants);
        answer = INTERP_VALUE;
        NEXT();
    case TURN_ENTER:
        base = ip->stack;
        answer = INTERP_VALUE;
        goto enter_prepared;
    case TURN_OVER: goto done;
    }

glanced:
    *result = TERM_NIL;
    return INTERP_VALUE;

out_of_memory:
    if (ip->glance) goto glanced;
    ip->stack_full = true;
out_of_budget:
    if (ip->glance) goto glanced;
    ip->f = f;
    ip->cut = endless_own_place(ip);
    ip->limit_hit = true;
    answer = INTERP_LIMIT;
done:
    if (ip->process.tasks && tasks_several(ip->process.tasks)) answer = tasks_over(ip, answer, &value);
    ip->steps += ip->steps_between - ip->steps_left;
    ip->n_frames = 0;
    interp_release_stacks(ip, high);
    *result = value;
    return answer;
}
