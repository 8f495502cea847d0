// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.CountersFile;
import io.bourse.engine.telemetry.LatencyHistograms;
import io.bourse.engine.telemetry.SendStamps;
import io.bourse.engine.telemetry.TimestampLog;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.net.FeedPair;
import org.agrona.CloseHelper;

import java.util.Arrays;

/**
 * The transactions of the packet in hand: when it has left, each gets its record in the log of time stamps, and counts
 * in the histograms of both sides.
 */
final class SentTransactions implements AutoCloseable
{
    private final CounterSet<OrderLogCounter> counters;
    private final TimestampLog log;
    private final LatencyHistograms<OrderLogLatency> latenciesOfA;
    private final LatencyHistograms<OrderLogLatency> latenciesOfB;
    private long[] cursors = new long[64];
    private long[] publishedNs = new long[64];
    private int waiting;
    private int tradingDate;

    /**
     * Nothing sent yet.
     *
     * @param log of the time stamps, or null.
     * @param counters of the order log.
     */
    SentTransactions(final TimestampLog log, final CounterSet<OrderLogCounter> counters)
    {
        this.counters = counters;
        this.log = log;
        latenciesOfA =
            CountersFile.labelled("side=a", () -> new LatencyHistograms<>(OrderLogLatency.class));
        latenciesOfB =
            CountersFile.labelled("side=b", () -> new LatencyHistograms<>(OrderLogLatency.class));
    }

    void clear()
    {
        waiting = 0;
    }

    void add(final PublicTransaction transaction)
    {
        if (waiting == cursors.length)
        {
            cursors = Arrays.copyOf(cursors, waiting * 2);
            publishedNs = Arrays.copyOf(publishedNs, waiting * 2);
        }
        cursors[waiting] = transaction.cursor();
        publishedNs[waiting] = transaction.publishedNs();
        tradingDate = transaction.session().tradingDate();
        waiting++;
    }

    void onSent(final int departure, final FeedPair feedPair)
    {
        if (PacketOutlet.SILENT == departure)
        {
            return;
        }
        counters.add(OrderLogCounter.TRANSACTIONS_SENT, waiting);
        for (int i = 0; i < waiting; i++)
        {
            latenciesOfA.record(OrderLogLatency.SEND, publishedNs[i], feedPair.sentANs());
            latenciesOfB.record(OrderLogLatency.SEND, publishedNs[i], feedPair.sentBNs());
            if (null != log)
            {
                record(cursors[i], feedPair.sentANs(), feedPair.sentBNs());
            }
        }
    }

    private void record(final long cursor, final long sentANs, final long sentBNs)
    {
        log.tradingDate(tradingDate);
        final int offset = log.claim();
        if (TimestampLog.NONE != offset)
        {
            SendStamps.put(log.buffer(), offset, cursor, sentANs, sentBNs);
            log.commit();
        }
        counters.set(OrderLogCounter.TIMESTAMPS_LOST, log.lost());
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(log);
    }
}
