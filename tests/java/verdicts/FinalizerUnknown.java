// expect: unknown (when a JVM finalizes is no input; never a proof)
// SPDX-License-Identifier: Apache-2.0
public class FinalizerUnknown {
    static int finalized;

    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
        finalized++;
    }

    public static void main(String[] args) {
        new FinalizerUnknown();
        assert finalized == 0;
    }
}
