// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_LAST_FRAGMENT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.PACKET_HEADER_LENGTH;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.market.PublicSession;
import io.bourse.marketdata.net.FeedPair;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import io.bourse.marketdata.simba.TradSesEvent;
import java.util.List;

/**
 * The cycle of an instrument replay feed: SequenceReset, TradingSessionStatus, then every definition there was when the
 * cycle began, each as it is when it is sent, evenly over the cycle time (SIMBA B.5).
 */
final class InstrumentReplay
{
    private static final int IDLE_LIMIT = 8;
    private static final int BUSY_LIMIT = 1;
    /** Packets that are still sent in a hurry after a pause. */
    private static final int MAX_BACKLOG = 64;
    /** Packets of a cycle beside the definitions. */
    private static final int OVERHEAD = 2;

    private final CounterSet<InstrumentFeedCounter> counters;
    private final FeedPair feedPair;
    private final InstrumentMessages messages;
    private final List<InstrumentEntry> entries;
    private final PublicSession session;
    private final long cycleNs;
    private long msgSeqNum;
    private long beganNs;
    private long dueNs;
    private long intervalNs;
    private int definitionCount;
    private int packetCount;
    private int nextPacket;

    InstrumentReplay(
        final FeedPair feedPair,
        final InstrumentMessages messages,
        final List<InstrumentEntry> entries,
        final PublicSession session,
        final long cycleNs,
        final CounterSet<InstrumentFeedCounter> counters)
    {
        this.counters = counters;
        this.feedPair = feedPair;
        this.messages = messages;
        this.entries = entries;
        this.session = session;
        this.cycleNs = cycleNs;
    }

    /** Sends what is due; after a pause only a part of what was missed, and the cycle ends later. */
    int doWork(final long nowNs, final boolean isIdle, final boolean isSessionCompleted)
    {
        final int limit = isIdle ? IDLE_LIMIT : BUSY_LIMIT;
        if (0 != dueNs)
        {
            dueNs = Math.max(dueNs, nowNs - MAX_BACKLOG * intervalNs);
        }
        int sent = 0;
        while (sent < limit && (0 == dueNs || nowNs - dueNs >= 0))
        {
            if (nextPacket == packetCount)
            {
                beginCycle(nowNs);
            }
            sendNext(isSessionCompleted);
            sent++;
            dueNs += intervalNs;
        }
        return sent;
    }

    private void beginCycle(final long nowNs)
    {
        if (0 < packetCount)
        {
            counters.increment(InstrumentFeedCounter.CYCLES);
            counters.set(InstrumentFeedCounter.LAST_CYCLE_NS, nowNs - beganNs);
        }
        beganNs = nowNs;
        definitionCount = entries.size();
        packetCount = definitionCount + OVERHEAD;
        intervalNs = Math.max(1, cycleNs / packetCount);
        nextPacket = 0;
        // A cycle that was late does not make the next one hurry.
        dueNs = nowNs;
    }

    private void sendNext(final boolean isSessionCompleted)
    {
        final int index = nextPacket - OVERHEAD;
        msgSeqNum++;
        final int messageLength;
        if (index >= 0)
        {
            final InstrumentEntry entry = entries.get(index);
            messageLength = messages.putDefinition(feedPair.buffer(), PACKET_HEADER_LENGTH, entry.instrument, session,
                entry.settlementAtOpenE5, definitionCount);
        }
        else if (0 == nextPacket)
        {
            messageLength = messages.putSequenceReset(feedPair.buffer(), PACKET_HEADER_LENGTH);
        }
        else
        {
            messageLength = messages.putSession(feedPair.buffer(), PACKET_HEADER_LENGTH, session,
                InstrumentTerms.sessionStatus(session, isSessionCompleted), TradSesEvent.NULL_VAL);
        }
        final int length = PACKET_HEADER_LENGTH + messageLength;
        SimbaPacketDescriptor.putPacketHeader(
            feedPair.buffer(), 0, msgSeqNum, length, FLAG_LAST_FRAGMENT, feedPair.nextSendingTimeNs());
        feedPair.send(length);
        if (0 == nextPacket)
        {
            // The reset goes out under the number after the cycle before it; the cycle itself begins with 1.
            msgSeqNum = 0;
        }
        nextPacket++;
    }
}
