// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.retention;

import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.history.ArchivedSegment;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.history.HistoryException;
import io.bourse.engine.host.history.HistoryOptions;
import io.bourse.engine.host.history.Pace;
import io.bourse.engine.host.recording.ArchivedBeginning;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.RecordingWalker;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.telemetry.CounterSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;

/**
 * Brings what a purge removes to the archive of history first. A segment counts as archived when each of its frames
 * fits its checksum, and the compressed copy was read back and gave the same bytes.
 */
final class SegmentArchiver
{
    private static final Logger LOGGER = LoggerFactory.getLogger(SegmentArchiver.class);
    private static final long WALKED_AT_ONCE = 1024 * 1024;

    private final EventGroupDecoder frame = new EventGroupDecoder();
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final Path dataDir;
    private final HistoryOptions options;
    private final CounterSet<EngineCounter> counters;

    SegmentArchiver(final Path dataDir, final HistoryOptions options, final CounterSet<EngineCounter> counters)
    {
        this.dataDir = dataDir;
        this.options = options;
        this.counters = counters;
    }

    /**
     * Archives a segment.
     *
     * @param live recording.
     * @param base position of the first byte of the segment file, which is not written any more.
     * @throws HistoryException when it cannot be done.
     */
    void archive(final RecordedStream live, final long base)
    {
        final HistoryArchive archive = HistoryArchive.openOrCreate(dataDir, options.directory());
        final Pace pace = new Pace(options.bytesPerSecond());
        final ArchivedSegment segment = archive.add(live.segmentFile(base), facts(live, base, pace), pace);
        counters.incrementShared(EngineCounter.SEGMENTS_ARCHIVED);
        LOGGER.info("history archived: {} recordedBytes={} bytes={}", segment, segment.to() - segment.from(),
            segment.bytes());
    }

    private ArchivedSegment facts(final RecordedStream live, final long base, final Pace pace)
    {
        final long from = Math.max(base, live.startPosition());
        final ArchivedSegment.Stream stream = ArchivedBeginning.streamOf(live.streamId());
        final boolean isEvents = ArchivedSegment.Stream.EVENTS == stream;
        final long to = base + live.segmentLength();
        long frameSequence = 0;
        long timeNs = 0;
        long rollingHash = 0;
        long pacedTo = from;
        try (RecordingWalker walker = new RecordingWalker(live, from, to))
        {
            while (walker.nextData())
            {
                if (isEvents)
                {
                    frame.wrapAndApplyHeader(walker.buffer(), walker.payloadOffset(), header);
                    frameSequence = frame.frameSequence();
                    timeNs = frame.engineTimeNs();
                    rollingHash = frame.rollingHash();
                }
                if (walker.position() - pacedTo >= WALKED_AT_ONCE)
                {
                    pace.read(walker.position() - pacedTo);
                    pacedTo = walker.position();
                }
            }
            if (!walker.isAtEnd())
            {
                throw new HistoryException("a segment of the " + live.name() + " is damaged, it is not archived and" +
                    " nothing is purged; stop the venue and ask bourse verify-journal: segmentFile=" +
                    walker.segmentFile() + " position=" + walker.position() + " reason=\"" + walker.reason() + "\"");
            }
        }
        return new ArchivedSegment(
            stream, live.recordingId(), from, to, 0, "", frameSequence, timeNs, rollingHash);
    }
}
