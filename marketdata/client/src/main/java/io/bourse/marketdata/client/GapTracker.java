// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.engine.telemetry.CounterSet;
import org.agrona.concurrent.NanoClock;

/**
 * What is known of the gap in hand: since when, what has filled it, what was tried.
 */
final class GapTracker
{
    private final NanoClock clock;
    private final MarketListener listener;
    private final CounterSet<ReceiverCounter> counters;
    private Recovery.Cause cause = Recovery.Cause.LATE_JOIN;
    private Recovery.Way way = Recovery.Way.LATE_PACKET;
    private SimbaFeed opener;
    private String replayFailure = "";
    private long sinceNs;
    private long firstMissing = 1;
    private long lastMissing;
    private long missing;
    private boolean isOpen;
    private boolean isGivenUp;

    GapTracker(final NanoClock clock, final MarketListener listener, final CounterSet<ReceiverCounter> counters)
    {
        this.clock = clock;
        this.listener = listener;
        this.counters = counters;
        sinceNs = clock.nanoTime();
    }

    boolean isOpen()
    {
        return isOpen;
    }

    long ageNs()
    {
        return clock.nanoTime() - sinceNs;
    }

    /**
     * A packet is missing.
     *
     * @param firstMissing number of it.
     * @param opener feed that shows it, null if only a snapshot has named it: that feed may just be ahead.
     */
    void open(final long firstMissing, final SimbaFeed opener)
    {
        begin(Recovery.Cause.GAP, firstMissing, opener);
        isOpen = true;
        counters.set(ReceiverCounter.LIVE, 0);
    }

    SimbaFeed opener()
    {
        return opener;
    }

    /**
     * A later packet has come: what is missing is not only about to come.
     */
    void onOvertaken(final SimbaFeed source)
    {
        if (null == opener)
        {
            opener = source;
        }
    }

    /**
     * Neither feed has brought it in time.
     */
    void givenUp()
    {
        isGivenUp = true;
    }

    /**
     * One of the missing packets has come.
     */
    void onFilled(final SimbaFeed source, final long msgSeqNum)
    {
        missing++;
        lastMissing = Math.max(lastMissing, msgSeqNum);
        final Recovery.Way filledBy = SimbaFeed.TCP_REPLAY == source ? Recovery.Way.TCP_REPLAY :
            source == opener ? Recovery.Way.LATE_PACKET : Recovery.Way.OTHER_FEED;
        if (filledBy.compareTo(way) > 0)
        {
            way = filledBy;
        }
    }

    /**
     * The packets do not come: only a snapshot helps.
     */
    void lost(final long lastMissing, final long missingPackets)
    {
        isOpen = false;
        this.lastMissing = Math.max(this.lastMissing, lastMissing);
        missing += missingPackets;
    }

    /**
     * The contents of a packet do not fit the books.
     */
    void fault(final long msgSeqNum)
    {
        if (!isOpen)
        {
            begin(Recovery.Cause.FAULT, msgSeqNum, null);
        }
        isOpen = false;
        cause = Recovery.Cause.FAULT;
    }

    /**
     * The numbers begin again.
     */
    void restarted()
    {
        begin(Recovery.Cause.RESTART, 1, null);
        isOpen = false;
    }

    void replayFailed(final String failure)
    {
        replayFailure = failure;
    }

    /**
     * Every missing packet has come.
     */
    void filled(final int staleInstruments)
    {
        isOpen = false;
        counters.set(ReceiverCounter.LIVE, 1);
        if (null == opener && !isGivenUp)
        {
            // Nothing was lost, and nothing waited.
            return;
        }
        switch (way)
        {
            case LATE_PACKET -> counters.increment(ReceiverCounter.LATE_RECOVERIES);
            case OTHER_FEED -> counters.increment(ReceiverCounter.OTHER_FEED_RECOVERIES);
            default -> counters.increment(ReceiverCounter.REPLAY_RECOVERIES);
        }
        tell(way, staleInstruments);
    }

    /**
     * A snapshot has replaced what is missing.
     */
    void replaced(final long lastMsgSeqNumProcessed, final int staleInstruments)
    {
        lastMissing = Recovery.Cause.GAP == cause ? lastMissing : Math.max(lastMissing, lastMsgSeqNumProcessed);
        tell(Recovery.Way.SNAPSHOT, staleInstruments);
    }

    private void tell(final Recovery.Way how, final int staleInstruments)
    {
        listener.onRecovered(new Recovery(
            cause, how, firstMissing, lastMissing, missing, staleInstruments, ageNs(), replayFailure));
    }

    private void begin(final Recovery.Cause cause, final long firstMissing, final SimbaFeed opener)
    {
        this.cause = cause;
        this.firstMissing = firstMissing;
        this.opener = opener;
        isGivenUp = false;
        way = Recovery.Way.LATE_PACKET;
        replayFailure = "";
        lastMissing = firstMissing;
        missing = 0;
        sinceNs = clock.nanoTime();
    }
}
