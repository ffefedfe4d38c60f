// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class EnumSetTrue {
    enum D { MON, TUE, WED, THU }
    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        if (i < 0 || i > 3) return;
        D d = D.values()[i];
        java.util.EnumSet<D> s = java.util.EnumSet.of(D.MON, D.WED);
        assert s.contains(d) == (i % 2 == 0);
        assert d.compareTo(D.MON) >= 0 && D.valueOf(d.name()) == d;
    }
}
