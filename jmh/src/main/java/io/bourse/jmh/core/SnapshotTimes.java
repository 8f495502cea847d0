// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.core;

import java.util.concurrent.TimeUnit;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.SnapshotReader;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * How long a snapshot of a large venue takes: 20 million accounts and 100,000 instruments of {@link VenueShape#LARGE}
 * with a million resting orders, each of another account and so nearly each with exposures of its own on every level.
 * The records are kept in memory: what a disk adds is the bytes printed here at its own speed. Then a core is made of
 * them and its snapshot compared. No benchmark of JMH: every round takes seconds, and all of them are printed.
 * <pre>
 * java --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED -Xms9g -Xmx9g -XX:+UseParallelGC \
 *     -cp 'jmh/target/classes:jmh/target/lib/*' io.bourse.jmh.core.SnapshotTimes
 * </pre>
 */
public final class SnapshotTimes
{
    private static final int ORDERS = Integer.getInteger("bourse.orders", 1_000_000);
    private static final int ROUNDS = Integer.getInteger("bourse.rounds", 5);
    private static final int ACCOUNT_STEP = 7_919;
    private static final long MIB = 1024 * 1024;

    private final VenueShape shape = VenueShape.LARGE;
    private final VenueEngine venue = new VenueEngine();
    private final VenueLoader loader = new VenueLoader(shape, venue);

    private SnapshotTimes()
    {
    }

    /**
     * Loads the venue, writes and reads snapshots of it, prints the times.
     *
     * @param args none.
     */
    public static void main(final String[] args)
    {
        new SnapshotTimes().run();
    }

    private void run()
    {
        final long beginNs = System.nanoTime();
        loader.load();
        placeOrders();
        System.out.printf("loaded: %,d accounts, %,d instruments, %,d orders in %,d ms%n",
            shape.accounts(), shape.instruments(), ORDERS, msSince(beginNs));
        SnapshotStore store = null;
        for (int i = 0; i < ROUNDS; i++)
        {
            store = null;
            System.gc();
            store = new SnapshotStore();
            write(venue.engine(), store);
        }
        for (int i = 0; i < ROUNDS; i++)
        {
            read(store, i == ROUNDS - 1);
        }
    }

    private void placeOrders()
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
        final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
        final NewOrderEncoder order = new NewOrderEncoder();
        for (int i = 0; i < ORDERS; i++)
        {
            final int accountId = (int)((long)i * ACCOUNT_STEP % shape.accounts());
            final int layer = i / shape.instruments();
            final boolean isBuy = 0 == (layer & 1);
            order.wrapAndApplyHeader(buffer, 0, messageHeader);
            final CommandHeaderEncoder header = order.header();
            header.stampedNs(0).receivedNs(0).sequence(0).sessionId(shape.loginOf(accountId)).gatewayId(1).partition(0);
            order
                .clOrdId(i + 1L)
                .expireDateNs(0)
                .priceE5(isBuy ? VenueLoader.MIDDLE_E5 - 1 - layer : VenueLoader.MIDDLE_E5 + 1 + layer)
                .qtyLots(1 + i % 10)
                .accountCode(loader.accountCode(accountId))
                .instrumentId(1 + i % shape.instruments())
                .linkId(0)
                .side((isBuy ? Side.BUY : Side.SELL).value())
                .timeInForce(TimeInForce.GTC.value())
                .complianceId((byte)0)
                .clientFlags((short)0)
                .clientRef("");
            venue.send(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + order.encodedLength());
        }
        venue.requireNothingRefused("resting orders");
    }

    private static void write(final MatchingEngine engine, final SnapshotStore store)
    {
        final long beginNs = System.nanoTime();
        engine.writeSnapshot(store);
        System.out.printf("written: %,d ms, %,d records, %,d MiB%n",
            msSince(beginNs), store.records(), store.length() / MIB);
    }

    private static void read(final SnapshotStore store, final boolean isCompared)
    {
        System.gc();
        final long beginNs = System.nanoTime();
        final SnapshotReader reader = new SnapshotReader(0, (sequence, buffer, offset, length) ->
        {
        });
        store.forEach(reader::onRecord);
        final MatchingEngine engine = reader.engine();
        System.out.printf("read: %,d ms%n", msSince(beginNs));
        if (isCompared)
        {
            final SnapshotStore again = new SnapshotStore();
            engine.writeSnapshot(again);
            if (!store.isEqual(again))
            {
                throw new IllegalStateException("a restored core writes another snapshot");
            }
            System.out.println("the restored core writes the same bytes");
        }
    }

    private static long msSince(final long beginNs)
    {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs);
    }
}
