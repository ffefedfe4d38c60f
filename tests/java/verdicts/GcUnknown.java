// expect: unknown (when a JVM collects is no input; never a proof)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;
import java.lang.ref.WeakReference;

public class GcUnknown {
    public static void main(String[] args) {
        WeakReference<Object> w = new WeakReference<>(new Object());
        for (int i = 0; i < 3; i++) System.gc();
        assert w.get() != null;
    }
}
