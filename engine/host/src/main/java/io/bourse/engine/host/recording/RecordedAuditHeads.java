// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.AuditHeads;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.history.HistoryException;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.host.snapshot.SnapshotFile;
import io.bourse.engine.host.snapshot.SnapshotFileException;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.AuditTrailRecordedDecoder;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.FeatureLevelSetDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.AuditTrailDecoder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Heads of clearing's audit trail in the recorded events of a venue, archived ones included, and the last one of events
 * that were purged as the newest snapshot has it. The files alone are read: the venue may run or not.
 */
public final class RecordedAuditHeads
{
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final io.bourse.engine.protocol.snapshot.MessageHeaderDecoder recordHeader =
        new io.bourse.engine.protocol.snapshot.MessageHeaderDecoder();
    private final EventGroupDecoder frame = new EventGroupDecoder();
    private final AuditTrailRecordedDecoder recorded = new AuditTrailRecordedDecoder();
    private final FeatureLevelSetDecoder featureLevelSet = new FeatureLevelSetDecoder();
    private final byte[] sha256 = new byte[AuditTrailRecordedDecoder.sha256Length()];
    private final List<AuditHeads.Head> heads = new ArrayList<>();
    private long knownSince = AuditHeads.NEVER;

    private RecordedAuditHeads()
    {
    }

    /**
     * Reads them.
     *
     * @param dataDir of an engine.
     * @return what is recorded up to the end, or to the first frame that is damaged; null when there are no events.
     * @throws HistoryException when archived history cannot be read.
     */
    public static AuditHeads read(final Path dataDir)
    {
        final Path archiveDir = EngineDirectories.archiveDir(dataDir);
        final RecordedStream live = events(archiveDir);
        if (null == live)
        {
            return null;
        }
        final RecordedStream stream = live.withHistory(HistoryArchive.find(dataDir));
        final RecordedAuditHeads found = new RecordedAuditHeads();
        try (RecordingWalker walker = new RecordingWalker(stream, Long.MAX_VALUE))
        {
            while (walker.nextData())
            {
                found.onFrame(walker.buffer(), walker.payloadOffset(), walker.position());
            }
            if (stream.isArchived(stream.segmentBase(walker.position())))
            {
                throw new HistoryException("archived events end before the live ones: position=" +
                    walker.position() + " reason=\"" + walker.reason() + "\"");
            }
        }
        if (events(archiveDir).startPosition() != live.startPosition())
        {
            // A host that runs has purged events meanwhile.
            return read(dataDir);
        }
        if (stream.startPosition() > 0)
        {
            found.readSnapshot(dataDir, stream.startPosition());
        }
        return new AuditHeads(found.knownSince, List.copyOf(found.heads));
    }

    private static RecordedStream events(final Path archiveDir)
    {
        return !Files.isDirectory(archiveDir) ? null :
            RecordedStream.find(archiveDir, "event stream", EngineStreams.EVENTS_STREAM_ID);
    }

    /** Of events that were purged the newest snapshot that is good has the last head. */
    private void readSnapshot(final Path dataDir, final long startPosition)
    {
        for (final SnapshotDirectory.Entry entry : new SnapshotDirectory(dataDir).newestFirst())
        {
            try
            {
                final List<AuditHeads.Head> kept = new ArrayList<>();
                SnapshotFile.read(entry.file(), (buffer, offset, length) ->
                    onRecord(buffer, offset, startPosition, kept));
                if (!kept.isEmpty())
                {
                    knownSince = Math.min(knownSince, startPosition);
                    if (heads.isEmpty() || kept.getFirst().lines() < heads.getFirst().lines())
                    {
                        heads.addAll(0, kept);
                    }
                }
                return;
            }
            catch (final SnapshotFileException ignored)
            {
                // The one before it.
            }
        }
    }

    private void onRecord(
        final DirectBuffer buffer, final int offset, final long startPosition, final List<AuditHeads.Head> kept)
    {
        recordHeader.wrap(buffer, offset);
        if (AuditTrailDecoder.TEMPLATE_ID == recordHeader.templateId())
        {
            final byte[] body = new byte[AuditTrailRecordedDecoder.BLOCK_LENGTH];
            new AuditTrailDecoder().wrapAndApplyHeader(buffer, offset, recordHeader).getBody(body, 0, body.length);
            recorded.wrap(new UnsafeBuffer(body), 0, body.length, AuditTrailRecordedDecoder.SCHEMA_VERSION);
            kept.add(head(startPosition));
        }
    }

    private AuditHeads.Head head(final long position)
    {
        recorded.getSha256(sha256, 0, sha256.length);
        return new AuditHeads.Head(recorded.runId(), (int)recorded.tradingDate(), recorded.lines(),
            HexFormat.of().formatHex(sha256), position);
    }

    private void onFrame(final DirectBuffer buffer, final int offset, final long position)
    {
        frame.wrapAndApplyHeader(buffer, offset, header);
        final int eventCount = frame.eventCount();
        int at = EventFrames.firstEventOffset(frame, offset);
        for (int i = 0; i < eventCount; i++)
        {
            header.wrap(buffer, at);
            if (AuditTrailRecordedDecoder.TEMPLATE_ID == header.templateId())
            {
                recorded.wrapAndApplyHeader(buffer, at, header);
                heads.add(head(position));
            }
            else if (FeatureLevelSetDecoder.TEMPLATE_ID == header.templateId() &&
                FeatureLevels.AUDITED == featureLevelSet.wrapAndApplyHeader(buffer, at, header).level())
            {
                knownSince = position;
            }
            header.wrap(buffer, at);
            at += MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength();
        }
    }
}
