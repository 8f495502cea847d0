// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.ingest.Ingest;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.json.Json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A directory with a synthetic day: what it was made of, the tables of the ingest, the venue, the evening run before.
 * It is made once; a directory that was not finished is made again.
 */
record SyntheticStore(Path baseDir)
{
    /** Name of the file that is written last. */
    static final String VOLUMES = "volumes.json";

    private static final String CHECKPOINTS = "checkpoints";

    /** The venue's own files. */
    Path venue()
    {
        return baseDir.resolve("venue");
    }

    /** The tables of the day. */
    Path ingest()
    {
        return baseDir.resolve("ingest");
    }

    /** Whether the directory holds a day of these volumes. */
    boolean holds(final BenchVolumes volumes) throws IOException
    {
        final Path file = baseDir.resolve(VOLUMES);
        return Files.exists(file) && volumes.equals(Json.read(file, BenchVolumes.class));
    }

    /**
     * Makes a day.
     *
     * @param threads that write the tables of the previous evening.
     * @return the day, whose tables are all there.
     * @throws IOException when files cannot be written.
     * @throws IllegalArgumentException when the directory holds another day.
     */
    SyntheticDay make(final BenchVolumes volumes, final int threads) throws IOException
    {
        return make(SyntheticDay.of(volumes), threads);
    }

    /** The same of a day with other instruments. */
    SyntheticDay make(final SyntheticDay day, final int threads) throws IOException
    {
        final BenchVolumes volumes = day.volumes();
        if (!holds(volumes))
        {
            if (Files.exists(baseDir.resolve(VOLUMES)))
            {
                throw new IllegalArgumentException("directory holds a day of other volumes: directory=" + baseDir +
                    " volumes=" + volumes);
            }
            DurableFile.createDirectories(venue());
            VenueTotals.count(day).write(venue());
            new PreviousEvening(day, baseDir, threads).write();
            ingest(day);
            Json.write(baseDir.resolve(VOLUMES), volumes);
        }
        return day;
    }

    /**
     * Takes away what runs have left, so that the day can be cleared anew. The ingest goes back to its checkpoint at
     * the end of the day: it begins at the last one that there is.
     *
     * @param day that the directory holds.
     * @throws IOException when files cannot be changed.
     */
    void reset(final SyntheticDay day) throws IOException
    {
        final long endCursor = new DayTransactions(day).size() * TransactionWriter.CURSOR_STEP;
        for (final Path checkpoint : listed(ingest().resolve(CHECKPOINTS)))
        {
            final String name = checkpoint.getFileName().toString();
            if (Long.parseLong(name.substring(0, name.indexOf('.'))) > endCursor)
            {
                Files.delete(checkpoint);
            }
        }
        final Set<String> kept = Set.of(
            VOLUMES, venue().getFileName().toString(), ingest().getFileName().toString(),
            Integer.toString(SyntheticDay.PREVIOUS_DATE));
        for (final Path file : listed(baseDir))
        {
            if (!kept.contains(file.getFileName().toString()))
            {
                DurableFile.deleteTree(file);
            }
        }
        Files.deleteIfExists(venue().resolve(VenueJournal.FILE_NAME));
    }

    private static List<Path> listed(final Path directory) throws IOException
    {
        try (Stream<Path> files = Files.list(directory))
        {
            return files.toList();
        }
    }

    private void ingest(final SyntheticDay day)
    {
        try (SyntheticVenue venue = SyntheticVenue.open(day, venue());
            Ingest ingest = venue.ingest(ingest());
            IngestedDay whole = ingest.catchUp())
        {
            if (day.volumes().trades() != whole.tradeCount())
            {
                throw new IllegalStateException("ingest has not all trades of the day: trades=" +
                    day.volumes().trades() + " ingested=" + whole.tradeCount());
            }
        }
    }
}
