// SPDX-License-Identifier: Apache-2.0
// Finding modules, having them compiled, and remembering the result. A cache entry is
//   magic, hash of what follows (8 bytes), varint N, N * (str path of a file the module depends on, its
//   hash), dump
// in DIR/dumps/KEY, where KEY is the hash of the compiled file's contents and all else the dump depends on.
#include "erlang/load/load.h"

#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/vec.h"
#include "erlang/load/otp.h"
#include "erlang/load/server.h"

static const double COMPILE_SECONDS = 300, PARSE_SECONDS = 30;
static const char ENTRY_MAGIC[8] = "FRISKC1\n";

struct loader {
    pthread_mutex_t lock;
    path_vec paths, files;
    VEC(symbol) modules; // of the files
    bool files_known;
    char *erl_name, *share;
    char *cache; // NULL: none
    bool ready;  // the following are known
    char *erl;   // path of the program
    uint64_t share_id;
    char *root, *version;
    path_vec ebins;
    char *kept, *dumps; // directories in the cache, NULL without
    struct server *server;
    uint32_t next_id; // of nodes
    double seconds;
    pthread_mutex_t names_lock; // over the following
    bool names_known;
    VEC(symbol) names; // registered in the VM
};

static char *absolute(const char *path) {
    char *real = realpath(path, NULL);
    char *copy = mem_strdup(real ? real : path);
    free(real);
    return copy;
}

char *loader_source_name(const char *module_path, const char *file) {
    const char *slash = module_path ? strrchr(module_path, '/') : NULL, *base = strrchr(file, '/');
    size_t n = module_path ? strlen(module_path) : 0;
    char *shown = *file == '/' ? file_from_here(file) : NULL;
    if (!shown && n > 4 && strcmp(module_path + n - 4, ".erl") == 0) {
        struct str path = {0};
        if (slash) str_add_n(&path, module_path, (size_t)(slash - module_path) + 1);
        str_add(&path, base ? base + 1 : file);
        shown = file_from_here(str_text(&path));
        str_free(&path);
    }
    return shown ? shown : mem_strdup(file);
}

struct loader *loader_new(const struct loader_options *o) {
    struct loader *l = mem_zalloc(sizeof *l);
    l->next_id = 1;
    pthread_mutex_init(&l->lock, NULL);
    pthread_mutex_init(&l->names_lock, NULL);
    for (uint32_t i = 0; i < o->n_paths; i++) vec_push(&l->paths, absolute(o->paths[i]));
    for (uint32_t i = 0; i < o->n_files; i++) vec_push(&l->files, mem_strdup(o->files[i]));
    l->erl_name = mem_strdup(o->erl ? o->erl : "erl");
    l->share = absolute(o->share_dir);
    l->cache = o->no_cache ? NULL : file_cache_dir();
    return l;
}

void loader_free(struct loader *l) {
    if (!l) return;
    server_free(l->server);
    otp_path_vec_free(&l->paths);
    otp_path_vec_free(&l->files);
    otp_path_vec_free(&l->ebins);
    vec_free(&l->modules);
    char *texts[] = {l->erl_name, l->share, l->cache, l->erl, l->root, l->version, l->kept, l->dumps};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) mem_free(texts[i]);
    vec_free(&l->names);
    pthread_mutex_destroy(&l->names_lock);
    pthread_mutex_destroy(&l->lock);
    mem_free(l);
}

// ---- Reading little messages ----

struct cursor {
    const uint8_t *at, *end;
};

static bool take_varint(struct cursor *c, uint64_t *v) {
    *v = 0;
    for (unsigned shift = 0; shift < 63 && c->at < c->end; shift += 7) {
        uint8_t b = *c->at++;
        *v |= (uint64_t)(b & 127) << shift;
        if (b < 128) return true;
    }
    return false;
}

