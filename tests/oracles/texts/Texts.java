// SPDX-License-Identifier: Apache-2.0
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Twenty methods that look for a keyword or a fixed format behind two or three calls of the JDK's text methods, as parsers of
 * commands, headers and configurations do. Each fails with AssertionError("reached") for few texts only.
 */
public class Texts {
    static void reached() { throw new AssertionError("reached"); }

    /** A mail server's command in any case, with spaces around: "STARTTLS". */
    public static void verb(String line) {
        if (line.trim().toUpperCase(Locale.ROOT).equals("STARTTLS")) reached();
    }

    /** The media type in front of its parameters: "application/json;". */
    public static void contentType(String value) {
        int end = value.indexOf(';');
        String type = end < 0 ? value : value.substring(0, end);
        if (type.trim().toLowerCase(Locale.ROOT).equals("application/json")) reached();
    }

    /** "Transfer-Encoding: chunked". */
    public static void header(String line) {
        int colon = line.indexOf(':');
        if (colon < 0) return;
        String name = line.substring(0, colon), value = line.substring(colon + 1).trim();
        if (name.equalsIgnoreCase("Transfer-Encoding") && value.equalsIgnoreCase("chunked")) reached();
    }

    /** "--max-depth=" and a number. */
    public static void flag(String argument) {
        if (!argument.startsWith("--max-depth=")) return;
        int depth;
        try { depth = Integer.parseInt(argument.substring("--max-depth=".length()).trim()); }
        catch (NumberFormatException e) { return; }
        if (depth > 4096) reached();
    }

    /** "2024-02-30". */
    public static void isoDate(String text) {
        if (text.length() != 10 || text.charAt(4) != '-' || text.charAt(7) != '-') return;
        for (int i = 0; i < 10; i++) if (i != 4 && i != 7 && !Character.isDigit(text.charAt(i))) return;
        int month = Integer.parseInt(text.substring(5, 7)), day = Integer.parseInt(text.substring(8));
        if (month == 2 && day == 30) reached();
    }

    /** "2.10.3". */
    public static void version(String text) {
        String[] parts = text.split("\\.");
        if (parts.length != 3) return;
        try {
            if (Integer.parseInt(parts[0]) == 2 && Integer.parseInt(parts[1]) == 10 && Integer.parseInt(parts[2]) == 3) reached();
        } catch (NumberFormatException e) { return; }
    }

    /** "log.file = ...", a comment behind # cut off. */
    public static void setting(String line) {
        int hash = line.indexOf('#');
        if (hash >= 0) line = line.substring(0, hash);
        String[] pair = line.split("=", 2);
        if (pair.length == 2 && pair[0].strip().equals("log.file")) reached();
    }

    /** "gzip, identity". */
    public static void encoding(String header) {
        String[] accepted = header.split(",");
        for (String one : accepted) if (accepted.length > 1 && one.trim().equals("identity")) reached();
    }

    /** "a=b; HttpOnly". */
    public static void cookie(String header) {
        String[] parts = header.split(";");
        for (int i = 1; i < parts.length; i++) if (parts[i].trim().toLowerCase(Locale.ROOT).equals("httponly")) reached();
    }

    /** "#ff8800". */
    public static void color(String text) {
        if (text.length() != 7 || !text.startsWith("#")) return;
        int rgb = 0;
        for (char c : text.substring(1).toCharArray()) {
            int digit = Character.digit(c, 16);
            if (digit < 0) return;
            rgb = rgb << 4 | digit;
        }
        if (rgb == 0xff8800) reached();
    }

    /** "DELETE /users/1 HTTP/1.1". */
    public static void requestLine(String line) {
        String[] words = line.split(" ");
        if (words.length == 3 && words[0].toUpperCase(Locale.ROOT).equals("DELETE") && words[1].startsWith("/users/")
                && words[2].equals("HTTP/1.1")) reached();
    }

    /** "\"administrator\"". */
    public static void quoted(String text) {
        text = text.trim();
        if (text.length() < 2 || text.charAt(0) != '"' || text.charAt(text.length() - 1) != '"') return;
        if (text.substring(1, text.length() - 1).equals("administrator")) reached();
    }

    private static final Pattern DURATION = Pattern.compile("(\\d+)\\s*([a-zA-Z]+)");

    /** "90 minutes". */
    public static void duration(String text) {
        Matcher m = DURATION.matcher(text.trim());
        if (!m.matches() || m.group(1).length() > 8) return;
        if (Integer.parseInt(m.group(1)) > 60 && m.group(2).toLowerCase(Locale.ROOT).equals("minutes")) reached();
    }

    private static final Pattern SECTION = Pattern.compile("^\\[([a-z]+)\\]$");

    /** "[database]". */
    public static void section(String line) {
        Matcher m = SECTION.matcher(line.trim());
        if (m.matches() && m.group(1).equals("database")) reached();
    }

    /** "29-FEB-1900". */
    public static void month(String text) {
        String[] parts = text.toLowerCase(Locale.ROOT).split("-");
        if (parts.length == 3 && parts[0].equals("29") && parts[1].equals("feb") && parts[2].equals("1900")) reached();
    }

    /** "xxxxxxxx-xxxx-4". */
    public static void uuidVersion(String text) {
        int first = text.indexOf('-'), second = text.indexOf('-', first + 1);
        if (first != 8 || second != 13 || second + 1 >= text.length()) return;
        if (Character.getNumericValue(text.charAt(second + 1)) == 4) reached();
    }

    /** "Bearer eyJ...". */
    public static void bearer(String header) {
        if (header.length() > 7 && header.substring(0, 7).toLowerCase(Locale.ROOT).equals("bearer ")
                && header.substring(7).trim().startsWith("eyJ")) reached();
    }

    /** "localhost:8080". */
    public static void port(String address) {
        int colon = address.lastIndexOf(':');
        if (colon < 0 || !address.substring(0, colon).equals("localhost")) return;
        try {
            int port = Integer.parseInt(address.substring(colon + 1));
            if (port >= 8000 && port < 9000) reached();
        } catch (NumberFormatException e) { return; }
    }

    /** A switch over strings behind trim and toLowerCase. */
    public static void command(String line) {
        switch (line.strip().toLowerCase(Locale.ROOT)) {
            case "help": return;
            case "shutdown": reached(); return;
            case "restart": return;
            default:
        }
    }

    private static final Map<String, Integer> LEVELS = new HashMap<>();
    static { LEVELS.put("info", 1); LEVELS.put("warning", 2); LEVELS.put("critical", 3); }

    /** "[CRITICAL] ...". */
    public static void logLevel(String line) {
        int end = line.indexOf(']');
        if (!line.startsWith("[") || end < 0) return;
        Integer level = LEVELS.get(line.substring(1, end).toLowerCase(Locale.ROOT));
        if (level != null && level > 2) reached();
    }
}
