// SPDX-License-Identifier: Apache-2.0
// Where classes are found: the JDK as image and as jmods, directories, jars with all their manifests can say,
// the layouts of build tools; and what is said when there is nothing, or something broken. Needs a JDK.
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
#include "java/classpath/classpath.h"
#include "java/classpath/layout.h"
#include "java/classpath/manifest.h"

static char dir[] = "/tmp/frisk-path-XXXXXX";
static char *home;

__attribute__((format(printf, 1, 2))) static void shell(const char *format, ...) {
    char command[2000], text[1500];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    snprintf(command, sizeof command, "cd %s && { %s; } >log 2>&1", dir, text);
    if (system(command) != 0) fail_msg("failed: %s", command);
}

// In the directory: a/ with Foo (1) and p/Bar; b.jar with Foo (2), versions of it for 11 and 999, and
// Class-Path to "sub dir/c.jar" with Other; lib/ with d.jar; text.jar, which is none.
static int setup_all(void **state) {
    struct diag d = {0};
    home = java_home_find(&d);
    if (!home) fail_msg("%s", d.text);
    assert_non_null(mkdtemp(dir));
    shell("mkdir -p a b b11 c lib 'sub dir' src && "
          "javac() { %s/bin/javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -d \"$@\"; } && "
          "echo 'public class Foo { int one; }' >src/Foo.java && "
          "printf 'package p; public class Bar {} class Hidden {}' >src/Bar.java && "
          "javac a src/Foo.java src/Bar.java && "
          "echo 'public class Foo { int two; }' >src/Foo.java && javac b src/Foo.java && "
          "echo 'public class Foo { int eleven; }' >src/Foo.java && javac b11 src/Foo.java && "
          "echo 'public class Other {}' >src/Other.java && javac c src/Other.java",
          home);
    shell("printf 'Class-Path: sub%%%%20dir/c.jar\\n  missing.jar\\n' >m && %s/bin/jar cfm b.jar m -C b . "
          "--release 11 -C b11 . && "
          "%s/bin/jar cf 'sub dir/c.jar' -C c . && %s/bin/jar cf lib/d.jar -C c . && echo text >text.jar && "
          "mkdir -p a/META-INF && echo >a/package-info.class && ln -s . a/loop",
          home, home, home);
    return 0;
}

static int teardown_all(void **state) {
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", dir);
    assert_int_equal(system(command), 0);
    mem_free(home);
    return 0;
}

// A class path of entries in the directory: "a:b.jar".
static struct java_classpath *open_path(const char *entries, struct diag *d) {
    struct str path = {0};
    for (const char *p = entries; *p;) {
        const size_t n = strcspn(p, ":");
        str_addf(&path, "%s%s/%.*s", path.n ? ":" : "", dir, (int)n, p);
        p += n + (p[n] == ':');
    }
    const struct java_classpath_options o = {.path = path.at, .java_home = home};
    struct java_classpath *cp = java_classpath_open(&o, d);
    str_free(&path);
    return cp;
}

static bool find(struct java_classpath *cp, const char *name, struct java_class_source *s) {
    struct diag d = {0};
    const bool found = java_classpath_find(cp, name, strlen(name), s, &d);
    if (d.kind != DIAG_NONE) fail_msg("%s", d.text);
    return found;
}

// The class found first: by the name of its only field.
static void expect_field(struct java_classpath *cp, const char *class, const char *field) {
    struct java_class_source s;
    const struct class_file *c;
    struct arena a;
    struct diag d = {0};
    assert_true(find(cp, class, &s));
    arena_init(&a, 0);
    assert_true(java_class_parse(s.bytes.at, s.bytes.n, s.where, &a, &c, &d));
    assert_int_equal(c->n_fields, 1);
    assert_string_equal(symbol_text(c->fields[0].name), field);
    arena_free(&a);
}