static bool take_string(struct cursor *c, char **out) { // to be freed
    uint64_t n = 0;
    if (!take_varint(c, &n) || n > (uint64_t)(c->end - c->at)) return false;
    struct str s = {0};
    str_add_n(&s, (const char *)c->at, n);
    str_add(&s, "");
    c->at += n;
    *out = s.at ? str_take(&s) : mem_strdup("");
    return true;
}

static bool take_word(struct cursor *c, uint64_t *v) {
    if (c->end - c->at < 8) return false;
    memcpy(v, c->at, 8);
    c->at += 8;
    return true;
}

static struct cursor cursor_of(const struct str *s) {
    const uint8_t *at = (const uint8_t *)str_text(s);
    return (struct cursor){at, at + s->n};
}

// ---- Getting ready: which erl, which OTP ----

static int is_server_module(const struct dirent *e) {
    const char *dot = strrchr(e->d_name, '.');
    return dot && !strcmp(dot, ".erl");
}

// The hash of all server modules: other ones, other dumps.
static uint64_t hash_share(const char *share) {
    struct dirent **files = NULL;
    uint64_t h = 1;
    int n = scandir(share, &files, is_server_module, alphasort);
    for (int i = 0; i < n; i++) {
        char *path = file_join(share, files[i]->d_name);
        struct str text = {0};
        struct diag unused = {0};
        if (file_read(path, &text, &unused)) h = hash_mix(h, hash_bytes(str_text(&text), text.n));
        str_free(&text);
        mem_free(path);
        free(files[i]);
    }
    free(files);
    return h;
}

// CACHE/NAME-HASH, made if missing; NULL without a cache.
static char *cache_subdir(const struct loader *l, const char *name, uint64_t hash) {
    if (!l->cache) return NULL;
    struct str dir = {0};
    str_addf(&dir, "%s/%s-%016" PRIx64, l->cache, name, hash);
    struct diag unused = {0};
    if (!file_make_dirs(dir.at, &unused)) str_free(&dir);
    return dir.at;
}

static bool set_info(struct loader *l, const struct str *reply) {
    struct cursor c = cursor_of(reply);
    mem_free(l->root);
    mem_free(l->version);
    l->root = l->version = NULL;
    return take_string(&c, &l->root) && take_string(&c, &l->version) && file_is_dir(l->root);
}

// A cached answer counts only for a program inside that OTP: a wrapper script elsewhere may lead to another
// OTP today.
static bool info_from_cache(struct loader *l, const char *file) {
    struct str bytes = {0};
    struct diag unused = {0};
    bool ok = file && file_exists(file) && file_read(file, &bytes, &unused) && set_info(l, &bytes);
    str_free(&bytes);
    if (!ok) return false;
    size_t n = strlen(l->root);
    return strncmp(l->erl, l->root, n) == 0 && l->erl[n] == '/';
}

static bool find_info(struct loader *l, struct diag *d) {
    char *file = l->kept ? file_join(l->kept, "otp") : NULL;
    bool ok = info_from_cache(l, file);
    if (!ok) {
        struct str reply = {0};
        ok = server_request(l->server, "i", 1, &reply, PARSE_SECONDS, d);
        if (ok && !set_info(l, &reply))
            ok = diag_set(d, DIAG_ANALYSIS, "%s does not say where its OTP is", l->erl);
        struct diag unused = {0};
        if (ok && file) file_write(file, reply.at, reply.n, &unused);
        str_free(&reply);
    }
    mem_free(file);
    return ok;
}

