// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest.order;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.file.DurableFile;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Order segments of a session, one for each clearing firm (rules 4.4): reports to a firm read its file alone.
 */
public final class OrderSegments
{
    /** Directory of the segments, in that of the session. */
    public static final String DIRECTORY = "orders";
    private static final int FIRMS = 1 << 14;

    private final Path directory;
    private final SegmentSealer sealer;
    private final OrderSegment[] byFirm = new OrderSegment[FIRMS];
    private final List<OrderSegment> segments = new ArrayList<>();

    private OrderSegments(final Path directory, final SegmentSealer sealer)
    {
        this.directory = directory;
        this.sealer = sealer;
    }

    /** Takes segments up as they were; files that came later are removed. */
    public static OrderSegments open(
        final Path sessionDirectory, final List<SegmentGrowth> growths, final SegmentSealer sealer) throws IOException
    {
        final Path directory = sessionDirectory.resolve(DIRECTORY);
        DurableFile.createDirectories(directory);
        final OrderSegments opened = new OrderSegments(directory, sealer);
        final Set<Path> known = new HashSet<>();
        for (final SegmentGrowth growth : growths)
        {
            opened.add(growth.firm()).restore(growth);
            final SegmentFiles files = new SegmentFiles(directory, growth.firm());
            known.add(files.sealed());
            known.add(files.open());
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory))
        {
            for (final Path file : found)
            {
                if (!known.contains(file))
                {
                    Files.delete(file);
                }
            }
        }
        return opened;
    }

    private OrderSegment add(final String firm)
    {
        final OrderSegment segment = new OrderSegment(directory, firm, sealer);
        byFirm[SegmentFiles.firmKey(firm)] = segment;
        segments.add(segment);
        return segment;
    }

    OrderSegment of(final int firmKey)
    {
        final OrderSegment segment = byFirm[firmKey];
        return null == segment ? begin(firmKey) : segment;
    }

    private OrderSegment begin(final int firmKey)
    {
        final OrderSegment segment = add(SegmentFiles.firm(firmKey));
        try
        {
            segment.begin();
        }
        catch (final IOException ex)
        {
            throw new ClearingException(ClearingException.EXIT_IO, "order segment cannot be begun: directory=" +
                directory + " firm=" + segment.firm() + " reason=\"" + ex + "\"", ex);
        }
        return segment;
    }

    /** Hands all rows to the operating system. */
    public void flush()
    {
        sealer.await();
        segments.forEach(OrderSegment::flush);
    }

    /** After {@link #flush}; by firm. */
    public List<SegmentGrowth> growths()
    {
        return segments.stream().map(OrderSegment::growth).sorted(Comparator.comparing(SegmentGrowth::firm)).toList();
    }
}
