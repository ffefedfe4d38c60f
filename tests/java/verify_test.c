// SPDX-License-Identifier: Apache-2.0
// The verifier: one method for each thing it refuses, then random code in class files of version 49, which
// the JVM verifies by inference as frisk does: both must refuse the same. Needs a JDK.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "java/classpath/jimage.h"
#include "maker.h"
#include "tier.h"
#include "walk.h"

// ---- One by one ----

struct sample {
    const char *message; // behind "Foo.class: method m<descriptor>: "; NULL: good
    const char *descriptor;
    uint16_t max_stack, max_locals;
    uint8_t n_code;
    uint8_t code[40];
    struct maker_handler handler; // end 0: none
};

static const struct sample samples[] = {
    {NULL, "()V", 0, 0, 1, {OP_RETURN}, {0}},
    {NULL, "()V", 0, 0, 3, {OP_GOTO, 0, 0}, {0}},
    {"pc 0, unknown: unknown instruction 202", "()V", 0, 0, 2, {202, OP_RETURN}, {0}},
    {"pc 0, goto: is not complete", "()V", 0, 0, 2, {OP_GOTO, 0}, {0}},
    {"pc 0, tableswitch: is not complete",
     "()V",
     1,
     0,
     16,
     {OP_TABLESWITCH, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9},
     {0}},
    {"pc 0, lookupswitch: is not complete",
     "()V",
     1,
     0,
     12,
     {OP_LOOKUPSWITCH, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF},
     {0}},
    {"pc 0, wide: is not complete", "()V", 1, 1, 3, {OP_WIDE, OP_IADD, 0}, {0}},
    {"pc 0, goto: goes to pc 1, inside an instruction", "()V", 0, 0, 3, {OP_GOTO, 0, 1}, {0}},
    {"pc 0, goto: goes to pc -1, outside the code", "()V", 0, 0, 3, {OP_GOTO, 0xFF, 0xFF}, {0}},
    {"pc 1, ifeq: goes to pc 5, outside the code",
     "()V",
     1,
     0,
     5,
     {OP_ICONST_0, OP_IFEQ, 0, 4, OP_RETURN},
     {0}},
    {"pc 0, nop: control leaves the end of the code", "()V", 0, 0, 1, {OP_NOP}, {0}},
    {"pc 1, ifeq: control leaves the end of the code",
     "()V",
     1,
     0,
     4,
     {OP_ICONST_0, OP_IFEQ, 0xFF, 0xFF},
     {0}},
    {"pc 0, iload_1: local 1 of 1", "(I)V", 1, 1, 2, {OP_ILOAD_1, OP_RETURN}, {0}},
    {"pc 0, wide: local 258 of 2", "(I)V", 1, 2, 5, {OP_WIDE, OP_ILOAD, 1, 2, OP_RETURN}, {0}},
    {"pc 0, lload_1: local 2 of 2", "(I)V", 2, 2, 2, {OP_LLOAD_1, OP_RETURN}, {0}},
    {"pc 0, iinc: expects int in local 0, finds a reference",
     "(Ljava/lang/Object;)V",
     0,
     1,
     4,
     {OP_IINC, 0, 1, OP_RETURN},
     {0}},
    {"pc 0, iconst_0: the operand stack grows past its 0 slots",
     "()V",
     0,
     0,
     2,
     {OP_ICONST_0, OP_RETURN},
     {0}},
    {"pc 0, lconst_0: the operand stack grows past its 1 slots",
     "()V",
     1,
     0,
     2,
     {OP_LCONST_0, OP_RETURN},
     {0}},
    {"pc 1, dup: the operand stack grows past its 1 slots",
     "()V",
     1,
     0,
     3,
     {OP_ICONST_0, OP_DUP, OP_RETURN},
     {0}},
    {"pc 0, pop: takes 1 slots from an operand stack of 0", "()V", 1, 0, 2, {OP_POP, OP_RETURN}, {0}},
    {"pc 1, pop: parts a long or double", "()V", 2, 0, 3, {OP_LCONST_0, OP_POP, OP_RETURN}, {0}},
    {"pc 2, dup_x1: parts a long or double",
     "()V",
     4,
     0,
     4,
     {OP_DCONST_0, OP_ICONST_0, OP_DUP_X1, OP_RETURN},
     {0}},
    {NULL, "()V", 4, 0, 4, {OP_DCONST_0, OP_ICONST_0, OP_DUP_X2, OP_RETURN}, {0}},
    {"pc 2, swap: parts a long or double",
     "()V",
     4,
     0,
     4,
     {OP_DCONST_0, OP_ICONST_0, OP_SWAP, OP_RETURN},
     {0}},
    {"pc 0, iadd: takes int from an empty operand stack", "()V", 2, 0, 2, {OP_IADD, OP_RETURN}, {0}},
    {"pc 2, iadd: expects int on the operand stack, finds a reference",
     "()V",
     2,
     0,
     4,
     {OP_ICONST_0, OP_ACONST_NULL, OP_IADD, OP_RETURN},
     {0}},
    {"pc 2, iadd: expects int on the operand stack, finds long",
     "()V",
     3,
     0,
     4,
     {OP_ICONST_0, OP_LCONST_0, OP_IADD, OP_RETURN},
     {0}},
    {"pc 1, lneg: expects long on the operand stack, finds double",
     "()V",
     2,
     0,
     3,
     {OP_DCONST_0, OP_LNEG, OP_RETURN},
     {0}},
    {"pc 1, lneg: takes long from an empty operand stack",
     "()V",
     2,
     0,
     3,
     {OP_ICONST_0, OP_LNEG, OP_RETURN},
     {0}},
    {"pc 0, fload_0: expects float in local 0, finds int", "(I)V", 2, 1, 2, {OP_FLOAD_0, OP_RETURN}, {0}},
    {"pc 0, lload_1: expects long in local 1, finds half a long",
     "(J)V",
     2,
     3,
     2,
     {OP_LLOAD_1, OP_RETURN},
     {0}},
    {"pc 2, lload_0: expects long in local 0, finds nothing usable",
     "(J)V",
     2,
     2,
     4,
     {OP_ICONST_0, OP_ISTORE_1, OP_LLOAD_0, OP_RETURN},
     {0}},
    {"pc 0, return: in a method that returns I", "()I", 1, 0, 1, {OP_RETURN}, {0}},
    {"pc 1, ireturn: in a method that returns V", "()V", 1, 0, 2, {OP_ICONST_0, OP_IRETURN}, {0}},
    {"pc 1, ireturn: in a method that returns L",
     "()Ljava/lang/Object;",
     1,
     0,
     2,
     {OP_ICONST_0, OP_IRETURN},
     {0}},
    {NULL, "()Z", 1, 0, 2, {OP_ICONST_0, OP_IRETURN}, {0}},
    {"pc 0, ldc: constant 0 does not exist", "()V", 1, 0, 3, {OP_LDC, 0, OP_RETURN}, {0}},
    {"pc 0, ldc: constant 200 does not exist", "()V", 1, 0, 3, {OP_LDC, 200, OP_RETURN}, {0}},
    {"pc 0, ldc: the constant cannot be loaded by this instruction",
     "()V",
     2,
     0,
     3,
     {OP_LDC, MADE_LONG, OP_RETURN},
     {0}},
    {"pc 0, ldc: the constant cannot be loaded by this instruction",
     "()V",
     2,
     0,
     3,
     {OP_LDC, MADE_FIELD, OP_RETURN},
     {0}},
    {"pc 0, ldc2_w: the constant cannot be loaded by this instruction",
     "()V",
     2,
     0,
     4,
     {OP_LDC2_W, 0, MADE_INT, OP_RETURN},
     {0}},
    {"pc 0, getstatic: constant 4 is of the wrong kind",
     "()V",
     2,
     0,
     4,
     {OP_GETSTATIC, 0, MADE_OBJECT, OP_RETURN},
     {0}},
    {"pc 0, invokestatic: constant 33 is of the wrong kind",
     "()V",
     2,
     0,
     4,
     {OP_INVOKESTATIC, 0, MADE_INTERFACE, OP_RETURN},
     {0}},
    {"pc 1, invokeinterface: counts 2 argument slots, not 1",
     "()V",
     2,
     0,
     7,
     {OP_ACONST_NULL, OP_INVOKEINTERFACE, 0, MADE_INTERFACE, 2, 0, OP_RETURN},
     {0}},
    {"pc 1, newarray: unknown element type 3", "()V", 1, 0, 4, {OP_ICONST_0, OP_NEWARRAY, 3, OP_RETURN}, {0}},
    {"pc 1, multianewarray: 1 sizes for an array of 0 dimensions",
     "()V",
     1,
     0,
     6,
     {OP_ICONST_0, OP_MULTIANEWARRAY, 0, MADE_OBJECT, 1, OP_RETURN},
     {0}},
    {"pc 0, jsr: subroutines (of compilers before Java 6) are not supported",
     "()V",
     1,
     0,
     4,
     {OP_JSR, 0, 3, OP_RETURN},
     {0}},
    {"pc 4, goto: reaches pc 1 with 2 slots on the operand stack, others with 1",
     "()V",
     9,
     0,
     7,
     {OP_ICONST_0, OP_NOP, OP_NOP, OP_ICONST_0, OP_GOTO, 0xFF, 0xFD},
     {0}},
    {"pc 8, fconst_0: reaches pc 9 with other kinds on the operand stack than elsewhere",
     "(I)V",
     9,
     1,
     11,
     {OP_ILOAD_0, OP_IFEQ, 0, 7, OP_ICONST_0, OP_GOTO, 0, 4, OP_FCONST_0, OP_POP, OP_RETURN},
     {0}},
    {"pc 3, ireturn: handler 0 of pc 0 to 1 parts an instruction",
     "()I",
     1,
     0,
     4,
     {OP_SIPUSH, 0, 0, OP_IRETURN},
     {0, 1, 3}},
    {"pc 0, return: a handler needs an operand stack of 1 slot", "()V", 0, 0, 1, {OP_RETURN}, {0, 1, 0}},
    // The handler sees local 0 as it is before and after the store: usable as neither.
    {"pc 5, iload_0: expects int in local 0, finds nothing usable",
     "(I)V",
     1,
     1,
     7,
     {OP_FCONST_0, OP_FSTORE_0, OP_NOP, OP_RETURN, OP_POP, OP_ILOAD_0, OP_RETURN},
     {0, 3, 4}},
    {NULL,
     "(I)V",
     1,
     1,
     8,
     {OP_FCONST_0, OP_FSTORE_0, OP_NOP, OP_RETURN, OP_POP, OP_ILOAD_0, OP_POP, OP_RETURN},
     {0, 2, 4}},
    {"pc 1, lookupswitch: its cases are not sorted",
     "(I)V",
     1,
     1,
     29,
     {OP_ILOAD_0, OP_LOOKUPSWITCH,
      0,          0,
      0,          0,
      0,          27,
      0,          0,
      0,          2,
      0,          0,
      0,          1,
      0,          0,
      0,          27,
      0,          0,
      0,          1,
      0,          0,
      0,          27,
      OP_RETURN},
     {0}},
};

