// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.aeron.Aeron;
import io.aeron.Counter;
import io.bourse.engine.client.EngineStreams;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.charset.StandardCharsets;

/**
 * Counters that tell other processes of snapshots; {@link io.bourse.engine.client.SnapshotStatus} reads them. They live
 * as long as the client that made them.
 */
public final class SnapshotCounters implements SnapshotProgress
{
    private final Counter position;
    private final Counter failedPosition;
    private final Counter pauseNs;
    private final Counter records;
    private final Counter bytes;

    /**
     * Allocates them.
     *
     * @param aeron client.
     * @param partition of the engine.
     * @param recordingId of the event stream.
     */
    public SnapshotCounters(final Aeron aeron, final int partition, final long recordingId)
    {
        failedPosition = add(aeron, partition, recordingId, EngineStreams.SNAPSHOT_FAILED_TYPE_ID, "failed");
        pauseNs = add(aeron, partition, recordingId, EngineStreams.SNAPSHOT_PAUSE_TYPE_ID, "pause-ns");
        records = add(aeron, partition, recordingId, EngineStreams.SNAPSHOT_RECORDS_TYPE_ID, "records");
        bytes = add(aeron, partition, recordingId, EngineStreams.SNAPSHOT_BYTES_TYPE_ID, "bytes");
        position = add(aeron, partition, recordingId, EngineStreams.SNAPSHOT_POSITION_TYPE_ID, "position");
    }

    private static Counter add(
        final Aeron aeron, final int partition, final long recordingId, final int typeId, final String name)
    {
        final UnsafeBuffer key = new UnsafeBuffer(new byte[EngineStreams.KEY_LENGTH]);
        key.putInt(EngineStreams.KEY_PARTITION_OFFSET, partition);
        key.putLong(EngineStreams.KEY_RECORDING_ID_OFFSET, recordingId);
        final UnsafeBuffer label = new UnsafeBuffer(
            ("bourse-snapshot-" + name + " partition=" + partition).getBytes(StandardCharsets.US_ASCII));
        return aeron.addCounter(typeId, key, 0, EngineStreams.KEY_LENGTH, label, 0, label.capacity());
    }

    @Override
    public void completed(final long atPosition, final long recordCount, final long byteCount)
    {
        records.setRelease(recordCount);
        bytes.setRelease(byteCount);
        // The last one: who sees it sees the others too.
        position.setRelease(atPosition);
    }

    @Override
    public void failed(final long atPosition)
    {
        failedPosition.setRelease(atPosition);
    }

    @Override
    public void paused(final long elapsedNs)
    {
        pauseNs.setRelease(elapsedNs);
    }
}
