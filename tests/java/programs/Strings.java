// SPDX-License-Identifier: Apache-2.0
public class Strings {
    static String show(String s) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c < 32 || c > 126) b.append(String.format("\\u%04x", (int) c));
            else b.append(c);
        }
        return b.toString();
    }

    public static void main(String[] args) {
        String latin = "Grüße, Welt", wide = "Жук → 虫 😀", empty = "";
        String[] all = {latin, wide, empty, "abcabcabc", "  trim me\t\n", "a,b,,c,,", "ABC", "\0nul\0"};
        for (String s : all) {
            System.out.println(show(s) + " length " + s.length() + " hash " + s.hashCode());
            System.out.println(show(s.toUpperCase()) + "|" + show(s.toLowerCase()) + "|" + show(s.trim()) + "|" + show(s.strip()));
            System.out.println(s.indexOf('b') + " " + s.lastIndexOf('b') + " " + s.indexOf("bc") + " " + s.lastIndexOf("bc")
                    + " " + s.indexOf("ca", 3) + " " + s.contains("虫") + " " + s.isEmpty() + " " + s.isBlank());
            System.out.println(show(s.replace('a', 'x')) + "|" + show(s.replace("bc", "→")) + "|" + show(new StringBuilder(s).reverse().toString()));
            System.out.println(s.codePointCount(0, s.length()) + " " + s.equals(new String(s)) + " " + (s == s.intern()));
            for (String o : all) System.out.print(Integer.signum(s.compareTo(o)) + " " + (s.equals(o) ? 1 : 0) + (s.startsWith(o) ? 1 : 0) + (s.endsWith(o) ? 1 : 0) + ";");
            System.out.println();
        }
        System.out.println("compare " + "apple".compareTo("apricot") + " " + "a".compareTo("abc") + " " + "é".compareTo("z") + " " + "ж".compareTo("a")
                + " " + "HELLO".compareToIgnoreCase("hello") + " " + "HELLO".equalsIgnoreCase("hellp"));
        System.out.println(String.join("-", "x", "y", "z") + " " + "ab".repeat(3) + " " + String.valueOf(new char[] {'o', 'k'}) + " "
                + String.valueOf(3.5f) + String.valueOf((Object) null) + String.valueOf(true));
        for (String part : "a,b,,c,,".split(",")) System.out.print("[" + part + "]");
        for (String part : "a,b,,c,,".split(",", -1)) System.out.print("<" + part + ">");
        for (String part : " one  two three".split("\\s+")) System.out.print("{" + part + "}");
        System.out.println();
        System.out.println("substring".substring(3) + " " + "substring".substring(3, 6) + " " + "x".concat("y") + " " + "hello".chars().sum());
        String made = new StringBuilder("he").append("llo2").toString();
        System.out.println((made.intern() == made) + " " + (made.intern() == "hel" + "lo2"));
        byte[] utf8 = wide.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        System.out.println(utf8.length + " " + new String(utf8, java.nio.charset.StandardCharsets.UTF_8).equals(wide) + " "
                + new String(new byte[] {(byte) 0xff, 65, (byte) 0xc3}, java.nio.charset.StandardCharsets.UTF_8).length() + " "
                + latin.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1).length + " " + latin.getBytes(java.nio.charset.StandardCharsets.US_ASCII)[2]);
        char[] chars = wide.toCharArray();
        java.util.Arrays.sort(chars);
        System.out.println(show(new String(chars)) + " " + show(new String(chars, 2, 3)) + " " + new String(new int[] {0x1F600, 65}, 0, 2).length());
        StringBuilder b = new StringBuilder();
        b.append(1).append('c').append(2L).append(1.5).append(2.5f).append(true).append((String) null).append(new char[] {'x'}).append("→");
        b.insert(0, "start ").insert(3, 42).deleteCharAt(0).delete(1, 3).setCharAt(0, 'S');
        b.setLength(b.length() - 1);
        System.out.println(b + " " + b.length() + " " + b.indexOf("true") + " " + b.replace(0, 2, "<<>>") + " " + b.charAt(2));
        StringBuffer buffer = new StringBuffer();
        for (int i = 0; i < 100; i++) buffer.append(i % 10);
        System.out.println(buffer.length() + " " + buffer.substring(95));
        System.out.println("%d%%".formatted(5) + " " + "a\nb\nc".lines().count() + " " + "  x".stripLeading() + "|" + "x  ".stripTrailing() + "|");
        System.out.println("Aa".hashCode() == "BB".hashCode());
        for (int i = -1; i <= 3; i++)
            try {
                System.out.print("abc".charAt(i));
            } catch (StringIndexOutOfBoundsException e) {
                System.out.print(" " + e.getMessage() + " ");
            }
        try {
            "abc".substring(2, 1);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        System.out.println("a1b22c333".replaceAll("[0-9]+", "#") + " " + "x.y.z".replaceFirst("\\.", "") + " " + "aXbX".matches("(.X)+"));
        System.out.println(Character.isLetter('ж') + " " + Character.isDigit('٣') + " " + Character.getNumericValue('z') + " " + Character.toChars(0x1F600).length
                + " " + Character.toUpperCase('ß'));
    }
}
