// expect: unknown (when a JVM collects is no input; never a proof)
// SPDX-License-Identifier: Apache-2.0
import java.lang.ref.WeakReference;

public class WeakUnknown {
    public static void main(String[] args) {
        WeakReference<Object> r = new WeakReference<>(new Object());
        assert r.get() != null;
    }
}