static const struct class_file *made(const struct maker *m, struct str *bytes, struct arena *a) {
    const struct class_file *c = NULL;
    struct diag d = {0};
    str_clear(bytes);
    make_class(m, bytes);
    if (!java_class_parse(bytes->at, bytes->n, "Foo.class", a, &c, &d)) fail_msg("%s", d.text);
    return c;
}

static void test_samples(void **state) {
    struct arena a;
    struct str bytes = {0};
    arena_init(&a, 0);
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        const struct sample *s = &samples[i];
        const struct maker m = {"Foo",   50,        s->descriptor, s->max_stack,      s->max_locals,
                                s->code, s->n_code, &s->handler,   s->handler.end > 0};
        struct diag d = {0};
        char expected[300] = "";
        arena_reset(&a);
        const struct class_file *c = made(&m, &bytes, &a);
        const bool good = java_verify_method(c, &c->methods[0], NULL, &d);
        if (s->message)
            snprintf(expected, sizeof expected, "Foo.class: method m%s: %s", s->descriptor, s->message);
        assert_string_equal(d.text, expected);
        assert_int_equal(good, !s->message);
    }
    str_free(&bytes);
    arena_free(&a);
}

// ---- Random code, and the JVM's word ----

static uint64_t random_state = 88172645463325252u;
static uint32_t random_below(uint32_t n) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 32) % n;
}

