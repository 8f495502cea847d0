// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SendingTimeTest
{
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss");
    private static final long SECONDS = 200L * 366 * 86_400;

    @Test
    void shouldReadWhatTheCalendarWrites()
    {
        final long seed = Long.getLong("time.seed", System.nanoTime());
        final Random random = new Random(seed);
        final String[] fractions = {"", ".123", ".123456", ".123456789"};
        for (int i = 0; i < 20_000; i++)
        {
            final long second = random.nextLong(SECONDS);
            final String text = FORMAT.format(LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC)) +
                fractions[random.nextInt(fractions.length)];
            assertEquals(second, read(text), "seed=" + seed + " text=" + text);
        }
    }

    @Test
    void shouldRefuseWhatIsNoTime()
    {
        final String[] texts =
        {
            "", "20261122", "20261122-10:00", "20261122 10:00:00", "20261322-10:00:00", "20261100-10:00:00",
            "20260229-10:00:00", "20261131-10:00:00", "20261122-24:00:00", "20261122-10:60:00", "20261122-10:00:60",
            "2026112a-10:00:00", "20261122-10:00:00.", "20261122-10:00:00.1", "20261122-10:00:00.12x",
            "20261122-10:00:00,123", "20261122-10:00:00.1234567890"
        };
        for (final String text : texts)
        {
            assertEquals(SendingTime.INVALID, read(text), text);
        }
    }

    private static long read(final String text)
    {
        final byte[] bytes = ("xx" + text + "yy").getBytes(StandardCharsets.ISO_8859_1);
        return SendingTime.epochSecond(bytes, 2, text.length());
    }
}
