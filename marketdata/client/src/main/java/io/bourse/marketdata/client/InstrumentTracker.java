// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.simba.SecurityDefinitionUpdateReportDecoder;
import io.bourse.marketdata.simba.SequenceResetDecoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import io.bourse.marketdata.simba.TradingSessionStatusDecoder;

import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Instruments of one of FUT-INFO and OPT-INFO, from packets of replay and incremental feed, A and B, in any order.
 * Every message has whole values, so that for each instrument the youngest counts: of incremental messages that with
 * the highest number, whichever side brings it; a definition of the replay is at most as old as the beginning of its
 * cycle. What both feeds lose comes with the next cycle. A and B may be sent by two machines, so times are compared
 * within a side wherever numbers do not decide.
 */
final class InstrumentTracker
{
    private static final long UNKNOWN = Long.MIN_VALUE;
    private static final long NUMBERS = 1L << 32;
    private static final int EARLY_HEADER_LENGTH = 2 * Long.BYTES;

    /** Where a side's replay is. */
    private static final class Cycle
    {
        private long startNs = UNKNOWN;
        private long lastNs = UNKNOWN;
        private long lastNumber;
        private long packets;
        private long definitions;
    }

    private final InstrumentDecoder decoder = new InstrumentDecoder();
    /** The youngest status and the youngest report of an instrument that is not defined yet. */
    private final Int2ObjectHashMap<UnsafeBuffer[]> early = new Int2ObjectHashMap<>();
    private final Cycle[] cycles = {new Cycle(), new Cycle()};
    private final long[] lastIncrementalNs = {UNKNOWN, UNKNOWN};
    private final long[] highestNumber = new long[2];
    private final InstrumentDirectory directory;
    private final InstrumentListener listener;
    private final CounterSet<InstrumentCounter> counters;
    private final boolean isOptions;
    private long newestCycleNs = UNKNOWN;
    private long epoch;
    private long totNumReports = -1;
    private int inFullCycle;
    private long sessionNs = UNKNOWN;

    InstrumentTracker(
        final boolean isOptions,
        final InstrumentDirectory directory,
        final InstrumentListener listener,
        final CounterSet<InstrumentCounter> counters)
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

    void onReplay(final int side, final DirectBuffer buffer, final int offset)
    {
        final Cycle cycle = cycles[side];
        final long sendingTimeNs = SimbaPacketDescriptor.sendingTimeNs(buffer, offset);
        final long number = SimbaPacketDescriptor.msgSeqNum(buffer, offset);
        final int message =
            offset + SimbaPacketDescriptor.messagesOffset(SimbaPacketDescriptor.msgFlags(buffer, offset));
        if (sendingTimeNs < cycle.startNs)
        {
            // A late copy of the cycle before.
            return;
        }
        if (SequenceResetDecoder.TEMPLATE_ID == SimbaMessages.templateId(buffer, message))
        {
            if (sendingTimeNs > cycle.startNs)
            {
                // A reset has the number after the cycle that it ends: a whole one may have no instrument at all.
                if (UNKNOWN != cycle.startNs && 0 == cycle.definitions && cycle.packets + 1 == number)
                {
                    totNumReports = 0;
                }
                begin(cycle, sendingTimeNs);
            }
            return;
        }
        if (sendingTimeNs > cycle.lastNs)
        {
            if (number < cycle.lastNumber && UNKNOWN != cycle.startNs)
            {
                // The SequenceReset was lost: the new cycle is not older than the end of the former.
                begin(cycle, cycle.lastNs + 1);
            }
            cycle.lastNs = sendingTimeNs;
            cycle.lastNumber = number;
            cycle.packets++;
        }
        apply(cycle, cycle.startNs, 0, buffer, message);
    }

    void onIncremental(final int side, final DirectBuffer buffer, final int offset, final int length)
    {
        final long sendingTimeNs = SimbaPacketDescriptor.sendingTimeNs(buffer, offset);
        final long number = SimbaPacketDescriptor.msgSeqNum(buffer, offset);
        if (sendingTimeNs > lastIncrementalNs[side])
        {
            if (number < highestNumber[side])
            {
                // A publisher without the history of the former one: numbers begin again.
                epoch += NUMBERS;
                highestNumber[1 - side] = 0;
            }
            lastIncrementalNs[side] = sendingTimeNs;
            highestNumber[side] = number;
        }
        final int msgFlags = SimbaPacketDescriptor.msgFlags(buffer, offset);
        // A packet without incremental header has one message, and of an unknown one only the beginning is known.
        final boolean isAlone = 0 == (msgFlags & SimbaPacketDescriptor.FLAG_INCREMENTAL);
        final int limit = offset + length;
        int message = offset + SimbaPacketDescriptor.messagesOffset(msgFlags);
        while (message < limit)
        {
            apply(null, sendingTimeNs, epoch + number, buffer, message);
            message = isAlone ? limit : message + SimbaMessages.length(buffer, message, limit);
        }
    }

    private void begin(final Cycle cycle, final long startNs)
    {
        if (startNs > newestCycleNs)
        {
            newestCycleNs = startNs;
            counters.increment(InstrumentCounter.CYCLES);
        }
        cycle.startNs = startNs;
        cycle.lastNs = startNs;
        cycle.lastNumber = 0;
        cycle.packets = 0;
        cycle.definitions = 0;
    }

    /** Whether an incremental message is younger than all that is known of its instrument. */
    private static boolean isNews(final KnownInstrument instrument, final long asOfNs, final long number)
    {
        return number >= instrument.updatedNumber && asOfNs >= instrument.replayedNs;
    }