enum { MAX_CODE = 400, N_LOCALS = 8, N_STACK = 7 };

struct program {
    uint8_t code[MAX_CODE];
    uint32_t n;
    uint32_t starts[100], n_starts;
    struct maker_handler handler;
    bool has_handler;
};

static struct arena scratch;
static struct str made_bytes;

// The class of a program; what frisk says of it.
static bool verdict(const struct program *p, const char *descriptor, const char *name, struct diag *d) {
    const struct maker m = {name,    49,   descriptor,  N_STACK,       N_LOCALS,
                            p->code, p->n, &p->handler, p->has_handler};
    arena_reset(&scratch);
    const struct class_file *c = made(&m, &made_bytes, &scratch);
    return java_verify_method(c, &c->methods[0], NULL, d);
}

// Only to steer the generator towards code that is not refused at once: is it good so far, if it stopped
// here?
static bool good_so_far(struct program *p, const char *descriptor) {
    struct diag d = {0};
    const uint8_t loop[] = {OP_GOTO, 0, 0};
    memcpy(p->code + p->n, loop, sizeof loop);
    p->n += 3;
    const bool good = verdict(p, descriptor, "Foo", &d);
    p->n -= 3;
    return good;
}

// Left out: what needs classes to be told apart (arrays' elements, athrow, members of objects), which frisk
// leaves to the interpreter, and subroutines.
static bool is_in_play(uint8_t op) {
    if (op >= OP_IALOAD && op <= OP_SALOAD) return false;
    if (op >= OP_IASTORE && op <= OP_SASTORE) return false;
    switch (op) {
    case OP_JSR:
    case OP_JSR_W:
    case OP_RET:
    case OP_GETFIELD:
    case OP_PUTFIELD:
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKEINTERFACE:
    case OP_INVOKEDYNAMIC:
    case OP_NEW:
    case OP_ARRAYLENGTH:
    case OP_ATHROW:
    case OP_MULTIANEWARRAY: return false;
    default: return true;
    }
}