static bool get_ready(struct loader *l, struct diag *d) {
    if (l->ready) return true;
    if (!l->erl && !(l->erl = otp_program(l->erl_name, d))) return false;
    if (!l->server) {
        l->share_id = hash_share(l->share);
        char *main_file = file_join(l->share, "frisk_server.erl");
        bool there = file_exists(main_file);
        if (!there) diag_set(d, DIAG_ANALYSIS, "%s is missing: frisk is not installed completely", main_file);
        mem_free(main_file);
        if (!there) return false;
        l->kept = cache_subdir(l, "server", hash_mix(otp_program_id(l->erl), l->share_id));
        struct server_options o = {l->erl, l->share, l->kept, (const char *const *)l->paths.at, l->paths.n};
        l->server = server_new(&o);
    }
    if (!find_info(l, d)) return false;
    l->dumps = cache_subdir(l, "dumps", hash_mix(hash_bytes(l->version, strlen(l->version)), l->share_id));
    otp_ebins(l->root, &l->ebins);
    l->ready = true;
    return true;
}

// ---- Where a module is ----

static bool know_files(struct loader *l, struct diag *d) {
    for (uint32_t i = l->modules.n; i < l->files.n; i++) {
        symbol module = 0;
        if (!otp_module_of_file(l->files.at[i], &module, d)) return false;
        vec_push(&l->modules, module);
    }
    return true;
}

// The file a module is to be loaded from, to be freed; NULL: there is none.
static char *find_module(const struct loader *l, symbol module) {
    for (uint32_t i = 0; i < l->modules.n; i++)
        if (l->modules.at[i] == module) return mem_strdup(l->files.at[i]);
    char *found = NULL;
    for (uint32_t i = 0; i < l->paths.n && !found; i++) found = otp_module_in(l->paths.at[i], module);
    for (uint32_t i = 0; i < l->ebins.n && !found; i++) found = otp_beam_in(l->ebins.at[i], module);
    return found;
}

// ---- The cache ----

// The entry's file name, to be freed. A source's meaning also depends on where it is: its include
// directories.
static char *entry_name(const struct loader *l, const char *path, const struct str *contents) {
    if (!l->dumps) return NULL;
    uint64_t h = hash_mix(hash_bytes(str_text(contents), contents->n), contents->n);
    if (otp_is_source(path)) {
        char *full = absolute(path);
        h = hash_mix(h, hash_bytes(full, strlen(full)));
        mem_free(full);
        for (uint32_t i = 0; i < l->paths.n; i++)
            h = hash_mix(h, hash_bytes(l->paths.at[i], strlen(l->paths.at[i])));
    }
    struct str name = {0};
    str_addf(&name, "%s/%016" PRIx64, l->dumps, h);
    return str_take(&name);
}

static bool hash_file(const char *path, uint64_t *h) {
    struct str bytes = {0};
    struct diag unused = {0};
    bool ok = file_read(path, &bytes, &unused);
    *h = hash_bytes(str_text(&bytes), bytes.n);
    str_free(&bytes);
    return ok;
}

static bool dependencies_unchanged(struct cursor *c) {
    uint64_t n = 0, want = 0, have = 0;
    if (!take_varint(c, &n)) return false;
    for (uint64_t i = 0; i < n; i++) {
        char *path = NULL;
        if (!take_string(c, &path)) return false;
        bool same = take_word(c, &want) && hash_file(path, &have) && want == have;
        mem_free(path);
        if (!same) return false;
    }
    return true;
}

// The module from the cache, or false: not there, damaged, or out of date.
static bool cache_get(const char *name, uint32_t first_id, struct arena *a, struct core_module **out) {
    struct str bytes = {0};
    struct diag unused = {0};
    bool ok = name && file_exists(name) && file_read(name, &bytes, &unused) && bytes.n >= 16;
    if (ok) {
        struct cursor c = cursor_of(&bytes);
        uint64_t sum = 0;
        c.at += sizeof ENTRY_MAGIC;
        take_word(&c, &sum);
        ok = memcmp(bytes.at, ENTRY_MAGIC, sizeof ENTRY_MAGIC) == 0 &&
             sum == hash_bytes(c.at, (size_t)(c.end - c.at)) && dependencies_unchanged(&c) &&
             dump_read(c.at, (size_t)(c.end - c.at), first_id, a, out, &unused);
    }
    str_free(&bytes);
    return ok;
}