    /** Cycle is null for incremental messages; only those have a number. */
    private void apply(
        final Cycle cycle, final long asOfNs, final long number, final DirectBuffer buffer, final int message)
    {
        final int templateId = SimbaMessages.templateId(buffer, message);
        if (TradingSessionStatusDecoder.TEMPLATE_ID == templateId)
        {
            onSession(asOfNs, buffer, message);
        }
        else if (InstrumentDecoder.DEFINITION_8 == templateId || InstrumentDecoder.DEFINITION_9 == templateId ||
            InstrumentDecoder.DEFINITION_3 == templateId)
        {
            onDefinition(cycle, asOfNs, number, buffer, message);
        }
        else if (InstrumentDecoder.STATUS_8 == templateId || InstrumentDecoder.STATUS_9 == templateId ||
            SecurityDefinitionUpdateReportDecoder.TEMPLATE_ID == templateId)
        {
            onUpdate(asOfNs, number, buffer, message, templateId);
        }
        // All others, such as SecurityGroupStatus, have unpublished layouts.
    }

    private void onDefinition(
        final Cycle cycle, final long asOfNs, final long number, final DirectBuffer buffer, final int message)
    {
        final int securityId =
            InstrumentDecoder.securityId(buffer, message, SimbaMessages.templateId(buffer, message));
        final KnownInstrument instrument = directory.known(securityId);
        final boolean isNew = !instrument.isDefined;
        if (isNew || (null == cycle ? isNews(instrument, asOfNs, number) : asOfNs >= instrument.updatedNs))
        {
            final MarketInstrument terms = decoder.readDefinition(buffer, message, instrument.terms);
            final boolean isChanged = isNew || !terms.equals(instrument.terms);
            directory.define(instrument, terms);
            updated(instrument, null != cycle, asOfNs, number);
            if (isNew)
            {
                applyEarly(instrument);
            }
            if (isChanged)
            {
                counters.increment(InstrumentCounter.CHANGES);
                listener.onInstrument(instrument.terms, isNew);
            }
            counters.set(InstrumentCounter.INSTRUMENTS, directory.size());
        }
        if (null != cycle)
        {
            cycle.definitions++;
            totNumReports = decoder.totNumReports(buffer, message);
            if (UNKNOWN != cycle.startNs && !instrument.isInFullCycle)
            {
                instrument.isInFullCycle = true;
                inFullCycle++;
            }
        }
    }

    private static void updated(
        final KnownInstrument instrument, final boolean isReplay, final long asOfNs, final long number)
    {
        instrument.updatedNs = Math.max(instrument.updatedNs, asOfNs);
        if (isReplay)
        {
            instrument.replayedNs = asOfNs;
        }
        else
        {
            instrument.updatedNumber = number;
        }
    }

    private void onUpdate(
        final long asOfNs, final long number, final DirectBuffer buffer, final int message, final int templateId)
    {
        final KnownInstrument instrument =
            directory.known(InstrumentDecoder.securityId(buffer, message, templateId));
        if (!instrument.isDefined)
        {
            keepEarly(asOfNs, number, buffer, message, instrument.terms.securityId());
            return;
        }
        if (!isNews(instrument, asOfNs, number))
        {
            counters.increment(InstrumentCounter.OUTDATED);
            return;
        }
        updated(instrument, false, asOfNs, number);
        if (read(buffer, message, instrument))
        {
            counters.increment(InstrumentCounter.CHANGES);
            listener.onInstrument(instrument.terms, false);
        }
    }

    /** Reads an update; true if it changes anything. */
    private boolean read(final DirectBuffer buffer, final int message, final KnownInstrument instrument)
    {
        final MarketInstrument before = instrument.terms;
        instrument.terms = isReport(buffer, message) ?
            decoder.readReport(buffer, message, before) : decoder.readStatus(buffer, message, before);
        return !before.equals(instrument.terms);
    }

    private static boolean isReport(final DirectBuffer buffer, final int message)
    {
        return SecurityDefinitionUpdateReportDecoder.TEMPLATE_ID == SimbaMessages.templateId(buffer, message);
    }

    private void onSession(final long asOfNs, final DirectBuffer buffer, final int message)
    {
        if (asOfNs > sessionNs)
        {
            sessionNs = asOfNs;
            listener.onTradingSession(decoder.readSession(buffer, message, isOptions));
        }
    }

    /** Time, number, and the message as it came: its instrument is not defined yet. */
    private void keepEarly(
        final long asOfNs, final long number, final DirectBuffer buffer, final int message, final int securityId)
    {
        final UnsafeBuffer[] kept = early.computeIfAbsent(securityId, id -> new UnsafeBuffer[2]);
        final int slot = isReport(buffer, message) ? 1 : 0;
        if (null != kept[slot] && kept[slot].getLong(Long.BYTES) >= number)
        {
            return;
        }
        final int length = SimbaMessages.HEADER_LENGTH + SimbaMessages.blockLength(buffer, message);
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[EARLY_HEADER_LENGTH + length]);
        copy.putLong(0, asOfNs);
        copy.putLong(Long.BYTES, number);
        copy.putBytes(EARLY_HEADER_LENGTH, buffer, message, length);
        kept[slot] = copy;
    }

    private void applyEarly(final KnownInstrument instrument)
    {
        final UnsafeBuffer[] kept = early.remove(instrument.terms.securityId());
        final long definedNumber = instrument.updatedNumber;
        for (int i = 0; null != kept && i < kept.length; i++)
        {
            final UnsafeBuffer update = kept[i];
            final long number = null == update ? UNKNOWN : update.getLong(Long.BYTES);
            if (null != update && update.getLong(0) >= instrument.replayedNs && number >= definedNumber)
            {
                updated(instrument, false, update.getLong(0), Math.max(instrument.updatedNumber, number));
                read(update, EARLY_HEADER_LENGTH, instrument);
            }
        }
    }
}
