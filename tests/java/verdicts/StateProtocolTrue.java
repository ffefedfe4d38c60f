// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StateProtocolTrue {
    enum P { INIT, OPEN, AUTH, DONE }
    public static void main(String[] args) {
        P p = P.INIT;
        boolean authed = false;
        while (true) {
            int m = Verifier.nondetInt();
            switch (p) {
            case INIT:
                if (m == 1)
                    p = P.OPEN;
                break;
            case OPEN:
                if (m == 2) {
                    p = P.AUTH;
                    authed = true;
                } else if (m == 0)
                    p = P.INIT;
                break;
            case AUTH:
                if (m == 3)
                    p = P.DONE;
                break;
            case DONE:
                break;
            }
            if (p == P.DONE) {
                assert authed;
                break;
            }
        }
    }
}