// Failing to write the cache costs time, not correctness.
static void cache_put(const char *name, const struct str *body) {
    if (!name) return;
    struct str entry = {0};
    uint64_t sum = hash_bytes(str_text(body), body->n);
    str_add_n(&entry, ENTRY_MAGIC, sizeof ENTRY_MAGIC);
    str_add_n(&entry, (const char *)&sum, 8);
    str_add_n(&entry, str_text(body), body->n);
    struct diag unused = {0};
    file_write(name, entry.at, entry.n, &unused);
    str_free(&entry);
}

// ---- Compiling ----

// Asks the server for a dump. *body: what a cache entry holds after its hash; *dump_at: where in it the dump
// begins.
static bool compile(struct loader *l, const char *path, struct str *body, size_t *dump_at, struct diag *d) {
    struct str request = {0}, reply = {0};
    char *full = absolute(path);
    bool source = otp_is_source(path);
    str_add_char(&request, source ? 'e' : 'b');
    server_request_string(&request, full);
    if (source) server_request_varint(&request, 0);
    bool ok = server_request(l->server, request.at, request.n, &reply, COMPILE_SECONDS, d);
    struct cursor c = cursor_of(&reply);
    uint64_t n = 0;
    if (ok && !take_varint(&c, &n)) ok = diag_set(d, DIAG_ANALYSIS, "erl answered nonsense");
    server_request_varint(body, n);
    for (uint64_t i = 0; ok && i < n; i++) {
        char *file = NULL;
        uint64_t h = 0;
        ok = take_string(&c, &file) || diag_set(d, DIAG_ANALYSIS, "erl answered nonsense");
        if (!ok) break;
        hash_file(file, &h);
        server_request_string(body, file);
        str_add_n(body, (const char *)&h, 8);
        mem_free(file);
    }
    *dump_at = body->n;
    if (ok) str_add_n(body, (const char *)c.at, (size_t)(c.end - c.at));
    mem_free(full);
    str_free(&request);
    str_free(&reply);
    return ok;
}

static bool load_file(struct loader *l, const char *path, struct arena *a, struct core_module **out,
                      struct diag *d) {
    struct str contents = {0};
    if (!file_read(path, &contents, d)) return false;
    char *name = entry_name(l, path, &contents);
    str_free(&contents);
    bool ok = cache_get(name, l->next_id, a, out);
    if (!ok) {
        struct str body = {0};
        size_t at = 0;
        ok = compile(l, path, &body, &at, d) &&
             dump_read((const uint8_t *)str_text(&body) + at, body.n - at, l->next_id, a, out, d);
        if (ok) cache_put(name, &body);
        str_free(&body);
    }
    mem_free(name);
    if (ok) l->next_id += (*out)->n_nodes;
    if (ok) (*out)->path = arena_strdup(a, path);
    return ok;
}

// ---- The interface ----

static enum load_result load(struct loader *l, symbol module, struct arena *a, struct core_module **out,
                             struct diag *d) {
    if (!get_ready(l, d) || !know_files(l, d)) return LOAD_FAILED;
    char *path = find_module(l, module);
    if (!path) {
        diag_set(d, DIAG_ANALYSIS, "no module %s: give its .erl or .beam file, or its directory with -pa",
                 symbol_text(module));
        return LOAD_ABSENT;
    }
    bool ok = load_file(l, path, a, out, d);
    if (ok && (*out)->name != module)
        ok = diag_set(d, DIAG_ANALYSIS, "%s holds module %s, not %s", path, symbol_text((*out)->name),
                      symbol_text(module));
    mem_free(path);
    return ok ? LOAD_OK : LOAD_FAILED;
}

enum load_result loader_load(struct loader *l, symbol module, struct arena *a, struct core_module **out,
                             struct diag *d) {
    pthread_mutex_lock(&l->lock);
    double start = clock_now();
    enum load_result r = load(l, module, a, out, d);
    l->seconds += clock_now() - start;
    pthread_mutex_unlock(&l->lock);
    return r;
}

