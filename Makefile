# SPDX-License-Identifier: Apache-2.0
# make            build/release/frisk            make debug, asan, tsan  the same in build/debug, build/asan, build/tsan
# make demo       set-up, then frisk on real functions
# make check      set-up, then everything that can be tested, in release and sanitizer builds
# make test       the quick part of it: one build (MODE=release), all tests
# make nightly    the same tests with many more random cases
# make bench      speed and coverage figures     make fuzz               FUZZ_SECONDS=60 per reader
# make coverage   lines of src/ the tests run    make shape              layering, manual, sizes
# make install    PREFIX=/usr/local DESTDIR=     make uninstall, make format, make clean
CC       := $(if $(filter default,$(origin CC)),gcc,$(CC))
MODE     ?= release
PREFIX   ?= /usr/local
B        := build/$(MODE)
VERSION  := 0.1.0

CPPFLAGS += -Isrc -D_GNU_SOURCE -DFRISK_VERSION='"$(VERSION)"'
WARN     := -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wvla -Wno-unused-parameter
# Of what is in src/: every narrowing is meant, every switch over an enum thinks of all its values (base/some_of.h).
# Where sanitizers are compiled in, gcc no longer sees what values a narrowed expression can have.
WARN_src := $(if $(findstring clang,$(CC)),,-Wswitch-enum $(if $(filter release debug,$(MODE)),-Wconversion))
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_release  := -O2 -g1 -fno-plt # lines for profiles and core dumps; variables cost a quarter of the compiling
CFLAGS_debug    := -O0 -g3
CFLAGS_asan     := -O1 -g1 $(SANITIZE)
CFLAGS_tsan     := -O1 -g1 -fsanitize=thread -fno-omit-frame-pointer -Wno-maybe-uninitialized # it warns wrongly here
CFLAGS_fuzz     := -O1 -g $(SANITIZE) -fsanitize=fuzzer-no-link -Wno-missing-field-initializers
CFLAGS_coverage := -O0 -g --coverage
CFLAGS   := -std=gnu17 -ffp-contract=off $(WARN) $(CFLAGS_$(MODE)) -pthread
# Test programs spend their time in what they test: nothing is gained by optimizing them, and half a minute of
# compiling and linking them is lost. gold is a part of Debian's binutils; elsewhere the linker that there is will do.
CFLAGS_tests := $(if $(filter fuzz coverage,$(MODE)),,-O0 $(if $(shell command -v ld.gold),-fuse-ld=gold))
LDLIBS    = $(shell pkg-config --libs z3 2>/dev/null || echo -lz3) -lgmp -ljansson -lxxhash -lzip -lz -lpcre -lm -pthread
ROOMS    := base expr solve explore suite erlang java cli

SRC      := $(foreach r,$(ROOMS),$(wildcard src/$(r)/*.c src/$(r)/*/*.c))
OBJ      := $(SRC:src/%.c=$(B)/%.o)
LIB_OBJ  := $(filter-out $(B)/cli/main.o,$(OBJ))
# Begun first, the longest first, so that none is left over at the end.
LONG     := $(foreach t,oracles/kinds_files java/verdicts erlang/load java/junit erlang/nasty erlang/symbolic java/verify erlang/pruning \
              java/classfile cli/what java/differential erlang/claims erlang/prove java/run erlang/differential java/structures \
              java/examples oracles/texts java/languages expr/sweep oracles/examples oracles/promises oracles/kinds java/inputs,tests/$(t)_test.c)
