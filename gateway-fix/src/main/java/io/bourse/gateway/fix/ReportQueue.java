// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.PublishedWatermark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import quickfix.Message;

/**
 * Reports on their way to the sessions. A report leaves when the market data of its transaction is public, or when the
 * bounded wait for that is over; reports leave in order. The duty cycle goes on meanwhile, so that a missing publisher
 * costs latency but no throughput. Belongs to the agent's thread.
 */
final class ReportQueue
{
    private record Entry(FixLogin login, Message message, String key, long position, long cursor, long deadlineNs)
    {
    }

    private final ArrayDeque<Entry> entries = new ArrayDeque<>();
    private final ArrayDeque<Entry> group = new ArrayDeque<>();
    private final Map<FixLogin, Set<String>> alreadyStored = new HashMap<>();
    private final PublishedWatermark watermark;
    private final HandedMark mark;
    private final FixCounters counters;
    private final long timeoutNs;
    /** Reports up to here may be in the stores although the mark does not cover them. */
    private long checkedPosition = Long.MAX_VALUE;
    private final long startPosition;
    private long seenPosition;

    ReportQueue(
        final PublishedWatermark watermark,
        final HandedMark mark,
        final FixCounters counters,
        final long timeoutNs)
    {
        this.watermark = watermark;
        this.mark = mark;
        this.counters = counters;
        this.timeoutNs = timeoutNs;
        this.startPosition = mark.position();
        this.seenPosition = startPosition;
    }

    /** Whether a transaction still has to be reported, or was before the last restart. */
    boolean wants(final long commandPosition)
    {
        return commandPosition > startPosition;
    }

    long startPosition()
    {
        return startPosition;
    }

    int size()
    {
        return entries.size();
    }

    /** Adds a report to the transaction in work. */
    void add(final FixLogin login, final Message message, final String key)
    {
        group.addLast(new Entry(login, message, key, 0, 0, 0));
    }

    /** The transaction is complete: its reports may leave when its cursor has been published. */
    void complete(final long commandPosition, final long cursor, final long nowNs)
    {
        seenPosition = Math.max(seenPosition, commandPosition);
        final boolean live = commandPosition > checkedPosition;
        while (!group.isEmpty())
        {
            final Entry entry = group.removeFirst();
            entries.addLast(new Entry(
                entry.login, entry.message, entry.key, commandPosition, live ? cursor : 0, nowNs + timeoutNs));
        }
    }

    /** Releases reports that were added outside a transaction: they concern one that is public already. */
    void completeNow(final long nowNs)
    {
        complete(seenPosition, 0, nowNs);
    }

    /** The replay is over: transactions from here on cannot be in a store yet. */
    void caughtUp(final long commandPosition)
    {
        checkedPosition = commandPosition;
    }

    int drain(final long nowNs)
    {
        int sent = 0;
        if (!entries.isEmpty())
        {
            final long published = watermark.get();
            Entry entry = entries.peekFirst();
            while (null != entry && (0 == timeoutNs || entry.cursor <= published || entry.deadlineNs - nowNs <= 0))
            {
                if (0 != timeoutNs && entry.cursor > published)
                {
                    counters.onLateForMarketData();
                }
                entries.removeFirst();
                send(entry);
                sent++;
                final Entry next = entries.peekFirst();
                if (null != next && next.position != entry.position)
                {
                    mark.position(Math.max(mark.position(), entry.position));
                }
                entry = next;
            }
        }
        if (entries.isEmpty() && mark.position() < seenPosition)
        {
            mark.position(seenPosition);
        }
        return sent;
    }

    /** Sends everything, published or not: these are facts, and the gateway is about to end. */
    void flush()
    {
        for (Entry entry = entries.pollFirst(); null != entry; entry = entries.pollFirst())
        {
            send(entry);
        }
        if (mark.position() < seenPosition)
        {
            mark.position(seenPosition);
        }
    }

    private void send(final Entry entry)
    {
        if (entry.position <= checkedPosition && alreadyStored(entry.login).contains(entry.key))
        {
            counters.onReportNotRepeated();
            return;
        }
        counters.onReport();
        entry.login.session.send(entry.message);
    }

    private Set<String> alreadyStored(final FixLogin login)
    {
        Set<String> keys = alreadyStored.get(login);
        if (null == keys)
        {
            try
            {
                keys = StoredReports.behind(login.session.getStore(), startPosition);
            }
            catch (final IOException e)
            {
                throw new UncheckedIOException(
                    "session store cannot be read: session=" + login.session.getSessionID(), e);
            }
            alreadyStored.put(login, keys);
        }
        return keys;
    }
}