static void add_bytes(struct program *p, uint32_t n, ...) {
    va_list ap;
    va_start(ap, n);
    while (n-- > 0) p->code[p->n++] = (uint8_t)va_arg(ap, int);
    va_end(ap);
}

static void add_constant(struct program *p, uint8_t op) {
    static const uint8_t words[] = {MADE_INT, MADE_FLOAT, MADE_STRING, MADE_OBJECT},
                         longs[] = {MADE_LONG, MADE_DOUBLE};
    if (op == OP_LDC)
        add_bytes(p, 1, words[random_below(4)]);
    else if (op == OP_LDC_W)
        add_bytes(p, 2, 0, words[random_below(4)]);
    else if (op == OP_LDC2_W)
        add_bytes(p, 2, 0, longs[random_below(2)]);
    else if (op == OP_INVOKESTATIC)
        add_bytes(p, 2, 0, MADE_METHOD);
    else if (op == OP_GETSTATIC || op == OP_PUTSTATIC)
        add_bytes(p, 2, 0, MADE_FIELD + 3 * random_below(5));
    else
        add_bytes(p, 2, 0, MADE_OBJECT);
}

static void add_instruction(struct program *p) {
    uint8_t op;
    do op = (uint8_t)random_below(N_OPCODES);
    while (!is_in_play(op) || (op >= OP_IRETURN && op <= OP_RETURN && random_below(5)));
    const uint32_t start = p->n, local = random_below(N_LOCALS + 1);
    add_bytes(p, 1, op);
    switch (java_opcodes[op].operands) {
    case OPERANDS_BYTE: add_bytes(p, 1, 7); break;
    case OPERANDS_SHORT: add_bytes(p, 2, 1, 2); break;
    case OPERANDS_CONSTANT1:
    case OPERANDS_CONSTANT2: add_constant(p, op); break;
    case OPERANDS_LOCAL: add_bytes(p, 1, local); break;
    case OPERANDS_IINC: add_bytes(p, 2, local, 3); break;
    case OPERANDS_BRANCH2: add_bytes(p, 2, 0, 3); break; // the next one, to begin with
    case OPERANDS_BRANCH4: add_bytes(p, 4, 0, 0, 0, 5); break;
    case OPERANDS_ARRAY: add_bytes(p, 1, 4 + random_below(8)); break;
    case OPERANDS_WIDE: add_bytes(p, 3, OP_ILOAD + random_below(10), 0, local); break;
    case OPERANDS_TABLE: {
        while (p->n % 4) add_bytes(p, 1, 0);
        const uint32_t next = p->n + 20 - start;
        add_bytes(p, 20, 0, 0, 0, next, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0, next, 0, 0, 0, next);
        break;
    }
    case OPERANDS_LOOKUP: {
        while (p->n % 4) add_bytes(p, 1, 0);
        const uint32_t next = p->n + 16 - start;
        add_bytes(p, 16, 0, 0, 0, next, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0, next);
        break;
    }
    default: break;
    }
    p->starts[p->n_starts++] = start;
}

