// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.simba.SecurityDefinitionUpdateReportDecoder;
import io.bourse.marketdata.simba.SequenceResetDecoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import io.bourse.marketdata.simba.TradingSessionStatusDecoder;
import java.util.ArrayList;

import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Instruments of one of FUT-INFO and OPT-INFO, from packets of replay and incremental feed, A and B, in any order.
 * Every message tells whole values, so that for each instrument the youngest counts: an incremental one is as old as
 * its packet, a definition of the replay at most as old as the beginning of its cycle. What both feeds lose the next
 * cycle tells.
 */
final class InstrumentTracker
{
    private static final long UNKNOWN = Long.MIN_VALUE;

    private final InstrumentDecoder decoder = new InstrumentDecoder();
    private final Int2ObjectHashMap<ArrayList<UnsafeBuffer>> early = new Int2ObjectHashMap<>();
    private final InstrumentDirectory directory;
    private final InstrumentListener listener;
    private final InstrumentCounters counters;
    private final boolean isOptions;
    private long cycleStartNs = UNKNOWN;
    private long lastReplayNs = UNKNOWN;
    private long lastReplayNumber;
    private long packetsOfCycle;
    private long definitionsOfCycle;
    private long totNumReports = -1;
    private int inFullCycle;
    private long sessionNs = UNKNOWN;

    InstrumentTracker(
        final boolean isOptions,
        final InstrumentDirectory directory,
        final InstrumentListener listener,
        final InstrumentCounters counters)
    {
        this.isOptions = isOptions;
        this.directory = directory;
        this.listener = listener;
        this.counters = counters;
    }

    /**
     * Whether every instrument of the replay has been heard in a cycle from its beginning.
     */
    boolean isComplete()
    {
        return totNumReports >= 0 && inFullCycle >= totNumReports;
    }

    void onReplay(final DirectBuffer buffer, final int offset)
    {
        final long sendingTimeNs = SimbaPacketDescriptor.sendingTimeNs(buffer, offset);
        final int message =
            offset + SimbaPacketDescriptor.messagesOffset(SimbaPacketDescriptor.msgFlags(buffer, offset));
        if (sendingTimeNs < cycleStartNs)
        {
            // A late copy of the cycle before.
            return;
        }
        if (SequenceResetDecoder.TEMPLATE_ID == SimbaMessages.templateId(buffer, message))
        {
            if (sendingTimeNs > cycleStartNs)
            {
                // A reset has the number behind the cycle that it ends: a whole one may have no instrument at all.
                if (UNKNOWN != cycleStartNs && 0 == definitionsOfCycle &&
                    packetsOfCycle + 1 == SimbaPacketDescriptor.msgSeqNum(buffer, offset))
                {
                    totNumReports = 0;
                }
                beginCycle(sendingTimeNs);
            }
            return;
        }
        final long number = SimbaPacketDescriptor.msgSeqNum(buffer, offset);
        if (sendingTimeNs > lastReplayNs)
        {
            if (number < lastReplayNumber && UNKNOWN != cycleStartNs)
            {
                // The SequenceReset was lost on both feeds: the new cycle is not older than the end of the former.
                beginCycle(lastReplayNs + 1);
            }
            lastReplayNs = sendingTimeNs;
            lastReplayNumber = number;
            packetsOfCycle++;
        }
        apply(cycleStartNs, buffer, message, true);
    }

    void onIncremental(final DirectBuffer buffer, final int offset, final int length)
    {
        final long sendingTimeNs = SimbaPacketDescriptor.sendingTimeNs(buffer, offset);
        final int msgFlags = SimbaPacketDescriptor.msgFlags(buffer, offset);
        // A packet without incremental header has one message, and of an unknown one only the beginning is known.
        final boolean isAlone = 0 == (msgFlags & SimbaPacketDescriptor.FLAG_INCREMENTAL);
        final int limit = offset + length;
        int message = offset + SimbaPacketDescriptor.messagesOffset(msgFlags);
        while (message < limit)
        {
            apply(sendingTimeNs, buffer, message, false);
            message = isAlone ? limit : message + SimbaMessages.length(buffer, message, limit);
        }
    }

    private void beginCycle(final long startNs)
    {
        counters.cycles.increment();
        cycleStartNs = startNs;
        lastReplayNs = startNs;
        lastReplayNumber = 0;
        packetsOfCycle = 0;
        definitionsOfCycle = 0;
    }

