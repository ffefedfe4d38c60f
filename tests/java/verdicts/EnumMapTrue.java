// expect: true (each constant has its ordinal)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class EnumMapTrue {
    enum Day { MON, TUE, WED }

    public static void main(String[] args) {
        java.util.EnumMap<Day, Integer> m = new java.util.EnumMap<>(Day.class);
        for (Day d : Day.values()) m.put(d, d.ordinal());
        int i = Verifier.nondetInt();
        Verifier.assume(i >= 0 && i < 3);
        assert m.get(Day.values()[i]) == i;
    }
}
