// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.book.BookCursor;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.client.pitch.PitchBook;
import io.bourse.marketdata.client.pitch.PitchReceiver;
import io.bourse.marketdata.client.pitch.PitchReceiverOptions;
import io.bourse.marketdata.client.pitch.PitchReceiverOptionsBuilder;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.pitch.PitchLogin;
import io.bourse.marketdata.publisher.MarketDataPublisher;
import io.bourse.marketdata.publisher.MarketDataPublisherOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.CloseHelper;

/**
 * A day's engine, its PITCH publisher with both recovery servers, and taps of receivers, all on the test's thread.
 */
final class PitchVenue implements AutoCloseable
{
    static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(20);
    static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    final String groupA = Multicast.free();
    final String groupB = Multicast.free();
    final String retransmission = Multicast.free();
    final PitchDay day;
    MarketDataPublisher publisher;
    PitchFeed feed;
    PublicMarket market;
    private final ArrayList<PitchTap> taps = new ArrayList<>();

    PitchVenue(final Path dir, final Random random)
    {
        day = new PitchDay(dir, random);
    }

    PitchFeedOptionsBuilder feedContext()
    {
        return PitchFeedOptions.builder()
            .feedA(MulticastEndpoint.parse(groupA))
            .feedB(MulticastEndpoint.parse(groupB))
            .heartbeatIntervalNs(INTERVAL_NS)
            .recovery(recoveryContext().build());
    }

    PitchRecoveryOptionsBuilder recoveryContext()
    {
        return PitchRecoveryOptions.builder()
            .retransmission(MulticastEndpoint.parse(retransmission))
            .gapServer(ANY_PORT)
            .spinServer(ANY_PORT)
            .logins(List.of(new PitchLogin("0001", "TAP1", "secret1"), new PitchLogin("0001", "TAP2", "secret2")))
            .maxGapsPerSecond(100_000)
            .maxGapsPerMinute(1_000_000)
            .maxGapsPerDay(1_000_000)
            .historyCapacity(1 << 16)
            .spinImageIntervalNs(INTERVAL_NS);
    }

    void startPublisher(final PitchFeedOptionsBuilder context)
    {
        publisher = new MarketDataPublisher(MarketDataPublisherOptions.builder()
            .engineClient(day.client)
            .feeds(List.of((newMarket) ->
            {
                market = newMarket;
                feed = new PitchFeed(context.build());
                return feed;
            })).build());
        workUntil("publisher live", publisher::isLive);
    }

    /** Options of a receiver that hears nothing but what its tap lets through. */
    PitchReceiverOptionsBuilder receiverContext(final int number)
    {
        return PitchReceiverOptions.builder()
            .feedA(MulticastEndpoint.parse(Multicast.free()))
            .feedB(null)
            .retransmission(null)
            .gapServer(feed.gapServerAddress())
            .spinServer(feed.spinServerAddress())
            .login(new PitchLogin("0001", "TAP" + number, "secret" + number))
            .heartbeatIntervalNs(INTERVAL_NS)
            .gapWaitNs(TimeUnit.MILLISECONDS.toNanos(2))
            .requestTimeoutNs(TimeUnit.MILLISECONDS.toNanos(20));
    }

    PitchTap add(final PitchReceiver receiver, final Random random)
    {
        final PitchTap tap = new PitchTap(this, receiver, random);
        taps.add(tap);
        return tap;
    }

    int work()
    {
        int workCount = null == publisher ? 0 : publisher.doWork();
        for (final PitchTap tap : taps)
        {
            workCount += tap.doWork();
        }
        return workCount;
    }

    void workUntil(final String what, final BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean())
        {
            if (0 == work())
            {
                TestEngine.pause();
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new AssertionError("did not happen in time: " + what + ' ' +
                    (null == feed ? "" : feed.counters()));
            }
        }
    }

    void steps(final int count)
    {
        for (int i = 0; i < count; i++)
        {
            day.step();
            work();
        }
    }

    void publishAll()
    {
        day.settle();
        final long end = day.client.endCursor();
        workUntil("publish", () -> feed.publishedCursor() >= end);
    }

    void assertBooksEqual(final PitchReceiver receiver, final String message)
    {
        publishAll();
        workUntil("receive: " + message + ' ' + receiver.counters(),
            () -> receiver.isLive() && receiver.lastSequence() == feed.counters().get(PitchCounter.SEQUENCE));
        final ArrayList<String> expected = new ArrayList<>();
        final ArrayList<String> actual = new ArrayList<>();
        for (final PublicInstrument instrument : market.instruments())
        {
            expected.add(instrument.symbol() + " T");
            expected.addAll(lines(instrument.book()));
            final PitchBook book = receiver.books().book(instrument.symbol());
            actual.add(book.symbol() + ' ' + book.status());
            actual.addAll(lines(book.book()));
        }
        assertEquals(expected, actual, message + ' ' + receiver.counters());
    }

    static List<String> lines(final MarketBook book)
    {
        final ArrayList<String> lines = new ArrayList<>();
        final BookCursor cursor = new BookCursor().wrap(book);
        for (BookOrder order = cursor.next(); null != order; order = cursor.next())
        {
            lines.add(order.orderId() + (order.isBid() ? " B " : " S ") + order.qtyLots() + '@' + order.priceE5());
        }
        return lines;
    }

    @Override
    public void close()
    {
        CloseHelper.closeAll(taps);
        CloseHelper.closeAll(publisher, day);
    }
}
