// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.model.PriceBand;
import io.bourse.engine.protocol.ClearingKind;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntHashSet;

/**
 * One clearing run of the current session as the stream tells it.
 */
public final class RunRecord
{
    private final long runId;
    private final ClearingKind kind;
    private final Cut cut;
    private final Int2ObjectHashMap<Published> publishedByInstrument = new Int2ObjectHashMap<>();
    private final IntHashSet expiredInstruments = new IntHashSet();
    private long movedRows;
    private boolean completed;
    private boolean resumed;

    /**
     * A run that has just suspended trading.
     *
     * @param runId of the run.
     * @param kind of the run.
     * @param cut where it has cut the stream.
     */
    public RunRecord(final long runId, final ClearingKind kind, final Cut cut)
    {
        this.runId = runId;
        this.kind = kind;
        this.cut = cut;
    }

    /**
     * A result of the run is published.
     *
     * @param instrument ordinal.
     * @param published result.
     */
    public void onPublished(final int instrument, final Published published)
    {
        publishedByInstrument.put(instrument, published);
    }

    /** Everything of the run is published. */
    public void onCompleted()
    {
        completed = true;
    }

    /** A position was moved by the run. */
    public void onPositionMoved()
    {
        movedRows++;
    }

    /**
     * The run has ended an instrument.
     *
     * @param instrument ordinal.
     */
    public void onExpired(final int instrument)
    {
        expiredInstruments.add(instrument);
    }

    /** Trading was resumed by the run, with or without results. */
    public void onResumed()
    {
        resumed = true;
    }

    /**
     * Number of the run.
     *
     * @return YYYYMMDD x 100 + number within the date.
     */
    public long runId()
    {
        return runId;
    }

    /**
     * Kind of the run.
     *
     * @return intraday or evening.
     */
    public ClearingKind kind()
    {
        return kind;
    }

    /**
     * Where the run cut the stream.
     *
     * @return the cut.
     */
    public Cut cut()
    {
        return cut;
    }

    /**
     * What the run has published for an instrument.
     *
     * @param instrument ordinal.
     * @return null when nothing.
     */
    public Published published(final int instrument)
    {
        return publishedByInstrument.get(instrument);
    }

    /**
     * Whether all results of the run are in the stream.
     *
     * @return true after ClearingCompleted.
     */
    public boolean isCompleted()
    {
        return completed;
    }

    /**
     * Positions that the run has moved by exercise, assignment and expiry, in the order of its movements.
     *
     * @return rows.
     */
    public long movedRows()
    {
        return movedRows;
    }

    /**
     * Whether the run has ended an instrument.
     *
     * @param instrument ordinal.
     * @return true if so.
     */
    public boolean isExpired(final int instrument)
    {
        return expiredInstruments.contains(instrument);
    }

    /**
     * Whether the run has resumed trading. One that was not completed then was given up.
     *
     * @return true if so.
     */
    public boolean isResumed()
    {
        return resumed;
    }

    /**
     * The cut of a run: a fact of the journal, not of a clock.
     *
     * @param cursor behind the suspension in the event stream, bytes.
     * @param commandPosition journal position behind the suspension, bytes.
     * @param engineTimeNs of the suspension.
     * @param sessionTrades trades of the session before the cut.
     * @param totalTrades trades of the stream before the cut.
     * @param accounts registers defined before the cut.
     * @param instruments defined before the cut.
     */
    public record Cut(
        long cursor,
        long commandPosition,
        long engineTimeNs,
        int sessionTrades,
        long totalTrades,
        int accounts,
        int instruments)
    {
    }

    /**
     * Result of a run for one instrument.
     *
     * @param settlementPriceE5 SP x 100 000.
     * @param tickValueE5 W x 100 000.
     * @param band limits.
     */
    public record Published(long settlementPriceE5, long tickValueE5, PriceBand band)
    {
    }
}