// Sends a branch, or the first way of a switch, elsewhere.
static void redirect(struct program *p, uint32_t pc) {
    const uint32_t target = random_below(20) ? p->starts[random_below(p->n_starts)] : random_below(p->n + 2);
    const int32_t offset = (int32_t)target - (int32_t)pc;
    uint8_t *at = p->code + pc + 1;
    switch (java_opcodes[p->code[pc]].operands) {
    case OPERANDS_TABLE:
    case OPERANDS_LOOKUP: at = p->code + ((pc + 4) & ~3u);                   // fall through
    case OPERANDS_BRANCH4: at[0] = at[1] = (uint8_t)(offset >> 24); at += 2; // fall through
    case OPERANDS_BRANCH2:
        at[0] = (uint8_t)(offset >> 8);
        at[1] = (uint8_t)offset;
        break;
    default: break;
    }
}

static struct program random_program(const char *descriptor) {
    struct program p = {0};
    const uint32_t want = 5 + random_below(35);
    for (uint32_t tries = 0; p.n_starts < want && tries < 600; tries++) {
        const struct program before = p;
        add_instruction(&p);
        if (random_below(250) && !good_so_far(&p, descriptor)) p = before;
    }
    const uint8_t loop[] = {OP_GOTO, 0, 0};
    p.starts[p.n_starts++] = p.n;
    memcpy(p.code + p.n, loop, sizeof loop);
    p.n += 3;
    for (uint32_t k = 0; k < 6; k++) {
        const struct program before = p;
        struct diag d = {0};
        redirect(&p, p.starts[random_below(p.n_starts)]);
        if (random_below(8) && !verdict(&p, descriptor, "Foo", &d)) p = before;
    }
    for (uint32_t k = 0; k < 3 && !p.has_handler; k++) {
        const struct program before = p;
        struct diag d = {0};
        const uint32_t a = random_below(p.n_starts), b = random_below(p.n_starts);
        if (a == b)
            continue; // and no handler at pc 0: the old verifier forbids it, the specification does not
        p.handler =
            (struct maker_handler){(uint16_t)p.starts[a < b ? a : b], (uint16_t)p.starts[a < b ? b : a],
                                   (uint16_t)p.starts[1 + random_below(p.n_starts - 1)]};
        p.has_handler = true;
        if (random_below(8) && !verdict(&p, descriptor, "Foo", &d)) p = before;
    }
    return p;
}

