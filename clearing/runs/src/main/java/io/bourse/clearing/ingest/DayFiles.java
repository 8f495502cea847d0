// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.ingest.order.OrderSegments;
import io.bourse.clearing.ingest.order.SegmentGrowth;
import io.bourse.clearing.ingest.order.SegmentSealer;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.table.GrowingTable;
import io.bourse.clearing.table.Growth;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Tables and segments of an ingest that are being written: registers of all sessions, trades and orders of one.
 */
final class DayFiles implements AutoCloseable
{
    private final Path directory;
    private final SegmentSealer sealer;
    private final GrowingTable registers;
    private GrowingTable trades;
    private OrderSegments segments;

    /** Takes the files up at a checkpoint, or begins them anew. */
    DayFiles(final Path directory, final Checkpoint.State state, final int compressorThreads) throws IOException
    {
        this.directory = directory;
        this.registers =
            GrowingTable.open(directory, DayTables.REGISTERS, null == state ? null : state.registers());
        this.sealer = new SegmentSealer(compressorThreads);
        try
        {
            if (null != state && !state.session().directory().isEmpty())
            {
                open(state.session().directory(), state.trades(), state.segments());
            }
        }
        catch (final IOException | RuntimeException ex)
        {
            close();
            throw ex;
        }
    }

    private void open(final String session, final Growth tradesGrowth, final List<SegmentGrowth> segmentGrowths)
        throws IOException
    {
        final Path sessionDirectory = directory.resolve(session);
        trades = GrowingTable.open(sessionDirectory, DayTables.TRADES, tradesGrowth);
        segments = OrderSegments.open(sessionDirectory, segmentGrowths, sealer);
    }

    /** Leaves the session's tables complete and begins those of another. */
    void beginSession(final String session)
    {
        flush();
        try
        {
            if (null != trades)
            {
                trades.close();
            }
            open(session, null, List.of());
        }
        catch (final IOException ex)
        {
            throw new ClearingException(ClearingException.EXIT_IO, "tables of a session cannot be begun, free space " +
                "and start again: directory=" + directory.resolve(session) + " reason=\"" + ex + "\"", ex);
        }
    }

    GrowingTable registers()
    {
        return registers;
    }

    /** Trades of the session; null before the first. */
    GrowingTable trades()
    {
        return trades;
    }

    OrderSegments segments()
    {
        return segments;
    }

    Growth tradesGrowth()
    {
        return null == trades ? null : trades.growth();
    }

    /** After {@link #flush}. */
    List<SegmentGrowth> segmentGrowths()
    {
        return null == segments ? List.of() : segments.growths();
    }

    void flush()
    {
        registers.flush();
        if (null != trades)
        {
            trades.flush();
            segments.flush();
        }
    }

    @Override
    public void close()
    {
        sealer.close();
        try
        {
            registers.close();
            if (null != trades)
            {
                trades.close();
            }
        }
        catch (final IOException ex)
        {
            throw new ClearingException(ClearingException.EXIT_IO,
                "tables of the ingest cannot be closed: directory=" + directory, ex);
        }
    }
}
