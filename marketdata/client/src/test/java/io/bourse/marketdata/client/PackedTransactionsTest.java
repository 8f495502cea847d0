// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import static io.bourse.marketdata.client.SimbaFeed.INCREMENTAL_A;
import static io.bourse.marketdata.client.SimbaFeed.INCREMENTAL_B;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.marketdata.simba.MDEntryType;
import io.bourse.marketdata.simba.MDUpdateAction;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Packets that hold several transactions, transactions that take several packets, and the nightly reset: the listener
 * hears of whole transactions, each once.
 */
class PackedTransactionsTest
{
    private static final int NOTHING = 0;
    private static final int SENT_AGAIN = SimbaPacketDescriptor.FLAG_POSS_DUP;
    private static final int LAST = SimbaPacketDescriptor.FLAG_LAST_FRAGMENT;

    private final PacketScript script = new PacketScript();
    private final MarketLog log = new MarketLog();
    private SimbaReceiver receiver;

    @BeforeEach
    void start()
    {
        receiver = new SimbaReceiver(ReceiverGroups.deafReceiverContext().listener(log).build());
    }

    @AfterEach
    void stop()
    {
        receiver.close();
    }

    private void send(final PacketScript packet)
    {
        packet.to(receiver, INCREMENTAL_A, INCREMENTAL_B);
    }

    private void assertLog(final String... lines)
    {
        assertEquals(List.of(lines), log.lines);
    }

    @Test
    void shouldReportEachTransactionWhenAPacketHasSeveral()
    {
        // BestPrices describes the packet's end: after the first transaction the book is not there yet.
        send(script.packet(1).bestPrices(7, 102, 10)
            .bid(1, 7, 1, 100, true)
            .bid(2, 7, 2, 102, false).ask(3, 8, 1, 300, true)
            .bid(4, 7, 3, 102, true));

        assertLog("joined 0", "1: 7[1]", "1: 7[2,1] 8[3]", "1: 7[2,4,1] last");
        assertEquals(3, receiver.counters().get(ReceiverCounter.TRANSACTIONS));
        assertEquals(0, receiver.counters().get(ReceiverCounter.BEST_PRICES_MISMATCHES));
    }

    @Test
    void shouldCompareBestPricesWithTheBooksAtTheEndOfThePacket()
    {
        send(script.packet(1).bestPrices(7, 100, 5).bid(1, 7, 1, 100, true).bid(2, 7, 2, 101, true));
        assertEquals(1, receiver.counters().get(ReceiverCounter.BEST_PRICES_MISMATCHES));

        // A publisher that writes one message for each transaction: the last one about an instrument counts.
        send(script.packet(2).bestPrices(7, 102, 5).bid(3, 7, 3, 102, true)
            .bestPrices(7, 103, 5).bid(4, 7, 4, 103, true));
        assertEquals(1, receiver.counters().get(ReceiverCounter.BEST_PRICES_MISMATCHES));
    }

    @Test
    void shouldReportATransactionOnceWhenItTakesSeveralPackets()
    {
        send(script.packet(1, NOTHING).bestPrices(7, 100, 10).bid(1, 7, 1, 100, false));
        send(script.packet(2, NOTHING).bid(2, 7, 2, 100, false));
        assertLog("joined 0");
        send(script.packet(3).bid(3, 8, 1, 100, true));

        assertLog("joined 0", "3: 7[1,2] 8[3] last");
        assertEquals(0, receiver.counters().get(ReceiverCounter.BEST_PRICES_MISMATCHES));
    }

    @Test
    void shouldEndATransactionBeforeAnEmptyBookAndBeginAnotherBehindIt()
    {
        send(script.packet(1).bid(1, 7, 1, 100, true).emptyBook(false).bid(2, 7, 2, 100, true));
        send(script.packet(2).emptyBook(false));

        assertLog("joined 0", "1: 7[1]", "1: cleared", "1: 7[2] last", "2: cleared last");
        assertEquals(2, receiver.books().book(7).rptSeq());
    }

    @Test
    void shouldKeepWhatFitsWhenALaterTransactionOfThePacketDoesNot()
    {
        send(script.packet(1).bid(1, 7, 1, 100, true).bid(2, 8, 1, 100, true));
        send(script.packet(2).bid(3, 7, 2, 100, true)
            .order(MDUpdateAction.Delete, MDEntryType.Bid, 9, 8, 2, 100, true));

        assertLog("joined 0", "1: 7[1]", "1: 8[2] last", "2: 7[1,3]", "gap 2", "stale 8");
        assertEquals(1, receiver.counters().get(ReceiverCounter.FAULTS));
        assertTrue(receiver.books().isStale(8));
        assertEquals(1, receiver.books().staleCount());

        script.snapshot(1, 2, 7, 2, 1).to(receiver, SimbaFeed.SNAPSHOT_A);
        script.snapshot(2, 2, 8, 2, 0).to(receiver, SimbaFeed.SNAPSHOT_A);
        script.sequenceReset(3, 1).to(receiver, SimbaFeed.SNAPSHOT_A);
        assertEquals(
            List.of("right 8", "joined 2", "recovered FAULT SNAPSHOT 2-2 missing=0 stale=1"),
            log.lines.subList(6, log.lines.size()));
    }

