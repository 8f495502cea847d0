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
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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
    private final SortedSet<Integer> partitions;

    private PartitionInstruments(final List<Place> places, final SortedSet<Integer> partitions)
    {
        this.places = places;
        this.partitions = partitions;
    }

    /**
     * Writes the file, with the instruments of the market; does nothing in a venue of one partition.
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
                if (config.together().contains(elsewhere.partition()))
                {
                    print(printer, elsewhere.instrument(), elsewhere.partition());
                }
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
     * Refuses other partitions and markets than the venue has begun with: journals would have instruments twice, and
     * parts of limits would be more than the whole.
     *
     * @param config of a partition, or of the venue that is one.
     * @throws ConfigurationException when the data directory was used with others.
     * @throws UncheckedIOException when a file cannot be read.
     */
    public static void requireSameCount(final VenueConfig config)
    {
        final boolean isOne = 1 == config.partitions();
        final Path venueDir = isOne ? config.dataDir() : config.dataDir().toAbsolutePath().getParent();
        try
        {
            requireSameMarkets(config, config.market().isEmpty() ? venueDir : venueDir.getParent());
            final PartitionInstruments written = read(venueDir);
            final List<Integer> begun = isOfOne(venueDir) ? List.of(0) :
                written.places.isEmpty() ? config.together() : List.copyOf(written.partitions);
            if (isOne ? 1 != begun.size() : isOfOne(venueDir) || !begun.equals(config.together()))
            {
                throw new ConfigurationException(PartitionOptions.COUNT, Integer.toString(config.partitions()),
                    "the venue has begun with " + begun.size() + "; set it to that, or name another venue.data-dir: " +
                    "dir=" + venueDir + " partitions=" + begun);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot read which partition has which instrument: dir=" + venueDir, ex);
        }
    }

    private static void requireSameMarkets(final VenueConfig config, final Path venueDir)
    {
        final Set<String> begun = Markets.in(venueDir).keySet();
        final Set<String> configured = config.markets().partitions().keySet();
        if (!configured.containsAll(begun) ||
            !configured.isEmpty() && (isOfOne(venueDir) || !Partitions.in(venueDir).isEmpty()))
        {
            throw new ConfigurationException(Markets.SECTION, configured.toString(), "the venue has begun with " +
                (begun.isEmpty() ? "no markets" : begun) + "; name those, or another venue.data-dir: dir=" + venueDir);
        }
    }

    private static boolean isOfOne(final Path venueDir)
    {
        return Files.exists(venueDir.resolve(DataDirectoryOwner.FILE_NAME));
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
        final SortedSet<Integer> partitions = new TreeSet<>(Partitions.in(venueDir));
        for (final int partition : List.copyOf(partitions))
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
                    partitions.add(place.partition());
                    if (partition == place.partition())
                    {
                        places.add(place);
                    }
                }
            }
        }
        return new PartitionInstruments(places, partitions);
    }

    /**
     * All instruments.
     *
     * @return their SecurityIDs.
     */
    public Set<Integer> instrumentIds()
    {
        return places.stream().map(Place::instrumentId).collect(Collectors.toSet());
    }

    /**
     * Instruments, each where it is.
     *
     * @param chosen which.
     * @return them, partition by partition.
     */
    public List<Place> places(final Predicate<Place> chosen)
    {
        return places.stream().filter(chosen).toList();
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
     * Partitions that share what members may use.
     *
     * @return numbers, ascending; each has an instrument.
     */
    public List<Integer> partitions()
    {
        return List.copyOf(partitions);
    }
}
