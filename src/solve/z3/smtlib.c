// SPDX-License-Identifier: Apache-2.0
// Conditions as SMT-LIB 2, one definition per node so that shared nodes are written once, and another
// solver's process asked for its answer.
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/process_pipe.h"
#include "base/some_of.h"
#include "solve/leaf.h"
#include "solve/z3/arith.h"

typedef VEC(expr_id) id_vec;

static bool is_literal(enum expr_op op) {
    return op == EXPR_INT_LIT_OP || op == EXPR_FLOAT_LIT_OP || op == EXPR_TRUE_OP || op == EXPR_FALSE_OP;
}

// All nodes under the conditions but literals, arguments first.
static void collect(const struct expr_store *x, const expr_id *conditions, uint32_t n, id_vec *out) {
    struct hash_map seen = {0};
    id_vec stack = {0};
    uint32_t at;
    for (uint32_t i = n; i-- > 0;) vec_push(&stack, conditions[i]);
    while (stack.n) {
        expr_id e = vec_last(&stack);
        uint32_t before = stack.n, count = op_is_leaf(expr_op(x, e)) ? 0 : expr_count(x, e);
        for (uint32_t i = 0; i < count && !hash_map_get(&seen, e, &at); i++)
            if (!hash_map_get(&seen, expr_arg(x, e, i), &at)) vec_push(&stack, expr_arg(x, e, i));
        if (stack.n > before) continue;
        stack.n--;
        if (hash_map_get(&seen, e, &at)) continue;
        hash_map_put(&seen, e, 0);
        if (!is_literal(expr_op(x, e))) vec_push(out, e);
    }
    vec_free(&stack);
    hash_map_free(&seen);
}

static void write_mpz(mpz_srcptr z, struct str *out) {
    char *text = mem_alloc(mpz_sizeinbase(z, 10) + 2);
    mpz_get_str(text, 10, z);
    if (text[0] == '-')
        str_addf(out, "(- %s)", text + 1);
    else
        str_add(out, text);
    mem_free(text);
}

static void write_name(const struct expr_store *x, expr_id e, struct str *out) {
    switch (SOME_OF(expr_op(x, e))) {
    case EXPR_TRUE_OP: str_add(out, "true"); break;
    case EXPR_FALSE_OP: str_add(out, "false"); break;
    case EXPR_INT_LIT_OP: {
        mpz_t z;
        mpz_init(z);
        expr_get_mpz(x, e, z);
        write_mpz(z, out);
        mpz_clear(z);
        break;
    }
    case EXPR_FLOAT_LIT_OP: {
        union {
            double value;
            uint64_t bits;
        } u = {.value = expr_get_float(x, e)};
        str_addf(out, "((_ to_fp 11 53) #x%016" PRIx64 ")", u.bits);
        break;
    }
    default: str_addf(out, "n%u", e);
    }
}

// Text with %a, %b and %c for the arguments.
static void write_form(const struct expr_store *x, expr_id e, const char *form, struct str *out) {
    for (const char *p = form; *p; p++) {
        if (*p != '%') {
            str_add_char(out, *p);
            continue;
        }
        p++;
        write_name(x, expr_arg(x, e, (uint32_t)(*p - 'a')), out);
    }
}

static const char *sort_name(enum expr_sort s) {
    return s == SORT_BOOL    ? "Bool"
           : s == SORT_INT   ? "Int"
           : s == SORT_FLOAT ? "(_ FloatingPoint 11 53)"
                             : "Term";
}

// Bitwise operators on unknowns are written for a bounded width: SMT-LIB has them for bit vectors only.
#define BITWISE(op)                                                                                          \
    "(let ((r (bv2nat (" op " ((_ int2bv 256) %a) ((_ int2bv 256) %b))))) (ite (< r " HALF_256               \
    ") r (- r (* 2 " HALF_256 "))))"
#define HALF_256 "57896044618658097711785492504343953926634992332820282019728792003956564819968"

