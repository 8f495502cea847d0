// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.client.RefusalCounts;
import org.HdrHistogram.Histogram;

import java.util.concurrent.TimeUnit;

/**
 * Records a stage while it runs, on the spinning thread. Keeps nothing for a single transaction.
 */
final class Recording
{
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final RefusalCounts refusals = new RefusalCounts();
    private final boolean[] isUsed;
    private final Floor floor;
    private final boolean ownsFloor;
    private final ClientFeed clientFeed;
    private Interval current;
    private Interval spare;
    private StageLog log;
    private Windows windows;
    private Histogram[] places;
    private Histogram[] placesRemoved;
    private Histogram toFeed;
    private boolean isByProduct;
    private boolean isWithFeed;
    private long beginNs;
    private long nextIntervalNs;
    private long dueReported;
    private long orders;
    private long cancels;
    private long trades;
    private long refused;
    private long lastAnswerNs;

    /**
     * A recording without a stage.
     *
     * @param isUsed by distribution: whether there are sessions that have it.
     * @param floor under the times.
     * @param clientFeed what clients read of market data; null for nothing.
     * @param ownsFloor whether gaps are kept here: of the parts of a stage that share a thread, with one of them.
     */
    Recording(
        final boolean[] isUsed, final Floor floor, final ClientFeed clientFeed, final boolean ownsFloor)
    {
        this.clientFeed = clientFeed;
        this.isUsed = isUsed;
        this.floor = floor;
        this.ownsFloor = ownsFloor;
    }

    /**
     * A stage begins.
     *
     * @param stageLog takes its intervals.
     * @param ofBursts takes its windows; null when they are not needed.
     * @param placeCount places, or products, with a distribution each; 0 for none.
     * @param nowNs moment when it begins; answers to what was due before are not recorded.
     */
    void begin(final StageLog stageLog, final Windows ofBursts, final int placeCount, final long nowNs)
    {
        log = stageLog;
        windows = ofBursts;
        current = new Interval(isUsed);
        spare = new Interval(isUsed);
        places = newHistograms(placeCount);
        placesRemoved = newHistograms(placeCount);
        toFeed = isWithFeed && null != clientFeed ? Distributions.newSmallHistogram() : null;
        if (null != clientFeed)
        {
            clientFeed.recordInto(toFeed);
        }
        refusals.reset();
        beginNs = nowNs;
        nextIntervalNs = nowNs + INTERVAL_NS;
        dueReported = 0;
        orders = 0;
        cancels = 0;
        trades = 0;
        refused = 0;
        lastAnswerNs = nowNs;
        if (ownsFloor)
        {
            floor.begin(nowNs);
            floor.recordInto(current.gaps);
        }
        current.beginNs = nowNs;
    }

    /** Whether gaps of the thread are kept here. */
    boolean ownsFloor()
    {
        return ownsFloor;
    }

    /** Whether the times of what is sent from now on are kept by product, and not by place in a packet. */
    void byProduct(final boolean isSo)
    {
        isByProduct = isSo;
    }

    /** Whether clients read their market data in the stages that begin from now on, if they have a line of it. */
    void withFeed(final boolean isSo)
    {
        isWithFeed = isSo;
    }

    /** By what the time of a transaction is kept. */
    int place(final int ofPacket, final int instrument)
    {
        return isByProduct ? instrument : ofPacket;
    }

    private static Histogram[] newHistograms(final int count)
    {
        final Histogram[] histograms = new Histogram[count];
        for (int i = 0; i < count; i++)
        {
            histograms[i] = Distributions.newSmallHistogram();
        }
        return histograms;
    }

    void onAnswer(final int distribution, final long dueNs, final int place)
    {
        final long nowNs = System.nanoTime();
        lastAnswerNs = nowNs;
        floor.look(nowNs, 1);
        if (dueNs - beginNs < 0)
        {
            return;
        }
        final long ns = Math.clamp(nowNs - dueNs, 0, Distributions.MAX_NS);
        final boolean isRemoved = floor.isExplained(dueNs, ns);
        current.record(distribution, ns, isRemoved);
        if (Distributions.isCancel(distribution))
        {
            cancels++;
        }
        else
        {
            orders++;
        }
        if (!Distributions.isClient(distribution))
        {
            onAnswerToMember(nowNs, dueNs, ns, place, isRemoved);
        }
    }

    /** An order of a client is accepted: how long it takes to be published is kept, if clients read that. */
    void onClientOrder(final long orderId, final long dueNs)
    {
        if (null != toFeed && dueNs - beginNs >= 0)
        {
            clientFeed.onAccepted(orderId, dueNs);
        }
    }

    /** Takes what has come of market data for clients. */
    void readFeed()
    {
        if (null != toFeed)
        {
            clientFeed.poll();
        }
    }

    /** From orders of clients to their publication; null when clients read none. */
    Histogram toFeed()
    {
        return toFeed;
    }

    private void onAnswerToMember(
        final long nowNs, final long dueNs, final long ns, final int place, final boolean isRemoved)
    {
        if (null != windows)
        {
            windows.onAnswer(nowNs, dueNs, ns);
        }
        if (place < places.length)
        {
            places[place].recordValue(ns);
            if (isRemoved)
            {
                placesRemoved[place].recordValue(ns);
            }
        }
    }

    void onRefusal(final int distribution, final int reason, final long dueNs)
    {
        lastAnswerNs = System.nanoTime();
        floor.look(lastAnswerNs, 1);
        if (dueNs - beginNs >= 0)
        {
            refused++;
            current.refused++;
            refusals.count(reason);
            if (null != windows && !Distributions.isClient(distribution))
            {
                windows.onRefusal(lastAnswerNs, dueNs);
            }
        }
    }

    /** One side of a trade: every trade has one that buys. */
    void onTrade(final boolean isBuy)
    {
        floor.look(System.nanoTime(), 1);
        if (isBuy)
        {
            trades++;
            current.trades++;
        }
    }

    /**
     * Ends the interval when it is time and the one before is written.
     *
     * @param nowNs moment.
     * @param due transactions of the stage that were due so far.
     */
    void roll(final long nowNs, final long due)
    {
        if (nowNs - nextIntervalNs >= 0 && log.isReady())
        {
            hand(nowNs, due);
            nextIntervalNs += INTERVAL_NS * ((nowNs - nextIntervalNs) / INTERVAL_NS + 1);
        }
    }

    private void hand(final long nowNs, final long due)
    {
        final Interval ended = current;
        current = spare;
        spare = ended;
        current.beginNs = nowNs;
        ended.endNs = nowNs;
        ended.due = due - dueReported;
        if (ownsFloor)
        {
            floor.recordInto(current.gaps);
            ended.floorMaxNs = floor.takeLongestNs();
        }
        dueReported = due;
        log.take(ended);
    }

    /** The stage is over: hands over what there is. */
    void end(final long nowNs, final long due)
    {
        log.awaitReady();
        hand(nowNs, due);
    }

    /** Transactions of this stage that are answered, accepted or not. */
    long answered()
    {
        return orders + cancels + refused;
    }

    long orders()
    {
        return orders;
    }

    long cancels()
    {
        return cancels;
    }

    long trades()
    {
        return trades;
    }

    long refused()
    {
        return refused;
    }

    long lastAnswerNs()
    {
        return lastAnswerNs;
    }

    RefusalCounts refusals()
    {
        return refusals;
    }

    /** By place in the packet: everything, and what gaps explain. */
    Histogram place(final int place)
    {
        return places[place];
    }

    Histogram placeRemoved(final int place)
    {
        return placesRemoved[place];
    }
}
