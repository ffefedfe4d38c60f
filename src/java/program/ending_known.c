// SPDX-License-Identifier: Apache-2.0
// Methods of the JDK that end, as their documentation and code say: they look at each element or character of
// what they are given once, or a bounded number of times, and call nothing that a user may have written. What
// takes a functional interface, a comparator, or objects whose equals, hashCode, compareTo or toString it
// calls is not here; nor what takes locks, waits, or reads and writes files; nor regular expressions, which
// may take longer than anybody waits.
#include <string.h>

#include "java/program/ending_loop.h"

struct known {
    const char *class, *names; // names: "*", or each between blanks
};

// With plain parameters only: numbers, strings, arrays of numbers (is_plain).
static const struct known plain[] = {
    {"java/lang/Math", "*"},
    {"java/lang/StrictMath", "*"},
    {"java/lang/Character", "*"},
    {"java/lang/Boolean", "*"},
    {"java/lang/Byte", "*"},
    {"java/lang/Short", "*"},
    {"java/lang/Integer", "*"},
    {"java/lang/Long", "*"},
    {"java/lang/Float", "*"},
    {"java/lang/Double", "*"},
    {"java/lang/String",
     " <init> length isEmpty isBlank charAt codePointAt codePointBefore codePointCount offsetByCodePoints "
     "hashCode "
     "toString toCharArray getChars substring trim strip stripLeading stripTrailing startsWith endsWith "
     "indexOf lastIndexOf concat replace repeat toLowerCase toUpperCase valueOf copyValueOf compareTo "
     "compareToIgnoreCase equalsIgnoreCase regionMatches intern "},
    {"java/lang/StringBuilder",
     " <init> append insert length charAt setCharAt setLength deleteCharAt delete reverse toString indexOf "
     "lastIndexOf substring capacity ensureCapacity replace "},
    {"java/util/Arrays",
     " fill copyOf copyOfRange sort equals hashCode toString binarySearch compare mismatch "},
    {"java/lang/System", " currentTimeMillis nanoTime lineSeparator "},
    {"java/util/Objects", " checkIndex checkFromToIndex checkFromIndexSize "},
    {"java/util/ArrayList", " <init> "},
    {"java/util/LinkedList", " <init> "},
    {"java/util/ArrayDeque", " <init> "},
    {"java/util/HashMap", " <init> "},
    {"java/util/HashSet", " <init> "},
    {"java/util/TreeMap", " <init> "},
    {"java/util/TreeSet", " <init> "},
    {"java/lang/Class", " desiredAssertionStatus getName getSimpleName "},
};

// Whatever the parameters are: they are kept, copied or looked at, and nothing of theirs is called. All of
// the classes are final, or the methods are.
static const struct known any[] = {
    {"java/lang/Object", " <init> getClass "},
    {"java/lang/Enum", " <init> ordinal name "},
    {"java/lang/Record", " <init> "},
    {"java/lang/String", " equals "},
    {"java/lang/Boolean", " equals "},
    {"java/lang/Byte", " equals "},
    {"java/lang/Short", " equals "},
    {"java/lang/Character", " equals compareTo "},
    {"java/lang/Integer", " equals compareTo "},
    {"java/lang/Long", " equals compareTo "},
    {"java/lang/Float", " equals compareTo "},
    {"java/lang/Double", " equals compareTo "},
    {"java/lang/System", " arraycopy identityHashCode "},
    {"java/util/Objects", " isNull nonNull "},
};

// Of classes that a user may have written a class below: where none is.
static const struct known lists[] = {
    {"java/util/List", " size isEmpty get set add addFirst addLast clear iterator listIterator "},
    {"java/util/ArrayList",
     " size isEmpty get set add clear iterator listIterator ensureCapacity trimToSize "},
    {"java/util/LinkedList",
     " size isEmpty get set add addFirst addLast getFirst getLast removeFirst removeLast push pop peek "
     "peekFirst "
     "peekLast poll pollFirst pollLast offer offerFirst offerLast clear iterator listIterator "},
    {"java/util/ArrayDeque", " size isEmpty add addFirst addLast getFirst getLast removeFirst removeLast "
                             "push pop peek peekFirst peekLast "
                             "poll pollFirst pollLast offer offerFirst offerLast clear iterator "},
};

static bool is_named(const char *names, const char *name) {
    if (!strcmp(names, "*")) return true;
    size_t n = strlen(name);
    for (const char *at = names; (at = strstr(at, name)); at += n)
        if (at[-1] == ' ' && at[n] == ' ') return true;
    return false;
}

static bool is_in(const struct known *table, size_t n, const char *class, const char *name) {
    for (size_t i = 0; i < n; i++)
        if (!strcmp(table[i].class, class) && is_named(table[i].names, name)) return true;
    return false;
}

#define IN(table, class, name) is_in(table, sizeof(table) / sizeof *(table), class, name)

static bool is_plain(const char *descriptor) {
    static const char *const classes[] = {
        "Ljava/lang/String;",    "Ljava/lang/Integer;", "Ljava/lang/Long;",         "Ljava/lang/Double;",
        "Ljava/lang/Character;", "Ljava/lang/Boolean;", "Ljava/lang/StringBuilder;"};
    for (const char *at = descriptor + 1; *at != ')';) {
        bool known = false;
        while (*at == '[') at++;
        if (*at != 'L') {
            at++;
            continue;
        }
        for (size_t i = 0; i < sizeof classes / sizeof *classes && !known; i++) {
            known = !strncmp(at, classes[i], strlen(classes[i]));
            if (known) at += strlen(classes[i]);
        }
        if (!known) return false;
    }
    return true;
}

enum ending_knowledge ending_known(const struct class_constant *callee) {
    const char *class = symbol_text(callee->owner), *name = symbol_text(callee->name);
    if (class[0] == '[') return !strcmp(name, "clone") ? ENDING_KNOWN : ENDING_UNKNOWN;
    if (IN(any, class, name)) return ENDING_KNOWN;
    const char *descriptor = symbol_text(callee->descriptor);
    bool decodes =
        !strcmp(class, "java/lang/String") && strstr(descriptor, "[B"); // a user's charset, perhaps
    if (IN(plain, class, name) && is_plain(descriptor) && !decodes) return ENDING_KNOWN;
    if (IN(lists, class, name)) return ENDING_IF_CLOSED;
    if (!strcmp(class, "java/util/Objects") && !strcmp(name, "requireNonNull"))
        return strstr(descriptor, "Supplier") ? ENDING_UNKNOWN : ENDING_KNOWN;
    return ENDING_UNKNOWN;
}

bool ending_lists(const struct class_constant *callee) {
    return !strcmp(symbol_text(callee->name), "iterator") && ending_known(callee) == ENDING_IF_CLOSED;
}