static void test_order(void **state) {
    struct diag d = {0};
    struct java_class_source s;
    struct java_classpath *cp = open_path("nowhere:a:b.jar", &d);
    if (!cp) fail_msg("%s", d.text);
    expect_field(cp, "Foo", "one");
    assert_true(find(cp, "p/Bar", &s) && !s.from_jdk);
    assert_non_null(strstr(s.where, "/a/p/Bar.class"));
    assert_true(find(cp, "java/lang/String", &s) && s.from_jdk);
    assert_string_equal(s.where, "java/lang/String (JDK)");
    assert_false(find(cp, "p/Baz", &s));
    assert_false(find(cp, "", &s));
    assert_false(find(cp, "java/lang/Strinh", &s));
    java_classpath_close(cp);
}

static void test_manifest_of_jar(void **state) {
    struct diag d = {0};
    struct java_class_source s;
    struct java_classpath *cp = open_path("b.jar:a", &d);
    if (!cp) fail_msg("%s", d.text);
    expect_field(cp, "Foo", "eleven");
    assert_true(find(cp, "Other", &s)); // by Class-Path
    assert_non_null(strstr(s.where, "/sub dir/c.jar!/Other.class"));
    assert_int_equal(java_classpath_count(cp), 3);
    assert_non_null(strstr(java_classpath_entry(cp, 1), "/sub dir/c.jar"));
    java_classpath_close(cp);
    cp = open_path("lib/*", &d);
    assert_true(cp && find(cp, "Other", &s));
    java_classpath_close(cp);
}

static void test_broken(void **state) {
    struct diag d = {0}, e = {0}, f = {0}, g = {0};
    assert_null(open_path("a:missing.jar", &d));
    assert_non_null(strstr(d.text, "the class path names /tmp/frisk-path-"));
    assert_non_null(strstr(d.text, "/missing.jar, which does not exist"));
    assert_null(open_path("text.jar", &e));
    assert_non_null(strstr(e.text, "cannot read /tmp/frisk-path-"));
    assert_non_null(strstr(e.text, "text.jar: Not a zip archive"));
    assert_null(open_path("nowhere", &f));
    assert_non_null(strstr(f.text, "nothing on the class path exists: /tmp"));
    const struct java_classpath_options o = {.path = ".", .java_home = dir};
    assert_null(java_classpath_open(&o, &g));
    assert_non_null(strstr(g.text, "no JDK found: /tmp/frisk-path-"));
}

// A jar cut anywhere, or with a byte changed, is refused or read: never a crash, and never a wrong class.
static void test_damaged_jar(void **state) {
    struct str jar = {0}, changed = {0};
    struct diag d = {0};
    char path[100];
    uint32_t opened = 0, refused = 0;
    snprintf(path, sizeof path, "%s/b.jar", dir);
    assert_true(file_read(path, &jar, &d));
    snprintf(path, sizeof path, "%s/damaged.jar", dir);
    for (size_t i = 0; i < jar.n; i += 7) {
        struct diag e = {0};
        struct java_class_source s;
        str_clear(&changed);
        str_add_n(&changed, jar.at, i % 2 ? jar.n : i);
        if (i % 2) changed.at[i] ^= 0x55;
        assert_true(file_write(path, changed.n ? changed.at : "", changed.n, &d));
        struct java_classpath *cp = open_path("damaged.jar", &e);
        if (cp) {
            opened++;
            if (java_classpath_find(cp, "Foo", 3, &s, &e)) assert_true(s.bytes.n > 100);
            java_classpath_close(cp);
        } else {
            refused++;
            assert_true(e.kind == DIAG_ANALYSIS && !strchr(e.text, '\n'));
        }
    }
    assert_true(opened > 10 && refused > 10);
    str_free(&jar);
    str_free(&changed);
}

static bool add_name(void *context, const char *name) {
    str_addf(context, "%s ", name);
    return true;
}

static void test_list(void **state) {
    struct diag d = {0};
    struct str names = {0};
    struct java_classpath *cp = open_path("a:b.jar", &d);
    assert_non_null(cp);
    assert_true(java_classpath_list(cp, 0, add_name, &names, &d));
    assert_string_equal(str_text(&names), "Foo p/Bar p/Hidden ");
    str_clear(&names);
    assert_true(java_classpath_list(cp, 1, add_name, &names, &d));
    assert_string_equal(str_text(&names), "Foo ");
    str_free(&names);
    java_classpath_close(cp);
}

