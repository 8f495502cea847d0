// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.run.store.OpeningPosition;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableManifest;
import io.bourse.clearing.table.TableWriter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Positions that were held before the first trade of the event stream, as a table that a first run carries from. It has
 * the digest of its contents in its name, so that it is never changed.
 */
final class OpeningPositions
{
    private static final int DIGITS = 16;

    private OpeningPositions()
    {
    }

    /** Digest of the positions given; empty for none. */
    static String sha256(final List<OpeningPosition> positions) throws IOException
    {
        if (positions.isEmpty())
        {
            return "";
        }
        final List<OpeningPosition> sorted = new ArrayList<>(positions);
        sorted.sort(Comparator.comparing(OpeningPosition::client).thenComparingInt(OpeningPosition::instrumentId));
        return Digests.sha256Of(Json.bytes(sorted)).substring(0, DIGITS);
    }

    /** Name of the table's parent directory below the base directory. */
    static String name(final String sha256)
    {
        return RunDirectory.OPENING + "/" + sha256;
    }

    /** Opens the table, after writing it if it is not there. */
    static Table open(
        final Path baseDir, final IngestedDay day, final List<OpeningPosition> positions) throws IOException
    {
        final Path parent = baseDir.resolve(name(sha256(positions)));
        if (!Files.exists(parent.resolve(RunTables.POSITIONS.name()).resolve(TableManifest.FILE_NAME)))
        {
            write(parent, rows(day, positions));
        }
        return Table.open(parent, RunTables.POSITIONS);
    }

    private static List<Row> rows(final IngestedDay day, final List<OpeningPosition> positions)
    {
        final List<Row> rows = new ArrayList<>();
        for (final OpeningPosition position : positions)
        {
            final int account = day.accountOf(position.client());
            if (account < 0)
            {
                throw new PreconditionException("client is not defined in the stream: client=" + position.client() +
                    " where=openingPosition");
            }
            if (!day.instruments().contains(position.instrumentId()))
            {
                throw new PreconditionException("instrument is not defined in the stream: instrumentId=" +
                    position.instrumentId() + " where=openingPosition");
            }
            rows.add(new Row(
                account,
                day.instruments().byId(position.instrumentId()).ordinal(),
                day.registers().rank(account),
                position.instrumentId(),
                position.lots()));
        }
        rows.sort(Comparator.comparingInt(Row::rank).thenComparingInt(Row::instrumentId));
        return merged(rows);
    }

    private static List<Row> merged(final List<Row> sorted)
    {
        final List<Row> merged = new ArrayList<>();
        for (final Row row : sorted)
        {
            final Row last = merged.isEmpty() ? null : merged.getLast();
            if (null != last && last.rank() == row.rank() && last.instrumentId() == row.instrumentId())
            {
                merged.set(merged.size() - 1, new Row(
                    row.account(), row.ordinal(), row.rank(), row.instrumentId(),
                    Math.addExact(last.lots(), row.lots())));
            }
            else
            {
                merged.add(row);
            }
        }
        return merged;
    }

    private static void write(final Path parent, final List<Row> rows) throws IOException
    {
        try (TableWriter table = TableWriter.create(parent, RunTables.POSITIONS))
        {
            for (final Row row : rows)
            {
                for (int column = 0; column < RunTables.POSITIONS.columns().size(); column++)
                {
                    table.column(column).put(switch (column)
                    {
                        case RunTables.POSITION_ACCOUNT -> row.account();
                        case RunTables.POSITION_INSTRUMENT -> row.ordinal();
                        case RunTables.POSITION_END -> row.lots();
                        default -> 0;
                    });
                }
            }
            table.seal();
        }
    }

    private record Row(int account, int ordinal, int rank, int instrumentId, long lots)
    {
    }
}