static const char *form_of(enum expr_op op) {
    switch (SOME_OF(op)) {
    case EXPR_NOT_OP: return "(not %a)";
    case EXPR_INT_EQ_OP: return "(= %a %b)";
    case EXPR_INT_LT_OP: return "(< %a %b)";
    case EXPR_FLOAT_EQ_OP: return "(fp.eq %a %b)";
    case EXPR_FLOAT_LT_OP: return "(fp.lt %a %b)";
    case EXPR_ADD_OP: return "(+ %a %b)";
    case EXPR_SUB_OP: return "(- %a %b)";
    case EXPR_MUL_OP: return "(* %a %b)";
    // SMT-LIB's remainder is never negative; Erlang's has the sign of the dividend.
    case EXPR_DIV_OP: return "(ite (>= %a 0) (div %a %b) (- (div (- %a) %b)))";
    case EXPR_REM_OP: return "(ite (>= %a 0) (mod %a %b) (- (mod (- %a) %b)))";
    case EXPR_BAND_OP: return BITWISE("bvand");
    case EXPR_BOR_OP: return BITWISE("bvor");
    case EXPR_BXOR_OP: return BITWISE("bvxor");
    case EXPR_BSL_OP: return "(ite (>= %b 0) (* %a (^ 2 %b)) (div %a (^ 2 (- %b))))";
    case EXPR_ITE_OP: return "(ite %a %b %c)";
    case EXPR_TRUNC_OP: return "(to_int (fp.to_real (fp.roundToIntegral RTZ %a)))";
    case EXPR_ROUND_OP: return "(to_int (fp.to_real (fp.roundToIntegral RNA %a)))";
    case EXPR_FLOOR_OP: return "(to_int (fp.to_real (fp.roundToIntegral RTN %a)))";
    case EXPR_CEIL_OP: return "(to_int (fp.to_real (fp.roundToIntegral RTP %a)))";
    case EXPR_TO_FLOAT_OP: return "((_ to_fp 11 53) RNE (to_real %a))";
    case EXPR_FADD_OP: return "(fp.add RNE %a %b)";
    case EXPR_FSUB_OP: return "(fp.sub RNE %a %b)";
    case EXPR_FMUL_OP: return "(fp.mul RNE %a %b)";
    case EXPR_FDIV_OP: return "(fp.div RNE %a %b)";
    case EXPR_IEEE_EQ_OP: return "(fp.eq %a %b)";
    case EXPR_IEEE_LT_OP: return "(fp.lt %a %b)";
    case EXPR_IEEE_LE_OP: return "(fp.leq %a %b)";
    case EXPR_IEEE_ADD_OP: return "(fp.add RNE %a %b)";
    case EXPR_IEEE_SUB_OP: return "(fp.sub RNE %a %b)";
    case EXPR_IEEE_MUL_OP: return "(fp.mul RNE %a %b)";
    case EXPR_IEEE_DIV_OP: return "(fp.div RNE %a %b)"; // fp.rem is another remainder
    case EXPR_IEEE_NEG_OP: return "(fp.neg %a)";
    case EXPR_IEEE_ABS_OP: return "(fp.abs %a)";
    case EXPR_IEEE_SQRT_OP: return "(fp.sqrt RNE %a)";
    case EXPR_IEEE_FLOOR_OP: return "(fp.roundToIntegral RTN %a)";
    case EXPR_IEEE_CEIL_OP: return "(fp.roundToIntegral RTP %a)";
    case EXPR_IEEE_RINT_OP: return "(fp.roundToIntegral RNE %a)";
    case EXPR_IEEE_SINGLE_OP: return "((_ to_fp 11 53) RNE ((_ to_fp 8 24) RNE %a))";
    case EXPR_IEEE_OF_INT_OP: return "((_ to_fp 11 53) RNE (to_real %a))";
    case EXPR_IEEE_OF_INT_SINGLE_OP: return "((_ to_fp 11 53) RNE ((_ to_fp 8 24) RNE (to_real %a)))";
    case EXPR_IEEE_TO_INT32_OP:
        return "(ite (fp.isNaN %a) 0 (ite (fp.geq %a ((_ to_fp 11 53) RNE 2147483648.0)) 2147483647 "
               "(ite (fp.leq %a ((_ to_fp 11 53) RNE (- 2147483648.0))) (- 2147483648) "
               "(to_int (fp.to_real (fp.roundToIntegral RTZ %a))))))";
    default: return NULL;
    }
}