// ---- Layouts ----

static void expect_layout(const char *project, const char *expected) {
    struct str path = {0}, wanted = {0};
    struct diag d = {0};
    char directory[100];
    snprintf(directory, sizeof directory, "%s/%s", dir, project);
    for (const char *p = expected; *p; p++) // @ stands for the project
        if (*p == '@')
            str_add(&wanted, directory);
        else
            str_add_char(&wanted, *p);
    struct str note = {0};
    if (!java_layout_find(directory, &path, &note, &d))
        assert_string_equal(d.text, str_text(&wanted));
    else
        assert_string_equal(str_text(&path), str_text(&wanted));
    str_free(&path);
    str_free(&note);
    str_free(&wanted);
}

// ---- Dependencies ----

static void write_pom(const char *file, const char *text) {
    struct diag d = {0};
    struct str s = {0}, all = {0};
    str_addf(&s, "%s/%s", dir, file);
    str_addf(&all,
             "<?xml version='1.0'?><!-- a <b> & --><project "
             "xmlns='http://maven.apache.org/POM/4.0.0'>%s</project>\n",
             text);
    if (!file_write(s.at, all.at, all.n, &d)) fail_msg("%s", d.text);
    str_free(&s);
    str_free(&all);
}

// A jar and its pom in the local repository.
static void install(const char *group, const char *artifact, const char *version, const char *text) {
    char command[300], file[200], own[2000];
    snprintf(command, sizeof command, "mkdir -p home/.m2/repository/%s/%s/%s", group, artifact, version);
    shell(command);
    snprintf(command, sizeof command, "touch home/.m2/repository/%s/%s/%s/%s-%s.jar", group, artifact,
             version, artifact, version);
    if (!strstr(text, "<packaging>pom")) shell(command);
    snprintf(file, sizeof file, "home/.m2/repository/%s/%s/%s/%s-%s.pom", group, artifact, version, artifact,
             version);
    snprintf(own, sizeof own, "<groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>%s",
             group, artifact, version, text);
    write_pom(file, own);
}

#define DEP(artifact, more)                                                                                  \
    "<dependency><groupId>g</groupId><artifactId>" artifact "</artifactId>" more "</dependency>"
#define VER(v) "<version>" v "</version>"

