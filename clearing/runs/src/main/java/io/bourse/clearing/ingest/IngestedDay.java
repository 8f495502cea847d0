// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.ingest.order.OrderCounts;
import io.bourse.clearing.ingest.order.SegmentGrowth;
import io.bourse.clearing.ingest.order.SegmentReader;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.SortedRegisters;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.AccountCode;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

/**
 * What a run sees of the day at a place of the event stream: nothing after it is in here. Read from the tables of the
 * ingest, as one of its checkpoints has them, so it needs neither the stream nor the engine.
 */
public final class IngestedDay implements AutoCloseable
{
    private final Path directory;
    private final Checkpoint checkpoint;
    private final CheckpointStore store;
    private final DaySession session;
    private final FileChannel orders;
    private final Table trades;
    private final SortedRegisters registers;
    private boolean isClosed;
    private final RegisterCache cache;
    private final boolean ownsCache;

    /**
     * Opens the day of a checkpoint.
     *
     * @param cache of registers, owned by its maker; null to have one of its own.
     */
    IngestedDay(
        final Path directory, final CheckpointStore store, final Checkpoint checkpoint, final RegisterCache cache)
        throws IOException
    {
        this.directory = directory;
        this.store = store;
        this.checkpoint = checkpoint;
        final Checkpoint.State state = checkpoint.state();
        session = new DaySession(
            state, new DataInputStream(new ByteArrayInputStream(store.windows(checkpoint))));
        ownsCache = null == cache;
        this.cache = ownsCache ? new RegisterCache(directory) : cache;
        orders = store.openOrders(state.cursor());
        Table openedTrades = null;
        try
        {
            openedTrades = null == state.trades() ? null : Table.open(
                directory.resolve(state.session().directory()), DayTables.TRADES, state.trades().rows());
            registers = this.cache.first(state.registers().rows());
        }
        catch (final IOException | RuntimeException ex)
        {
            orders.close();
            if (null != openedTrades)
            {
                openedTrades.close();
            }
            throw ex;
        }
        trades = openedTrades;
    }

    /**
     * Place in the event stream.
     *
     * @return bytes.
     */
    public long cursor()
    {
        return checkpoint.state().cursor();
    }

    /**
     * Session the day is in, or was in last.
     *
     * @return TradingSessionID, 0 before the first.
     */
    public int sessionId()
    {
        return session.session().sessionId();
    }

    /**
     * Date of the session.
     *
     * @return YYYYMMDD, 0 before the first.
     */
    public int tradingDate()
    {
        return session.session().tradingDate();
    }

    /**
     * Whether the session is open for trading.
     *
     * @return false before the first session, during clearing and after the evening run.
     */
    public boolean isTrading()
    {
        return session.isTrading();
    }

    /**
     * Instruments with their terms, prices and limits as they are here.
     *
     * @return table.
     */
    public IngestedInstruments instruments()
    {
        return session.instruments();
    }

    /**
     * Client registers.
     *
     * @return registers that are defined here.
     */
    public SortedRegisters registers()
    {
        return registers;
    }

    /**
     * Finds a register.
     *
     * @param code seven characters.
     * @return account id, -1 when it is not defined.
     */
    public int accountOf(final String code)
    {
        final boolean isCode = AccountCode.LENGTH == code.length() && code.chars().allMatch(c -> c > 0 && c <= 0x7F);
        return isCode ? registers.idOf(AccountCode.pack(code)) : -1;
    }

    /**
     * Trades of the session, {@link DayTables#TRADES}.
     *
     * @return table of {@link #tradeCount()} rows, closed with the day; null before the first session.
     */
    public Table trades()
    {
        return trades;
    }

    /**
     * Trades of the session.
     *
     * @return count.
     */
    public int tradeCount()
    {
        return null == trades ? 0 : Math.toIntExact(trades.rows());
    }

    /**
     * Trades since the beginning of the stream, those of strategies included.
     *
     * @return count.
     */
    public long totalTrades()
    {
        return session.totalTrades();
    }

    /**
     * Slices for the settlement prices.
     *
     * @return windows of all instruments.
     */
    public SliceCollector slices()
    {
        return session.slices();
    }

