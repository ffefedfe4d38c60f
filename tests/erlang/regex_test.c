// SPDX-License-Identifier: Apache-2.0
// Programs of regular expressions do what PCRE does: on all short texts of a few characters, from each place.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pcre.h>

#include "erlang/symbolic/symbolic_regex.h"

// Those that have a program.
static const struct {
    const char *pattern;
    int options;
} followed[] = {
    {"a", 0},
    {"", 0},
    {"a*", 0},
    {"a+b", 0},
    {"a+?b?", 0},
    {"(a|ab)(b|0b)*", 0},
    {"^a", 0},
    {"b$", 0},
    {"^$", 0},
    {"^", PCRE_MULTILINE},
    {"$", PCRE_MULTILINE},
    {"^b$", PCRE_MULTILINE},
    {"b$", PCRE_DOLLAR_ENDONLY},
    {"\\Ab|b\\z|b\\Z", 0},
    {"a.b", 0},
    {"a.b", PCRE_DOTALL},
    {"[^a]", 0},
    {"[]a]+", 0},
    {"[^]a]+", 0},
    {"[[:alpha:]-]+", 0},
    {"[[:^digit:]0]b", 0},
    {"\\d\\D", 0},
    {"\\w+\\W", 0},
    {"\\s", 0},
    {"\\S{2,3}", 0},
    {"\\bb", 0},
    {"b\\B", 0},
    {"\\ba|0\\b", 0},
    {"A", PCRE_CASELESS},
    {"[A-B]{2}", PCRE_CASELESS},
    {"a{2}", 0},
    {"a{2,}", 0},
    {"a{1,2}b", 0},
    {"(a{1,2}?)(b?)", 0},
    {"a{,2}", 0},
    {"a{x", 0},
    {"(a)|b|", 0},
    {"((a)|b)+", 0},
    {"(?:(a)|(b))+0", 0},
    {"(a(b)?)+", 0},
    {"(?<x>a)(?P<y>b)", 0},
    {"(?:a|b)*?0", 0},
    {"(a|b)*0", PCRE_UNGREEDY},
    {"(a)b", PCRE_NO_AUTO_CAPTURE},
    {"b", PCRE_ANCHORED},
    {"-|\\-", 0},
    {"\\x61\\n", 0},
    {"(-?)(\\d+)", 0},
    {"(a+)(a+)", 0},
    {"((a|b)(0)?)*?b", 0},
    {"[ab]\\.?", 0},
    {"a|b|0", PCRE_UTF8},
    {"\\N\\n", 0},
    {"(?:a{2}){2}", 0},
};
// Those that do not, and must not: what they mean is more than a program says.
static const struct {
    const char *pattern;
    int options;
} left[] = {
    {"(a)\\1", 0},         {"(?=a)a", 0},
    {"(?<!a)b", 0},        {"a++b", 0},
    {"(?>a*)b", 0},        {"(a*)*", 0},
    {"(a|)+", 0},          {"(?i)a", 0},
    {"\\Qa\\E", 0},        {"[\\Qa\\E]", 0},
    {"(?|(a)|(b))", 0},    {"\\p{L}", 0},
    {"a\\Kb", 0},          {"\\R", 0},
    {"(*CRLF)a$", 0},      {"a b", PCRE_EXTENDED},
    {"a", PCRE_FIRSTLINE}, {"\xC3\xA9", PCRE_UTF8},
    {"(a)?(?(1)a|b)", 0},  {"[[:<:]]a", 0},
    {"[\\c]]", 0},         {"(^)*a", 0},
    {"\\x{61}", 0},        {"\\G.", 0},
    {"a{0}b", 0},          {"(?:a?){2}", 0},
};

enum { LONGEST = 5 };

static const struct regex *compiled(const char *pattern, int options) {
    struct regex_error error = {0};
    const struct regex *r = regex_compile(pattern, options, &error);
    if (!r) fail_msg("%s: %s", pattern, error.text);
    return r;
}

static void compare(struct interp *ip, const struct regex *r, const struct term_vec *bytes,
                    const char *text) {
    const struct regex_program *p = regex_program(r);
    int want[64] = {0}, got[64];
    for (uint32_t offset = 0; offset <= bytes->n; offset++) {
        int code = pcre_exec(r->code, NULL, text, (int)bytes->n, (int)offset, 0, want, 63);
        int groups = symbolic_regex_run(ip, p, bytes, offset, false, got);
        if (groups != (code < 0 ? 0 : code) || memcmp(want, got, 2 * (size_t)groups * sizeof *got) != 0)
            fail_msg("%s, options %d, on \"%s\" from %u: %d groups, want %d", r->pattern, r->options, text,
                     offset, groups, code);
    }
}

static void programs_match_as_pcre_does(void **state) {
    static const char alphabet[] = "ab0\n-";
    struct interp ip = {0};
    for (size_t k = 0; k < sizeof followed / sizeof *followed; k++) {
        const struct regex *r = compiled(followed[k].pattern, followed[k].options);
        if (!regex_program(r)) fail_msg("%s has no program", r->pattern);
        for (uint32_t n = 0, all = 1; n <= LONGEST; n++, all *= 5)
            for (uint32_t i = 0; i < all; i++) {
                char text[LONGEST + 1] = {0};
                struct term_vec bytes = {0};
                for (uint32_t c = 0, rest = i; c < n; c++, rest /= 5) {
                    text[c] = alphabet[rest % 5];
                    vec_push(&bytes, term_small(text[c]));
                }
                compare(&ip, r, &bytes, text);
                vec_free(&bytes);
            }
    }
}

static void others_have_no_program(void **state) {
    for (size_t k = 0; k < sizeof left / sizeof *left; k++) {
        const struct regex *r = compiled(left[k].pattern, left[k].options);
        if (regex_program(r)) fail_msg("%s has a program", r->pattern);
    }
}

// A shape that is offered is one that matches: these have no assertions that could speak against it.
static void shapes_match(void **state) {
    static const char *const patterns[] = {"(a|bc)*d", "x{2,4}[0-9]+|y", "[a-c]+@[0-9]{3}",
                                           "\\w+\\s*=\\s*(on|off)?;"};
    for (size_t k = 0; k < sizeof patterns / sizeof *patterns; k++) {
        const struct regex *r = compiled(patterns[k], 0);
        const struct regex_program *p = regex_program(r);
        struct regex_word words[REGEX_WORDS_MAX] = {0};
        uint32_t n = regex_words(p, words);
        assert_in_range(n, 2, REGEX_WORDS_MAX);
        for (uint32_t i = 0; i < n; i++) {
            char text[128];
            int ends[12];
            for (uint32_t c = 0; c < words[i].sets.n; c++)
                for (uint32_t b = 0; b < 256; b++)
                    if (byte_set_has(&p->sets.at[words[i].sets.at[c]], b)) text[c] = (char)b;
            assert_true(pcre_exec(r->code, NULL, text, (int)words[i].sets.n, 0, PCRE_ANCHORED, ends, 12) > 0);
            assert_int_equal(ends[1], words[i].sets.n);
            vec_free(&words[i].sets);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_match_as_pcre_does),
        cmocka_unit_test(others_have_no_program),
        cmocka_unit_test(shapes_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
