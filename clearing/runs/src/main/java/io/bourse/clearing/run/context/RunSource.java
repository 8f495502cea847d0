// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.requirement.MatcherLimits;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.ClearingKind;

import java.nio.file.Path;
import java.util.List;

/**
 * Where a run has its day from and where its results go: a live engine, or a recorded or made up day that answers
 * as an engine would. Every command may be given again after a crash: the run asks {@link #record} what has been done
 * and gives what is missing.
 *
 * <p>What cannot be done becomes a {@link io.bourse.clearing.PreconditionException}, damaged files of the day an
 * {@link io.bourse.clearing.InputCorruptException}. Used by one thread.
 */
public interface RunSource extends AutoCloseable
{
    /**
     * What the options name: a source, or else the engine.
     *
     * @param ctx options.
     * @return source, for the caller to close.
     * @throws IllegalArgumentException when they name neither.
     */
    static RunSource of(final ClearingContext ctx)
    {
        ClearingRunOptions.require(
            null != ctx.engineClient() || null != ctx.source(), "engineClient", null, "is needed");
        return null == ctx.source() ? new EngineSource(ctx) : ctx.source();
    }

    /**
     * Follows the stream to where it ends now. Trading goes on.
     *
     * @return the day as it is there; closed by the caller.
     */
    IngestedDay catchUp();

    /**
     * The day at any place of the stream, read from its beginning into files of its own. Trading goes on.
     *
     * @param cursor event stream position in bytes, where a transaction ends.
     * @param directory for the files; new.
     * @return closed by the caller.
     */
    IngestedDay dayUpTo(long cursor, Path directory);

    /**
     * Gets whatever is needed to give commands, ahead of time: while trading stands still it would cost the market.
     */
    void connect();

    /**
     * Suspends trading; returns when the suspension is in the stream. An evening run's also removes the orders of the
     * session.
     *
     * @param runId that will hold trading suspended.
     * @param kind of the run.
     */
    void suspend(long runId, ClearingKind kind);

    /**
     * The day at the suspension of a run, the same after every restart.
     *
     * @param runId that has suspended trading.
     * @return closed by the caller.
     */
    IngestedDay dayAt(long runId);

    /**
     * What the stream shows of a run by now, after its cut too.
     *
     * @return null when it has not suspended trading.
     */
    RunRecord record(long runId);

    /**
     * Moves positions in the engine as exercise, assignment and expiry have moved them.
     *
     * @param movements RunTables.MOVEMENTS of the run.
     * @param fromRow first row that the engine has not moved yet.
     * @param instrumentIds SecurityIDs by ordinal.
     */
    void movePositions(long runId, Table movements, long fromRow, int[] instrumentIds);

    /**
     * Ends an instrument: its orders are cancelled, new ones refused.
     *
     * @param instrumentId SecurityID.
     */
    void expire(long runId, int instrumentId);

    /**
     * Publishes settlement prices, tick values and price limits.
     *
     * @param prices in the order of their commands.
     */
    void publish(long runId, List<PublishedPrice> prices);

    /**
     * Sets the margin of one lot of instruments.
     *
     * @param margins in the order of their commands.
     */
    void setMargins(List<MatcherLimits.LotMargin> margins);

    /**
     * Sets what registers may use.
     *
     * @param collaterals in the order of their commands.
     */
    void setCollaterals(List<MatcherLimits.Collateral> collaterals);

    /**
     * Publishes that the run is complete.
     *
     * @param kind of the run.
     */
    void complete(long runId, ClearingKind kind);

    /**
     * Resumes trading.
     *
     * @param runId that holds it suspended.
     */
    void resume(long runId);

    /** Ends the connection; the run, if one is under way, stays where it is. */
    @Override
    void close();
}
