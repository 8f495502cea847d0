// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.bundle;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Takes out of texts what may name a client or be a secret. Of messages only what is known to be harmless stays: words
 * of the program, names of classes, and the values of some keys.
 */
final class Mask
{
    /** Stands for what is not shown. */
    static final String MASKED = "***";

    private static final Pattern LOG_HEAD = Pattern.compile(
        "(\\d{4}-\\d\\d-\\d\\dT[0-9:.]+(?:Z|[+-]\\d\\d:\\d\\d) +(?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL) +" +
        "[\\w.$]+ - )(.*)");
    private static final Pattern THROWABLE = Pattern.compile(
        "((?:\\s*(?:Caused by|Suppressed): )?(?:[a-z][a-z0-9_]*\\.)+[A-Z][\\w$]*)(?:(: )(.*))?");
    private static final Pattern FRAME = Pattern.compile(
        "\\s+at (?:[\\w.-]*(?:@[\\w.]+)?/{1,2})?[\\w.$/]+\\.[\\w$<>]+\\([\\w .:]*\\)(?: ~?\\[.*])?|" +
        "\\s+\\.\\.\\. \\d+ more");
    private static final Pattern WORD = Pattern.compile(
        "[(\"'`]*([A-Za-z]|[A-Z]?[a-z]+(?:['-][a-z]+)*)[.,;:!?)\"'`]*|[-:=]+");
    private static final Pattern CLASS = Pattern.compile("(?:[a-z][a-z0-9_]*\\.)+[A-Z][\\w$]*:?");
    private static final Pattern PAIR = Pattern.compile("([(\\[{]?[A-Za-z][A-Za-z0-9.-]*)=(.*?)([,;)\\]}]*)");
    /** What a person has typed, and lists of names. */
    private static final Pattern QUOTED = Pattern.compile("=(?:\"[^\"]*(?:\"|$)|\\[[^\\]]*(?:\\]|$))");
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_+-][A-Za-z0-9_.+-]{0,39}");
    private static final Set<String> TERMS = Set.of(
        "FIX", "TWIME", "SIMBA", "FAST", "PITCH", "TLS", "TCP", "UDP", "JVM", "ERROR", "WARN");
    private static final Set<String> HARMLESS_KEYS = Set.of(
        "ageMs", "bytes", "capacity", "closeTimeoutNs", "commandPosition", "commands", "component", "computed",
        "correlationId", "cursor", "durability", "electionState", "elapsedMs", "elapsedNs", "endPosition",
        "errorCode", "eventCursor", "eventPosition", "exitCode", "exitStatus", "expected", "featureLevel", "files",
        "flags", "frameLength", "frameSequence", "framesPublished", "framesRecorded", "freeBytes", "heartbeatAgeMs",
        "intervalNs", "journalEnd", "journalPosition", "journalStart", "kind", "leader", "length", "level", "limit",
        "limitMs", "line", "logPosition", "memberId", "members", "minFreeBytes", "mode", "moduleState", "number",
        "offset", "offsetSeconds", "opened", "packets", "part", "partition", "pauseNs", "pid", "position", "recorded",
        "recordedFrameSequence", "recordingId", "records", "role", "runId", "segmentFiles", "segmentLength",
        "snapshotFrameSequence", "snapshotPosition", "startPosition", "step", "stopPosition", "streamId", "templateId",
        "termId", "termOffset", "timeoutNs", "type", "used", "version");

    private static final Pattern IPV4 = Pattern.compile(
        "(?<![\\d.])(\\d{1,3})\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}(?![\\d.])");
    private static final Pattern IPV6 = Pattern.compile(
        "(?i)(?<![\\w:.])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?:%\\w+)?(?![\\w:])");
    private static final Pattern IPV6_LOOPBACK = Pattern.compile("(?:(?:0:){7}|::)1");
    private static final Pattern HOST = Pattern.compile("(endpoint|control|interface)=(?!localhost|\\d|\\[)[\\w.-]+");
    private static final int LINE_LENGTH = 2_000;
    private static final int MOST_COLONS = 7;
    private static final int LOOPBACK = 127;
    private static final int FIRST_MULTICAST = 224;
    private static final int LAST_MULTICAST = 239;

    private final Set<String> words;
    private final Set<String> names;

    /**
     * A mask.
     *
     * @param words of the program, in lower case.
     * @param names that are never shown, in lower case, whether they are words of the program or not.
     */
    Mask(final Set<String> words, final Set<String> names)
    {
        this.words = words;
        this.names = names;
    }

    /** Messages of programs, with their stack traces. */
    String messages(final String text)
    {
        return text.lines().map(this::message).collect(Collectors.joining("\n"));
    }

    private String message(final String given)
    {
        final String line = given.substring(0, Math.min(given.length(), LINE_LENGTH));
        if (FRAME.matcher(line).matches())
        {
            return line;
        }
        final Matcher head = LOG_HEAD.matcher(line);
        if (head.matches())
        {
            return head.group(1) + words(head.group(2));
        }
        final Matcher throwable = THROWABLE.matcher(line);
        return !throwable.matches() ? words(line) : null == throwable.group(2) ? throwable.group(1) :
            throwable.group(1) + throwable.group(2) + words(throwable.group(3));
    }

    private String words(final String text)
    {
        final StringBuilder masked = new StringBuilder();
        for (final String word : QUOTED.matcher(text).replaceAll("=***").split(" ", -1))
        {
            masked.append(masked.isEmpty() ? "" : " ").append(word(word));
        }
        return masked.toString();
    }

    private String word(final String word)
    {
        final Matcher pair = PAIR.matcher(word);
        if (pair.matches())
        {
            final String value = pair.group(2);
            return pair.group(1) + '=' + (value.isEmpty() || HARMLESS_KEYS.contains(pair.group(1)) &&
                VALUE.matcher(value).matches() ? value : MASKED) + pair.group(3);
        }
        final Matcher plain = WORD.matcher(word);
        return word.isEmpty() || plain.matches() && isOfProgram(plain.group(1)) || CLASS.matcher(word).matches() ||
            TERMS.contains(word) ? word : MASKED;
    }

    private boolean isOfProgram(final String word)
    {
        final String lower = null == word ? "" : word.toLowerCase(Locale.ROOT);
        return lower.length() < 2 || words.contains(lower) && !names.contains(lower);
    }

    /** Addresses of machines, in texts that have nothing else to hide; loopback and multicast groups stay. */
    static String addresses(final String text)
    {
        final String named = HOST.matcher(text).replaceAll("$1=" + MASKED);
        final String withoutIpv6 = IPV6.matcher(named).replaceAll(
            (match) -> isIpv6(match.group()) && !IPV6_LOOPBACK.matcher(match.group()).matches() ? MASKED : "$0");
        return IPV4.matcher(withoutIpv6).replaceAll((match) ->
        {
            final int first = Integer.parseInt(match.group(1));
            return 0 == first || LOOPBACK == first || FIRST_MULTICAST <= first && first <= LAST_MULTICAST ?
                "$0" : MASKED;
        });
    }

    /** A time of the day has colons, too. */
    private static boolean isIpv6(final String text)
    {
        return text.contains("::") && text.length() > "::".length() ||
            MOST_COLONS == text.chars().filter((character) -> ':' == character).count();
    }
}
