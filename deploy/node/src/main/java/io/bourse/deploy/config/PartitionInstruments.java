// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.host.storage.DataDirectoryOwner;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Which partition has which instrument: {@code instruments.csv}, which each engine of a venue of several partitions
 * writes into its data directory for operators' commands and for programs of members.
 */
public final class PartitionInstruments
{
    /** Name of the file. */
    public static final String FILE_NAME = "instruments.csv";
    private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder()
        .setHeader("instrument_id", "symbol", "underlying", "partition").setSkipHeaderRecord(true)
        .setRecordSeparator('\n').get();

    /**
     * An instrument and where it is.
     */
    public record Place(int instrumentId, String symbol, String underlying, int partition)
    {
    }

    private final List<Place> places;
    private final int count;

    private PartitionInstruments(final List<Place> places, final int count)
    {
        this.places = places;
        this.count = count;
    }

    /**
     * Writes the file; does nothing in a venue of one partition.
     *
     * @param config of the partition.
     * @param data that it was given.
     * @throws IOException when the file cannot be written.
     */
    public static void write(final VenueConfig config, final ReferenceData data) throws IOException
    {
        if (1 == config.partitions())
        {
            return;
        }
        final StringWriter text = new StringWriter();
        try (CSVPrinter printer = new CSVPrinter(text, FORMAT.builder().setSkipHeaderRecord(false).get()))
        {
            for (final InstrumentSpec instrument : data.instruments())
            {
                print(printer, instrument, config.partition());
            }
            for (final ReferenceData.Elsewhere elsewhere : data.elsewhere())
            {
                print(printer, elsewhere.instrument(), elsewhere.partition());
            }
        }
        final Path file = config.dataDir().resolve(FILE_NAME);
        final Path next = Files.writeString(file.resolveSibling(FILE_NAME + ".tmp"), text.toString());
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void print(final CSVPrinter printer, final InstrumentSpec instrument, final int partition)
        throws IOException
    {
        printer.printRecord(instrument.instrumentId(), instrument.symbol(), instrument.underlying(), partition);
    }

    /**
     * Refuses another number of partitions than the venue has begun with: journals would have instruments twice, and
     * parts of limits would be more than the whole.
     *
     * @param config of a partition, or of the venue that is one.
     * @throws ConfigurationException when the data directory was used with another number.
     * @throws UncheckedIOException when a file cannot be read.
     */
    public static void requireSameCount(final VenueConfig config)
    {
        final boolean isOne = 1 == config.partitions();
        final Path venueDir = isOne ? config.dataDir() : config.dataDir().toAbsolutePath().getParent();
        try
        {
            final PartitionInstruments written = read(venueDir);
            final int count = Files.exists(venueDir.resolve(DataDirectoryOwner.FILE_NAME)) ? 1 :
                written.places.isEmpty() ? config.partitions() : written.count;
            if (count != config.partitions())
            {
                throw new ConfigurationException("venue.partitions.count", Integer.toString(config.partitions()),
                    "the venue has begun with " + count + "; set it to that, or name another venue.data-dir: dir=" +
                    venueDir);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot read which partition has which instrument: dir=" + venueDir, ex);
        }
    }

    /**
     * Reads what the partitions of a venue have written; what one says of itself counts.
     *
     * @param venueDir data directory of the venue.
     * @return instruments of all partitions that were ever started.
     * @throws IOException when a file cannot be read.
     */
    public static PartitionInstruments read(final Path venueDir) throws IOException
    {
        final List<Place> places = new ArrayList<>();
        int count = Partitions.in(venueDir).size();
        for (final int partition : Partitions.in(venueDir))
        {
            final Path file = Partitions.directory(venueDir, partition).resolve(FILE_NAME);
            if (!Files.exists(file))
            {
                continue;
            }
            try (Reader in = Files.newBufferedReader(file); CSVParser rows = FORMAT.parse(in))
            {
                for (final CSVRecord row : rows)
                {
                    final Place place = new Place(Integer.parseInt(row.get("instrument_id")), row.get("symbol"),
                        row.get("underlying"), Integer.parseInt(row.get("partition")));
                    count = Math.max(count, place.partition() + 1);
                    if (partition == place.partition())
                    {
                        places.add(place);
                    }
                }
            }
        }
        return new PartitionInstruments(places, count);
    }

    /**
     * Where instruments are.
     *
     * @param chosen which.
     * @return partitions, ascending.
     */
    public List<Integer> partitions(final Predicate<Place> chosen)
    {
        return places.stream().filter(chosen).map(Place::partition).distinct().sorted().toList();
    }

    /**
     * How many partitions the venue has.
     *
     * @return count; each has an instrument.
     */
    public int count()
    {
        return count;
    }
}
