// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.order.SegmentBlock;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.TradeCheck;
import io.bourse.clearing.table.Table;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Torn, short and changed files are found and named, and taken from the recording again. */
@Tag("venue")
class DamageTest
{
    private static final String DATE = Integer.toString(RandomStream.FIRST_DATE);
    /** Ends in the first session, behind its intraday run. */
    private static final RandomStream STREAM = new RandomStream(11, 200_000).groups(180_000);

    @TempDir
    static Path whole;
    @TempDir
    Path dir;

    @BeforeAll
    static void ingest()
    {
        follow(whole.resolve("ingest"));
    }

    private static void follow(final Path directory)
    {
        final IngestContext ctx = IngestContext.builder().engineClient(STREAM).directory(directory)
            .checkpointIntervalNs(TimeUnit.HOURS.toNanos(1)).build();
        try (Tailer tailer = new Tailer(ctx))
        {
            tailer.followTo(STREAM.endCursor());
        }
    }

    private Path copy() throws IOException
    {
        final Path directory = dir.resolve("ingest");
        IngestFiles.copy(whole.resolve("ingest"), directory);
        return directory;
    }

    private void shouldFindAndRebuild(final Path damaged, final String named) throws IOException
    {
        final Path directory = dir.resolve("ingest");
        final ClearingException found = assertThrows(InputCorruptException.class, () ->
        {
            try (IngestedDay day = IngestedDays.latest(directory))
            {
                day.verify();
            }
        });
        assertTrue(found.getMessage().contains(named), found.getMessage());
        assertTrue(found.getMessage().contains(damaged.getFileName().toString()), found.getMessage());
        rebuild(directory);
    }

    private static void rebuild(final Path directory) throws IOException
    {
        follow(directory);
        assertEquals(IngestFiles.hashes(whole.resolve("ingest")), IngestFiles.hashes(directory));
        try (IngestedDay day = IngestedDays.latest(directory))
        {
            day.verify();
        }
    }

    @Test
    void shouldNameTheChunkOfAChangedPrice() throws IOException
    {
        final Path column = copy().resolve(DATE + "/trades/price.bin");
        IngestFiles.flipBit(column, 8 * 4_711);
        shouldFindAndRebuild(column, "rows=0..65535");
    }

    @Test
    void shouldNameTheRowsBehindTheLastChunk() throws IOException
    {
        final Path column = copy().resolve(DATE + "/trades/qty.bin");
        IngestFiles.flipBit(column, Files.size(column) - 1);
        final InputCorruptException found = assertThrows(InputCorruptException.class, () ->
        {
            try (IngestedDay day = IngestedDays.latest(dir.resolve("ingest")))
            {
                day.verify();
            }
        });
        assertTrue(found.getMessage().contains("rows=65536.."), found.getMessage());
        rebuild(dir.resolve("ingest"));
    }

    @Test
    void shouldFindAShortColumn() throws IOException
    {
        final Path column = copy().resolve(DATE + "/trades/buyer.bin");
        IngestFiles.cutOff(column, 2);
        shouldFindAndRebuild(column, "shorter");
    }

    @Test
    void shouldFindAChangedDigest() throws IOException
    {
        final Path chunks = copy().resolve(DATE + "/trades/chunks.bin");
        IngestFiles.flipBit(chunks, 3);
        shouldFindAndRebuild(chunks, "rows=0..65535");
    }

    @Test
    void shouldFindAChangedRegister() throws IOException
    {
        copy();
        IngestFiles.flipBit(dir.resolve("ingest/registers/code.bin"), 80);
        rebuild(dir.resolve("ingest"));
    }

    @Test
    void shouldNameAChangedBlock() throws IOException
    {
        final Path segment = copy().resolve(DATE + "/orders/AA.seg");
        IngestFiles.flipBit(segment, 5_000);
        shouldFindAndRebuild(segment, "firstRow=0 rows=" + SegmentBlock.ROWS);
    }

    @Test
    void shouldFindATornSegment() throws IOException
    {
        final Path segment = copy().resolve(DATE + "/orders/BB.seg");
        IngestFiles.cutOff(segment, 100);
        shouldFindAndRebuild(segment, "firstRow=");
    }