// By the rules of Maven's "Introduction to the Dependency Mechanism": the nearest version, the first of
// equals, managed versions above those of dependencies; no optional, provided or test ones of others.
static void test_dependencies(void **state) {
    (void)state;
    struct str path = {0}, note = {0}, wanted = {0};
    struct diag d = {0};
    char directory[100], user[100], *old = getenv("HOME") ? mem_strdup(getenv("HOME")) : NULL;
    snprintf(directory, sizeof directory, "%s/shop/app", dir);
    snprintf(user, sizeof user, "%s/home", dir);
    shell("mkdir -p home shop/app/target/classes");
    install("g", "lib", "1.2",
            "<dependencies>" DEP("deep", VER("[1.0]")) DEP("opt", VER("1") "<optional>true</optional>")
                DEP("prov", VER("1") "<scope>provided</scope>") DEP("shared", VER("${project.version}"))
                    DEP("pinned", VER("1")) "</dependencies>");
    install("g", "managed", "3.0",
            "<dependencies>" DEP("shared", VER("1")) DEP("ex", VER("1")) "</dependencies>");
    install(
        "g", "bom", "1",
        "<packaging>pom</packaging><properties><v>7</v></properties><dependencyManagement><dependencies>" DEP(
            "bomlib", VER("${v}")) "</dependencies></dependencyManagement>");
    install("g", "bomlib", "7", "");
    install("g", "testlib", "1", "");
    install("g", "deep", "1.0", "");
    install("g", "shared", "1.2", "");
    install("g", "shared", "1", "");
    install("g", "ex", "1", "");
    install("g", "pinned", "1", "");
    install("g", "pinned", "2", "");
    write_pom(
        "shop/pom.xml",
        "<groupId>shop</groupId><artifactId>all</artifactId><version>5</version>"
        "<properties><lib.base>1</lib.base><lib.version>${lib.base}.2</lib.version></properties>"
        "<dependencyManagement><dependencies>" DEP("bom", VER("1") "<type>pom</type><scope>import</scope>")
            DEP("managed", VER("3.0") "<exclusions><exclusion><groupId>g</groupId><artifactId>ex</artifactId>"
                                      "</exclusion></exclusions>")
                DEP("pinned", VER("2")) "</dependencies></dependencyManagement>");
    write_pom("shop/app/pom.xml",
              "<parent><groupId>shop</groupId><artifactId>all</artifactId><version>5</version></parent>"
              "<artifactId>app</artifactId><dependencies>" DEP("lib", VER("${lib.version}"))
                  DEP("managed", "") DEP("bomlib", "") DEP("testlib", VER("1") "<scope>test</scope>")
                      DEP("gone", VER("9")) DEP("which", "") "</dependencies>");
    setenv("HOME", user, 1);
    if (!java_layout_find(directory, &path, &note, &d)) fail_msg("%s", d.text);
    if (old) setenv("HOME", old, 1);
    mem_free(old);
    static const char *const jars[] = {
        "lib/1.2/lib-1.2",   "managed/3.0/managed-3.0", "bomlib/7/bomlib-7", "testlib/1/testlib-1",
        "deep/1.0/deep-1.0", "shared/1.2/shared-1.2",   "pinned/2/pinned-2"};
    str_addf(&wanted, "%s/target/classes", directory);
    for (size_t i = 0; i < sizeof jars / sizeof *jars; i++)
        str_addf(&wanted, ":%s/.m2/repository/g/%s.jar", user, jars[i]);
    assert_string_equal(path.at, wanted.at);
    static const char says[] = "g:gone:9, g:which:? are not in the local Maven repository; ";
    if (strncmp(str_text(&note), says, strlen(says)) != 0) fail_msg("%s", str_text(&note));
    str_free(&path);
    str_free(&note);
    str_free(&wanted);
}

// Of Gradle's "Understanding dependency resolution": of several versions the highest.
static void test_gradle(void **state) {
    static const char cache[] = ".gradle/caches/modules-2/files-2.1/org.g",
                      script[] =
                          "plugins { id 'java' }\ndependencies {\n  // implementation 'org.g:comment:1'\n"
                          "    implementation 'org.g:lib:1.9'\n\ttestImplementation(\"org.g:testlib:2\")\n"
                          "    api \"org.g:gone:1\"\n    implementation \"org.g:which:$v\"\n"
                          "    implementation project(':other')\n    runtimeOnly('org.g:shared:1.9:jdk@jar') "
                          "{ transitive = false }\n"
                          "    implementation 'org.g:shared:1.9'\n}\n";
    struct str path = {0}, note = {0}, wanted = {0}, file = {0};
    struct diag d = {0};
    char directory[100], user[100], *old = getenv("HOME") ? mem_strdup(getenv("HOME")) : NULL;
    snprintf(directory, sizeof directory, "%s/gradle2", dir);
    snprintf(user, sizeof user, "%s/home2", dir);
    shell("mkdir -p gradle2/build/classes/java/main home2/.gradle/caches/modules-2/files-2.1/org.g");
    shell("cd home2/.gradle/caches/modules-2/files-2.1/org.g && for v in lib/1.9 lib/1.10 testlib/2 "
          "shared/1.9 shared/1.10; do "
          "mkdir -p $v/h1 $v/h2 && touch $v/h1/${v%%/*}-${v#*/}.jar; done; touch "
          "shared/1.9/h2/shared-1.9-jdk.jar");
    str_addf(&file, "home2/%s/testlib/2/h2/testlib-2.pom", cache);
    write_pom(file.at, "<groupId>org.g</groupId><artifactId>testlib</artifactId><version>2</"
                       "version><dependencies><dependency>"
                       "<groupId>org.g</groupId><artifactId>shared</artifactId><version>1.10</version></"
                       "dependency></dependencies>");
    str_clear(&file);
    str_addf(&file, "%s/build.gradle", directory);
    if (!file_write(file.at, script, strlen(script), &d)) fail_msg("%s", d.text);
    setenv("HOME", user, 1);
    unsetenv("GRADLE_USER_HOME");
    if (!java_layout_find(directory, &path, &note, &d)) fail_msg("%s", d.text);
    if (old) setenv("HOME", old, 1);
    mem_free(old);
    static const char *const jars[] = {"lib/1.9/h1/lib-1.9", "testlib/2/h1/testlib-2",
                                       "shared/1.9/h2/shared-1.9-jdk", "shared/1.10/h1/shared-1.10"};
    str_addf(&wanted, "%s/build/classes/java/main", directory);
    for (size_t i = 0; i < sizeof jars / sizeof *jars; i++)
        str_addf(&wanted, ":%s/%s/%s.jar", user, cache, jars[i]);
    assert_string_equal(path.at, wanted.at);
    static const char says[] = "org.g:gone:1, org.g:which:$v are not in Gradle's cache; ";
    if (strncmp(str_text(&note), says, strlen(says)) != 0) fail_msg("%s", str_text(&note));
    str_free(&path);
    str_free(&note);
    str_free(&wanted);
    str_free(&file);
}

