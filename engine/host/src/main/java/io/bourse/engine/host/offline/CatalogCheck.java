// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.aeron.archive.CatalogView;
import io.aeron.archive.checksum.Checksums;
import io.aeron.archive.codecs.CatalogHeaderDecoder;
import io.aeron.archive.codecs.RecordingDescriptorHeaderDecoder;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.recording.ClusterLogFrames;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks that an archive's catalog can be believed and that it and the segment files know each other.
 */
public final class CatalogCheck
{
    private static final String CATALOG = "archive.catalog";
    private static final Pattern SEGMENT = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})\\.rec");
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int HEADER_LENGTH = RecordingDescriptorHeaderDecoder.BLOCK_LENGTH;

    private final Set<Long> recordingIds = new HashSet<>();
    private final Path archiveDir;
    private final Path file;
    private final List<Finding> findings;

    private CatalogCheck(final Path archiveDir, final List<Finding> findings)
    {
        this.archiveDir = archiveDir;
        this.findings = findings;
        file = archiveDir.resolve(CATALOG);
    }

    /**
     * Checks the catalog.
     *
     * @param archiveDir of the archive, which may run.
     * @param findings what is wrong is added here.
     * @return true when recordings may be looked up in it; findings may have been added all the same.
     */
    public static boolean isReadable(final Path archiveDir, final List<Finding> findings)
    {
        final CatalogCheck check = new CatalogCheck(archiveDir, findings);
        final int before = findings.size();
        if (Files.exists(check.file) && check.areDescriptorsIntact())
        {
            check.list();
        }
        check.checkFiles();
        return findings.subList(before, findings.size()).stream()
            .noneMatch(finding -> FindingKind.CATALOG_DAMAGED == finding.kind());
    }

    private boolean areDescriptorsIntact()
    {
        MappedByteBuffer mapped = null;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ))
        {
            mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            final UnsafeBuffer catalog = new UnsafeBuffer(mapped);
            if (catalog.capacity() < CatalogHeaderDecoder.BLOCK_LENGTH)
            {
                return damaged("it is too short: length=" + catalog.capacity());
            }
            final int alignment = catalog.getInt(CatalogHeaderDecoder.alignmentEncodingOffset(), ORDER);
            if (!BitUtil.isPowerOfTwo(alignment) || 0 != alignment % BitUtil.CACHE_LINE_LENGTH)
            {
                return damaged("its header is not one: alignment=" + alignment);
            }
            int offset = CatalogHeaderDecoder.BLOCK_LENGTH;
            while (offset + HEADER_LENGTH <= catalog.capacity())
            {
                final int length =
                    catalog.getInt(offset + RecordingDescriptorHeaderDecoder.lengthEncodingOffset(), ORDER);
                if (0 == length)
                {
                    break;
                }
                if (length < 0 || length > catalog.capacity() - offset - HEADER_LENGTH ||
                    catalog.getInt(offset + RecordingDescriptorHeaderDecoder.checksumEncodingOffset(), ORDER) !=
                    Checksums.crc32c().compute(catalog.addressOffset(), offset + HEADER_LENGTH, length))
                {
                    return damaged("a descriptor does not fit its checksum: offset=" + offset + " length=" + length);
                }
                offset += BitUtil.align(length + HEADER_LENGTH, alignment);
            }
            return true;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot read the catalog: file=" + file, ex);
        }
        finally
        {
            BufferUtil.free(mapped);
        }
    }

    private boolean damaged(final String facts)
    {
        findings.add(new Finding(FindingKind.CATALOG_DAMAGED, "catalog", Finding.NOWHERE, file, facts));
        return false;
    }

    private void list()
    {
        final Set<Integer> streamIds = new HashSet<>();
        try
        {
            CatalogView.listRecordings(archiveDir.toFile(),
                (controlSessionId, correlationId, recordingId, startTimestamp, stopTimestamp, startPosition,
                stopPosition, initialTermId, segmentFileLength, termBufferLength, mtuLength, sessionId, streamId,
                strippedChannel, originalChannel, sourceIdentity) ->
                {
                    recordingIds.add(recordingId);
                    final boolean isKnown = EngineStreams.JOURNAL_STREAM_ID == streamId ||
                        EngineStreams.EVENTS_STREAM_ID == streamId || ClusterLogFrames.STREAM_ID == streamId;
                    if (!ClusterLogFrames.SNAPSHOT_STREAM_IDS.contains(streamId) &&
                        (!isKnown || !streamIds.add(streamId)))
                    {
                        findings.add(new Finding(FindingKind.FOREIGN_RECORDING, "archive", Finding.NOWHERE, file,
                            (isKnown ? "there is another of this stream: " : "not a stream of a venue: ") +
                            "recordingId=" + recordingId + " streamId=" + streamId));
                    }
                });
        }
        catch (final RuntimeException ex)
        {
            damaged("it cannot be read: reason=\"" + ex.getMessage() + "\"");
        }
    }

    private void checkFiles()
    {
        final boolean isCatalogIntact = findings.stream()
            .noneMatch(finding -> FindingKind.CATALOG_DAMAGED == finding.kind());
        try (Stream<Path> files = Files.list(archiveDir))
        {
            for (final Path segment : (Iterable<Path>)files.sorted()::iterator)
            {
                final Matcher name = SEGMENT.matcher(segment.getFileName().toString());
                if (!name.matches())
                {
                    continue;
                }
                if (!Files.exists(file))
                {
                    damaged("there are segment files without a catalog: firstSegmentFile=" + segment);
                    return;
                }
                if (isCatalogIntact && !recordingIds.contains(Long.parseLong(name.group(1))))
                {
                    findings.add(new Finding(FindingKind.FOREIGN_RECORDING, "archive", Finding.NOWHERE, segment,
                        "the catalog knows no such recording: recordingId=" + name.group(1)));
                }
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot list the archive: archiveDir=" + archiveDir, ex);
        }
    }
}
