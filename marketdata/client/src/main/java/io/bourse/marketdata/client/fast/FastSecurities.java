// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastWriter;
import java.util.List;
import java.util.function.LongFunction;

import org.agrona.collections.Long2ObjectHashMap;

/**
 * What is kept of each security of a feed: a snapshot begins it, then entries with numbers in sequence change it.
 *
 * @param <T> what is kept of a security.
 */
abstract class FastSecurities<T> implements FastBooks
{
    private static final class Security<T>
    {
        private final T kept;
        private long rptSeq;
        private long joinedAt;

        private Security(final T kept)
        {
            this.kept = kept;
        }
    }

    private final Long2ObjectHashMap<Security<T>> byId = new Long2ObjectHashMap<>();
    private final LongFunction<Security<T>> factory;
    private final int snapshotId;
    private final int incrementId;

    /** Nothing yet; templates of the messages, and what is new of a security. */
    FastSecurities(final int snapshotId, final int incrementId, final LongFunction<T> factory)
    {
        this.snapshotId = snapshotId;
        this.incrementId = incrementId;
        this.factory = securityId -> new Security<>(factory.apply(securityId));
    }

    /** Empties what is kept of a security. */
    abstract void clear(T kept);

    /** Puts an entry of a snapshot in. */
    abstract void load(T kept, FastEntry entry, FastMessage message);

    /** Applies a change that comes next; false if it does not fit. */
    abstract boolean apply(T kept, FastEntry entry, FastMessage message);

    /** The number of the last entry about a security is another one. */
    void onRptSeq(final T kept, final long rptSeq)
    {
    }

    /** Of a security; null if nothing has been heard of it. */
    final T find(final long securityId)
    {
        final Security<T> found = byId.get(securityId);
        return null == found ? null : found.kept;
    }

    /** Of all securities that have been heard of. */
    final List<T> securities()
    {
        return byId.values().stream().map(security -> security.kept).toList();
    }

    @Override
    public final void clear()
    {
        for (final Security<T> security : byId.values())
        {
            clear(security.kept);
            security.joinedAt = 0;
            number(security, 0);
        }
    }

    private void number(final Security<T> security, final long rptSeq)
    {
        security.rptSeq = rptSeq;
        onRptSeq(security.kept, rptSeq);
    }

    @Override
    public final void onSnapshot(final FastMessage message)
    {
        if (snapshotId == message.templateId())
        {
            final Security<T> security = byId.computeIfAbsent(message.securityId(), factory);
            security.joinedAt = message.lastMsgSeqNumProcessed();
            number(security, FastWriter.NULL == message.rptSeq() ? 0 : message.rptSeq());
            for (int i = 0; i < message.entryCount(); i++)
            {
                if (FastMessages.EMPTY_BOOK != message.entry(i).type())
                {
                    load(security.kept, message.entry(i), message);
                }
            }
        }
    }

    @Override
    public final boolean onIncrement(final FastMessage message)
    {
        boolean fits = true;
        if (incrementId == message.templateId())
        {
            for (int i = 0; i < message.entryCount(); i++)
            {
                fits &= apply(message.entry(i), message);
            }
        }
        return fits;
    }

    private boolean apply(final FastEntry entry, final FastMessage message)
    {
        if (FastMessages.EMPTY_BOOK == entry.type())
        {
            for (final Security<T> security : byId.values())
            {
                if (message.msgSeqNum() > security.joinedAt)
                {
                    clear(security.kept);
                }
            }
            return true;
        }
        final Security<T> security = byId.computeIfAbsent(entry.securityId(), factory);
        if (message.msgSeqNum() <= security.joinedAt)
        {
            return true;
        }
        if (entry.rptSeq() != security.rptSeq + 1)
        {
            return false;
        }
        number(security, entry.rptSeq());
        return apply(security.kept, entry, message);
    }
}
