# SPDX-License-Identifier: Apache-2.0
# make          release build: build/release/frisk
# make check    all set-up and all tests (release and sanitizers)      make demo   set-up and a first real run
# make debug / asan / test / bench / fuzz / install / format / shape
CC       ?= gcc
MODE     ?= release
B        := build/$(MODE)
PKGS     := z3 gmp jansson
CPPFLAGS := -Isrc -D_GNU_SOURCE -DFRISK_VERSION='"0.1.0"'
WARN     := -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wvla -Wno-unused-parameter
CFLAGS_release := -O2 -g -fno-plt
CFLAGS_debug   := -O0 -g3
CFLAGS_asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS   := -std=gnu17 $(WARN) $(CFLAGS_$(MODE)) -pthread
LDLIBS    = $(shell pkg-config --libs z3 2>/dev/null || echo -lz3) -lgmp -ljansson -lxxhash -lm -pthread
ROOMS    := base expr solve explore suite erlang cli

SRC      := $(foreach r,$(ROOMS),$(wildcard src/$(r)/*.c))
OBJ      := $(SRC:src/%.c=$(B)/%.o)
LIB_OBJ  := $(filter-out $(B)/cli/main.o,$(OBJ))
TEST_SRC := $(wildcard tests/*/*_test.c)
TESTS    := $(TEST_SRC:tests/%.c=$(B)/tests/%)

all: $(B)/frisk
debug asan:
	$(MAKE) MODE=$@ all

$(B)/frisk: $(B)/cli/main.o $(foreach r,$(ROOMS),$(B)/$(r).a)
	$(CC) $(CFLAGS) -o $@ $(B)/cli/main.o -Wl,--start-group $(foreach r,$(ROOMS),$(B)/$(r).a) -Wl,--end-group $(LDLIBS)

# One archive per room, so that a room's tests need only the rooms below it.
define room
$(B)/$(1).a: $(filter $(B)/$(1)/%.o,$(LIB_OBJ))
	@rm -f $$@
	ar rcs $$@ $$^
endef
$(foreach r,$(ROOMS),$(eval $(call room,$(r))))

$(B)/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# tests/ROOM/NAME_test.c is linked with ROOM and the rooms before it in ROOMS.
upto = $(if $(filter $(1),$(firstword $(2))),$(1),$(firstword $(2)) $(call upto,$(1),$(wordlist 2,99,$(2))))
.SECONDEXPANSION:
$(B)/tests/%: tests/%.c $$(foreach r,$$(call upto,$$(firstword $$(subst /, ,$$*)),$(ROOMS)),$(B)/$$(r).a) Makefile
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) -Itests $(CFLAGS) -MMD -MP -o $@ $< -Wl,--start-group $(filter %.a,$^) -Wl,--end-group -lcmocka $(LDLIBS)

tests: $(TESTS)
-include $(OBJ:.o=.d) $(TESTS:=.d)

clean:
	rm -rf build
format:
	clang-format -i $(shell find src tests bench -name '*.[ch]')
.PHONY: all debug asan tests clean format
