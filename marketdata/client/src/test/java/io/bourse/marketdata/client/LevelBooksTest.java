// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import static io.bourse.marketdata.client.SimbaFeed.INCREMENTAL_A;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.MarketLevel;
import io.bourse.marketdata.client.levels.LevelBook;
import io.bourse.marketdata.client.levels.LevelBooks;
import io.bourse.marketdata.client.levels.LevelListener;
import io.bourse.marketdata.simba.MDEntryType;
import io.bourse.marketdata.simba.MDUpdateAction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

/**
 * Level books of a receiver: what they hold, and that a reader that applies the changes they report has the same.
 */
class LevelBooksTest
{
    private static final int SECURITY_ID = 7;
    private static final int DEPTH = 3;

    private final PacketScript script = new PacketScript();
    private final List<String> lines = new ArrayList<>();
    private final TreeMap<Long, String> bids = new TreeMap<>(Comparator.reverseOrder());
    private final TreeMap<Long, String> asks = new TreeMap<>();
    private int msgSeqNum;
    private int rptSeq;

    private final LevelBooks levels = new LevelBooks(DEPTH, new LevelListener()
    {
        @Override
        public void onLevel(
            final LevelBook book,
            final Change change,
            final boolean isBid,
            final int depth,
            final long priceE5,
            final long qtyLots,
            final int orderCount)
        {
            final String text = qtyLots + "@" + priceE5 + " of " + orderCount;
            lines.add(change + (isBid ? " bid " : " ask ") + depth + ' ' + text);
            final String before = Change.REMOVED == change ?
                (isBid ? bids : asks).remove(priceE5) : (isBid ? bids : asks).put(priceE5, text);
            assertEquals(Change.NEW == change, null == before, lines::toString);
        }

        @Override
        public void onEndOfChanges(final LevelBook book)
        {
            lines.add("end " + book.securityId());
        }
    });

    private SimbaReceiver receiver()
    {
        // The second listener sees what the first has done.
        return new SimbaReceiver(ReceiverGroups.deafReceiverContext().listener(
            new MarketListenerList(levels, (transaction, books) -> compare(books.book(SECURITY_ID)))).build());
    }

    private void compare(final MarketBook book)
    {
        for (final boolean isBid : new boolean[]{true, false})
        {
            final List<String> expected = new ArrayList<>();
            for (int i = 0; i < Math.min(DEPTH, book.levelCount(isBid)); i++)
            {
                final MarketLevel level = book.level(isBid, i);
                expected.add(level.qtyLots() + "@" + level.priceE5() + " of " + level.orderCount());
            }
            final LevelBook levelBook = levels.book(SECURITY_ID);
            final List<String> kept = new ArrayList<>();
            for (int i = 0; i < levelBook.levelCount(isBid); i++)
            {
                kept.add(levelBook.qtyLots(isBid, i) + "@" + levelBook.priceE5(isBid, i) + " of " +
                    levelBook.orderCount(isBid, i));
            }
            assertEquals(expected, kept);
            assertEquals(expected, new ArrayList<>((isBid ? bids : asks).values()));
        }
    }

    private PacketScript next()
    {
        return script.packet(++msgSeqNum);
    }