static void test_layouts(void **state) {
    shell("mkdir -p plain maven/target/classes maven/target/test-classes gradle/build/classes/java/main "
          "many/one/target/classes many/two many/three/target/classes fresh && touch maven/pom.xml "
          "gradle/build.gradle.kts many/pom.xml many/one/pom.xml many/two/pom.xml many/three/pom.xml "
          "fresh/pom.xml");
    expect_layout("plain", "@");
    expect_layout("maven", "@/target/classes:@/target/test-classes");
    expect_layout("gradle", "@/build/classes/java/main");
    expect_layout("many", "@/one/target/classes:@/three/target/classes");
    expect_layout(
        "fresh",
        "@ is a Maven project without target/classes: build it first (mvn compile), or say where its "
        "classes are (-cp)");
}

static void test_manifest(void **state) {
    static const char text[] =
        "Manifest-Version: 1.0\r\nclass-path: a.jar  lib/b\r\n .jar\r\nMulti-Release: TRUE\r\n"
        "Main-Class: p.Main\r\n\r\nName: x\r\nMain-Class: no\r\n";
    struct java_manifest m = {0};
    java_manifest_read((struct java_bytes){(const uint8_t *)text, sizeof text - 1}, &m);
    assert_string_equal(str_text(&m.class_path), "a.jar  lib/b.jar");
    assert_string_equal(str_text(&m.main_class), "p.Main");
    assert_true(m.multi_release);
    str_free(&m.class_path);
    str_free(&m.main_class);
    char *path = java_manifest_path("file:/x%20y%2", 13);
    assert_string_equal(path, "/x y%2");
    mem_free(path);
    assert_null(java_manifest_path("http://x/y.jar", 14));
}

// ---- The JDK ----

static const char *const some_classes[] = {"java/lang/Object", "java/util/HashMap$Node",
                                           "java/sql/Connection", "java/util/logging/Level",
                                           "jdk/internal/misc/Unsafe"};

static void test_jmods(void **state) {
    struct diag d = {0};
    char only_jmods[100];
    snprintf(only_jmods, sizeof only_jmods, "%s/jmods-only", dir);
    shell("mkdir -p jmods-only && ln -s %s/jmods jmods-only/jmods", home);
    struct jdk *image = jdk_open(home, &d), *jmods = jdk_open(only_jmods, &d);
    if (!image || !jmods) fail_msg("%s", d.text);
    for (size_t i = 0; i < 5; i++) {
        const struct java_bytes a = jdk_find(image, some_classes[i], strlen(some_classes[i]), &d);
        const struct java_bytes b = jdk_find(jmods, some_classes[i], strlen(some_classes[i]), &d);
        assert_true(a.n > 100);
        assert_int_equal(a.n, b.n);
        assert_memory_equal(a.at, b.at, a.n);
    }
    assert_int_equal(jdk_find(jmods, "java/lang/Strinh", 16, &d).n, 0);
    assert_int_equal(d.kind, DIAG_NONE);
    assert_string_equal(jdk_module_of(image, "java/sql", 8), "java.sql");
    assert_null(jdk_module_of(image, "java/sq", 7));
    jdk_close(image);
    jdk_close(jmods);
}

