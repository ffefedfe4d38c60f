// SPDX-License-Identifier: Apache-2.0
// Output and input: io:format and its kin. What is written is not kept (the real VM tells it, when
// the case is replayed there), and there is nothing to read: so it is when a case is replayed. What matters
// to a run is that the call answers ok, or fails as it does in the VM (always badarg: the device's process
// does the work and says that it failed). Formats that only print terms are checked here, whatever is
// symbolic in the terms; others by OTP's own io_lib:format/2, on plain values.
#include <string.h>

#include "base/vec.h"
#include "erlang/bif/bif_util.h"
#include "erlang/machine/call.h"
#include "erlang/machine/decide.h"

static enum dispatch bad_argument(struct interp *ip) {
    raise_badarg(&ip->process);
    return DISPATCH_RAISE;
}

static enum dispatch done(term value, term *result) {
    *result = value;
    return DISPATCH_VALUE;
}

// ---- Devices ----

BIF(display) {
    return give_bool(result, true);
}

BIF(display_string) {
    struct str text = {0};
    bool ok = term_list_latin1(args[0], &text);
    str_free(&text);
    return ok ? give_bool(result, true) : raise_badarg(p);
}

// Nothing is logged, as when a case is replayed.
BIF(logger_allow) {
    return give_bool(result, false);
}

BIF(group_leader) {
    return give(result, p->leader);
}

// Whether the group leader is the VM's own; one that the run has made would have to answer.
static bool leads(struct interp *ip, enum dispatch *how) {
    *how = DISPATCH_RAISE;
    return ip->process.leader == term_imm(IMM_PID, THE_LEADER) ||
           no_model(&ip->process, "no model for processes as devices");
}

// Devices that are there; a registered name that is not is badarg, what cannot be a device a function_clause.
static bool is_device(struct interp *ip, term t, enum dispatch *how) {
    static const char *const names[] = {"standard_io", "standard_error", "user"};
    enum { NAMES = sizeof names / sizeof *names };
    term words[NAMES];
    if (t == ip->process.leader) return leads(ip, how);
    for (size_t i = 0; i < NAMES; i++) words[i] = term_atom(symbol_of(names[i]));
    *how = DISPATCH_RAISE;
    if (term_is_sym(t)) {
        uint32_t which = decide_among(ip, t, words, NAMES, NULL);
        if (which < NAMES) return which > 0 || leads(ip, how);
        if (decide_kind(ip, t, KIND_BIT(KIND_ATOM))) return raise_badarg(&ip->process);
        t = decide_lose(ip, t, "an output device");
    }
    if (term_is_imm(t, IMM_PID)) {
        no_model(&ip->process, "no model for processes as devices");
    } else if (term_is_atom(t)) {
        for (size_t i = 0; i < NAMES; i++)
            if (t == words[i]) return i > 0 || leads(ip, how);
        raise_badarg(&ip->process);
    } else {
        raise_error(&ip->process, atom_function_clause);
    }
    return false;
}

// ---- Formats ----

// A format of ~p, ~w, ~n and ~~ alone, with a field width or none: it fails only where the number of terms is
// another. *terms: how many it prints. False: another format, or none.
static bool prints_terms_only(struct process *p, term format, uint32_t *terms) {
    struct str text = {0};
    bool ok = term_is_bits(format) ? bits_is_binary(format) : term_list_latin1(format, &text);
    if (term_is_bits(format) && ok) {
        const struct bits *b = term_bits_of(format);
        for (uint64_t i = 0; ok && i < b->size; i += 8) str_add_char(&text, (char)bits_word(b, i, 8));
    }
    *terms = 0;
    const char *at = str_text(&text), *end = at + text.n;
    while (ok && at < end) {
        if (*at++ != '~') continue;
        if (at < end && *at == '-') at++;
        while (at < end && *at >= '0' && *at <= '9') at++;
        if (at < end && *at == 't') at++;
        char c = at < end ? *at++ : 0;
        bool bare = at - 2 >= str_text(&text) && at[-2] == '~';
        if (c == 'p' || c == 'w')
            ++*terms;
        else
            ok = bare && (c == 'n' || c == '~');
    }
    str_free(&text);
    return ok;
}

