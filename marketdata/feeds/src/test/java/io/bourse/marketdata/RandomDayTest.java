// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.marketdata.client.ReceiverCounter;
import io.bourse.marketdata.client.SimbaReceiver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;

import static io.bourse.marketdata.client.ReceiverCounter.BEST_PRICES_MISMATCHES;
import static io.bourse.marketdata.client.ReceiverCounter.FAULTS;
import static io.bourse.marketdata.client.ReceiverCounter.GAPS;
import static io.bourse.marketdata.client.ReceiverCounter.MALFORMED_PACKETS;
import static io.bourse.marketdata.client.ReceiverCounter.RESETS;
import static io.bourse.marketdata.client.ReceiverCounter.TRADES;
import static io.bourse.marketdata.client.ReceiverCounter.TRANSACTIONS;
import static io.bourse.marketdata.publisher.simba.OrderLogCounter.TRANSACTIONS_SENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Random days with auctions, halts, icebergs, mass cancels, clearings and nights: the books of the receiver, and of one
 * that joins late, equal the engine's after every transaction.
 */
@Tag("venue")
class RandomDayTest
{
    private static final int DAYS = 3;
    private static final int STEPS = 1_200;
    private static final int BURST = 40;
    private static final int[] INSTRUMENTS = {DemoReferenceData.SI_ID, DemoReferenceData.RI_ID};
    private static final Phase[] AUCTIONS = {Phase.OPENING_AUCTION, Phase.INTRADAY_AUCTION, Phase.CLOSING_AUCTION};
    private static final Phase[] PAUSES = {Phase.HALTED, Phase.POST_TRADE, Phase.PRE_OPEN};

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private int session = DemoReferenceData.SESSION_ID;
    private int tradingDate = DemoReferenceData.TRADING_DATE;
    private int runId;
    private int compared;
    private int auctions;
    private Venue venue;
    private PhaseOperator phases;
    private SimbaReceiver receiver;

    @Test
    void shouldEqualTheEngineAfterEveryTransaction(@TempDir final Path dir)
    {
        System.out.println("RandomDayTest seed=" + seed);
        try (Venue open = new Venue(dir, random))
        {
            venue = open;
            phases = new PhaseOperator(venue.engine.operator());
            receiver = venue.add(new SimbaReceiver(venue.multicast.receiverContext().build()));
            venue.flow.widen();
            venue.startPublisher();
            for (int i = 0; i < DAYS; i++)
            {
                day();
            }

            final CounterSet<ReceiverCounter> counters = receiver.counters();
            final String facts = "seed=" + seed + " compared=" + compared + " auctions=" + auctions + " " + counters;
            assertEquals(List.of(0L, 0L, 0L, 0L), List.of(
                counters.get(GAPS), counters.get(FAULTS), counters.get(BEST_PRICES_MISMATCHES),
                counters.get(MALFORMED_PACKETS)),
                facts);
            // A night is one transaction of the engine, and two of the receiver: empty books, and what comes back.
            assertEquals(DAYS, counters.get(RESETS), facts);
            final long nights = counters.get(TRANSACTIONS) - venue.orderLog.counters().get(TRANSACTIONS_SENT);
            assertTrue(nights >= 0 && nights <= 2 * DAYS, facts);
            assertTrue(auctions > 5 && counters.get(TRADES) > 200 && compared >= DAYS * STEPS, facts);
            System.out.println(facts);
        }
    }

    private void day()
    {
        for (int i = 0; i < STEPS; i++)
        {
            step();
            compare("step " + i);
        }
        for (final int instrumentId : INSTRUMENTS)
        {
            phase(instrumentId, Phase.CONTINUOUS);
        }
        clearing(ClearingKind.INTRADAY);
        final SimbaReceiver late = venue.add(new SimbaReceiver(venue.multicast.receiverContext().build()));
        for (int i = 0; i < 20; i++)
        {
            venue.flow.step();
            venue.flow.listen(0);
            compare("late joiner");
        }
        assertEquals(0, late.counters().get(FAULTS));
        clearing(ClearingKind.EVENING);
        session++;
        tradingDate++;
        venue.engine.operator().openSession(session, tradingDate);
        compare("next session");
    }

    private void step()
    {
        final int chance = random.nextInt(100);
        if (chance < 6)
        {
            phase(INSTRUMENTS[random.nextInt(2)], anyPhase());
        }
        else if (chance < 9)
        {
            // A burst shares packets; what is in between is not compared, the end is.
            for (int i = 0; i < BURST; i++)
            {
                venue.flow.step();
            }
        }
        else
        {
            venue.flow.step();
        }
        venue.flow.listen(0);
    }

    private Phase anyPhase()
    {
        final int chance = random.nextInt(10);
        if (chance < 5)
        {
            return Phase.CONTINUOUS;
        }
        if (chance < 7)
        {
            // Orders collect before the open and uncross with the next phase: that is an auction too.
            return PAUSES[random.nextInt(PAUSES.length)];
        }
        auctions++;
        return AUCTIONS[random.nextInt(AUCTIONS.length)];
    }

    private void phase(final int instrumentId, final Phase phase)
    {
        phases.changePhase(PhaseChangeSpec.ofInstrument(instrumentId, phase));
    }

    private void clearing(final ClearingKind kind)
    {
        final OperatorClient operator = venue.engine.operator();
        runId++;
        operator.suspendTrading(runId, kind);
        if (ClearingKind.EVENING == kind)
        {
            // What outlives the night stays with the engine; the public hears of it in the next session.
            venue.publishAll();
            venue.workUntil("receive", venue::areCaughtUp);
            for (final SimbaReceiver each : venue.receivers())
            {
                assertEquals(List.of(), Venue.lines(each.books()), "evening seed=" + seed);
            }
        }
        else
        {
            compare("suspended");
        }
        operator.completeClearing(runId, kind);
        if (ClearingKind.INTRADAY == kind)
        {
            operator.resumeTrading(runId);
        }
    }

    private void compare(final String what)
    {
        compared++;
        venue.assertBooksEqual(what + " seed=" + seed);
    }
}
