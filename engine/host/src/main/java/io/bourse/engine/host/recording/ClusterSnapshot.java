// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.aeron.cluster.RecordingLog;
import io.aeron.logbuffer.FrameDescriptor;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.SnapshotReader;
import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.core.snapshot.SnapshotSink;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The newest snapshot that a member of a cluster has of its core: a recording in its archive.
 *
 * @param recording of the snapshot.
 * @param logPosition at which it was taken.
 */
public record ClusterSnapshot(RecordedStream recording, long logPosition)
{
    /** Stream id of the snapshots of services; those of the consensus module have another. */
    static final int STREAM_ID = 106;

    private static final int CORE_SERVICE_ID = 0;

    /**
     * Finds it.
     *
     * @param dataDir of a member that does not run.
     * @param archiveDir of the same one.
     * @return null when there is none.
     */
    public static ClusterSnapshot newest(final Path dataDir, final Path archiveDir)
    {
        final Path clusterDir = EngineDirectories.clusterDir(dataDir);
        if (!Files.exists(clusterDir.resolve(RecordingLog.RECORDING_LOG_FILE_NAME)))
        {
            return null;
        }
        try (RecordingLog log = new RecordingLog(clusterDir.toFile(), false))
        {
            final RecordingLog.Entry entry = log.getLatestSnapshot(CORE_SERVICE_ID);
            return null == entry ? null : new ClusterSnapshot(
                RecordedStream.get(archiveDir, "snapshot of the cluster", entry.recordingId), entry.logPosition);
        }
    }

    /**
     * Makes the core of it.
     *
     * @param partition of the core.
     * @param sink of its frames.
     * @param records called with every record too.
     * @return core after the snapshot.
     * @throws io.bourse.engine.core.snapshot.SnapshotException when the records do not make a core.
     */
    public MatchingEngine read(final int partition, final EventFrameSink sink, final SnapshotSink records)
    {
        final SnapshotReader reader = new SnapshotReader(partition, sink);
        readRecords((buffer, offset, length) ->
        {
            if (!reader.isComplete())
            {
                reader.onRecord(buffer, offset, length);
                records.onRecord(buffer, offset, length);
            }
        });
        return reader.engine();
    }

    /**
     * Makes a core of it and compares it with the recorded events.
     *
     * @param partition of the core.
     * @param begin what the snapshot says of itself.
     * @param events recorded at least up to it.
     * @throws io.bourse.engine.core.snapshot.SnapshotException when the records do not make a core.
     * @throws ForeignSnapshotException when it is of another history.
     */
    public void check(final int partition, final RecordedSnapshot begin, final RecordedStream events)
    {
        read(partition, (frameSequence, buffer, offset, length) -> { }, (buffer, offset, length) -> { });
        final String contradiction =
            RecordedEvents.contradiction(events, begin.frameSequence(), begin.rollingHash());
        if (null != contradiction)
        {
            throw new ForeignSnapshotException(recording.segmentFile(recording.segmentBase(recording.startPosition())),
                "the recorded events do not confirm it: " + contradiction);
        }
    }

    /** Reads the records alone. */
    void readRecords(final SnapshotSink records)
    {
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        final UnsafeBuffer message = new UnsafeBuffer(new byte[SnapshotSink.MAX_RECORD_LENGTH]);
        int length = 0;
        try (RecordingWalker walker =
            new RecordingWalker(recording, recording.isStopped() ? recording.stopPosition() : Long.MAX_VALUE))
        {
            while (walker.nextData())
            {
                final byte flags = walker.flags();
                length = FrameDescriptor.BEGIN_FRAG_FLAG == (flags & FrameDescriptor.BEGIN_FRAG_FLAG) ? 0 : length;
                message.putBytes(length, walker.buffer(), walker.payloadOffset(), walker.payloadLength());
                length += walker.payloadLength();
                // What the service's container writes of its own comes first.
                if (FrameDescriptor.END_FRAG_FLAG == (flags & FrameDescriptor.END_FRAG_FLAG) &&
                    MessageHeaderDecoder.SCHEMA_ID == header.wrap(message, 0).schemaId())
                {
                    records.onRecord(message, 0, length);
                }
            }
        }
    }
}