bool loader_module_of_file(struct loader *l, const char *file, symbol *module, struct diag *d) {
    (void)l;
    return otp_module_of_file(file, module, d);
}

bool loader_request(struct loader *l, const void *bytes, size_t n, uint8_t **reply, size_t *reply_n,
                    double seconds, struct diag *d) {
    struct str got = {0};
    pthread_mutex_lock(&l->lock);
    bool ok = get_ready(l, d) && server_request(l->server, bytes, n, &got, seconds, d);
    pthread_mutex_unlock(&l->lock);
    if (ok) {
        *reply_n = got.n;
        str_add(&got, "");
        *reply = got.at ? (uint8_t *)str_take(&got) : (uint8_t *)mem_strdup("");
    }
    str_free(&got);
    return ok;
}

bool loader_parse_arguments(struct loader *l, const char *text, bool elixir, struct arena *a, term **args,
                            uint32_t *n, struct diag *d) {
    struct str payload = {0};
    uint8_t *reply = NULL;
    size_t size = 0, at = 0;
    term list = TERM_NIL;
    str_add_char(&payload, elixir ? 'x' : 'e');
    str_add(&payload, text);
    bool ok =
        loader_call(l, "frisk_term", "arguments", payload.at, payload.n, &reply, &size, PARSE_SECONDS, d) &&
        dump_read_term(reply, size, &at, a, &list, d);
    uint64_t length = 0;
    if (ok && (!term_list_length(list, &length) || length > UINT32_MAX))
        ok = diag_set(d, DIAG_ANALYSIS, "erl answered nonsense");
    if (ok) {
        *n = (uint32_t)length;
        *args = length ? ARENA_ARRAY(a, term, length) : NULL;
        for (uint32_t i = 0; i < length; i++, list = term_tl(list)) (*args)[i] = term_hd(list);
    }
    str_free(&payload);
    mem_free(reply);
    return ok;
}

bool loader_parse_term(struct loader *l, const char *text, bool elixir, struct arena *a, term *out,
                       struct str *why, struct diag *d) {
    struct str payload = {0};
    uint8_t *reply = NULL;
    size_t size = 0, at = 0;
    term pair = TERM_NIL, lines = TERM_NIL;
    str_add_char(&payload, elixir ? 'x' : 'e');
    str_add(&payload, text);
    bool ok = loader_call(l, "frisk_term", "one", payload.at, payload.n, &reply, &size, PARSE_SECONDS, d) &&
              dump_read_term(reply, size, &at, a, &pair, d);
    str_free(&payload);
    mem_free(reply);
    if (!ok) return false;
    if (!term_is_tuple(pair) || term_tuple(pair)->n != 2)
        return diag_set(d, DIAG_ANALYSIS, "erl answered nonsense");
    *out = term_tuple(pair)->at[1];
    if (term_tuple(pair)->at[0] == term_atom(symbol_of("ok"))) return true;
    for (lines = *out; term_is_cons(lines); lines = term_tl(lines))
        str_add_utf8(why, (uint32_t)term_small_value(term_hd(lines)));
    return false;
}

bool loader_call(struct loader *l, const char *module, const char *function, const void *payload, size_t n,
                 uint8_t **reply, size_t *reply_n, double seconds, struct diag *d) {
    struct str request = {0};
    str_add_char(&request, 'c');
    server_request_string(&request, module);
    server_request_string(&request, function);
    str_add_n(&request, payload, n);
    bool ok = loader_request(l, request.at, request.n, reply, reply_n, seconds, d);
    str_free(&request);
    return ok;
}

// The server keeps the limit itself; when it does not answer although it should have, it is stuck.
static const double APPLY_GRACE_SECONDS = 10;