    @Test
    void shouldBeginAgainWithTheSurvivingOrdersAfterTheNightlyReset()
    {
        send(script.packet(1).bid(1, 7, 1, 100, true));
        send(script.packet(2).bid(2, 7, 2, 100, true));
        send(script.sequenceReset(1, 1));
        send(script.packet(1).emptyBook(true));
        send(script.packet(2, SENT_AGAIN).bid(2, 7, 0, 100, false));
        send(script.packet(3, SENT_AGAIN | LAST).bid(1, 7, 0, 100, true));
        send(script.packet(4).bid(3, 7, 1, 100, true));

        assertLog("joined 0", "1: 7[1] last", "2: 7[1,2] last",
            "joined 0", "1: cleared last", "3: again 7[2,1] last", "4: 7[2,1,3] last");
        assertEquals(0, receiver.counters().get(ReceiverCounter.FAULTS));
        assertEquals(1, receiver.counters().get(ReceiverCounter.RESETS));
        assertEquals(4, receiver.counters().get(ReceiverCounter.SENT_AGAIN_PACKETS));
    }

    @Test
    void shouldBeginAgainOnceWhenAAndBAreSentByTwoMachines()
    {
        send(script.packet(1).bid(1, 7, 1, 100, true));
        script.sequenceReset(1, 1).to(receiver, INCREMENTAL_A);
        script.packet(1).emptyBook(true).to(receiver, INCREMENTAL_A);
        script.packet(2, SENT_AGAIN | LAST).bid(1, 7, 0, 100, true).to(receiver, INCREMENTAL_A);
        // The same with times of its own, all of them later.
        script.sequenceReset(1, 1).to(receiver, INCREMENTAL_B);
        script.packet(1).emptyBook(true).to(receiver, INCREMENTAL_B);
        script.packet(2, SENT_AGAIN | LAST).bid(1, 7, 0, 100, true).to(receiver, INCREMENTAL_B);

        assertLog("joined 0", "1: 7[1] last", "joined 0", "1: cleared last", "2: again 7[1] last");
        assertEquals(1, receiver.counters().get(ReceiverCounter.RESETS));
    }

    @Test
    void shouldMakeOneTransactionOfTheNightlyResetWhenItsPacketsAreOne()
    {
        send(script.packet(1).bid(1, 7, 1, 100, true));
        send(script.sequenceReset(1, 1));
        send(script.packet(1, NOTHING).emptyBook(true));
        send(script.packet(2, SENT_AGAIN | LAST).bid(1, 7, 0, 100, true));

        assertLog("joined 0", "1: 7[1] last", "joined 0", "2: cleared again 7[1] last");
    }

    @Test
    void shouldKnowTheNightlyResetByItsEmptyBookWhenTheSequenceResetIsLost()
    {
        send(script.packet(1).bid(1, 7, 1, 100, true));
        send(script.packet(2).bid(2, 7, 2, 100, true));
        script.sequenceReset(1, 1);
        send(script.packet(1).emptyBook(true));
        send(script.packet(2, SENT_AGAIN | LAST).bid(2, 7, 0, 100, true));

        assertLog("joined 0", "1: 7[1] last", "2: 7[1,2] last", "joined 0", "1: cleared last", "2: again 7[2] last");
    }

    @Test
    void shouldTakeASnapshotOfTheNewDayWhenItsBeginningIsLost()
    {
        for (int i = 1; i <= 9; i++)
        {
            send(script.packet(i).bid(i, 7, i, 100, true));
        }
        script.sequenceReset(1, 1);
        script.packet(1).emptyBook(true);
        send(script.packet(2, SENT_AGAIN | LAST).bid(1, 7, 0, 100, true));
        assertTrue(receiver.isLive());
        log.lines.clear();
        send(script.packet(3).bid(2, 7, 1, 100, true));
        send(script.packet(4).bid(3, 7, 2, 100, true));
        script.snapshot(1, 3, 7, 1, 2).to(receiver, SimbaFeed.SNAPSHOT_A);
        script.sequenceReset(2, 1).to(receiver, SimbaFeed.SNAPSHOT_A);

        assertLog("joined 3", "recovered RESTART SNAPSHOT 1-3 missing=0 stale=0", "4: 7[1,2,3] last");
    }

    @Test
    void shouldApplyNothingTwiceWhenARestartedPublisherSendsAgain()
    {
        for (int i = 1; i <= 3; i++)
        {
            send(script.packet(i).bid(i, 7, i, 100, true));
        }
        // It does not know whether it had sent 2 and 3, and goes on with 4 and 5.
        for (int i = 2; i <= 4; i++)
        {
            send(script.packet(i, SENT_AGAIN | LAST).bid(i, 7, i, 100, true));
        }
        send(script.heartbeat(4));
        send(script.packet(5).bid(5, 7, 5, 100, true));

        assertLog("joined 0", "1: 7[1] last", "2: 7[1,2] last", "3: 7[1,2,3] last", "4: again 7[1,2,3,4] last",
            "5: 7[1,2,3,4,5] last");
        assertEquals(5 + 4, receiver.counters().get(ReceiverCounter.DUPLICATES));
        assertEquals(6, receiver.counters().get(ReceiverCounter.SENT_AGAIN_PACKETS));
        assertEquals(0, receiver.counters().get(ReceiverCounter.FAULTS));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8, 9})
    void shouldReadEveryVersionOfTheOrderLog(final int version)
    {
        final PacketScript other = new PacketScript(version);
        send(other.packet(1).bestPrices(7, 100, 5).bid(1, 7, 1, 100, true));
        send(other.packet(2).emptyBook(false));

        assertLog("joined 0", "1: 7[1] last", "2: cleared last");
        assertEquals(0, receiver.counters().get(ReceiverCounter.MALFORMED_PACKETS));
    }

    @Test
    void shouldCallAnUnknownVersionMalformed()
    {
        send(new PacketScript(10).packet(1).bid(1, 7, 1, 100, true));
        assertLog();
        assertEquals(2, receiver.counters().get(ReceiverCounter.MALFORMED_PACKETS));
    }
}
