// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.deploy.config.Partitions;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.List;

/**
 * The options that name a venue, or one of its partitions.
 */
public class VenueDirectory
{
    @Option(names = "--data", paramLabel = "DIR", defaultValue = "data",
        description = "Data directory of the venue (default: ${DEFAULT-VALUE}).")
    private Path dataDir;

    @Option(names = "--partition", paramLabel = "N",
        description = "This partition of a venue of several. Default: all of them one after the other, or the one " +
            "that has the instrument or the trade.")
    private Integer partition;

    private Path directory;
    private int index;
    private int count = 1;
    private boolean isInMarket;

    /**
     * Data directory of the venue; of one of several partitions that of the one in which the command is executed.
     *
     * @return directory.
     */
    public final Path dataDir()
    {
        return null == directory ? dataDir : directory;
    }

    /**
     * Data directory of the whole venue; of several markets that of the one in which the command is executed.
     *
     * @return directory.
     */
    public final Path venueDir()
    {
        return dataDir;
    }

    /**
     * The partition that was named.
     *
     * @return number, null for none.
     */
    protected final Integer partition()
    {
        return partition;
    }

    /**
     * Whether the command itself compares the partition with what it finds in a directory of one partition.
     *
     * @return false: such a directory has no partition to be named.
     */
    protected boolean isPartitionChecked()
    {
        return false;
    }

    /**
     * Whether the command is executed in all partitions of the venue.
     *
     * @return false in a venue of one, and in one that was named or has what is meant.
     */
    public final boolean isOneOfAll()
    {
        return count > 1;
    }

    /**
     * What the partition may use of what all share.
     *
     * @param whole of the venue; where one partition was named, of that one.
     * @return part of it.
     */
    public final long part(final long whole)
    {
        return Partitions.part(whole, index, count);
    }

    /**
     * What the partition may use of a limit.
     *
     * @param limit of the venue; where one partition was named, of that one; null for none.
     * @return part of it.
     * @throws IllegalArgumentException when there is less than one for each partition.
     */
    public final Long partOfLimit(final Long limit)
    {
        return Partitions.partOfLimit(limit, index, count);
    }

    /**
     * What the partition may use of a limit.
     *
     * @param limit of the venue; where one partition was named, of that one; null for none.
     * @return part of it.
     * @throws IllegalArgumentException when there is less than one for each partition.
     */
    public final Integer partOfLimit(final Integer limit)
    {
        return Partitions.partOfLimit(limit, index, count);
    }

    /** The next execution is in this partition, which is one of those that it is executed in. */
    final void enter(final int one, final List<Integer> all)
    {
        directory = Partitions.directory(dataDir, one);
        index = Math.max(0, all.indexOf(one));
        count = all.size();
    }

    /** The next execution is in this market. */
    final void enter(final Path ofMarket)
    {
        dataDir = ofMarket;
        directory = null;
        isInMarket = true;
    }

    /**
     * Whether the venue has several markets, and the command is executed in one of them.
     *
     * @return false in a venue that is one market.
     */
    public final boolean isInMarket()
    {
        return isInMarket;
    }
}