bool loader_apply(struct loader *l, symbol module, symbol function, const term *args, uint32_t n,
                  double seconds, uint64_t words, struct arena *a, term *out, struct diag *d) {
    struct str request = {0};
    uint8_t *reply = NULL;
    size_t size = 0, at = 0;
    str_add_char(&request, 'a');
    server_request_string(&request, symbol_text(module));
    server_request_string(&request, symbol_text(function));
    server_request_varint(&request, (uint64_t)(seconds * 1000));
    server_request_varint(&request, words);
    bool ok = dump_write_term(&request, term_list(a, args, n, TERM_NIL)) ||
              diag_set(d, DIAG_ANALYSIS, "an argument of %s:%s has no meaning in another VM",
                       symbol_text(module), symbol_text(function));
    ok = ok && loader_request(l, request.at, request.n, &reply, &size, seconds + APPLY_GRACE_SECONDS, d) &&
         dump_read_term(reply, size, &at, a, out, d);
    str_free(&request);
    mem_free(reply);
    return ok;
}

static void add_sized(struct str *s, const char *text) {
    uint32_t n = (uint32_t)strlen(text);
    for (int shift = 24; shift >= 0; shift -= 8) str_add_char(s, (char)(n >> shift & 0xFF));
    str_add(s, text);
}

bool loader_may_apply(struct loader *l, symbol module, symbol function, uint32_t arity, bool *absent) {
    struct str payload = {0};
    struct diag ignored = {0};
    struct arena a;
    uint8_t *reply = NULL;
    size_t size = 0, at = 0;
    term answer = TERM_NIL;
    pthread_mutex_lock(&l->lock);
    char *path = get_ready(l, &ignored) ? find_module(l, module) : NULL;
    pthread_mutex_unlock(&l->lock);
    *absent = false;
    if (!path) return false;
    arena_init(&a, 0);
    add_sized(&payload, path);
    add_sized(&payload, symbol_text(function));
    for (int shift = 24; shift >= 0; shift -= 8) str_add_char(&payload, (char)(arity >> shift & 0xFF));
    bool ok = loader_call(l, "frisk_pure", "exported", payload.at, payload.n, &reply, &size, PARSE_SECONDS,
                          &ignored) &&
              dump_read_term(reply, size, &at, &a, &answer, &ignored);
    *absent = ok && answer == term_atom(symbol_of("none"));
    ok = ok && answer == term_atom(symbol_of("true"));
    arena_free(&a);
    str_free(&payload);
    mem_free(reply);
    mem_free(path);
    return ok;
}

// The names of the answer {ok, [Name]}.
static bool ask_names(struct loader *l, struct diag *d) {
    struct arena a;
    arena_init(&a, 0);
    term answer;
    bool ok =
        loader_apply(l, symbol_of("erlang"), symbol_of("registered"), NULL, 0, 5, 1 << 20, &a, &answer, d) &&
        term_is_tuple(answer) && term_tuple(answer)->at[0] == term_atom(symbol_of("ok"));
    for (term t = ok ? term_tuple(answer)->at[1] : TERM_NIL; term_is_cons(t); t = term_tl(t))
        vec_push(&l->names, term_symbol(term_hd(t)));
    arena_free(&a);
    return ok;
}

bool loader_registered(struct loader *l, const symbol **names, uint32_t *n, struct diag *d) {
    pthread_mutex_lock(&l->names_lock);
    if (!l->names_known) l->names_known = ask_names(l, d);
    bool known = l->names_known;
    *names = l->names.at;
    *n = l->names.n;
    pthread_mutex_unlock(&l->names_lock);
    return known;
}

const char *loader_share(const struct loader *l) {
    return l->share;
}

bool loader_is_otp(const struct loader *l, const char *path) {
    size_t n = l->root ? strlen(l->root) : 0;
    return n && path && strncmp(path, l->root, n) == 0 && path[n] == '/';
}

double loader_seconds(const struct loader *l) {
    return l->seconds;
}
bool loader_started_erl(const struct loader *l) {
    return l->server && server_started(l->server);
}
