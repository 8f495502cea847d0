// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.message.SimpleMessage;
import org.junit.jupiter.api.Test;

/**
 * A line of the log says of which day it is, and in which zone: members of a cluster may be in several.
 */
class LogPatternTest
{
    @Test
    void shouldBeginALineWithDateTimeAndOffset() throws IOException
    {
        final String configuration;
        try (InputStream stream = LogPatternTest.class.getResourceAsStream("/log4j2.xml"))
        {
            configuration = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
        final Matcher matcher = Pattern.compile("PatternLayout pattern=\"([^\"]+)\"").matcher(configuration);
        assertTrue(matcher.find(), configuration);
        final String line = PatternLayout.newBuilder().withPattern(matcher.group(1)).build().toSerializable(
            Log4jLogEvent.newBuilder().setLevel(Level.WARN).setLoggerName("io.bourse.Test")
                .setMessage(new SimpleMessage("said")).setTimeMillis(1_795_320_000_123L).build());
        assertTrue(line.matches("2026-11-2[12]T\\d\\d:\\d\\d:00\\.123(Z|[+-]\\d\\d:\\d\\d) WARN  .*said\\R"), line);
    }
}
