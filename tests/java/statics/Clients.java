// SPDX-License-Identifier: Apache-2.0
package statics;

// What clients do to units for which no error is expected, and which must not be called complete: their result
// is then another one, or an exception.
public class Clients {
    interface Call {
        int run() throws Exception;
    }

    static String result(Call call) {
        try {
            return Integer.toString(call.run());
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }

    static void differs(String unit, Call call, Call change) throws Exception {
        String before = result(call);
        change.run();
        if (!before.equals(result(call))) System.out.println(unit);
    }

    public static void main(String[] args) throws Exception {
        differs("Given#first", Given::first, () -> Given.row()[0] = 0);
        differs("Alias#first", Alias::first, () -> Alias.OPEN[0] = 0);
        differs("Parts#first", Parts::first, () -> Parts.row()[0] = 0);
        differs("Delayed#value", Delayed::value, () -> {
            Delayed.task().run();
            return 0;
        });
        differs("Reflected#share", Reflected::share, () -> {
            Reflected.poke(0);
            return 0;
        });
        differs("Overwritten#of", Overwritten::of, () -> Levels.level = 1);
    }
}