static bool by_literal(const struct expr_store *x, expr_id e, int64_t lo, int64_t hi, int64_t *v) {
    return expr_get_int64(x, expr_arg(x, e, 1), v) && *v >= lo && *v <= hi;
}

// Forms of operators with a literal that are exact in Int: shifts to the right, masks of low bits.
static bool write_literal_form(const struct expr_store *x, expr_id e, struct str *out) {
    enum expr_op op = expr_op(x, e);
    int64_t v;
    if (op == EXPR_BSL_OP && by_literal(x, e, -4096, 4096, &v)) {
        mpz_t z;
        mpz_init(z);
        mpz_setbit(z, (mp_bitcnt_t)(v < 0 ? -v : v));
        str_add(out, v < 0 ? "(div " : "(* ");
        write_name(x, expr_arg(x, e, 0), out);
        str_add_char(out, ' ');
        write_mpz(z, out);
        str_add_char(out, ')');
        mpz_clear(z);
        return true;
    }
    if (op == EXPR_BAND_OP && by_literal(x, e, 1, INT64_MAX - 1, &v) && (v & (v + 1)) == 0) {
        str_add(out, "(mod ");
        write_name(x, expr_arg(x, e, 0), out);
        str_addf(out, " %" PRId64 ")", v + 1);
        return true;
    }
    return false;
}

static void write_finite(expr_id e, struct str *out) {
    str_addf(out, "(assert (not (or (fp.isNaN n%u) (fp.isInfinite n%u))))\n", e, e);
}

static void write_node(const struct expr_store *x, expr_id e, bool finite, struct str *out) {
    enum expr_op op = expr_op(x, e);
    enum expr_sort sort = expr_sort(x, e);
    if (op_is_leaf(op) || (!form_of(op) && op != EXPR_AND_OP && op != EXPR_OR_OP)) {
        struct str text = {0};
        expr_print(x, e, &text);
        for (char *p = text.at; p && *p; p++)
            if (*p == '\n') *p = ' ';
        str_addf(out, "(declare-const n%u %s) ; %s\n", e, sort_name(sort), str_text(&text));
        str_free(&text);
        if (op == EXPR_TUPLE_SIZE_OP || op == EXPR_BIT_SIZE_OP) str_addf(out, "(assert (>= n%u 0))\n", e);
    } else {
        str_addf(out, "(define-fun n%u () %s ", e, sort_name(sort));
        if (op == EXPR_AND_OP || op == EXPR_OR_OP) {
            str_addf(out, "(%s", op == EXPR_AND_OP ? "and" : "or");
            for (uint32_t i = 0; i < expr_count(x, e); i++) {
                str_add_char(out, ' ');
                write_name(x, expr_arg(x, e, i), out);
            }
            str_add_char(out, ')');
        } else if (!write_literal_form(x, e, out)) {
            write_form(x, e, form_of(op), out);
        }
        str_add(out, ")\n");
        if (op == EXPR_DIV_OP || op == EXPR_REM_OP) {
            str_add(out, "(assert (not (= 0 ");
            write_name(x, expr_arg(x, e, 1), out);
            str_add(out, ")))\n");
        }
    }
    if (sort == SORT_FLOAT && finite) write_finite(e, out);
}

// Exact: the operators of Int and floats as such, side conditions only where they cannot restrict a
// disjunction.
bool arith_smtlib_is_exact(const struct expr_store *x, const expr_id *conditions, uint32_t n) {
    id_vec nodes = {0};
    struct str scratch = {0};
    bool exact = true, junction = false, partial = false;
    collect(x, conditions, n, &nodes);
    for (uint32_t i = 0; i < nodes.n && exact; i++) {
        expr_id e = nodes.at[i];
        enum expr_op op = expr_op(x, e);
        junction |= op == EXPR_AND_OP || op == EXPR_OR_OP || op == EXPR_ITE_OP;
        partial |= op == EXPR_DIV_OP || op == EXPR_REM_OP || (op >= EXPR_FADD_OP && op <= EXPR_FDIV_OP);
        if (op >= EXPR_BAND_OP && op <= EXPR_BSL_OP)
            exact = write_literal_form(x, e, &scratch);
        else
            exact = op_is_leaf(op) || op == EXPR_AND_OP || op == EXPR_OR_OP || form_of(op);
    }
    vec_free(&nodes);
    str_free(&scratch);
    return exact && !(junction && partial);
}

