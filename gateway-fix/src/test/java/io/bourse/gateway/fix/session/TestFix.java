// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Writes messages and reads fields of them, by hand.
 */
final class TestFix
{
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS");

    private TestFix()
    {
    }

    static String now()
    {
        return TIME.format(LocalDateTime.now(ZoneOffset.UTC));
    }

    /** A whole message; fields of the body are separated and ended by '|'. */
    static byte[] message(final String sender, final int number, final String type, final String body)
    {
        return message(sender, number, type, now(), body);
    }

    static byte[] message(
        final String sender,
        final int number,
        final String type,
        final String time,
        final String body)
    {
        return frame("35=" + type + "|49=" + sender + "|56=BOURSE|34=" + number + "|52=" + time + "|" + body);
    }

    /** Header and trailer around fields. */
    static byte[] frame(final String fields)
    {
        final String head = "8=FIX.4.4|9=" + fields.length() + "|" + fields;
        int sum = 0;
        for (final byte b : head.replace('|', '\001').getBytes(StandardCharsets.ISO_8859_1))
        {
            sum += b & 0xFF;
        }
        return (head + String.format("10=%03d|", sum & 0xFF)).replace('|', '\001')
            .getBytes(StandardCharsets.ISO_8859_1);
    }

    /** First value of a tag, empty when it is not there. */
    static String field(final String message, final int tag)
    {
        final String key = "|" + tag + "=";
        final int at = message.indexOf(key);
        return at < 0 ? "" : message.substring(at + key.length(), message.indexOf('|', at + key.length()));
    }
}