static void fail_program(const struct program *p, const char *descriptor, const char *ours,
                         const char *theirs) {
    struct str text = {0};
    const struct maker m = {"Foo",   49,   descriptor,  N_STACK,       N_LOCALS,
                            p->code, p->n, &p->handler, p->has_handler};
    const struct class_file *c = made(&m, &made_bytes, &scratch);
    for (uint32_t pc = 0, size; (size = java_instruction_size(p->code, p->n, pc)); pc += size) {
        java_disassemble(c, c->methods[0].code, pc, &text);
        str_add_char(&text, '\n');
    }
    if (p->has_handler)
        str_addf(&text, "handler %u-%u: %u\n", p->handler.start, p->handler.end, p->handler.target);
    fail_msg("m%s\n%sfrisk: %s\njava: %s", descriptor, str_text(&text), ours, theirs);
}

static void test_random(void **state) {
    static const char *const descriptors[] = {"(IJFDLjava/lang/Object;)V", "(JI)I", "()Ljava/lang/Object;",
                                              "(DFI)J", "(I)D"};
    const uint32_t n = tier_number(600, 6000, 100000);
    struct program *programs = mem_alloc(n * sizeof *programs);
    struct diag *verdicts = mem_zalloc(n * sizeof *verdicts), d = {0};
    struct str all = {0};
    char path[] = "/tmp/frisk-verify-XXXXXX", name[20], command[400];
    uint32_t good = 0, refused = 0;
    arena_init(&scratch, 0);
    for (uint32_t i = 0; i < n; i++) {
        programs[i] = random_program(descriptors[i % 5]);
        snprintf(name, sizeof name, "C%u", i);
        verdict(&programs[i], descriptors[i % 5], name, &verdicts[i]);
        put_u4(&all, (uint32_t)made_bytes.n);
        str_add_n(&all, made_bytes.at, made_bytes.n);
    }
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    if (!file_write(path, all.at, all.n, &d)) fail_msg("%s", d.text);
    char *home = java_home_find(&d), *line = NULL;
    size_t size = 0;
    snprintf(command, sizeof command,
             "%s/bin/java -Xshare:auto -XX:TieredStopAtLevel=1 tests/java/VerifyAll.java %s", home, path);
    FILE *java = popen(command, "r");
    assert_non_null(java);
    for (uint32_t i = 0; i < n; i++) {
        assert_true(getline(&line, &size, java) > 0);
        const bool theirs = strcmp(line, "ok\n") == 0, ours = verdicts[i].kind == DIAG_NONE;
        if (theirs != ours)
            fail_program(&programs[i], descriptors[i % 5], ours ? "good" : verdicts[i].text, line);
        if (ours)
            good++;
        else
            refused++;
    }
    assert_int_equal(pclose(java), 0);
    unlink(path);
    printf("%u programs: both accept %u and refuse %u\n", n, good, refused);
    assert_true(good > n / 10 && refused > n / 10);
    free(line);
    mem_free(home);
    mem_free(programs);
    mem_free(verdicts);
    str_free(&all);
    str_free(&made_bytes);
    arena_free(&scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_samples), cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