    private void apply(final long asOfNs, final DirectBuffer buffer, final int message, final boolean isReplay)
    {
        final int templateId = SimbaMessages.templateId(buffer, message);
        if (TradingSessionStatusDecoder.TEMPLATE_ID == templateId)
        {
            onSession(asOfNs, buffer, message);
        }
        else if (InstrumentDecoder.DEFINITION_8 == templateId || InstrumentDecoder.DEFINITION_9 == templateId ||
            InstrumentDecoder.DEFINITION_3 == templateId)
        {
            onDefinition(asOfNs, buffer, message, isReplay);
        }
        else if (InstrumentDecoder.STATUS_8 == templateId || InstrumentDecoder.STATUS_9 == templateId ||
            SecurityDefinitionUpdateReportDecoder.TEMPLATE_ID == templateId)
        {
            onUpdate(asOfNs, buffer, message, templateId);
        }
        // All others, such as SecurityGroupStatus, have layouts that nobody has published.
    }

    private void onDefinition(
        final long asOfNs, final DirectBuffer buffer, final int message, final boolean isReplay)
    {
        final int securityId =
            InstrumentDecoder.securityId(buffer, message, SimbaMessages.templateId(buffer, message));
        final MarketInstrument instrument = directory.instrumentFor(securityId);
        final boolean isNew = !instrument.isDefined;
        if (isNew || asOfNs >= instrument.updatedNs)
        {
            final boolean isChanged = decoder.readDefinition(buffer, message, instrument, directory);
            instrument.updatedNs = asOfNs;
            if (isNew)
            {
                applyEarly(instrument);
            }
            if (isChanged)
            {
                counters.changes.increment();
                listener.onInstrument(instrument, isNew);
            }
            counters.instruments.set(directory.all().size());
        }
        if (isReplay)
        {
            definitionsOfCycle++;
            totNumReports = decoder.totNumReports(buffer, message);
            if (UNKNOWN != cycleStartNs && !instrument.isInFullCycle)
            {
                instrument.isInFullCycle = true;
                inFullCycle++;
            }
        }
    }

    private void onUpdate(final long asOfNs, final DirectBuffer buffer, final int message, final int templateId)
    {
        final MarketInstrument instrument =
            directory.instrumentFor(InstrumentDecoder.securityId(buffer, message, templateId));
        if (!instrument.isDefined)
        {
            keepEarly(asOfNs, buffer, message, instrument.securityId);
            return;
        }
        if (asOfNs < instrument.updatedNs)
        {
            counters.outdated.increment();
            return;
        }
        instrument.updatedNs = asOfNs;
        final boolean isChanged = SecurityDefinitionUpdateReportDecoder.TEMPLATE_ID == templateId ?
            decoder.readReport(buffer, message, instrument) : decoder.readStatus(buffer, message, instrument);
        if (isChanged)
        {
            counters.changes.increment();
            listener.onInstrument(instrument, false);
        }
    }

    private void onSession(final long asOfNs, final DirectBuffer buffer, final int message)
    {
        if (asOfNs > sessionNs)
        {
            sessionNs = asOfNs;
            listener.onTradingSession(decoder.readSession(buffer, message, isOptions));
        }
    }

    /** The time, and the message as it came: its instrument is not defined yet. */
    private void keepEarly(final long asOfNs, final DirectBuffer buffer, final int message, final int securityId)
    {
        final int length = SimbaMessages.HEADER_LENGTH + SimbaMessages.blockLength(buffer, message);
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[Long.BYTES + length]);
        copy.putLong(0, asOfNs);
        copy.putBytes(Long.BYTES, buffer, message, length);
        early.computeIfAbsent(securityId, id -> new ArrayList<>()).add(copy);
    }

    private void applyEarly(final MarketInstrument instrument)
    {
        final ArrayList<UnsafeBuffer> updates = early.remove(instrument.securityId);
        for (int i = 0; null != updates && i < updates.size(); i++)
        {
            final UnsafeBuffer update = updates.get(i);
            final long asOfNs = update.getLong(0);
            if (asOfNs >= instrument.updatedNs)
            {
                instrument.updatedNs = asOfNs;
                if (SecurityDefinitionUpdateReportDecoder.TEMPLATE_ID == SimbaMessages.templateId(update, Long.BYTES))
                {
                    decoder.readReport(update, Long.BYTES, instrument);
                }
                else
                {
                    decoder.readStatus(update, Long.BYTES, instrument);
                }
            }
        }
    }
}
