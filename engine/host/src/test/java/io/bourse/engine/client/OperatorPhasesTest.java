// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.client.operator.CalendarEntry;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.protocol.CalendarSetDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static io.bourse.engine.testing.DemoReferenceData.RI_ID;
import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * An operator's phases on a real engine with a real clock.
 */
@Tag("venue")
class OperatorPhasesTest
{
    /** Far enough ahead that it does not begin during a test. */
    private static final long FAR_NS = TimeUnit.DAYS.toNanos(365 * 200);

    @TempDir
    private Path dir;
    private TestEngine engine;
    private PhaseOperator operator;

    @BeforeEach
    void start()
    {
        engine = TestEngine.start(dir).withDemoReferenceData();
        operator = new PhaseOperator(engine.operator());
    }

    @AfterEach
    void stop()
    {
        engine.close();
    }

    @Test
    void shouldChangeOneInstrumentAnUnderlyingAndTheMarket()
    {
        final long cursor = engine.connect().endCursor();
        operator.changePhase(PhaseChangeSpec.ofInstrument(SI_ID, Phase.HALTED));
        operator.changePhase(PhaseChangeSpec.ofUnderlying("RTS", Phase.INTRADAY_AUCTION)
            .then(FAR_NS, Phase.CONTINUOUS)
            .randomEnd(FAR_NS, 7));
        operator.changePhase(PhaseChangeSpec.ofMarket(Phase.CLOSED));
        assertEquals(
            List.of(
                SI_ID + " CONTINUOUS->HALTED OPERATOR",
                RI_ID + " CONTINUOUS->INTRADAY_AUCTION OPERATOR",
                SI_ID + " HALTED->CLOSED OPERATOR",
                RI_ID + " INTRADAY_AUCTION->CLOSED OPERATOR"),
            phasesFrom(cursor, 4));
    }

    @Test
    void shouldGoOnByItselfWhenTheDurationIsOver()
    {
        final long cursor = engine.connect().endCursor();
        operator.changePhase(PhaseChangeSpec.ofInstrument(SI_ID, Phase.HALTED)
            .then(TimeUnit.MILLISECONDS.toNanos(50), Phase.CONTINUOUS));
        assertEquals(
            List.of(SI_ID + " CONTINUOUS->HALTED OPERATOR", SI_ID + " HALTED->CONTINUOUS OPERATOR"),
            phasesFrom(cursor, 2));
    }

    @Test
    void shouldSetCalendarOfAsManyEntriesAsACommandHolds()
    {
        final long cursor = engine.connect().endCursor();
        final List<CalendarEntry> entries = new ArrayList<>();
        for (int i = 0; i < PhaseOperator.MAX_CALENDAR_ENTRIES; i++)
        {
            entries.add(new CalendarEntry(FAR_NS + i, 0, Phase.CONTINUOUS));
        }
        operator.setCalendar("RTS", 7, entries);
        operator.setCalendar("", 7, List.of());
        assertEquals(List.of("RTS entries=" + entries.size(), " entries=0"), calendarsFrom(cursor, 2));
        entries.add(new CalendarEntry(FAR_NS + entries.size(), 0, Phase.CONTINUOUS));
        assertThrows(IllegalArgumentException.class, () -> operator.setCalendar("RTS", 7, entries));
    }

    @Test
    void shouldThrowReasonWhenEngineRefuses()
    {
        assertEquals(
            RejectReason.UNKNOWN_INSTRUMENT,
            assertThrows(CommandRefusedException.class, () ->
                operator.changePhase(PhaseChangeSpec.ofUnderlying("NOBODY", Phase.HALTED))).reason());
        assertEquals(
            RejectReason.INVALID_FIELD,
            assertThrows(CommandRefusedException.class, () ->
                operator.setCalendar("", 7, List.of(new CalendarEntry(1, 0, Phase.HALTED)))).reason());
    }

    private List<String> phasesFrom(final long cursor, final int count)
    {
        final List<String> seen = new ArrayList<>();
        final EventListener listener = new EventListener()
        {
            @Override
            public void onPhaseChanged(final EventGroup group, final PhaseChangedDecoder event)
            {
                seen.add(event.instrumentId() + " " + event.previous() + "->" + event.phase() + " " + event.cause());
            }
        };
        TestEngine.follow(engine.connect(), cursor, listener, () -> seen.size() >= count);
        return seen;
    }

    private List<String> calendarsFrom(final long cursor, final int count)
    {
        final List<String> seen = new ArrayList<>();
        final EventListener listener = new EventListener()
        {
            @Override
            public void onCalendarSet(final EventGroup group, final CalendarSetDecoder event)
            {
                seen.add(event.underlying() + " entries=" + event.entries());
            }
        };
        TestEngine.follow(engine.connect(), cursor, listener, () -> seen.size() >= count);
        return seen;
    }
}
