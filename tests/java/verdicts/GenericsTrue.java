// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;
import java.util.*;
import java.util.function.*;

public class GenericsTrue {
    static class Pair<A extends Comparable<A>, B> implements Comparable<Pair<A, B>> {
        final A a;
        final B b;
        Pair(A a, B b) {
            this.a = a;
            this.b = b;
        }
        public int compareTo(Pair<A, B> o) {
            return a.compareTo(o.a);
        }
        <C> Pair<A, C> map(Function<? super B, ? extends C> f) {
            return new Pair<>(a, f.apply(b));
        }
    }
    static <T extends Comparable<? super T>> T max(Collection<? extends T> c) {
        Iterator<? extends T> i = c.iterator();
        T best = i.next();
        while (i.hasNext()) {
            T x = i.next();
            if (x.compareTo(best) > 0) best = x;
        }
        return best;
    }
    public static void main(String[] args) {
        List<Pair<Integer, String>> l = new ArrayList<>();
        for (int i = 0; i < 3; i++) l.add(new Pair<>(Verifier.nondetInt(), "p" + i));
        Pair<Integer, String> m = max(l);
        for (Pair<Integer, String> p : l) assert p.a <= m.a;
        assert m.map(String::length).b == 2;
    }
}
