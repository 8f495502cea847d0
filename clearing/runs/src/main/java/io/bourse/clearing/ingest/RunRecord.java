// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.bourse.clearing.model.PriceBand;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.LimitLevel;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One clearing run of the current session by the stream. A checkpoint keeps its fields, by these names and in
 * this order.
 */
public final class RunRecord
{
    private long runId;
    private ClearingKind kind;
    private Cut cut;
    private SortedMap<Integer, Published> published = new TreeMap<>();
    private SortedMap<Integer, EngineTotals> totals = new TreeMap<>();
    private SortedMap<Integer, Limits.Margin> margins = new TreeMap<>();
    /** By level and code. */
    private SortedMap<String, Long> collaterals = new TreeMap<>();
    private SortedSet<Integer> expired = new TreeSet<>();
    private long movedRows;
    private boolean completed;
    private boolean resumed;

    /**
     * A run that has just cut the stream.
     *
     * @param kind of the run.
     * @param cut where it cut the stream.
     */
    public RunRecord(final long runId, final ClearingKind kind, final Cut cut)
    {
        this.runId = runId;
        this.kind = kind;
        this.cut = cut;
    }

    /** For the reader of checkpoints. */
    private RunRecord()
    {
    }

    /** The cut of a union ends with the last partition's suspension. */
    void onCut(final Cut last)
    {
        cut = last;
    }

    void onPublished(final int instrument, final Published result)
    {
        published.put(instrument, result);
    }

    void onTotals(final int instrument, final EngineTotals counted)
    {
        totals.put(instrument, counted);
    }

    void onMargin(final int instrument, final Limits.Margin margin)
    {
        margins.put(instrument, margin);
    }

    void onCollateral(final LimitLevel level, final String code, final long kopecks)
    {
        collaterals.put(key(level, code), kopecks);
    }

    static String key(final LimitLevel level, final String code)
    {
        return level.value() + code;
    }

    void onMoved()
    {
        movedRows++;
    }

    void onExpired(final int instrument)
    {
        expired.add(instrument);
    }

    void onCompleted()
    {
        completed = true;
    }

    void onResumed()
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
        return published.get(instrument);
    }

    /**
     * Margin of one lot that was set since the run has cut the stream.
     *
     * @param instrument ordinal.
     * @return the last one; null when none.
     */
    public Limits.Margin margin(final int instrument)
    {
        return margins.get(instrument);
    }

    /**
     * Collateral that was set since the run has cut the stream.
     *
     * @param level of the register.
     * @param code of the register.
     * @return the last one, kopecks; null when none.
     */
    public Long collateral(final LimitLevel level, final String code)
    {
        return collaterals.get(key(level, code));
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
     * Whether trading has gone on since.
     *
     * @return true after TradingResumed; a run that was resumed without being complete was given up.
     */
    public boolean isResumed()
    {
        return resumed;
    }

    /**
     * Positions that the engine has moved for the run.
     *
     * @return rows seen.
     */
    public long movedRows()
    {
        return movedRows;
    }

    /**
     * Whether the run has ended an instrument.
     *
     * @param instrument ordinal.
     * @return true after InstrumentExpired.
     */
    public boolean isExpired(final int instrument)
    {
        return expired.contains(instrument);
    }

    /**
     * What the matcher has counted for an instrument up to the cut.
     *
     * @param instrument ordinal.
     * @return null when it has published none.
     */
    public EngineTotals totals(final int instrument)
    {
        return totals.get(instrument);
    }

    /**
     * The cut of a run: a fact of the journal, not of a clock.
     *
     * @param cursor after the suspension in the event stream, bytes; of several partitions the sum.
     * @param commandPosition journal position after the suspension, bytes; of several partitions that of the last.
     * @param engineTimeNs of the suspension; of several partitions of the last.
     * @param sessionTrades trades of the session before the cut.
     * @param totalTrades trades of the stream before the cut.
     * @param accounts registers defined before the cut.
     * @param instruments defined before the cut.
     * @param partitions the vector: place of the suspension in each partition; null when there is one.
     */
    public record Cut(
        long cursor,
        long commandPosition,
        long engineTimeNs,
        int sessionTrades,
        long totalTrades,
        int accounts,
        int instruments,
        @JsonInclude(JsonInclude.Include.NON_NULL) List<Place> partitions)
    {
        /**
         * Cursor in the stream of a partition.
         *
         * @param partition of the cut; does not matter when there is one.
         * @return bytes.
         */
        public long cursor(final int partition)
        {
            return null == partitions ? cursor : partitions.stream().filter(place -> partition == place.partition())
                .findFirst().orElseThrow().cursor();
        }
    }

    /**
     * Where the stream of one partition was cut.
     *
     * @param partition from 0.
     * @param cursor after the suspension in its event stream, bytes.
     * @param commandPosition position after the suspension in its journal, bytes.
     * @param engineTimeNs of the suspension.
     */
    public record Place(int partition, long cursor, long commandPosition, long engineTimeNs)
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
