// SPDX-License-Identifier: Apache-2.0
// The process and what is around it, so far as it is the same in every run: references, node.
#include <string.h>

#include "base/mem.h"
#include "erlang/bif/bif_util.h"
#include "erlang/machine/decide.h"
#include "erlang/machine/store.h"
#include "erlang/machine/task.h"

// ---- Identity ----
BIF(self) {
    return give(result, p->self);
}

BIF(make_ref) {
    return give(result, store_new_id(p));
}

static term local_node(void) {
    return term_atom(symbol_of("nonode@nohost"));
}

BIF(node) {
    decide_tell_machine(p, "node name nonode@nohost");
    return give(result, local_node());
}
BIF(is_alive) {
    decide_tell_machine(p, "node name nonode@nohost");
    return give_bool(result, false);
}

BIF(node1) {
    term t = args[0];
    if (!term_is_imm(t, IMM_PID) && !term_is_imm(t, IMM_PORT) && !term_is_imm(t, IMM_REF))
        return raise_badarg(p);
    return give(result, local_node());
}

// Unique is all that is promised; what the numbers are differs from one VM to the next.
// Those of a spawned process follow from the process.
static int64_t next_unique(struct process *p) {
    decide_tell_varies(p, "a unique integer");
    uint64_t of = p->tasks && p->tasks->running ? term_imm_payload(p->self) & 0x7FFFFFFF : 0;
    return (int64_t)(of << 24 | (++p->next_unique & 0xFFFFFF));
}

BIF(unique_integer) {
    return give(result, term_small(-576460752303423488 + next_unique(p)));
}

BIF(unique_integer1) {
    bool positive = false;
    term options = args[0];
    for (; term_is_cons(options); options = term_tl(options)) {
        if (term_hd(options) == word_positive) {
            positive = true;
        } else if (term_hd(options) != word_monotonic) {
            return raise_badarg(p);
        } else if (p->tasks && tasks_several(p->tasks)) {
            decide_note_loss(interp_of(p), "the order of unique integers");
        }
    }
    if (!term_is_nil(options)) return raise_badarg(p);
    if (!positive) return bif_unique_integer(p, args, result);
    return give(result, term_small(next_unique(p)));
}

// Their texts hold numbers that differ from VM to VM.
static bool no_text(struct process *p, bool right_type) {
    return right_type ? no_model(p, "the text of a pid, port, reference or fun") : raise_badarg(p);
}

BIF(pid_to_list) {
    return no_text(p, term_is_imm(args[0], IMM_PID));
}
BIF(port_to_list) {
    return no_text(p, term_is_imm(args[0], IMM_PORT));
}
BIF(ref_to_list) {
    return no_text(p, term_is_imm(args[0], IMM_REF));
}

BIF(fun_to_list) {
    if (!term_is_fun(args[0])) return raise_badarg(p);
    if (term_closure(args[0])->flags != CLOSURE_EXTERNAL) return no_text(p, true);
    struct str s = {0};
    term_print(&s, args[0], 0);
    term binary = term_bits(p->heap, (const uint8_t *)s.at, s.n * 8);
    str_free(&s);
    term pair[2] = {binary, word_unicode};
    return bif_unicode_characters_to_list(p, pair, result);
}

BIF(garbage_collect) {
    return give_bool(result, true);
}

BIF(bump_reductions) {
    if (!term_is_small(args[0]) || term_small_value(args[0]) < 1) return raise_badarg(p);
    return give_bool(result, true);
}

BIF(is_builtin) { // of what frisk knows; functions it knows in C that the VM has in Erlang do not count
    static const char *const in_erlang[] = {"min/2",
                                            "max/2",
                                            "atom_to_binary/1",
                                            "binary_to_atom/1",
                                            "binary_to_existing_atom/1",
                                            "convert_time_unit/3",
                                            "to_list/1",
                                            "pi/0"};
    if (!term_is_atom(args[0]) || !term_is_atom(args[1]) || !term_is_small(args[2])) return raise_badarg(p);
    int64_t arity = term_small_value(args[2]);
    if (arity < 0 || arity > 255) return give_bool(result, false);
    const struct bif *b =
        program_bif(interp_of(p)->program, term_symbol(args[0]), term_symbol(args[1]), (uint32_t)arity);
    struct str name = {0};
    str_addf(&name, "%s/%d", symbol_text(term_symbol(args[1])), (int)arity);
    for (size_t i = 0; b && i < sizeof in_erlang / sizeof *in_erlang; i++) {
        if (strcmp(in_erlang[i], str_text(&name)) == 0) b = NULL;
    }
    str_free(&name);
    return give_bool(result, b != NULL);
}

// ---- Time units ----
// Parts per second of a named unit; 0: none. The native unit is the nanosecond on Linux.
static unsigned long named_unit(term unit) {
    // The plurals are old names that the VM still takes.
    if (unit == word_second || unit == term_atom(symbol_of("seconds"))) return 1;
    if (unit == word_millisecond || unit == term_atom(symbol_of("milli_seconds"))) return 1000;
    if (unit == word_microsecond || unit == term_atom(symbol_of("micro_seconds"))) return 1000000;
    if (unit == term_atom(symbol_of("nano_seconds"))) return 1000000000;
    if (unit == word_nanosecond || unit == word_native || unit == word_perf_counter) return 1000000000;
    return 0;
}

// A unit: a name, or the parts per second themselves. False: neither.
static bool parts_per_second(term unit, mpz_ptr parts) {
    if (term_is_integer(unit))
        term_get_mpz(unit, parts);
    else
        mpz_set_ui(parts, named_unit(unit));
    return mpz_sgn(parts) > 0;
}

BIF(convert_time_unit) { // rounds down
    mpz_t v, from, to;
    mpz_inits(v, from, to, NULL);
    bool ok = term_is_integer(args[0]) && parts_per_second(args[1], from) && parts_per_second(args[2], to);
    if (ok) {
        term_get_mpz(args[0], v);
        mpz_mul(v, v, to);
        mpz_fdiv_q(v, v, from);
        ok = num_mpz(p, v, result);
    } else {
        raise_badarg(p);
    }
    mpz_clears(v, from, to, NULL);
    return ok;
}
