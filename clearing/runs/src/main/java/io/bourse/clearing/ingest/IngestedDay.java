// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.ingest.order.OrderCounts;
import io.bourse.clearing.ingest.order.SegmentGrowth;
import io.bourse.clearing.ingest.order.SegmentReader;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.SortedRegisters;
import io.bourse.clearing.table.Table;

import java.nio.file.Path;
import java.util.List;

/**
 * What a run sees of the day at a place of the event stream: nothing behind it is in here. Read from the tables of the
 * ingest, so it needs neither the stream nor the engine.
 */
public interface IngestedDay extends AutoCloseable
{
    /**
     * Place in the event stream.
     *
     * @return bytes.
     */
    long cursor();

    /**
     * Session the day is in, or was in last.
     *
     * @return TradingSessionID, 0 before the first.
     */
    int sessionId();

    /**
     * Date of the session.
     *
     * @return YYYYMMDD, 0 before the first.
     */
    int tradingDate();

    /**
     * Whether the session is open for trading.
     *
     * @return false before the first session, during clearing and after the evening run.
     */
    boolean isTrading();

    /**
     * Instruments with their terms, prices and limits as they are here.
     *
     * @return table.
     */
    IngestedInstruments instruments();

    /**
     * Client registers.
     *
     * @return registers that are defined here.
     */
    SortedRegisters registers();

    /**
     * Finds a register.
     *
     * @param code seven characters.
     * @return account id, -1 when it is not defined.
     */
    int accountOf(String code);

    /**
     * Trades of the session, {@link DayTables#TRADES}.
     *
     * @return table of {@link #tradeCount()} rows, closed with the day; null before the first session.
     */
    Table trades();

    /**
     * Trades of the session.
     *
     * @return count.
     */
    int tradeCount();

    /**
     * Trades since the beginning of the stream, those of strategies included.
     *
     * @return count.
     */
    long totalTrades();

    /**
     * Slices for the settlement prices.
     *
     * @return windows of all instruments.
     */
    SliceCollector slices();

    /**
     * Instructions for options that have not expired, the last one of each register and series, by account id, then by
     * ordinal.
     *
     * @return unmodifiable.
     */
    List<ExerciseInstruction> exercises();

    /**
     * What the matcher has counted for an instrument at the suspension that this day ends with.
     *
     * @param instrument ordinal.
     * @return null when it has told nothing.
     */
    EngineTotals totals(int instrument);

    /**
     * Contradictions between order events, and trades that took from their orders what they do not say; the first
     * hundred of the session.
     *
     * @return sentences naming the order or trade; empty when all is well.
     */
    List<String> anomalies();

    /**
     * Order events of the session.
     *
     * @return counts.
     */
    OrderCounts orderCounts();

    /**
     * Order segments of the session, to be read with a {@link SegmentReader}.
     *
     * @return one for each clearing firm that had orders, by firm.
     */
    List<SegmentGrowth> orderSegments();

    /**
     * Where collateral lives, and who belongs there.
     *
     * @return settlement accounts as they are here.
     */
    IngestedAccounts settlementAccounts();

    /**
     * What the matcher checks collateral with.
     *
     * @return limits as they are here.
     */
    Limits limits();

    /**
     * Lots of live orders. Looks through all of them.
     *
     * @return rows as they are here.
     * @throws io.bourse.clearing.InputCorruptException when the file of the checkpoint is not what its digest says.
     */
    default OrderedLots openOrders()
    {
        return openOrders(null);
    }

    /**
     * Lots of live orders that outlive the end of some instruments: with a leg its strategies end. Looks through all
     * live orders.
     *
     * @param ended by ordinal, true for an instrument whose orders do not count; null for none.
     * @return rows as they are here.
     * @throws io.bourse.clearing.InputCorruptException when the file of the checkpoint is not what its digest says.
     */
    OrderedLots openOrders(boolean[] ended);

    /**
     * All runs of the session so far, given up ones included, in their order.
     *
     * @return unmodifiable.
     */
    List<RunRecord> runs();

    /**
     * A run of the session.
     *
     * @param runId of the run.
     * @return null when there is none.
     */
    default RunRecord run(final long runId)
    {
        return runs().stream().filter(run -> runId == run.runId()).findFirst().orElse(null);
    }

    /**
     * The run that holds trading suspended here.
     *
     * @return null when none does.
     */
    RunRecord openRun();

    /**
     * The evening run that was completed last before the session. Positions and money are carried from it.
     *
     * @return its run id; 0 when the stream has none.
     */
    long previousEveningRunId();

    /**
     * Where the tables of the session are.
     *
     * @return directory that has {@code trades/} and {@code orders/}.
     */
    Path directory();

    /**
     * Hash of everything that was ingested up to here: the same for a tailer, whenever it was stopped and started, and
     * for a full replay.
     *
     * @return lower-case hexadecimal SHA-256.
     */
    String contentHash();

    /**
     * Compares all files, registers, trades and order segments, with the checkpoint. Reads every byte of them.
     *
     * @throws io.bourse.clearing.InputCorruptException when they differ; file and rows are named.
     */
    void verify();

    /**
     * Compares what a run calculates with, registers and trades, with the checkpoint.
     *
     * @throws io.bourse.clearing.InputCorruptException when they differ; file and rows are named.
     */
    void verifyTables();

    @Override
    void close();
}
