// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import io.bourse.engine.client.checkpoint.CheckpointState;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * All indices of a venue, and when their values are published. Values follow from the event stream alone. A change is
 * published at once when the interval since the last publication is over; otherwise with the first transaction after
 * it, or by {@link #poll(long)} when there is none. Nothing allocates after construction. Not thread-safe.
 */
public final class PriceIndices
{
    /** When an index is published next. */
    private static final class Publication
    {
        private final PriceIndex index;
        private long dueNs = Long.MIN_VALUE;
        private boolean isWaiting;

        private Publication(final PriceIndex index)
        {
            this.index = index;
        }
    }

    private final List<PriceIndex> indices = new ArrayList<>();
    private final Publication[] publications;
    private IndexListener listener;
    private int waiting;
    private boolean isTouched;

    /**
     * Indices without values.
     *
     * @param specs of the indices, empty for none.
     * @param listener receives values.
     * @throws IllegalArgumentException when two of them have the same id.
     */
    public PriceIndices(final List<IndexSpec> specs, final IndexListener listener)
    {
        this.listener = listener;
        final Set<Integer> ids = new HashSet<>();
        publications = new Publication[specs.size()];
        for (int i = 0; i < publications.length; i++)
        {
            final IndexSpec spec = specs.get(i);
            if (!ids.add(spec.indexId()))
            {
                throw new IllegalArgumentException("two indices have the same id: indexId=" + spec.indexId());
            }
            publications[i] = new Publication(new PriceIndex(spec));
            indices.add(publications[i].index);
        }
    }

    /**
     * Replaces the listener, by one that is made later.
     *
     * @param newListener of values from now on.
     */
    public void listener(final IndexListener newListener)
    {
        listener = newListener;
    }

    /**
     * The indices.
     *
     * @return in the order of reference data; unmodifiable.
     */
    public List<PriceIndex> indices()
    {
        return List.copyOf(indices);
    }

    /**
     * A trade in the book of an instrument, auctions included.
     *
     * @param instrumentId traded.
     * @param priceE5 x 100 000.
     */
    public void onTrade(final int instrumentId, final long priceE5)
    {
        for (final Publication publication : publications)
        {
            isTouched |= publication.index.onTrade(instrumentId, priceE5);
        }
    }

    /**
     * The settlement price of an instrument is known: with its definition, then with every clearing run.
     *
     * @param priceE5 x 100 000.
     */
    public void onSettlement(final int instrumentId, final long priceE5)
    {
        for (final Publication publication : publications)
        {
            isTouched |= publication.index.onSettlement(instrumentId, priceE5);
        }
    }

    /**
     * A session opens.
     *
     * @param tradingDate of it, YYYYMMDD.
     */
    public void onSessionOpened(final int sessionId, final int tradingDate)
    {
        for (final Publication publication : publications)
        {
            publication.index.onSessionOpened(sessionId, tradingDate);
        }
    }

    /**
     * The session has another date.
     *
     * @param tradingDate YYYYMMDD.
     */
    public void onDateMoved(final int tradingDate)
    {
        for (final Publication publication : publications)
        {
            publication.index.onDateMoved(tradingDate);
        }
    }

    /**
     * The evening's clearing run ends the session: every index that has a value publishes its closing value.
     *
     * @param engineTimeNs of the transaction.
     */
    public void onSessionEnd(final long engineTimeNs)
    {
        for (final Publication publication : publications)
        {
            final PriceIndex index = publication.index;
            index.onTransactionEnd(engineTimeNs);
            index.onSessionEnd();
            if (PriceIndex.NULL_VALUE != index.closeE5())
            {
                publish(publication, engineTimeNs, engineTimeNs, true);
            }
        }
    }

    /**
     * A transaction is over: values are calculated and published when they are due.
     *
     * @param engineTimeNs of the transaction.
     */
    public void onTransactionEnd(final long engineTimeNs)
    {
        if (isTouched)
        {
            isTouched = false;
            for (final Publication publication : publications)
            {
                if (publication.index.onTransactionEnd(engineTimeNs) && !publication.isWaiting)
                {
                    publication.isWaiting = true;
                    waiting++;
                }
            }
        }
        if (0 != waiting)
        {
            publishDue(engineTimeNs);
        }
    }

    /**
     * Publishes values whose interval is over although no transaction has come since. Not for history.
     *
     * @param nowNs nanoseconds since the Unix epoch.
     * @return number of values published.
     */
    public int poll(final long nowNs)
    {
        return 0 == waiting ? 0 : publishDue(nowNs);
    }

    private int publishDue(final long nowNs)
    {
        int count = 0;
        for (final Publication publication : publications)
        {
            if (publication.isWaiting && nowNs >= publication.dueNs)
            {
                publish(publication, publication.index.valueTimeNs(), nowNs, false);
                count++;
            }
        }
        return count;
    }

    private void publish(
        final Publication publication, final long valueTimeNs, final long nowNs, final boolean isClose)
    {
        if (publication.isWaiting)
        {
            publication.isWaiting = false;
            waiting--;
        }
        publication.dueNs = nowNs + publication.index.spec().intervalNs();
        listener.onIndexValue(publication.index, valueTimeNs, isClose);
    }

    void state(final CheckpointState state)
    {
        for (final Publication publication : publications)
        {
            publication.index.state(state);
            publication.dueNs = state.number(publication.dueNs);
            publication.isWaiting = state.flag(publication.isWaiting);
        }
        waiting = state.number(waiting);
        isTouched = state.flag(isTouched);
    }
}
