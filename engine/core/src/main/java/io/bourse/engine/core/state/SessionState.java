// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.snapshot.TradingSessionDecoder;
import io.bourse.engine.protocol.snapshot.TradingSessionEncoder;

import java.util.function.BooleanSupplier;

/**
 * Phase of the trading session and of the clearing run that interrupts or ends it.
 * <pre>
 *   CLOSED --OpenSession--&gt; OPEN --SuspendTrading--&gt; SUSPENDED
 *   SUSPENDED (intraday, completed or nothing moved) --ResumeTrading--&gt; OPEN
 *   SUSPENDED (evening) --CompleteClearing--&gt; CLOSED
 * </pre>
 */
public final class SessionState implements HashedState, SnapshotPart
{
    /** Phases, with the code that goes into the state hash. */
    public enum Phase
    {
        /** No session yet, or the last one was ended by its evening run. */
        CLOSED,
        /** Orders are taken. */
        OPEN,
        /** A clearing run holds the session: cancels only. */
        SUSPENDED
    }

    private final BooleanSupplier isMoving;
    private Phase phase = Phase.CLOSED;
    private int sessionId;
    private long tradingDate;
    /** Of the session before; 0 when it is not known. */
    private long previousDate;
    private long runId;
    private ClearingKind runKind = ClearingKind.NULL_VAL;
    private boolean isRunCompleted;
    /** Movements of positions by the last run. */
    private long movedRows;

    /** Of a core whose instruments stay. */
    public SessionState()
    {
        this(() -> false);
    }

    /** Of a core whose instruments may be on their way to another one: no session opens meanwhile. */
    public SessionState(final BooleanSupplier isMoving)
    {
        this.isMoving = isMoving;
    }

    public Phase phase()
    {
        return phase;
    }

    /** Number of the last session opened, 0 before the first. */
    public int sessionId()
    {
        return sessionId;
    }

    public long tradingDate()
    {
        return tradingDate;
    }

    /** The last run that suspended trading. */
    public long runId()
    {
        return runId;
    }

    public ClearingKind runKind()
    {
        return runKind;
    }

    /** The evening run of a trading date is its last one: a second session of that date could never be cleared. */
    public boolean mayOpen(final int newSessionId, final long newTradingDate)
    {
        return Phase.CLOSED == phase && newSessionId > sessionId && newTradingDate > tradingDate &&
            !isMoving.getAsBoolean();
    }

    /**
     * Opens a session.
     *
     * @param isBounded whether the history is of a level that moves dates: before it there is nothing to remember.
     */
    public void open(final int newSessionId, final long newTradingDate, final boolean isBounded)
    {
        phase = Phase.OPEN;
        sessionId = newSessionId;
        previousDate = isBounded ? tradingDate : 0;
        tradingDate = newTradingDate;
    }

    /** Before the first run of the date: an evening run would have closed the session. */
    public boolean mayMove(final int ofSessionId, final long fromDate, final long toDate)
    {
        return Phase.OPEN == phase && sessionId == ofSessionId && tradingDate == fromDate && fromDate != toDate &&
            toDate > previousDate && ClearingKind.INTRADAY != runKind;
    }

    public void move(final long newTradingDate)
    {
        tradingDate = newTradingDate;
    }

    public boolean maySuspend()
    {
        return Phase.OPEN == phase;
    }

    public void suspend(final long newRunId, final ClearingKind kind)
    {
        phase = Phase.SUSPENDED;
        runId = newRunId;
        runKind = kind;
        isRunCompleted = false;
        movedRows = 0;
    }

    /** Whether results of this run are awaited. */
    public boolean isRunning(final long ofRunId)
    {
        return Phase.SUSPENDED == phase && runId == ofRunId && !isRunCompleted;
    }

    /**
     * Whether this run may publish results: the one that holds the session, or the last one, which may be corrected as
     * long as no other has suspended trading since, also when the next session is open.
     */
    public boolean mayPublish(final long ofRunId)
    {
        return isRunning(ofRunId) || Phase.SUSPENDED != phase && isRunCompleted && runId == ofRunId;
    }

    /** How many positions the last run has moved. */
    public long movedRows()
    {
        return movedRows;
    }

    public void moved(final int rows)
    {
        movedRows += rows;
    }

    public void completeRun()
    {
        isRunCompleted = true;
        if (ClearingKind.EVENING == runKind)
        {
            phase = Phase.CLOSED;
        }
    }

    /** A run that has moved positions cannot be given up: the next one would move them again. */
    public boolean mayResume(final long ofRunId)
    {
        return Phase.SUSPENDED == phase && runId == ofRunId && ClearingKind.INTRADAY == runKind &&
            (isRunCompleted || 0 == movedRows);
    }

    public void resume()
    {
        phase = Phase.OPEN;
    }

    /** Why no order may enter or change now; null when it may. */
    public RejectReason orderRefusal()
    {
        if (Phase.OPEN == phase)
        {
            return null;
        }
        return Phase.CLOSED == phase ? RejectReason.SESSION_CLOSED : RejectReason.TRADING_SUSPENDED;
    }

    /** Why no order may be cancelled now; null when it may. */
    public RejectReason cancelRefusal()
    {
        return Phase.CLOSED == phase ? RejectReason.SESSION_CLOSED : null;
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        final TradingSessionEncoder encoder = writer.begin(new TradingSessionEncoder());
        encoder
            .tradingDate(tradingDate)
            .runId(runId)
            .movedRows(movedRows)
            .sessionId(sessionId)
            .phase((short)phase.ordinal())
            .runKind(runKind.value())
            .isRunCompleted(SnapshotWriter.flag(isRunCompleted))
            .previousDate(previousDate);
        writer.write(encoder.encodedLength());
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(TradingSessionDecoder.TEMPLATE_ID, this::read);
    }

    private void read(final SnapshotRecord record)
    {
        final TradingSessionDecoder decoder = record.decode(new TradingSessionDecoder());
        tradingDate = decoder.tradingDate();
        runId = decoder.runId();
        movedRows = TradingSessionDecoder.movedRowsSinceVersion() > record.version() ? 0 : decoder.movedRows();
        previousDate = TradingSessionDecoder.previousDateSinceVersion() > record.version() ? 0 : decoder.previousDate();
        sessionId = decoder.sessionId();
        phase = Phase.values()[decoder.phase()];
        runKind = ClearingKind.get(decoder.runKind());
        isRunCompleted = 0 != decoder.isRunCompleted();
    }

    /** Histories of the first level have hashes that do not know of a date before. */
    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(phase.ordinal());
        hash.add(sessionId);
        hash.add(tradingDate);
        hash.add(runId);
        hash.add(runKind.value());
        hash.add(isRunCompleted);
        hash.add(movedRows);
        if (0 != previousDate)
        {
            hash.add(previousDate);
        }
    }
}
