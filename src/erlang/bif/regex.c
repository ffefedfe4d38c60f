// SPDX-License-Identifier: Apache-2.0
#include "erlang/bif/regex.h"

#include <pcre.h>
#include <pthread.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/vec.h"

// ---- Character tables ----
// As pcre_maketables lays them out (pcrebuild(3), pcre_internal.h): lower case, other case, bit maps of
// classes, kinds.
enum { LOWER = 0, FLIP = 256, CLASSES = 512, KINDS = CLASSES + 320 };
enum {
    UPPER_MAP = 96,
    LOWER_MAP = 128,
    WORD_MAP = 160,
    GRAPH_MAP = 192,
    PRINT_MAP = 224,
    PUNCT_MAP = 256,
    CNTRL_MAP = 288
};
enum { KIND_LETTER = 2, KIND_WORD = 16 };

static unsigned char *tables;

static void set(int map, int c) {
    tables[CLASSES + map + c / 8] |= (unsigned char)(1u << c % 8);
}

static bool is_upper(int c) {
    return c >= 0xC0 && c <= 0xDE && c != 0xD7;
}
static bool is_lower(int c) {
    return (c >= 0xDF && c != 0xF7) || c == 0xAA || c == 0xB5 || c == 0xBA;
}

// The C locale has ASCII only; above it ISO 8859-1 as the VM classes it.
static void make_tables(void) {
    tables = (unsigned char *)(uintptr_t)pcre_maketables();
    for (int c = 128; c < 256; c++) {
        bool upper = is_upper(c), lower = is_lower(c);
        if (upper) tables[LOWER + c] = tables[FLIP + c] = (unsigned char)(c + 32);
        if (lower && c >= 0xE0 && c != 0xFF) tables[FLIP + c] = (unsigned char)(c - 32);
        if (upper) set(UPPER_MAP, c);
        if (lower) set(LOWER_MAP, c);
        if (upper || lower) {
            set(WORD_MAP, c);
            tables[KINDS + c] |= KIND_LETTER | KIND_WORD;
        }
        if (c >= 0xA0) {
            set(GRAPH_MAP, c);
            set(PRINT_MAP, c);
            if (!upper && !lower) set(PUNCT_MAP, c);
        } else {
            set(CNTRL_MAP, c);
        }
    }
}

// Code may end before its memory does: the rest shall be the same in every run.
static void *allocate_zeroed(size_t n) {
    return mem_zalloc(n);
}

static void prepare(void) {
    pcre_malloc = allocate_zeroed;
    pcre_free = mem_free;
    make_tables();
}

// ---- All of them ----
enum { KEPT_MAX = 1 << 16 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static VEC(struct regex *) all;
static VEC(char *) keys; // options in 4 bytes, then the pattern and its 0
static struct hash_map by_key, by_bytes;

// The address of the tables stands in the header, at a place that its fields give: magic number, size,
// options, flags, two limits (4 bytes each), eight numbers and three spare ones (2 bytes each), then,
// aligned, the address.
enum { TABLES_AT = 48 };

static struct regex *made(pcre *code) {
    struct regex *r = mem_zalloc(sizeof *r);
    unsigned long options = 0;
    r->code = code;
    pcre_fullinfo(code, NULL, PCRE_INFO_SIZE, &r->size);
    pcre_fullinfo(code, NULL, PCRE_INFO_CAPTURECOUNT, &r->captures);
    pcre_fullinfo(code, NULL, PCRE_INFO_OPTIONS, &options);
    unsigned long newline = options & (PCRE_NEWLINE_CR | PCRE_NEWLINE_LF | PCRE_NEWLINE_ANY);
    r->crlf = newline == PCRE_NEWLINE_ANY || newline == PCRE_NEWLINE_CRLF || newline == PCRE_NEWLINE_ANYCRLF;
    uint8_t *bytes = mem_alloc(r->size);
    memcpy(bytes, code, r->size);
    if (r->size >= TABLES_AT + sizeof(void *)) memset(bytes + TABLES_AT, 0, sizeof(void *));
    r->bytes = bytes;
    return r;
}

static void forget(struct regex *r) {
    pcre_free(r->code);
    mem_free((void *)(uintptr_t)r->bytes);
    mem_free(r);
}

// Code is the same for equal bytes, so that one of those that have them stands for all.
static void keep(struct regex *r, uint64_t key_hash, char *key) {
    uint32_t other;
    r->kept = true;
    r->pattern = key + 4;
    if (!hash_map_get(&by_key, key_hash, &other)) hash_map_put(&by_key, key_hash, all.n);
    uint64_t h = hash_bytes(r->bytes, r->size);
    if (!hash_map_get(&by_bytes, h, &other)) hash_map_put(&by_bytes, h, all.n);
    vec_push(&all, r);
    vec_push(&keys, key);
}

static const struct regex *compile_locked(const char *pattern, int options, struct regex_error *error) {
    size_t n = strlen(pattern) + 1;
    char *key = mem_alloc(n + 4);
    memcpy(key, &options, 4);
    memcpy(key + 4, pattern, n);
    uint64_t h = hash_bytes(key, n + 4);
    uint32_t i;
    bool known = hash_map_get(&by_key, h, &i) && strcmp(keys.at[i] + 4, pattern) == 0 &&
                 memcmp(keys.at[i], key, 4) == 0;
    struct regex *r = known ? all.at[i] : NULL;
    if (!known) {
        if (!tables) prepare();
        pcre *code = pcre_compile(pattern, options, &error->text, &error->offset, tables);
        r = code ? made(code) : NULL;
        if (r) r->options = options;
    }
    if (r && !known && all.n < KEPT_MAX)
        keep(r, h, key);
    else
        mem_free(key);
    return r;
}

const struct regex *regex_compile(const char *pattern, int options, struct regex_error *error) {
    pthread_mutex_lock(&lock);
    const struct regex *r = compile_locked(pattern, options, error);
    pthread_mutex_unlock(&lock);
    return r;
}

const struct regex *regex_of_bytes(const void *bytes, size_t n) {
    uint32_t i;
    pthread_mutex_lock(&lock);
    const struct regex *r = hash_map_get(&by_bytes, hash_bytes(bytes, n), &i) ? all.at[i] : NULL;
    pthread_mutex_unlock(&lock);
    return r && r->size == n && memcmp(r->bytes, bytes, n) == 0 ? r : NULL;
}

void regex_release(const struct regex *r) {
    if (r && !r->kept) forget((struct regex *)(uintptr_t)r);
}
