// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.ingest.Ingest;
import io.bourse.clearing.ingest.IngestContext;
import io.bourse.clearing.ingest.IngestedDay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A directory with a synthetic day: what it was made of, the tables of the ingest, the venue, the evening run before.
 * It is made once; a directory that was not finished is made again.
 */
final class SyntheticStore
{
    /** Name of the file that is written last. */
    static final String VOLUMES = "volumes.json";

    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final Path baseDir;

    SyntheticStore(final Path baseDir)
    {
        this.baseDir = baseDir;
    }

    Path baseDir()
    {
        return baseDir;
    }

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
        return Files.exists(file) && volumes.equals(MAPPER.readValue(Files.readAllBytes(file), BenchVolumes.class));
    }

    /**
     * Makes a day.
     *
     * @param volumes of it.
     * @param threads that write the tables of the previous evening.
     * @return the day, whose tables are all there.
     * @throws IOException when files cannot be written.
     * @throws IllegalArgumentException when the directory holds another day.
     */
    SyntheticDay make(final BenchVolumes volumes, final int threads) throws IOException
    {
        final SyntheticDay day = new SyntheticDay(volumes);
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
            DurableFile.write(baseDir.resolve(VOLUMES), MAPPER.writeValueAsBytes(volumes));
        }
        return day;
    }

    /**
     * Takes away what runs have left, so that the day can be cleared anew.
     *
     * @throws IOException when files cannot be changed.
     */
    void reset() throws IOException
    {
        Files.deleteIfExists(venue().resolve(VenueJournal.FILE_NAME));
    }

    private void ingest(final SyntheticDay day)
    {
        try (SyntheticVenue venue = SyntheticVenue.open(day, venue());
            Ingest ingest = Ingest.open(new IngestContext()
                .directory(ingest())
                .engineClient(venue)
                .compressorThreads(1));
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
