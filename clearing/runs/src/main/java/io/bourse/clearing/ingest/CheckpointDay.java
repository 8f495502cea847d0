// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.ingest.order.OrderCounts;
import io.bourse.clearing.ingest.order.SegmentGrowth;
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
 * The day as a checkpoint has it.
 */
final class CheckpointDay implements IngestedDay
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
     * @param cache of registers, which goes on to belong to whoever made it; null to have one of its own.
     */
    CheckpointDay(
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

    @Override
    public long cursor()
    {
        return checkpoint.state().cursor();
    }

    @Override
    public int sessionId()
    {
        return session.session().sessionId();
    }

    @Override
    public int tradingDate()
    {
        return session.session().tradingDate();
    }

    @Override
    public boolean isTrading()
    {
        return session.isTrading();
    }

    @Override
    public IngestedInstruments instruments()
    {
        return session.instruments();
    }

    @Override
    public SortedRegisters registers()
    {
        return registers;
    }

    @Override
    public int accountOf(final String code)
    {
        final boolean isCode = AccountCode.LENGTH == code.length() && code.chars().allMatch(c -> c > 0 && c <= 0x7F);
        return isCode ? registers.idOf(AccountCode.pack(code)) : -1;
    }

    @Override
    public Table trades()
    {
        return trades;
    }

    @Override
    public int tradeCount()
    {
        return null == trades ? 0 : Math.toIntExact(trades.rows());
    }

    @Override
    public long totalTrades()
    {
        return session.totalTrades();
    }

    @Override
    public SliceCollector slices()
    {
        return session.slices();
    }

    @Override
    public List<ExerciseInstruction> exercises()
    {
        return session.exercises();
    }

    @Override
    public EngineTotals totals(final int instrument)
    {
        final RunRecord run = session.openRun();
        return null == run ? null : run.totals(instrument);
    }

    @Override
    public List<String> anomalies()
    {
        return checkpoint.state().anomalies();
    }

    @Override
    public OrderCounts orderCounts()
    {
        return checkpoint.state().counts();
    }

    @Override
    public List<SegmentGrowth> orderSegments()
    {
        return checkpoint.state().segments();
    }

    @Override
    public IngestedAccounts settlementAccounts()
    {
        return session.settlementAccounts();
    }

    @Override
    public Limits limits()
    {
        return session.limits();
    }

    @Override
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

    @Override
    public List<RunRecord> runs()
    {
        return Collections.unmodifiableList(session.runs());
    }

    @Override
    public RunRecord openRun()
    {
        return session.openRun();
    }

    @Override
    public long previousEveningRunId()
    {
        return session.session().previousEveningRunId();
    }

    @Override
    public Path directory()
    {
        return directory.resolve(session.session().directory());
    }

    @Override
    public String contentHash()
    {
        return checkpoint.hash();
    }

    @Override
    public void verify()
    {
        verifyTables();
        verify(DayLog::verifySegments);
    }

    @Override
    public void verifyTables()
    {
        verify(DayLog::verifyTables);
    }

    private void verify(final Check check)
    {
        try
        {
            check.of(directory, checkpoint.state());
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

    private interface Check
    {
        void of(Path directory, Checkpoint.State state) throws IOException;
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