// lists:foreach(F, [Format]), where F is io_lib:format/2 with its second argument filled in: so the result is
// ok.
static enum dispatch check_by_otp(struct interp *ip, term format, term values, term *result) {
    struct export *worker = program_export(ip->program, symbol_of("io_lib"), symbol_of("format"), 2);
    struct export *foreach = program_export(ip->program, symbol_of("lists"), symbol_of("foreach"), 2);
    if (program_resolve(ip->program, worker) != EXPORT_CODE ||
        program_resolve(ip->program, foreach) != EXPORT_CODE) {
        no_model(&ip->process, "no model for io:format/2 without the code of io_lib");
        return DISPATCH_RAISE;
    }
    struct closure *c = arena_zalloc(&ip->heap, sizeof *c + sizeof(term));
    *c =
        (struct closure){.box = {BOX_FUN, 1}, .arity = 1, .flags = CLOSURE_CODE, .code = &worker->code->head};
    c->at[0] = values;
    const term args[2] = {(term)(uintptr_t)c | TAG_BOX, term_cons(&ip->heap, format, TERM_NIL)};
    return call_export(ip, foreach, args, 2, result);
}

static enum dispatch format(struct interp *ip, const struct bif *b, term text, term values, term *result) {
    uint32_t wanted;
    if (!term_shadowed(text) && prints_terms_only(&ip->process, text, &wanted)) {
        struct term_vec given = {0};
        bool list = decide_elements(ip, values, &given);
        uint32_t n = given.n;
        vec_free(&given);
        return list && n == wanted ? done(word_ok, result) : bad_argument(ip);
    }
    return check_by_otp(ip, decide_lose(ip, text, call_text(b)), decide_lose(ip, values, call_text(b)),
                        result);
}

// Characters that can be written are those that have a text in UTF-8.
static enum dispatch put_chars(struct interp *ip, term chars, term *result) {
    struct process *p = &ip->process;
    const term both[2] = {chars, word_unicode};
    if (!bif_unicode_characters_to_binary(p, both, result))
        return p->no_model ? DISPATCH_RAISE : bad_argument(ip);
    return term_is_bits(*result) ? done(word_ok, result) : bad_argument(ip);
}

// ---- Calls ----

static bool is_one_of(const char *name, const char *const *names) {
    for (; *names; names++)
        if (strcmp(name, *names) == 0) return true;
    return false;
}

// Nothing can be read when a case is replayed; elsewhere somebody may type.
static enum dispatch read_input(struct interp *ip, term *result) {
    decide_tell_varies(&ip->process, "what is typed");
    return done(term_atom(symbol_of("eof")), result);
}

enum dispatch control_io(struct interp *ip, const struct bif *b, const term *args, uint32_t n, term *result) {
    static const char *const formats[] = {"format", "fwrite", NULL},
                             *const no_argument[] = {"nl", "columns", "rows", NULL},
                             *const inputs[] = {"get_line", "get_chars", "read", "fread", NULL};
    bool formatted = is_one_of(b->name, formats), bare = is_one_of(b->name, no_argument);
    bool two = strcmp(b->name, "get_chars") == 0 || strcmp(b->name, "fread") == 0;
    uint32_t most = formatted || two ? 3
                    : bare           ? 1
                                     : 2,
             first = n == most; // first: of the arguments behind the device
    enum dispatch how = DISPATCH_RAISE;
    if (first ? !is_device(ip, args[0], &how) : !leads(ip, &how)) return how;
    if (is_one_of(b->name, inputs)) return read_input(ip, result);
    if (strcmp(b->name, "nl") == 0 || strcmp(b->name, "write") == 0) return done(word_ok, result);
    if (strcmp(b->name, "put_chars") == 0)
        return put_chars(ip, decide_lose(ip, args[first], call_text(b)), result);
    if (formatted) return format(ip, b, args[first], n == first + 2 ? args[first + 1] : TERM_NIL, result);
    decide_tell_varies(&ip->process, "the terminal");
    return done(term_tuple2(&ip->heap, atom_error, term_atom(symbol_of("enotsup"))), result); // its size
}