    /**
     * Instructions for options that have not expired, the last one of each register and series, by account id, then by
     * ordinal.
     *
     * @return unmodifiable.
     */
    public List<ExerciseInstruction> exercises()
    {
        return session.exercises();
    }

    /**
     * What the matcher has counted for an instrument at the suspension that this day ends with.
     *
     * @param instrument ordinal.
     * @return null when it has published none.
     */
    public EngineTotals totals(final int instrument)
    {
        final RunRecord run = session.openRun();
        return null == run ? null : run.totals(instrument);
    }

    /**
     * Contradictions between order events, and trades that took from their orders what they do not say; the first
     * hundred of the session.
     *
     * @return sentences naming the order or trade; empty when all is well.
     */
    public List<String> anomalies()
    {
        return checkpoint.state().anomalies();
    }

    /**
     * Order events of the session.
     *
     * @return counts.
     */
    public OrderCounts orderCounts()
    {
        return checkpoint.state().counts();
    }

    /**
     * Order segments of the session, to be read with a {@link SegmentReader}.
     *
     * @return one for each clearing firm that had orders, by firm.
     */
    public List<SegmentGrowth> orderSegments()
    {
        return checkpoint.state().segments();
    }

    /**
     * Where collateral lives, and who belongs there.
     *
     * @return settlement accounts as they are here.
     */
    public IngestedAccounts settlementAccounts()
    {
        return session.settlementAccounts();
    }

    /**
     * What the matcher checks collateral with.
     *
     * @return limits as they are here.
     */
    public Limits limits()
    {
        return session.limits();
    }

    /**
     * Lots of live orders. Looks through all of them.
     *
     * @return rows as they are here.
     * @throws io.bourse.clearing.InputCorruptException when the file of the checkpoint is not what its digest says.
     */
    public OrderedLots openOrders()
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
    public OrderedLots openOrders(final boolean[] ended)
    {
        try
        {
            final ByteBuffer live = ByteBuffer.wrap(store.orders(orders, checkpoint));
            return OrderedLots.of(live, live.getInt(), ended, session.instruments(), cursor(), registers);
        }
        catch (final IOException ex)
        {
            throw unreadable(ex);
        }
    }

    /**
     * All runs of the session so far, given up ones included, in their order.
     *
     * @return unmodifiable.
     */
    public List<RunRecord> runs()
    {
        return Collections.unmodifiableList(session.runs());
    }

    /**
     * A run of the session.
     *
     * @return null when there is none.
     */
    public RunRecord run(final long runId)
    {
        return session.run(runId);
    }

    /**
     * The run that holds trading suspended here.
     *
     * @return null when none does.
     */
    public RunRecord openRun()
    {
        return session.openRun();
    }

    /**
     * The evening run that was completed last before the session. Positions and money are carried from it.
     *
     * @return its run id; 0 when the stream has none.
     */
    public long previousEveningRunId()
    {
        return session.session().previousEveningRunId();
    }

    /**
     * Where the tables of the session are.
     *
     * @return directory that has {@code trades/} and {@code orders/}.
     */
    public Path directory()
    {
        return directory.resolve(session.session().directory());
    }

    /**
     * Hash of everything that was ingested up to here: the same for a tailer, whenever it was stopped and started, and
     * for a full replay.
     *
     * @return lower-case hexadecimal SHA-256.
     */
    public String contentHash()
    {
        return checkpoint.hash();
    }

    /**
     * Compares all files, registers, trades and order segments, with the checkpoint. Reads every byte of them.
     *
     * @throws io.bourse.clearing.InputCorruptException when they differ; file and rows are named.
     */
    public void verify()
    {
        try
        {
            DayLog.verify(directory, checkpoint.state());
        }
        catch (final IOException ex)
        {
            throw unreadable(ex);
        }
    }

    private ClearingException unreadable(final IOException ex)
    {
        return new ClearingException(ClearingException.EXIT_IO,
            "files of the ingest cannot be read: directory=" + directory + " reason=\"" + ex + "\"", ex);
    }

    @Override
    public void close()
    {
        try
        {
            orders.close();
        }
        catch (final IOException ex)
        {
            throw unreadable(ex);
        }
        if (null != trades)
        {
            trades.close();
        }
        if (!isClosed)
        {
            isClosed = true;
            cache.release(registers);
        }
        if (ownsCache)
        {
            cache.close();
        }
    }
}