    @Test
    void shouldFindThatABlockIsMissing() throws IOException
    {
        final Path segment = copy().resolve(DATE + "/orders/AA.seg");
        final byte[] bytes = Files.readAllBytes(segment);
        final int length = SegmentBlock.HEADER_LENGTH +
            (bytes[8] & 0xFF | (bytes[9] & 0xFF) << 8 | (bytes[10] & 0xFF) << 16 | bytes[11] << 24);
        IngestFiles.cutOut(segment, 0, length);
        shouldFindAndRebuild(segment, "lacks a block");
    }

    @Test
    void shouldFindALostOpenBlock() throws IOException
    {
        final Path open = copy().resolve(DATE + "/orders/CC.open");
        Files.delete(open);
        shouldFindAndRebuild(open, "lost");
    }

    @Test
    void shouldFindAChangedOpenBlock() throws IOException
    {
        final Path open = copy().resolve(DATE + "/orders/zz.open");
        IngestFiles.flipBit(open, 1_000);
        shouldFindAndRebuild(open, "lost");
    }

    @Test
    void shouldGoBackBeforeATornCheckpoint() throws IOException
    {
        copy();
        IngestFiles.cutOff(IngestFiles.checkpoint(dir.resolve("ingest"), ".json"), 10);
        rebuild(dir.resolve("ingest"));
    }

    @Test
    void shouldGoBackBeforeAChangedOrderTable() throws IOException
    {
        copy();
        IngestFiles.flipBit(IngestFiles.checkpoint(dir.resolve("ingest"), ".orders"), 100);
        rebuild(dir.resolve("ingest"));
    }

    @Test
    void shouldRefuseAnotherStream() throws IOException
    {
        final Path directory = copy();
        IngestFiles.flipBit(directory.resolve(DATE + "/trades/price.bin"), 8);
        final RandomStream other = new RandomStream(12, 200_000).groups(180_000);
        final IngestContext ctx = IngestContext.builder().engineClient(other).directory(directory).build();
        assertThrows(PreconditionException.class, () -> new Tailer(ctx));
        IngestFiles.forgetPositions(directory);
        try (Tailer tailer = new Tailer(ctx))
        {
            final ClearingException ex =
                assertThrows(InputCorruptException.class, () -> tailer.followTo(other.endCursor()));
            assertTrue(ex.getMessage().contains("another day"), ex.getMessage());
        }
    }

    @Test
    void shouldNameTheTradeWhoseRowHasChanged() throws IOException
    {
        final Path directory = copy();
        final long row = 4_711;
        IngestFiles.flipBit(directory.resolve(DATE + "/trades/qty.bin"), 4 * row);
        try (IngestedDay day = IngestedDays.latest(directory))
        {
            assertEquals(List.of(row), damagedRows(day.trades()));
        }
    }

    private static List<Long> damagedRows(final Table trades)
    {
        final TradeCheck check = new TradeCheck();
        final List<Long> damaged = new ArrayList<>();
        for (long row = 0; row < trades.rows(); row++)
        {
            final int value = check.trade(
                trades.longs(DayTables.TRADE_ID).get(row),
                trades.longs(DayTables.TRADE_TIME_NS).get(row),
                trades.longs(DayTables.TRADE_PRICE_E5).get(row),
                trades.ints(DayTables.TRADE_QTY).get(row),
                trades.ints(DayTables.TRADE_INSTRUMENT).get(row))
                .parties(
                    trades.ints(DayTables.TRADE_BUYER).get(row),
                    trades.ints(DayTables.TRADE_SELLER).get(row),
                    trades.longs(DayTables.TRADE_BUY_ORDER).get(row),
                    trades.longs(DayTables.TRADE_SELL_ORDER).get(row),
                    trades.longs(DayTables.TRADE_BUY_EXT).get(row),
                    trades.longs(DayTables.TRADE_SELL_EXT).get(row))
                .value(trades.ints(DayTables.TRADE_FLAGS).get(row));
            if (value != trades.ints(DayTables.TRADE_CHECK).get(row))
            {
                damaged.add(row);
            }
        }
        return damaged;
    }

    @Test
    void shouldRefuseOtherSlices() throws IOException
    {
        final Path directory = copy();
        final IngestContext ctx =
            IngestContext.builder().engineClient(STREAM).directory(directory).windowSlices(3).build();
        assertThrows(PreconditionException.class, () -> new Tailer(ctx));
        // It has let go of the directory.
        follow(directory);
    }
}
