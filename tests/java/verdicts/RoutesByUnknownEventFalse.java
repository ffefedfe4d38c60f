// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

// What is known of an event once its target is: it is one of three, and which decides.
public class RoutesByUnknownEventFalse {
    public static void main(String[] args) {
        StringBuilder[] out = new StringBuilder[24];
        StringBuilder rare = new StringBuilder("rare"), usual = new StringBuilder("usual");
        for (int i = 0; i < 24; i++) out[i] = i % 7 == 3 ? rare : usual;
        int event = Verifier.nondetInt(), other = Verifier.nondetInt();
        Verifier.assume(event >= 0 && event < 24 && other >= 0 && other < 24);
        if (out[event] == rare && out[other] == rare) assert event + other != 34;
    }
}