    @Test
    void shouldReportLevelsThatComeGoAndChange()
    {
        try (SimbaReceiver receiver = receiver())
        {
            assertNull(levels.book(SECURITY_ID));
            next().bid(1, 7, 1, 100, false).bid(2, 7, 2, 98, false).bid(3, 7, 3, 99, true).to(receiver, INCREMENTAL_A);
            next().bid(4, 7, 4, 101, true).to(receiver, INCREMENTAL_A);
            next().bid(5, 7, 5, 100, false).bid(6, 7, 6, 98, true).to(receiver, INCREMENTAL_A);
            next().order(MDUpdateAction.Delete, MDEntryType.Bid, 4, 7, 7, 101, true).to(receiver, INCREMENTAL_A);
            next().order(MDUpdateAction.Delete, MDEntryType.Bid, 6, 7, 8, 98, false).bid(7, 7, 9, 97, true)
                .to(receiver, INCREMENTAL_A);
            next().bid(8, 7, 10, 96, true).to(receiver, INCREMENTAL_A);
            next().emptyBook(false).to(receiver, INCREMENTAL_A);
            assertEquals(7, receiver.counters().get(ReceiverCounter.TRANSACTIONS));
        }
        assertEquals(List.of(
            "NEW bid 0 5@100 of 1", "NEW bid 1 5@99 of 1", "NEW bid 2 5@98 of 1", "end 7",
            "REMOVED bid 2 0@98 of 0", "NEW bid 0 5@101 of 1", "end 7",
            "CHANGED bid 1 10@100 of 2", "end 7",
            "REMOVED bid 0 0@101 of 0", "NEW bid 2 10@98 of 2", "end 7",
            "CHANGED bid 2 5@98 of 1", "end 7",
            "REMOVED bid 2 0@98 of 0", "REMOVED bid 1 0@99 of 0", "REMOVED bid 0 0@100 of 0", "end 7"), lines);
    }

    @Test
    void shouldReportTheDifferenceWhenASnapshotReplacesTheBooks()
    {
        try (SimbaReceiver receiver = receiver())
        {
            next().bid(1, 7, 1, 100, false).bid(9, 7, 2, 101, true).to(receiver, INCREMENTAL_A);
            // Order 9 is not known at this price: a fault.
            next().order(MDUpdateAction.Delete, MDEntryType.Bid, 8, 7, 3, 101, true).to(receiver, INCREMENTAL_A);
            lines.clear();
            script.snapshot(1, 2, 7, 3, 2).to(receiver, SimbaFeed.SNAPSHOT_A);
            script.sequenceReset(2, 1).to(receiver, SimbaFeed.SNAPSHOT_A);
            compare(receiver.books().book(SECURITY_ID));
        }
        assertEquals(List.of("REMOVED bid 0 0@101 of 0", "CHANGED bid 0 10@100 of 2", "end 7"), lines);
    }

    @Test
    void shouldGiveTheSameLevelsToAReaderThatAppliesTheChanges()
    {
        final long seed = System.nanoTime();
        System.out.println("LevelBooksTest seed=" + seed);
        final Random random = new Random(seed);
        final List<long[]> orders = new ArrayList<>();
        try (SimbaReceiver receiver = receiver())
        {
            for (int i = 1; i <= 20_000; i++)
            {
                final PacketScript packet = next();
                for (int messages = 1 + random.nextInt(4); messages > 0; messages--)
                {
                    change(packet, random, orders, 1 == messages || 0 == random.nextInt(3));
                }
                packet.to(receiver, INCREMENTAL_A);
            }
            assertEquals(20_000, receiver.lastMsgSeqNum(), "seed=" + seed);
            assertTrue(receiver.counters().get(ReceiverCounter.TRANSACTIONS) > 20_000, "seed=" + seed);
        }
    }

    private void change(final PacketScript packet, final Random random, final List<long[]> orders, final boolean isEnd)
    {
        rptSeq++;
        if (orders.size() > random.nextInt(12))
        {
            final long[] order = orders.remove(random.nextInt(orders.size()));
            packet.order(MDUpdateAction.Delete, 0 == order[1] ? MDEntryType.Bid : MDEntryType.Offer, order[0],
                SECURITY_ID, rptSeq, order[2], isEnd);
            return;
        }
        final long[] order = {rptSeq, random.nextInt(2), 100 + random.nextInt(8)};
        orders.add(order);
        packet.order(MDUpdateAction.New, 0 == order[1] ? MDEntryType.Bid : MDEntryType.Offer, order[0],
            SECURITY_ID, rptSeq, order[2], isEnd);
    }

    @Test
    void shouldRefuseADepthBelowOne()
    {
        final IllegalArgumentException refusal =
            assertThrows(IllegalArgumentException.class, () -> new LevelBooks(0, (a, b, c, d, e, f, g) -> rptSeq++));
        assertTrue(refusal.getMessage().contains("depth=0"), refusal.getMessage());
    }
}
