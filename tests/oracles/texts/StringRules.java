// SPDX-License-Identifier: Apache-2.0
/** What String's methods say of any text, where frisk has rules for them: they are compared with the JVM. */
public class StringRules {
    public static boolean starts(String s) { return s.startsWith("ab"); }
    public static boolean startsTrimmed(String s) { return s.trim().startsWith("ab"); }
    public static boolean startsAt(String s) { return s.startsWith("b", 1); }
    public static boolean startsNowhere(String s) { return s.startsWith("", s.length() + 1) || s.startsWith("a", -1); }
    public static boolean startsWide(String s) { return s.startsWith("\u0101b"); }
    public static boolean startsOther(String s) { return s.substring(s.length() / 2).startsWith("\u00e9"); }
    public static boolean ends(String s) { return s.endsWith("yz"); }
    public static boolean endsCut(String s) { return s.length() > 3 && s.substring(1, 4).endsWith("z"); }
}
