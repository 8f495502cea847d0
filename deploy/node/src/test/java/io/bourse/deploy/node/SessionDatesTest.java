// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;

import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.ClearingCompletedEncoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.EventListenerPair;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionDateMovedEncoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.TradingDaysSetDecoder;
import io.bourse.engine.protocol.TradingDaysSetEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class SessionDatesTest
{
    private static final String VENUE = "";
    private static final long FRIDAY = 20261120;
    private static final int MONDAY = 20261123;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[128]);
    private final SessionTracker session = new SessionTracker();
    private final SessionDates dates = new SessionDates(session);
    private final EventListener all = new EventListenerPair(session, dates);

    @Test
    void shouldHaveNoDoubtAboutTheNextTradingDay()
    {
        calendar(VENUE, 0x1F);
        opened(1, FRIDAY);
        assertEquals(MONDAY, dates.next(VENUE));
        assertEquals(List.of(), dates.doubts(MONDAY, FRIDAY, VENUE));
        assertEquals(List.of(), dates.doubts(MONDAY, 0, VENUE), "the first session");
    }

    @Test
    void shouldDoubtWeekendsHolidaysAndLongWays()
    {
        calendar(VENUE, 0x1F);
        dates.calendar(VENUE).set(20261104, false);
        assertEquals(List.of("20261121 is a Saturday, no trading day"), dates.doubts(20261121, FRIDAY, VENUE));
        assertEquals(
            List.of("20261104 is a Wednesday and a holiday, no trading day"), dates.doubts(20261104, 20261103, VENUE));
        assertEquals(List.of("20261124 jumps over the next trading day 20261123, a Monday"),
            dates.doubts(20261124, FRIDAY, VENUE));
        assertEquals(
            List.of(
                "20271123 jumps over the next trading day 20261123, a Monday",
                "20271123 lies 368 days behind the last session of 20261120"),
            dates.doubts(20271123, FRIDAY, VENUE));
        for (int holiday = 20261123; holiday <= 20261127; holiday++)
        {
            dates.calendar(VENUE).set(holiday, false);
        }
        assertEquals(List.of("20261130 lies 10 days behind the last session of 20261120"),
            dates.doubts(20261130, FRIDAY, VENUE));
    }

    @Test
    void shouldGiveRunsOfADayWithoutTradingToTheNextOne()
    {
        calendar(VENUE, 0x1F);
        dates.calendar(VENUE).set(MONDAY, false);
        opened(1, FRIDAY);
        assertEquals(List.of(20261120, 20261124, 20261124, 20261124), Stream.of(20, 21, 23, 24)
            .map(day -> dates.runDate(LocalDate.of(2026, 11, day))).toList());
        assertFalse(dates.hasRuns(MONDAY));
        opened(2, MONDAY);
        assertTrue(dates.hasRuns(MONDAY), "a session was opened all the same");
        assertEquals(MONDAY, dates.runDate(LocalDate.of(2026, 11, 23)));
    }

    @Test
    void shouldSayThatItAssumesMondayToFriday()
    {
        assertEquals(
            List.of("20261122 is a Sunday, no trading day", "no trading days are set, so Monday to Friday is assumed"),
            dates.doubts(20261122, 0, VENUE));
        assertEquals(List.of(), dates.doubts(MONDAY, FRIDAY, VENUE));
    }

    @Test
    void shouldGoByTheCalendarOfTheMarket()
    {
        calendar(VENUE, 0x1F);
        calendar("FX", 0x7F);
        assertEquals(List.of(), dates.doubts(20261121, FRIDAY, "FX"));
        final IllegalStateException ex =
            assertThrows(IllegalStateException.class, () -> dates.doubts(20261121, FRIDAY, "FY"));
        assertTrue(ex.getMessage().contains("market=FY markets=[, FX]"), ex::getMessage);
    }

    @Test
    void shouldHaveNoNextDayBehindADateThatIsNone()
    {
        assertThrows(IllegalStateException.class, () -> dates.next(VENUE));
        opened(1, 20261131);
        final IllegalStateException ex = assertThrows(IllegalStateException.class, () -> dates.next(VENUE));
        assertTrue(ex.getMessage().contains("lastTradingDate=20261131"), ex::getMessage);
        assertNull(dates.moveRefusal(20261130));
    }

    @Test
    void shouldSayWhyADateCannotMove()
    {
        assertTrue(dates.moveRefusal(MONDAY).startsWith("no session is open"));
        opened(1, FRIDAY);
        dates.onTradingSuspended(null, null);
        assertTrue(dates.moveRefusal(MONDAY).startsWith("a clearing run of the session has suspended trading"));
        cleared();
        assertTrue(dates.moveRefusal(MONDAY).startsWith("no session is open"));
        opened(2, 20991231);
        assertTrue(dates.moveRefusal((int)FRIDAY).startsWith("the date was cleared already"));
        assertTrue(dates.moveRefusal(20991231).startsWith("the session has this date already"));
        assertNull(dates.moveRefusal(MONDAY));
        moved(2, MONDAY, 20991231);
        assertEquals(MONDAY, dates.session().tradingDate());
        dates.onTrade(null, null);
        assertTrue(dates.moveRefusal(20261124).startsWith("the session has trades"));
        assertEquals(1, dates.trades());
        cleared();
        assertEquals(MONDAY, dates.clearedDate());
    }

    private void opened(final int sessionId, final long date)
    {
        new SessionOpenedEncoder().wrap(buffer, 0).sessionId(sessionId).tradingDate(date);
        all.onSessionOpened(null, new SessionOpenedDecoder().wrap(
            buffer, 0, SessionOpenedDecoder.BLOCK_LENGTH, SessionOpenedDecoder.SCHEMA_VERSION));
    }

    private void moved(final int sessionId, final long date, final long previousDate)
    {
        new SessionDateMovedEncoder().wrap(buffer, 0).sessionId(sessionId).tradingDate(date).previousDate(previousDate);
        all.onSessionDateMoved(null, new SessionDateMovedDecoder().wrap(
            buffer, 0, SessionDateMovedDecoder.BLOCK_LENGTH, SessionDateMovedDecoder.SCHEMA_VERSION));
    }

    private void cleared()
    {
        new ClearingCompletedEncoder().wrap(buffer, 0).runId(1).sessionId(1).kind(ClearingKind.EVENING);
        all.onClearingCompleted(null, new ClearingCompletedDecoder().wrap(
            buffer, 0, ClearingCompletedDecoder.BLOCK_LENGTH, ClearingCompletedDecoder.SCHEMA_VERSION));
    }

    private void calendar(final String market, final int weekdays)
    {
        new TradingDaysSetEncoder().wrap(buffer, 0).year(0).weekdays((short)weekdays).market(market);
        dates.onTradingDaysSet(null, new TradingDaysSetDecoder().wrap(
            buffer, 0, TradingDaysSetDecoder.BLOCK_LENGTH, TradingDaysSetDecoder.SCHEMA_VERSION));
    }
}
