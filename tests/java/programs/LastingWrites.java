// SPDX-License-Identifier: Apache-2.0
// Writes again and again to objects that outlive a run of frisk (the properties, the generator of Math.random):
// each run begins with their first values.
public class LastingWrites {
    public static void main(String[] args) {
        System.out.println(System.getProperty("frisk.first") + " " + System.getProperty("frisk.last"));
        System.setProperty("frisk.first", "is logged early");
        int in = 0;
        for (int i = 0; i < 40000; i++) {
            System.setProperty("frisk.first", "n" + i % 10);
            double d = Math.random();
            if (d >= 0 && d < 1) in++;
        }
        System.setProperty("frisk.last", "is logged late");
        for (int i = 0; i < 1000; i++) System.setProperty("frisk.last", "m" + i % 10);
        System.out.println(in + System.getProperty("frisk.first") + System.getProperty("frisk.last"));
    }
}
