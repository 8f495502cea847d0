// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradingDays;
import io.bourse.engine.protocol.TradingDaysSetDecoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/**
 * Dates that are dates, the date of a session that was wrong, and trading calendars.
 */
class SessionDateTest
{
    private static final String REFUSED = "rejected cl=- order=- account= instrument=0 ";
    private static final int DATE = 20261124;

    private CoreFixture core;
    private CommandWriter commands;

    @BeforeEach
    void setUp()
    {
        core = new CoreFixture().withMembers();
        commands = core.commands;
        core.send(commands.featureLevel(FeatureLevels.BOUNDED));
    }

    @ParameterizedTest
    @ValueSource(ints = {20261131, 20260229, 20261301, 19691231, 22000101, 1, -1})
    void shouldOpenSessionsOnDatesOnly(final int date)
    {
        assertEquals(List.of(REFUSED + "NOT_A_TRADING_DATE"), core.send(commands.openSession(1, date)));
        core.send(commands.openSession(1, 20991231));
        assertEquals(List.of(REFUSED + "NOT_A_TRADING_DATE"), core.send(commands.moveSessionDate(1, 20991231, date)));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=9 INVALID_FIELD"),
            core.send(commands.instrument(9, "NINE", encoder -> encoder.maturityDate(date))));
    }

    @Test
    void shouldTakeInstrumentsWithoutMaturity()
    {
        assertEquals(1, core.send(commands.instrument(9, "NINE", encoder -> encoder.maturityDate(0))).size());
        assertEquals(1, core.send(commands.instrument(8, "EIGHT", encoder -> encoder.maturityDate(20261217))).size());
    }

    @Test
    void shouldTakeAnyDateAtTheFirstLevel()
    {
        final CoreFixture base = new CoreFixture().withMembers();
        assertEquals(List.of("opened 1 date=20261131"), base.send(base.commands.openSession(1, 20261131)));
        final int events = base.send(base.commands.instrument(9, "NINE", encoder -> encoder.maturityDate(20261131)))
            .size();
        assertEquals(1, events);
        assertEquals(
            List.of(REFUSED + "INVALID_FIELD"), base.send(base.commands.moveSessionDate(1, 20261131, DATE)));
        assertEquals(List.of(REFUSED + "INVALID_FIELD"), base.send(base.commands.tradingDays("", 0, 0x1F)));
    }

    @Test
    void shouldMoveTheDateOfTheOpenSession()
    {
        core.send(commands.openSession(1, 20991231));
        core.buy(1, 5, 100);
        assertEquals(
            List.of("moved 1 date=20261124 from=20991231"), core.send(commands.moveSessionDate(1, 20991231, DATE)));
        assertEquals(List.of("5@100 x1"), core.depth(0, Side.BUY), "orders stay");
        clear(DATE);
        assertEquals(List.of("opened 2 date=20261125"), core.send(commands.openSession(2, 20261125)));
    }

    @Test
    void shouldMoveForwardAndMoreThanOnce()
    {
        core.send(commands.openSession(1, 20261121));
        assertEquals(
            List.of("moved 1 date=20261123 from=20261121"), core.send(commands.moveSessionDate(1, 20261121, 20261123)));
        assertEquals(
            List.of("moved 1 date=20261120 from=20261123"), core.send(commands.moveSessionDate(1, 20261123, 20261120)));
    }

    @Test
    void shouldNotMoveToADateThatIsOver()
    {
        core.send(commands.openSession(1, DATE));
        clear(DATE);
        core.send(commands.openSession(2, 20991231));
        assertEquals(List.of(REFUSED + "WRONG_STATE"), core.send(commands.moveSessionDate(2, 20991231, DATE)));
        assertEquals(List.of(REFUSED + "WRONG_STATE"), core.send(commands.moveSessionDate(2, 20991231, DATE - 1)));
        assertEquals(
            List.of("moved 2 date=20261125 from=20991231"),
            core.send(commands.moveSessionDate(2, 20991231, DATE + 1)));
    }

    @Test
    void shouldNotMoveBehindATrade()
    {
        core.send(commands.openSession(1, 20991231));
        core.buy(1, 5, 100);
        core.sell(2, 5, 100);
        assertEquals(List.of(REFUSED + "SESSION_HAS_TRADES"), core.send(commands.moveSessionDate(1, 20991231, DATE)));
        clear(20991231);
        core.send(commands.openSession(2, 21000101));
        assertEquals(1, core.send(commands.moveSessionDate(2, 21000101, 21000102)).size(), "trades of the day before");
    }

    /** Such a session can be neither cleared nor ended otherwise. */
    @Test
    void shouldMoveWithTradesWhenTheDateIsNone()
    {
        core = new CoreFixture().withMembers();
        commands = core.commands;
        core.send(commands.openSession(1, DATE));
        clear(DATE);
        core.send(commands.openSession(2, 20261131));
        core.buy(1, 5, 100);
        core.sell(2, 5, 100);
        core.send(commands.featureLevel(FeatureLevels.BOUNDED));
        assertEquals(
            List.of("moved 2 date=20261130 from=20261131"), core.send(commands.moveSessionDate(2, 20261131, 20261130)));
        assertEquals(
            List.of(REFUSED + "SESSION_HAS_TRADES"), core.send(commands.moveSessionDate(2, 20261130, 20261201)));
    }

    @Test
    void shouldNotMoveBehindARun()
    {
        core.send(commands.openSession(1, 20991231));
        core.send(commands.suspend(7, ClearingKind.INTRADAY));
        assertEquals(List.of(REFUSED + "WRONG_STATE"), core.send(commands.moveSessionDate(1, 20991231, DATE)));
        core.send(commands.resume(7));
        assertEquals(List.of(REFUSED + "WRONG_STATE"), core.send(commands.moveSessionDate(1, 20991231, DATE)));
    }

    @Test
    void shouldNotMoveWhatIsNotThere()
    {
        assertEquals(List.of(REFUSED + "WRONG_STATE"), core.send(commands.moveSessionDate(0, 0, DATE)));
        core.send(commands.openSession(1, 20991231));
        assertEquals(List.of(REFUSED + "WRONG_STATE"), core.send(commands.moveSessionDate(2, 20991231, DATE)));
        assertEquals(List.of(REFUSED + "WRONG_STATE"), core.send(commands.moveSessionDate(1, 20991230, DATE)));
        assertEquals(List.of(REFUSED + "WRONG_STATE"), core.send(commands.moveSessionDate(1, 20991231, 20991231)));
        clear(20991231);
        assertEquals(List.of(REFUSED + "WRONG_STATE"), core.send(commands.moveSessionDate(1, 20991231, DATE)));
    }

    @Test
    void shouldKeepTheDateBeforeInSnapshotsAndInTheHash()
    {
        core.send(commands.openSession(1, DATE));
        final long first = core.stateHash();
        clear(DATE);
        core.send(commands.openSession(2, 20991231));
        core.send(commands.moveSessionDate(2, 20991231, DATE + 1));
        assertNotEquals(first, core.stateHash());

        final EventRecorder recorder = core.follow();
        core.send(commands.moveSessionDate(2, DATE + 1, DATE));
        assertEquals(List.of(REFUSED + "WRONG_STATE"), core.texts());
        assertEquals(1, recorder.events.size());
        assertArrayEquals(core.recorder.events.get(0), recorder.events.get(0), "the date before is restored");
    }

    @Test
    void shouldPublishTradingDays()
    {
        assertEquals(1, core.send(commands.tradingDays("", 0, 0x1F)).size());
        TradingDays days = TradingDays.apply(null, event());
        assertEquals(20261123, days.next(20261120));
        // 1 January, and 31 December of a leap year.
        assertEquals(1, core.send(commands.tradingDays("", 2028, 0, 0, 365)).size());
        days = TradingDays.apply(days, event());
        assertEquals(20280101, days.next(20271231));
        assertEquals(20281231, days.next(20280101));
        assertEquals(20290101, days.next(20281231));
        core.send(commands.tradingDays("", 0, 0x40));
        days = TradingDays.apply(days, event());
        assertEquals(20280102, days.next(20271231), "former years are forgotten, Sundays are left");
    }

    @Test
    void shouldTakeEveryWeekdayAndTheFirstAndTheLastYear()
    {
        assertEquals(1, core.send(commands.tradingDays("CURRENCY", 0, 0x7F)).size());
        assertEquals("CURRENCY", event().market());
        assertEquals(0x7F, event().weekdays());
        for (final int year : new int[]{1970, 2199})
        {
            core.send(commands.tradingDays("", year, 0, 5));
            assertEquals(year, event().year());
            assertEquals("", event().market());
        }
    }

    @Test
    void shouldRefuseTradingDaysThatAreNone()
    {
        final String invalid = REFUSED + "INVALID_FIELD";
        assertEquals(List.of(invalid), core.send(commands.tradingDays("", 0, 0)));
        assertEquals(List.of(invalid), core.send(commands.tradingDays("", 0, 0x80)));
        assertEquals(List.of(invalid), core.send(commands.tradingDays("", 0, 0x1F, 5)));
        assertEquals(List.of(invalid), core.send(commands.tradingDays("", 2026, 0x1F, 5)));
        assertEquals(List.of(invalid), core.send(commands.tradingDays("", 1969, 0, 5)));
        assertEquals(List.of(invalid), core.send(commands.tradingDays("", 2200, 0, 5)));
        assertEquals(List.of(invalid), core.send(commands.tradingDays("", 2026, 0, 365)), "2026 has 365 days");
        assertEquals(List.of(invalid), core.send(commands.tradingDays("A\u0001", 0, 0x1F)));
    }

    private TradingDaysSetDecoder event()
    {
        return new TradingDaysSetDecoder().wrapAndApplyHeader(
            new UnsafeBuffer(core.recorder.events.get(0)), 0, new MessageHeaderDecoder());
    }

    private void clear(final int date)
    {
        core.send(commands.suspend(date, ClearingKind.EVENING));
        core.send(commands.complete(date, ClearingKind.EVENING));
    }
}
