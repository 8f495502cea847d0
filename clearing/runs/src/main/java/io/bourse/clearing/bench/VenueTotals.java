// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.file.DurableFile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the matcher of a synthetic venue has counted by the end of the day. Counted from the trades alone, instrument by
 * instrument, so that clearing is compared with something it did not calculate itself. Kept in a file: counting takes
 * longer than a run.
 */
record VenueTotals(Row[] rows)
{
    /** Name of the file in the directory of the venue. */
    static final String FILE_NAME = "totals.txt";

    private static final int HALF = 32;

    /**
     * Totals of an instrument.
     *
     * @param trades of the day.
     * @param lots of these.
     * @param openInterestLots sum of all positions above 0.
     */
    record Row(long trades, long lots, long openInterestLots)
    {
    }

    /** Totals of an instrument by ordinal. */
    Row get(final int instrument)
    {
        return rows[instrument];
    }

    static VenueTotals count(final SyntheticDay day)
    {
        final int[] starts = starts(day);
        final long[] changes = changes(day, starts);
        final int[] net = new int[day.registers().size()];
        final Row[] rows = new Row[BenchVolumes.INSTRUMENTS];
        final long[][] traded = traded(day);
        for (int i = 0; i < rows.length; i++)
        {
            rows[i] = new Row(traded[0][i], traded[1][i], openInterest(changes, starts[i], starts[i + 1], net));
        }
        return new VenueTotals(rows);
    }

    private static long openInterest(final long[] changes, final int from, final int to, final int[] net)
    {
        for (int i = from; i < to; i++)
        {
            final int account = (int)(changes[i] >>> HALF);
            net[account] = Math.addExact(net[account], (int)changes[i]);
        }
        long open = 0;
        for (int i = from; i < to; i++)
        {
            final int account = (int)(changes[i] >>> HALF);
            open += Math.max(0, net[account]);
            net[account] = 0;
        }
        return open;
    }

    private static long[][] traded(final SyntheticDay day)
    {
        final long[][] traded = new long[2][BenchVolumes.INSTRUMENTS];
        for (int trade = 0; trade < day.volumes().trades(); trade++)
        {
            final int instrument = day.trades().instrument(trade);
            traded[0][instrument]++;
            traded[1][instrument] += day.trades().qtyLots(trade);
        }
        return traded;
    }

    /** Where the changes of an instrument begin; one more entry for the end. */
    private static int[] starts(final SyntheticDay day)
    {
        final int[] starts = new int[BenchVolumes.INSTRUMENTS + 1];
        for (int trade = 0; trade < day.volumes().trades(); trade++)
        {
            starts[day.trades().instrument(trade) + 1] += 2;
        }
        for (int account = 0; account < day.volumes().registers(); account++)
        {
            starts[day.trades().carriedInstrument(account) + 1]++;
        }
        for (int i = 1; i < starts.length; i++)
        {
            starts[i] = Math.addExact(starts[i], starts[i - 1]);
        }
        return starts;
    }

    private static long[] changes(final SyntheticDay day, final int[] starts)
    {
        final SyntheticTrades trades = day.trades();
        final long[] changes = new long[starts[BenchVolumes.INSTRUMENTS]];
        final int[] next = starts.clone();
        for (int trade = 0; trade < day.volumes().trades(); trade++)
        {
            final int instrument = trades.instrument(trade);
            changes[next[instrument]++] = change(trades.buyer(trade), trades.qtyLots(trade));
            changes[next[instrument]++] = change(trades.seller(trade), -trades.qtyLots(trade));
        }
        for (int account = 0; account < day.volumes().registers(); account++)
        {
            changes[next[trades.carriedInstrument(account)]++] = change(account, trades.carriedLots(account));
        }
        return changes;
    }

    private static long change(final int account, final int lots)
    {
        return (long)account << HALF | lots & 0xFFFF_FFFFL;
    }

    void write(final Path directory) throws IOException
    {
        final StringBuilder text = new StringBuilder();
        for (final Row row : rows)
        {
            text.append(row.trades()).append(' ').append(row.lots()).append(' ').append(row.openInterestLots())
                .append('\n');
        }
        DurableFile.write(directory.resolve(FILE_NAME), text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    static VenueTotals read(final Path directory) throws IOException
    {
        final List<String> lines = Files.readAllLines(directory.resolve(FILE_NAME), StandardCharsets.US_ASCII);
        final Row[] rows = new Row[lines.size()];
        for (int i = 0; i < rows.length; i++)
        {
            final String[] words = lines.get(i).split(" ");
            rows[i] = new Row(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
        }
        return new VenueTotals(rows);
    }
}