void arith_smtlib(const struct expr_store *x, const expr_id *conditions, uint32_t n, struct str *out) {
    assert(n == 0 || conditions);
    id_vec nodes = {0};
    bool foreign = false, ieee = false;
    collect(x, conditions, n, &nodes);
    for (uint32_t i = 0; i < nodes.n; i++) foreign |= expr_sort(x, nodes.at[i]) == SORT_TERM;
    for (uint32_t i = 0; i < nodes.n; i++) ieee |= expr_op_is_ieee(expr_op(x, nodes.at[i]));
    if (!arith_smtlib_is_exact(x, conditions, n))
        str_add(out, "(set-info :status unknown) ; not exact: bounded widths\n");
    str_add(out, "(set-logic ALL)\n");
    if (foreign) str_add(out, "(declare-sort Term 0)\n");
    for (uint32_t i = 0; i < nodes.n; i++) write_node(x, nodes.at[i], !ieee, out);
    for (uint32_t i = 0; i < n; i++) {
        str_add(out, "(assert ");
        write_name(x, conditions[i], out);
        str_add(out, ")\n");
    }
    str_add(out, "(check-sat)\n");
    vec_free(&nodes);
}

// ---- Another solver ----

static enum answer read_answer(struct process_pipe *p, double deadline) {
    struct str text = {0};
    char bytes[4096];
    size_t got = 0;
    while (text.n < 1 << 20 && process_pipe_read_some(p, bytes, sizeof bytes, &got, deadline) == PIPE_OK)
        str_add_n(&text, bytes, got);
    enum answer answer = ANSWER_UNKNOWN;
    const char *line = str_text(&text);
    while (line && answer == ANSWER_UNKNOWN) { // warnings may come first
        if (strncmp(line, "sat", 3) == 0 && (line[3] == '\n' || !line[3])) answer = ANSWER_SAT;
        if (strncmp(line, "unsat", 5) == 0 && (line[5] == '\n' || !line[5])) answer = ANSWER_UNSAT;
        line = strchr(line, '\n');
        if (line) line++;
    }
    str_free(&text);
    return answer;
}

static bool write_all(int fd, const char *text) {
    size_t n = strlen(text);
    while (n) {
        ssize_t done = write(fd, text, n);
        if (done <= 0) return false;
        text += done;
        n -= (size_t)done;
    }
    return true;
}

enum answer arith_ask_process(const char *command, const char *script, double seconds) {
    const char *tmp = getenv("TMPDIR");
    struct str name = {0};
    str_addf(&name, "%s/frisk-query-XXXXXX.smt2", tmp && *tmp ? tmp : "/tmp");
    int fd = mkstemps(name.at, 5);
    enum answer answer = ANSWER_UNKNOWN;
    char *words = mem_strdup(command), *rest = words, *word;
    VEC(const char *) argv = {0};
    while ((word = strtok_r(rest, " \t", &rest))) vec_push(&argv, word);
    vec_push(&argv, name.at);
    vec_push(&argv, NULL);
    if (fd >= 0 && argv.n > 2 && write_all(fd, script)) {
        struct process_pipe_options o = {.argv = argv.at, .read_fd = 0, .write_fd = 1};
        struct diag d = {0};
        int reason = 0;
        struct process_pipe *p = process_pipe_start(&o, &reason, &d);
        if (p) answer = read_answer(p, clock_now() + seconds);
        process_pipe_end(p);
    }
    if (fd >= 0) {
        close(fd);
        unlink(name.at);
    }
    vec_free(&argv);
    mem_free(words);
    str_free(&name);
    return answer;
}
