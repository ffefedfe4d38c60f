// expect: unknown (env any: nor is the time zone; never a proof)
// SPDX-License-Identifier: Apache-2.0
import java.time.ZoneId;

public class ZoneUnknown {
    public static void main(String[] args) {
        assert !ZoneId.systemDefault().getId().equals("Pacific/Kiritimati");
    }
}
