// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.bourse.engine.protocol.OrderType;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A switch over an enum of the engine's schema names every value and has no {@code default}: who adds a value finds
 * all places that must know it. A switch expression does not compile otherwise; this holds statements too, and finds
 * any {@code default}, by the names of the cases in the sources.
 */
@Tag("venue")
class ProtocolSwitchesTest
{
    private static final Pattern ENUM = Pattern.compile("<enum name=\"(\\w+)\".*?</enum>", Pattern.DOTALL);
    private static final Pattern VALUE = Pattern.compile("validValue name=\"(\\w+)\"");
    private static final Pattern SWITCH = Pattern.compile("\\bswitch \\(");
    private static final Pattern CASE = Pattern.compile("\\bcase ([^:>]*?)\\s*(?:->|:)");
    private static final Pattern DEFAULT = Pattern.compile("\\bdefault\\b");
    private static final Pattern CONSTANT = Pattern.compile("[A-Z][A-Z0-9_]*");
    private static final int ENOUGH = 30;

    @Test
    void shouldNameEveryValueOfAProtocolEnum() throws IOException
    {
        final Map<String, Set<String>> enums = new HashMap<>();
        for (final String schema : List.of("bourse-engine.xml", "bourse-snapshot.xml"))
        {
            try (InputStream in = OrderType.class.getResourceAsStream(schema))
            {
                addEnums(new String(in.readAllBytes(), StandardCharsets.UTF_8), enums);
            }
        }
        final List<String> findings = new ArrayList<>();
        int switches = 0;
        for (final Path source : SourceTree.javaFiles())
        {
            switches += examine(source, Files.readString(source), enums, findings);
        }
        assertEquals(List.of(), findings);
        assertTrue(switches > ENOUGH, "switches=" + switches);
    }

    private static void addEnums(final String schema, final Map<String, Set<String>> enums)
    {
        final Matcher matcher = ENUM.matcher(schema);
        while (matcher.find())
        {
            final Set<String> values = VALUE.matcher(matcher.group()).results()
                .map(value -> value.group(1)).collect(Collectors.toCollection(TreeSet::new));
            values.add("NULL_VAL");
            enums.put(matcher.group(1), values);
        }
    }

    /** Looks at switches that have constants as cases, all of them of one protocol enum. */
    private static int examine(
        final Path source,
        final String text,
        final Map<String, Set<String>> enums,
        final List<String> findings)
    {
        int switches = 0;
        final Matcher matcher = SWITCH.matcher(text);
        while (matcher.find())
        {
            final String body = body(text, text.indexOf('{', matcher.end()));
            final Set<String> named = CASE.matcher(body).results()
                .flatMap(labels -> Stream.of(labels.group(1).split(",")))
                .map(String::trim)
                .collect(Collectors.toCollection(TreeSet::new));
            final boolean areConstants =
                !named.isEmpty() && named.stream().allMatch(label -> CONSTANT.matcher(label).matches());
            final List<Set<String>> candidates = areConstants ?
                enums.values().stream().filter(values -> values.containsAll(named)).toList() : List.of();
            if (!candidates.isEmpty())
            {
                switches++;
                if (DEFAULT.matcher(body).find() || !candidates.contains(named) && isStatement(text, matcher.start()))
                {
                    findings.add(source + ": switch (" +
                        text.substring(matcher.end(), text.indexOf('\n', matcher.end())) + " names=" + named);
                }
            }
        }
        return switches;
    }

    private static boolean isStatement(final String text, final int begin)
    {
        return text.substring(text.lastIndexOf('\n', begin) + 1, begin).isBlank();
    }

    /** What is in braces, without what is in braces in it. */
    private static String body(final String text, final int begin)
    {
        final StringBuilder body = new StringBuilder();
        int depth = 0;
        for (int i = begin; i == begin || depth > 0; i++)
        {
            final char c = text.charAt(i);
            depth -= '}' == c ? 1 : 0;
            if (1 == depth)
            {
                body.append(c);
            }
            depth += '{' == c ? 1 : 0;
        }
        return body.toString();
    }
}
