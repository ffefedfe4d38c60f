// SPDX-License-Identifier: Apache-2.0
package diff;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

// String, StringBuilder, Character, format and regex, each through a small method.
public class Texts {
    public static int length(String s) { return s.length(); }
    public static char charAt(String s, int i) { return s.charAt(i & 15); }
    public static int codePointAt(String s, int i) { return s.codePointAt(i & 7); }
    public static int codePointBefore(String s, int i) { return s.codePointBefore(i & 7); }
    public static int codePointCount(String s) { return s.codePointCount(0, s.length()); }
    public static int compareTo(String a, String b) { return a.compareTo(b); }
    public static int compareToIgnoreCase(String a, String b) { return a.compareToIgnoreCase(b); }
    public static boolean equalsText(String a, String b) { return a.equals(b); }
    public static boolean equalsIgnoreCase(String a, String b) { return a.equalsIgnoreCase(b); }
    public static int hash(String s) { return s.hashCode(); }
    public static String concat(String a, String b) { return a.concat(b); }
    public static String plus(String a, int i, long l, char c, boolean z) { return a + i + l + c + z; }
    public static String plusFloats(String a, float f, double d) { return a + f + "|" + d; }
    public static boolean contains(String a, String b) { return a.contains(b); }
    public static int indexOf(String a, String b) { return a.indexOf(b); }
    public static int indexOfFrom(String a, String b, int i) { return a.indexOf(b, i); }
    public static int indexOfChar(String a, char c, int i) { return a.indexOf(c, i % 20); }
    public static int lastIndexOf(String a, String b) { return a.lastIndexOf(b); }
    public static int lastIndexOfChar(String a, char c) { return a.lastIndexOf(c); }
    public static boolean startsWith(String a, String b, int i) { return a.startsWith(b, i & 3); }
    public static boolean endsWith(String a, String b) { return a.endsWith(b); }
    public static String substring(String s, int i) { return s.substring(i % 9); }
    public static String substring2(String s, int i, int j) { return s.substring(i & 7, j & 15); }
    public static CharSequence subSequence(String s, int i, int j) { return s.subSequence(i & 3, j & 7).toString(); }
    public static String replaceChar(String s, char a, char b) { return s.replace(a, b); }
    public static String replaceText(String s, String a, String b) { return s.replace(a, b); }
    public static String trim(String s) { return s.trim(); }
    public static String strip(String s) { return s.strip() + "|" + s.stripLeading() + "|" + s.stripTrailing(); }
    public static boolean isBlank(String s) { return s.isBlank(); }
    public static String upper(String s) { return s.toUpperCase(Locale.ROOT); }
    public static String lower(String s) { return s.toLowerCase(Locale.ROOT); }
    public static String repeat(String s, int n) { return s.repeat(n % 6); }
    public static char[] toCharArray(String s) { return s.toCharArray(); }
    public static String ofChars(char[] c) { return new String(c); }
    public static String ofCharsPart(char[] c, int i, int n) { return String.valueOf(c, i & 3, n % 8); }
    public static String ofCodePoints(int[] c) { return new String(c, 0, c.length); }
    public static byte[] utf8(String s) { return s.getBytes(java.nio.charset.StandardCharsets.UTF_8); }
    public static String ofUtf8(byte[] b) { return new String(b, java.nio.charset.StandardCharsets.UTF_8); }
    public static byte[] latin(String s) { return s.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1); }
    public static String ofLatin(byte[] b) { return new String(b, java.nio.charset.StandardCharsets.ISO_8859_1); }
    public static String[] split(String s) { return s.split(","); }
    public static String[] splitBlank(String s, int n) { return s.split(" ", n % 5); }
    public static String[] splitPattern(String s) { return s.split("[0-9]+"); }
    public static String join(String[] s) { return String.join("-", s); }
    public static String lines(String s) { return s.lines().toList().toString(); }
    public static String indent(String s, int n) { return s.indent(n % 5); }
    public static boolean regionMatches(String a, int i, String b, int j, int n) { return a.regionMatches((i & 1) == 0, i & 3, b, j & 3, n & 7); }
    public static String intern(String a) { return a.intern() == (a + "").intern() ? "same" : "other"; }
    public static String translateEscapes(String a) { return ("\\t" + a).translateEscapes(); }
    public static int[] codePoints(String s) { return s.codePoints().toArray(); }
    public static String charsMapped(String s) { return s.chars().map(c -> c + 1).mapToObj(c -> String.valueOf((char) c)).reduce("", (a, b) -> b + a); }
    public static boolean contentEquals(String a, String b) { return a.contentEquals(new StringBuilder(b)); }
    public static String valueOfDouble(double d) { return String.valueOf(d); }
    public static String valueOfFloat(float f) { return String.valueOf(f); }
    public static String valueOfAll(boolean z, char c, byte b, short s) { return String.valueOf(z) + String.valueOf(c) + b + s; }

    public static String builder(String a, int i, double d, char c) { return new StringBuilder().append(a).append(i).append(c).append(d).append((Object) null).toString(); }
    public static String reverse(String s) { return new StringBuilder(s).reverse().toString(); }
    public static String insert(String s, int i, String t) { return new StringBuilder(s).insert(i % 8, t).toString(); }
    public static String insertLong(String s, int i, long t) { return new StringBuilder(s).insert(i & 7, t).toString(); }
    public static String delete(String s, int i, int j) { return new StringBuilder(s).delete(i & 7, j % 12).toString(); }
    public static String deleteCharAt(String s, int i) { return new StringBuilder(s).deleteCharAt(i & 7).toString(); }
    public static String builderReplace(String s, int i, int j, String t) { return new StringBuilder(s).replace(i & 7, j & 15, t).toString(); }
    public static String setCharAt(String s, int i, char c) { StringBuilder b = new StringBuilder(s); b.setCharAt(i & 7, c); return b.toString(); }
    public static String setLength(String s, int n) { StringBuilder b = new StringBuilder(s); b.setLength(n % 20); return b.append('.').toString(); }
    public static int builderIndexOf(String s, String t) { return new StringBuilder(s).indexOf(t) * 100 + new StringBuilder(s).lastIndexOf(t); }
    public static String appendCodePoint(int c) { return new StringBuilder().appendCodePoint(c % 0x120000).toString(); }
    public static int builderCompare(String a, String b) { return new StringBuilder(a).compareTo(new StringBuilder(b)); }
    public static String buffer(String a, int n) { StringBuffer b = new StringBuffer(n & 7); for (int i = 0; i < (n & 15); i++) b.append(a).append(i); return b.toString(); }
    public static String joiner(String[] a) { StringJoiner j = new StringJoiner(", ", "{", "}"); for (String s : a) j.add(s); return j.setEmptyValue("none").toString(); }
    public static String tokens(String s) { StringBuilder b = new StringBuilder(); StringTokenizer t = new StringTokenizer(s, " ,.", false); while (t.hasMoreTokens()) b.append('<').append(t.nextToken()).append('>'); return b.toString(); }
    public static String tokensAll(String s) { StringTokenizer t = new StringTokenizer(s, "aeiou01", true); return t.countTokens() + t.nextToken(); }

    public static boolean isDigit(char c) { return Character.isDigit(c); }
    public static String classes(char c) { return "" + Character.isLetter(c) + Character.isLetterOrDigit(c) + Character.isUpperCase(c) + Character.isLowerCase(c) + Character.isWhitespace(c) + Character.isSpaceChar(c) + Character.isISOControl(c); }
    public static String identifiers(int c) { c = Math.floorMod(c, 0x110000); return "" + Character.isJavaIdentifierStart(c) + Character.isJavaIdentifierPart(c) + Character.isDefined(c) + Character.isAlphabetic(c) + Character.isIdeographic(c); }
    public static int charType(int c) { return Character.getType(c & 0x1ffff); }
    public static int digit(char c, int r) { return Character.digit(c, r % 40); }
    public static char forDigit(int d, int r) { return Character.forDigit(d % 40, r % 40); }
    public static int numeric(char c) { return Character.getNumericValue(c); }
    public static char upperChar(char c) { return Character.toUpperCase(c); }
    public static int lowerCode(int c) { return Character.toLowerCase(c & 0x1ffff); }
    public static char[] toChars(int c) { return Character.toChars(c % 0x120000); }
    public static String surrogates(char a, char b) { return "" + Character.isSurrogatePair(a, b) + Character.toCodePoint(a, b) + Character.isHighSurrogate(a) + Character.charCount(a); }
    public static String mirrored(char c) { return Character.isMirrored(c) + " " + Character.getDirectionality(c) + " " + Character.reverseBytes(c); }

    public static String formatInt(int i) { return String.format("%d %5d %-7d| %05d %x %X %o %+d %,d %(d", i, i, i, i, i, i, i, i, i, i); }
    public static String formatLong(long l) { return String.format("%d %x %,d %o", l, l, l, l); }
    public static String formatDouble(double d) { return String.format("%f %.2f %10.3f %e %.0f", d, d, d, d, d); }
    public static String formatGeneral(double d) { return String.format("%g %a", d, d); }
    public static String formatText(String s, int n) { return String.format("%s|%10s|%-10s|%.3s|%S", s, s, s, s, s); }
    public static String formatMixed(char c, boolean z, Integer i) { return String.format("%c %b %s %h %n %%", c, z, i, i); }
    public static String formatPositions(String a, String b) { return String.format("%2$s %1$s %<s", a, b); }
    public static String formatBad(String f, int i) { return String.format("%" + f, i); }
    public static String formatted(int i, String s) { return "%s-%d".formatted(s, i); }

    public static boolean matches(String s) { return s.matches("[a-z]+[0-9]*"); }
    public static boolean matchesWords(String s) { return Pattern.compile("^\\s*(\\w+)(\\s+\\w+)*\\s*$").matcher(s).find(); }
    public static String replaceAll(String s) { return s.replaceAll("([a-z])([0-9])", "$2$1"); }
    public static String replaceFirst(String s) { return s.replaceFirst("[^a-z]", "<>"); }
    public static String groups(String s) { Matcher m = Pattern.compile("(\\d+)|(?<word>[A-Za-z]+)").matcher(s); StringBuilder b = new StringBuilder(); while (m.find()) b.append(m.start()).append(m.group(1)).append(m.group("word")).append(m.end()).append(';'); return b.toString(); }
    public static boolean ignoringCase(String a, String b) { return Pattern.compile(Pattern.quote(a), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE).matcher(b).find(); }
    public static boolean backReference(String s) { return Pattern.compile("(.)\\1").matcher(s).find(); }
    public static boolean lazy(String s) { return Pattern.compile("a.*?b|(?=x)x|(?<!y)z").matcher(s).find(); }
    public static boolean unicodeClass(String s) { return s.matches("\\p{L}*\\p{Nd}?.*"); }
    public static String badPattern(String s) { return Pattern.compile(s).pattern(); }
    public static List<String> none(String s) { return null; }
    public static String splitStream(String s) { return Pattern.compile("\\W").splitAsStream(s).filter(x -> !x.isEmpty()).toList().toString(); }
    public static String textBlock(int i) { return """
            a %d
              b\
            """.formatted(i); }
    public static String array(String[] a) { return Arrays.toString(a); }
}
