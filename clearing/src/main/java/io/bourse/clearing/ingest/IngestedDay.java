// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.calculation.RegisterOrder;
import io.bourse.clearing.table.Table;

import java.util.List;

/**
 * A day as a run sees it: everything before one place in the event stream, and nothing behind it. What it returns does
 * not change any more, however far the stream has gone on.
 */
public interface IngestedDay extends AutoCloseable
{
    /**
     * Session of the day.
     *
     * @return TradingSessionID; 0 before the first.
     */
    int sessionId();

    /**
     * Date of the session.
     *
     * @return YYYYMMDD; 0 before the first session.
     */
    int tradingDate();

    /**
     * Where the day ends.
     *
     * @return event stream position in bytes, behind the last transaction.
     */
    long cursor();

    /**
     * Whether the session is open for trading there.
     *
     * @return false before the first session, during clearing and after the evening run.
     */
    boolean isTrading();

    /**
     * Instruments defined there.
     *
     * @return by ordinal, with terms and the prices published last.
     */
    Instruments instruments();

    /**
     * Client registers defined there.
     *
     * @return registers and the order of their codes.
     */
    RegisterOrder registers();

    /**
     * Register of a code.
     *
     * @param code seven characters.
     * @return account id; -1 when there is none.
     */
    int accountOf(String code);

    /**
     * Trades of the session.
     *
     * @return {@link DayTables#TRADES}, at least {@link #tradeCount()} rows.
     */
    Table trades();

    /**
     * Number of trades of the session.
     *
     * @return from 0.
     */
    int tradeCount();

    /**
     * Slices for the settlement prices.
     *
     * @return collector as it was there.
     */
    SliceCollector slices();

    /**
     * Instructions of holders that count.
     *
     * @return ascending by register and instrument.
     */
    List<ExerciseInstruction> exercises();

    /**
     * What the engine says of an instrument at the suspension.
     *
     * @param instrument ordinal.
     * @return null when it said nothing: no trade and no position, or the day does not end at a suspension.
     */
    EngineTotals totals(int instrument);

    /**
     * What did not fit together in the stream: sentences that name the record.
     *
     * @return empty for a sound stream.
     */
    List<String> anomalies();

    /**
     * Runs of the session, given up ones included, in their order.
     *
     * @return read-only.
     */
    List<RunRecord> runs();

    /**
     * The run that holds trading suspended there.
     *
     * @return null when none does.
     */
    RunRecord openRun();

    /**
     * The evening run that was completed last before the session.
     *
     * @return its run id; 0 when this stream has none.
     */
    long previousEveningRunId();

    /** Unmaps the tables. */
    @Override
    void close();
}
