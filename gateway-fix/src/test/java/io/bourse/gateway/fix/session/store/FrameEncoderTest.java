// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Header and trailer around a body; {@code |} stands for SOH.
 */
class FrameEncoderTest
{
    private static final int AT = 5;
    private static final long TIME_NS = 1_000_002_000L;
    private static final String TIME = "52=19700101-00:00:01.000002|";

    private final FrameEncoder encoder = new FrameEncoder();
    private final byte[] compIds = FrameEncoder.compIds("BOURSE", "ALPHA");
    private final byte[] out = new byte[512];

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 10, 99, 100, 1_000_000_000, Integer.MAX_VALUE})
    void shouldWriteNumbersOfAnyLength(final int number)
    {
        assertEquals(
            signed("35=8|49=BOURSE|56=ALPHA|34=" + number + '|' + TIME + "11=a|"),
            text(message("8", number, "11=a|")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "8", "y", "AE", "BZ", "UA"})
    void shouldWriteTypesOfOneAndTwoCharacters(final String type)
    {
        assertEquals(
            signed("35=" + type + "|49=BOURSE|56=ALPHA|34=7|" + TIME + "11=a|"), text(message(type, 7, "11=a|")));
    }

    @Test
    void shouldWriteBodiesOfAnyLengthWithTheirCheckSum()
    {
        for (int length = 0; length < 300; length++)
        {
            final String body = "58=" + "x\u00e4".repeat(150).substring(0, length) + '|';
            assertEquals(
                signed("35=B|49=BOURSE|56=ALPHA|34=7|" + TIME + body), text(message("B", 7, body)), "length=" + length);
        }
    }

    @Test
    void shouldFillAGapAsARepetition()
    {
        assertEquals(
            signed("35=4|49=BOURSE|56=ALPHA|34=7|43=Y|122=19700101-00:00:01.000002|" + TIME + "123=Y|36=1234|"),
            text(encoder.gapFill(out, AT, compIds, 7, 1234, TIME_NS)));
    }

    private int message(final String type, final int number, final String body)
    {
        Arrays.fill(out, (byte)'#');
        final byte[] bytes = body.replace('|', '\u0001').getBytes(StandardCharsets.ISO_8859_1);
        return encoder.message(out, AT, compIds, FrameEncoder.pack(type), number, TIME_NS, bytes, bytes.length);
    }

    private String text(final int length)
    {
        return new String(out, AT, length, StandardCharsets.ISO_8859_1).replace('\u0001', '|');
    }

    private static String signed(final String fields)
    {
        final String head = "8=FIX.4.4|9=" + fields.length() + '|' + fields;
        int sum = 0;
        for (final char c : head.toCharArray())
        {
            sum += '|' == c ? 1 : c;
        }
        return head + "10=%03d|".formatted(sum % 256);
    }
}