static bool count_class(void *context, const char *module, const char *name, struct java_bytes bytes) {
    *(uint32_t *)context += strlen(module) > 0 && strlen(name) > 0 && bytes.at;
    return true;
}

// The tables of the real image with some words changed, and hardly any data behind them.
static void test_damaged_image(void **state) {
    char path[200], real[200];
    struct diag d = {0};
    snprintf(real, sizeof real, "%s/lib/modules", home);
    FILE *f = fopen(real, "rb");
    assert_non_null(f);
    uint32_t header[7], random = 12345, opened = 0, visited = 0;
    assert_int_equal(fread(header, 4, 7, f), 7);
    const size_t tables = 28 + 8 * (size_t)header[4] + header[5] + header[6], n = tables + 100000;
    uint8_t *good = mem_alloc(n), *bad = mem_alloc(n);
    rewind(f);
    assert_int_equal(fread(good, 1, n, f), n);
    fclose(f);
    shell("mkdir -p broken/lib");
    snprintf(path, sizeof path, "%s/broken/lib/modules", dir);
    for (uint32_t k = 0; k < 60; k++) {
        struct diag e = {0};
        memcpy(bad, good, n);
        for (uint32_t i = 0; i < (k < 20 ? 1 : 2000); i++) {
            random = random * 1664525 + 1013904223;
            bad[k < 20 ? k + 8 : 28 + random % (tables - 28)] ^= (uint8_t)(1 + (random >> 24));
        }
        assert_true(file_write(path, bad, k % 3 == 2 ? n : tables - k * 50, &d));
        snprintf(real, sizeof real, "%s/broken", dir);
        struct jdk *j = jdk_open(real, &e);
        if (!j) {
            assert_non_null(strstr(e.text, "no JDK found: "));
            continue;
        }
        opened++;
        for (size_t i = 0; i < 5; i++) jdk_find(j, some_classes[i], strlen(some_classes[i]), &e);
        jdk_each(j, count_class, &visited, &e);
        jdk_close(j);
    }
    assert_true(opened > 10);
    mem_free(good);
    mem_free(bad);
}

static void test_home(void **state) {
    struct diag d = {0}, e = {0}, f = {0};
    char *path = mem_strdup(getenv("PATH"));
    const char *given = getenv("JAVA_HOME");
    char *kept = given ? mem_strdup(given) : NULL;
    setenv("JAVA_HOME", "/tmp/frisk no such", 1);
    assert_null(java_home_find(&d));
    assert_string_equal(
        d.text, "no JDK found: JAVA_HOME is /tmp/frisk no such, which has no lib/modules and no jmods "
                "(Java 9 or later is needed)");
    unsetenv("JAVA_HOME");
    setenv("PATH", "/tmp:/dev", 1);
    assert_null(java_home_find(&e));
    assert_string_equal(
        e.text, "no JDK found: JAVA_HOME is not set, and no java of version 9 or later is on the PATH");
    shell("/bin/mkdir -p links && /bin/ln -sf %s/bin/java links/java", home);
    char links[100];
    snprintf(links, sizeof links, "/tmp:%s/links", dir);
    setenv("PATH", links, 1);
    char *found = java_home_find(&f), *real = realpath(home, NULL);
    assert_string_equal(found, real);
    setenv("PATH", path, 1);
    if (kept) setenv("JAVA_HOME", kept, 1);
    mem_free(found);
    free(real);
    mem_free(kept);
    mem_free(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),         cmocka_unit_test(test_manifest_of_jar),
        cmocka_unit_test(test_broken),        cmocka_unit_test(test_list),
        cmocka_unit_test(test_damaged_jar),   cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_dependencies),  cmocka_unit_test(test_gradle),
        cmocka_unit_test(test_jmods),         cmocka_unit_test(test_manifest),
        cmocka_unit_test(test_damaged_image), cmocka_unit_test(test_home),
    };
    return cmocka_run_group_tests(tests, setup_all, teardown_all);
}
