// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where the partitions of a venue are, and how it splits what they share. A venue of one partition has no directory of
 * a partition.
 */
public final class Partitions
{
    private static final String PREFIX = "partition-";
    private static final int ID_SHIFT = 48;

    private Partitions()
    {
    }

    /**
     * Directory of a partition.
     *
     * @param dir of all partitions.
     * @param partition which.
     * @return directory, whether it is there or not.
     */
    public static Path directory(final Path dir, final int partition)
    {
        return dir.resolve(PREFIX + partition);
    }

    /**
     * Directory of a gateway that serves all partitions.
     *
     * @param dataDir of the venue.
     * @param name of the gateway, see {@link VenueConfig.LowFrequency}.
     * @return directory, whether it is there or not.
     */
    public static Path lowFrequency(final Path dataDir, final String name)
    {
        return dataDir.resolve(name);
    }

    /**
     * Partitions that have a directory.
     *
     * @param dataDir of a venue.
     * @return their numbers, ascending; none when the venue has one partition.
     */
    public static List<Integer> in(final Path dataDir)
    {
        return IntStream.range(0, PartitionOptions.MOST)
            .filter(partition -> Files.isDirectory(directory(dataDir, partition))).boxed().toList();
    }

    /**
     * Data directories of a venue or of one of its markets.
     *
     * @param dataDir of the venue, or of the market.
     * @return those of its partitions, of several markets one after the other, or itself when it has one.
     */
    public static List<Path> directories(final Path dataDir)
    {
        final Collection<Path> markets = Markets.in(dataDir).values();
        if (!markets.isEmpty())
        {
            return markets.stream().flatMap(market -> directories(market).stream()).toList();
        }
        final List<Integer> partitions = in(dataDir);
        return partitions.isEmpty() ? List.of(dataDir) :
            partitions.stream().map(partition -> directory(dataDir, partition)).toList();
    }

    /**
     * Data directory of all that is cleared together.
     *
     * @param dataDir of a venue, or of one of its partitions.
     * @return that of the venue, or of the market of the partition; itself for a venue of one partition.
     */
    public static Path venue(final Path dataDir)
    {
        final Path directory = dataDir.toAbsolutePath().normalize();
        return null != directory.getFileName() && directory.getFileName().toString().startsWith(PREFIX) &&
            Files.exists(directory.resolve(PartitionInstruments.FILE_NAME)) ? directory.getParent() : dataDir;
    }

    /**
     * Number of a partition by its data directory.
     *
     * @param dataDir of a venue, or of one of its partitions.
     * @return null of a venue.
     */
    public static Integer numberOf(final Path dataDir)
    {
        return venue(dataDir).equals(dataDir) ? null : Integer.valueOf(
            dataDir.toAbsolutePath().normalize().getFileName().toString().substring(PREFIX.length()));
    }

    /**
     * The partition that has given an order or a trade its id.
     *
     * @param id of an order or a trade.
     * @return number of the partition.
     */
    public static int ofId(final long id)
    {
        return (int)(id >>> ID_SHIFT);
    }

    /**
     * What a partition may use of something that all share: equal parts, and what is left over one by one for the
     * first. The parts are never more than the whole, and no part grows when the whole shrinks.
     *
     * @param whole of the venue.
     * @param partition which.
     * @param count of partitions.
     * @return its part.
     */
    public static long part(final long whole, final int partition, final int count)
    {
        return Math.floorDiv(whole, count) + (partition < Math.floorMod(whole, count) ? 1 : 0);
    }

    /**
     * What a partition may use of a limit; 0 stays 0, no limit.
     *
     * @param limit of the venue.
     * @param partition which.
     * @param count of partitions.
     * @return its part, above 0.
     * @throws IllegalArgumentException when there is less than one for each partition, which would be no limit there.
     */
    public static long partOfLimit(final long limit, final int partition, final int count)
    {
        if (0 != limit && limit < count)
        {
            throw new IllegalArgumentException("a limit that counts over all instruments is split among the " +
                "partitions, and must be one for each at least: limit=" + limit + " partitions=" + count);
        }
        return part(limit, partition, count);
    }

    /**
     * The same.
     *
     * @param limit of the venue; null for none.
     * @param partition which.
     * @param count of partitions.
     * @return its part; null for none.
     * @throws IllegalArgumentException when there is less than one for each partition.
     */
    public static Long partOfLimit(final Long limit, final int partition, final int count)
    {
        return null == limit ? null : Long.valueOf(partOfLimit(limit.longValue(), partition, count));
    }

    /**
     * The same.
     *
     * @param limit of the venue; null for none.
     * @param partition which.
     * @param count of partitions.
     * @return its part; null for none.
     * @throws IllegalArgumentException when there is less than one for each partition.
     */
    public static Integer partOfLimit(final Integer limit, final int partition, final int count)
    {
        return null == limit ? null : Integer.valueOf((int)partOfLimit(limit.longValue(), partition, count));
    }
}
