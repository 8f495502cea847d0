// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.marketdata.fast.FastEntryList;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastWriter;

/**
 * Packs units of entries into messages. A unit is what must be seen as a whole: it shares a message with others, or it
 * has several of its own, of which only the last one has LastFragment 1. How it is cut depends on the units and the
 * calls of {@link #flush} alone.
 */
final class FastPacker
{
    /** Preamble, map, template id, the longest number, SendingTime, LastFragment and the number of entries. */
    private static final int OVERHEAD =
        FastMessages.PREAMBLE_LENGTH + 1 + 1 + 5 + FastWriter.SENDING_TIME_LENGTH + 1 + 1;

    private final FastChannel channel;
    private final int templateId;
    private final int maxLength;
    private FastEntryList unit = new FastEntryList();
    private FastEntryList open = new FastEntryList();

    FastPacker(final FastChannel channel, final int templateId, final int maxPacketLength)
    {
        this.channel = channel;
        this.templateId = templateId;
        maxLength = maxPacketLength - OVERHEAD;
    }

    /** Whether nothing waits. */
    boolean isEmpty()
    {
        return 0 == open.count();
    }

    void beginUnit()
    {
        unit.clear();
    }

    FastWriter beginEntry()
    {
        return unit.beginEntry();
    }

    void endEntry()
    {
        unit.endEntry();
    }

    /**
     * Puts the unit after what waits, or sends it if it does not fit one message.
     */
    void endUnit()
    {
        final int count = unit.count();
        if (0 == count)
        {
            return;
        }
        if (!isEmpty() && (open.length(0, open.count()) + unit.length(0, count) > maxLength ||
            open.count() + count > FastWriter.MAX_ENTRIES))
        {
            flush();
        }
        if (count == unit.fitting(0, maxLength))
        {
            join();
            return;
        }
        int first = 0;
        while (first < count)
        {
            final int next = unit.fitting(first, maxLength);
            send(unit, first, next, next == count ? 1 : 0);
            first = next;
        }
        unit.clear();
    }

    /**
     * Sends what waits.
     */
    void flush()
    {
        if (!isEmpty())
        {
            send(open, 0, open.count(), FastMessages.ORDERS_LOG == templateId ? 1 : FastWriter.NULL);
            open.clear();
        }
    }

    private void join()
    {
        if (isEmpty())
        {
            final FastEntryList empty = open;
            open = unit;
            unit = empty;
        }
        else
        {
            open.append(unit);
        }
        unit.clear();
    }

    private void send(final FastEntryList entries, final int first, final int next, final long lastFragment)
    {
        final FastWriter writer = channel.begin(templateId);
        if (FastMessages.ORDERS_LOG == templateId)
        {
            writer.putUInt(lastFragment);
        }
        else
        {
            writer.putUIntNullable(lastFragment);
        }
        writer.putUInt(next - first);
        entries.putTo(first, next, writer);
        channel.end();
    }
}
