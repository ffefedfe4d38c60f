// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class WaitNoLock2False {
    public static void main(String[] args) throws Exception {
        new Object().wait(5);
    }
}
