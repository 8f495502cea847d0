// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.TradingDays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class TradingDaysTableTest
{
    private static final String HEAD = "market,day,trades,note\n";
    private static final String WEEKDAYS = ",MON TUE WED THU FRI,yes,\n";

    @TempDir
    private Path dir;

    @Test
    void shouldReadACalendarForEachMarket() throws IOException
    {
        final List<TradingDays> calendars = read(WEEKDAYS + ",20261104,no,Unity Day\nFX,MON SUN,yes,\n" +
            ",20270220,yes,a Saturday\nFX,20261109,no,\n");
        assertEquals(List.of("", "FX"), calendars.stream().map(TradingDays::market).toList());
        assertEquals(20261105, calendars.get(0).next(20261103));
        assertEquals(20270220, calendars.get(0).next(20270219));
        assertEquals(20261115, calendars.get(1).next(20261108));
    }

    @Test
    void shouldKnowTheHolidaysOfMoscowInTheDemoVenue()
    {
        final TradingDays days = ReferenceDataReader.read(VenueConfig.EMBEDDED, 20261123).tradingDays().get(0);
        assertEquals(TradingDays.WHOLE_VENUE, days.market());
        assertEquals(20261230, days.next(20261229));
        assertEquals(20270111, days.next(20261230), "New Year");
        assertFalse(days.isTradingDay(20260612));
        assertTrue(days.isTradingDay(20270220));
        assertEquals(20280103, days.next(20271230), "weekdays alone, where no holidays are given");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "'' | names no market",
        "',20261104,no,' | the first row of a market has its weekdays",
        "',MON,yes,\n,20261131,no,' | no date of the calendar",
        "',MON,yes,\n,202611040,no,' | no date of the calendar",
        "',MON,yes,\n,20261104,no,' | no trading day without this row",
        "',MON,yes,\n,20261102,yes,' | a trading day without this row",
        "',MON,yes,\n,TUE,yes,' | one row of weekdays",
        "',MON,no,' | one row of weekdays",
        "',MONDAY,yes,' | weekdays out of",
        "',MON,maybe,' | trades is yes or no",
        "'THIRTEEN-LONG,MON,yes,' | up to 12 characters"})
    void shouldSayWhatIsWrongWhenTheRowsAre(final String rows, final String words)
    {
        final ConfigurationException ex = assertThrows(ConfigurationException.class, () -> read(rows));
        assertTrue(ex.getMessage().contains(words), ex::getMessage);
    }

    private List<TradingDays> read(final String rows) throws IOException
    {
        return ReferenceDataReader.readTradingDays(Files.writeString(dir.resolve("days.csv"), HEAD + rows));
    }
}