TEST_SRC := $(LONG) $(filter-out $(LONG),$(wildcard tests/*/*_test.c))
TESTS    := $(TEST_SRC:tests/%.c=$(B)/tests/%)
FUZZERS  := $(patsubst tests/%.c,build/fuzz/tests/%,$(wildcard tests/fuzz/*_fuzz.c))
.DELETE_ON_ERROR:

all: $(B)/frisk
debug asan tsan:
	$(MAKE) MODE=$@ all

# All of every archive, so that a name that two rooms export is an error.
$(B)/frisk: $(B)/cli/main.o $(foreach r,$(ROOMS),$(B)/$(r).a)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< -Wl,--whole-archive $(filter %.a,$^) -Wl,--no-whole-archive $(LDLIBS)

# One archive per room, so that a room's tests need only the rooms below it.
define room
$(B)/$(1).a: $(filter $(B)/$(1)/%.o,$(LIB_OBJ))
	@mkdir -p $$(@D) && rm -f $$@
	ar rcs $$@ $$^
endef
$(foreach r,$(ROOMS),$(eval $(call room,$(r))))

$(B)/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(WARN_src) -MMD -MP -c -o $@ $<

# tests/ROOM/NAME_test.c is linked with ROOM and the rooms before it in ROOMS; with base alone where ROOM is no room
# (tests/oracles drives the program from outside), with all of them for the fuzzers.
upto = $(if $(2),$(firstword $(2)) $(if $(filter $(1),$(firstword $(2))),,$(call upto,$(1),$(wordlist 2,99,$(2)))))
rooms_of = $(call upto,$(1),$(if $(filter $(1),$(ROOMS) fuzz),$(ROOMS),base))
.SECONDEXPANSION:
$(B)/tests/%: tests/%.c $$(foreach r,$$(call rooms_of,$$(firstword $$(subst /, ,$$*))),$(B)/$$(r).a) Makefile
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) -Itests $(CFLAGS) $(CFLAGS_tests) $(LDFLAGS) -MMD -MP -o $@ $< -Wl,--start-group $(filter %.a,$^) -Wl,--end-group \
	    $(if $(filter fuzz,$(MODE)),-fsanitize=fuzzer,-lcmocka) $(LDLIBS)
-include $(OBJ:.o=.d) $(TESTS:=.d) $(FUZZERS:=.d)

# Tests that drive the program find it in $$FRISK; dumps go to a cache of the build's own. A sanitizer's exit status
# must not look like one of frisk's.
TIER          ?= fast
CALLS_fast    := 4000
CALLS_full    := 35000
CALLS_nightly := 1000000
TEST_ENV = FRISK=$(B)/frisk FRISK_DIFFERENTIAL_CALLS=$(CALLS_$(TIER)) FRISK_TEST_TIER=$(TIER) XDG_CACHE_HOME='$(CURDIR)/build/cache' \
           ASAN_OPTIONS=exitcode=99 TSAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99:print_stacktrace=1 LSAN_OPTIONS=exitcode=99
tests: $(B)/environment $(B)/frisk $(TESTS)
$(B)/environment: always
	@mkdir -p $(@D)
	@printf 'export %s\n' "$(TEST_ENV)" >$@
test: tests
	@scripts/run-tests $(TESTS)
list-tests:
	@echo $(TESTS)
check:
	@scripts/setup build test
	@scripts/check
nightly:
	@scripts/setup build test
	@TEST_SECONDS=7200 $(MAKE) TIER=nightly test
shape:
	@scripts/shape
demo:
	@scripts/setup build
	@$(MAKE) -s -j$$(nproc) all
	@scripts/demo $(B)/frisk
bench:
	@scripts/setup build bench
	@$(MAKE) -s -j$$(nproc) all
	@bench/run $(B)/frisk

fuzzers: $(FUZZERS)
fuzz:
	@scripts/setup build fuzz
	@$(MAKE) -s -j$$(nproc) MODE=fuzz CC=clang fuzzers
	@scripts/fuzz $(or $(FUZZ_SECONDS),60) $(FUZZERS)
coverage:
	@$(MAKE) -s -j$$(nproc) MODE=coverage test
	@scripts/coverage

SHARE = $(wildcard share/frisk/*)
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/frisk $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 $(B)/frisk $(DESTDIR)$(PREFIX)/bin/frisk
	install -m 644 $(SHARE) $(DESTDIR)$(PREFIX)/share/frisk
	install -m 644 doc/frisk.1 $(DESTDIR)$(PREFIX)/share/man/man1/frisk.1
uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/frisk $(DESTDIR)$(PREFIX)/share/man/man1/frisk.1
	rm -rf $(DESTDIR)$(PREFIX)/share/frisk

clean:
	rm -rf build
format:
	clang-format -i $$(find src tests bench -name '*.[ch]')
.PHONY: always all debug asan tsan tests test list-tests check nightly shape demo bench fuzz fuzzers coverage install uninstall clean format
