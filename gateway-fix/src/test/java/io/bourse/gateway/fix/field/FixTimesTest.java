// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.field;

import io.bourse.gateway.fix.wire.FixReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

import static org.junit.jupiter.api.Assertions.assertEquals;

class FixTimesTest
{
    @Test
    void shouldReadAndWriteEveryDate()
    {
        for (LocalDate date = LocalDate.of(1970, 1, 1); date.getYear() < 2262; date = date.plusDays(1))
        {
            final String text = date.format(DateTimeFormatter.BASIC_ISO_DATE);
            final long endNs = FixTimes.endOfDate(reader(text), 0);
            assertEquals((date.toEpochDay() + 1) * FixTimes.NS_PER_DAY, endNs, text);
            assertEquals(Integer.parseInt(text), FixTimes.date(endNs - FixTimes.NS_PER_DAY), text);
        }
    }

    @Test
    void shouldReadTimesWithAndWithoutFractions()
    {
        final long second = LocalDateTime.of(2026, 11, 22, 9, 58, 7).toEpochSecond(ZoneOffset.UTC) * 1_000_000_000L;
        assertEquals(second, FixTimes.timestamp(reader("20261122-09:58:07"), 0));
        assertEquals(second + 120_000_000, FixTimes.timestamp(reader("20261122-09:58:07.120"), 0));
        assertEquals(second + 123_456_000, FixTimes.timestamp(reader("20261122-09:58:07.123456"), 0));
        assertEquals(second + 123_456_789, FixTimes.timestamp(reader("20261122-09:58:07.123456789"), 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "20261122", "20261122-09:58", "20261122-24:00:00", "20261122-09:60:00", "20261122-09:58:60",
        "20260230-09:58:07", "20261322-09:58:07", "20261100-09:58:07", "20261122 09:58:07", "20261122-09:58:07.",
        "20261122-09:58:07.12x", "20261122-09:58:07.1", "20261122-0x:58:07", "30001122-09:58:07"})
    void shouldRefuseWhatIsNoTime(final String text)
    {
        assertEquals(FixTimes.INVALID, FixTimes.timestamp(reader(text), 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026112", "202611222", "20260229", "21000229", "20261301", "20260001", "2026112x",
        "19691231"})
    void shouldRefuseWhatIsNoDate(final String text)
    {
        assertEquals(FixTimes.INVALID, FixTimes.endOfDate(reader(text), 0));
    }

    @Test
    void shouldReadTimesUpToTheLastDayOf2261()
    {
        final long lastNs = 106_651 * FixTimes.NS_PER_DAY;
        assertEquals(lastNs, FixTimes.endOfDate(reader("22611231"), 0));
        assertEquals(FixTimes.INVALID, FixTimes.endOfDate(reader("22620101"), 0));
        assertEquals(lastNs - 1, FixTimes.timestamp(reader("22611231-23:59:59.999999999"), 0));
        assertEquals(FixTimes.INVALID, FixTimes.timestamp(reader("22620101-00:00:00"), 0));
        assertEquals(0, FixTimes.timestamp(reader("19700101-00:00:00"), 0));
        assertEquals(FixTimes.INVALID, FixTimes.timestamp(reader("20261122-09:58:07.1234567890"), 0));
        assertEquals(FixTimes.INVALID, FixTimes.timestamp(reader("20261122-09:58:0"), 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-09:58:07", "x09:58:07", "-09x58:07", "-09:58x07", "-/9:58:07", "-0::58:07", "-09:5/:07"})
    void shouldRefuseTimesWithAnotherCharacterAnywhere(final String time)
    {
        assertEquals("-09:58:07".equals(time), FixTimes.INVALID != FixTimes.timestamp(reader("20261122" + time), 0));
    }

    private static FixReader reader(final String value)
    {
        final byte[] bytes = ("60=" + value + (char)1).getBytes(StandardCharsets.US_ASCII);
        final FixReader reader = new FixReader();
        reader.wrap(bytes, 0, bytes.length);
        return reader;
    }
}
