// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.snapshot;

import io.aeron.Aeron;
import io.aeron.Counter;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.charset.StandardCharsets;

/**
 * Counters that show other processes the snapshots; {@link io.bourse.engine.client.SnapshotStatus} reads them. They
 * live as long as the client that made them.
 */
public final class SnapshotCounters implements SnapshotProgress
{
    private enum SnapshotCounter
    {
        FAILED_POSITION(EngineStreams.SNAPSHOT_FAILED_TYPE_ID, "failed"),
        PAUSE_NS(EngineStreams.SNAPSHOT_PAUSE_TYPE_ID, "pause-ns"),
        RECORDS(EngineStreams.SNAPSHOT_RECORDS_TYPE_ID, "records"),
        BYTES(EngineStreams.SNAPSHOT_BYTES_TYPE_ID, "bytes"),
        POSITION(EngineStreams.SNAPSHOT_POSITION_TYPE_ID, "position");

        private final int typeId;
        private final String label;

        SnapshotCounter(final int typeId, final String label)
        {
            this.typeId = typeId;
            this.label = label;
        }
    }

    private final CounterSet<SnapshotCounter> counters;

    /**
     * Allocates them.
     *
     * @param aeron client.
     * @param partition of the engine.
     * @param recordingId of the event stream.
     */
    public SnapshotCounters(final Aeron aeron, final int partition, final long recordingId)
    {
        counters = new CounterSet<>(SnapshotCounter.class, counter -> add(aeron, partition, recordingId, counter));
    }

    private static Counter add(
        final Aeron aeron, final int partition, final long recordingId, final SnapshotCounter counter)
    {
        final UnsafeBuffer key = new UnsafeBuffer(new byte[EngineStreams.KEY_LENGTH]);
        key.putInt(EngineStreams.KEY_PARTITION_OFFSET, partition);
        key.putLong(EngineStreams.KEY_RECORDING_ID_OFFSET, recordingId);
        final UnsafeBuffer label = new UnsafeBuffer(
            ("bourse-snapshot-" + counter.label + " partition=" + partition).getBytes(StandardCharsets.US_ASCII));
        return aeron.addCounter(counter.typeId, key, 0, EngineStreams.KEY_LENGTH, label, 0, label.capacity());
    }

    @Override
    public void completed(final long atPosition, final long recordCount, final long byteCount)
    {
        counters.set(SnapshotCounter.RECORDS, recordCount);
        counters.set(SnapshotCounter.BYTES, byteCount);
        // The last one: who sees it sees the others too.
        counters.set(SnapshotCounter.POSITION, atPosition);
    }

    @Override
    public void failed(final long atPosition)
    {
        counters.set(SnapshotCounter.FAILED_POSITION, atPosition);
    }

    @Override
    public void paused(final long elapsedNs)
    {
        counters.set(SnapshotCounter.PAUSE_NS, elapsedNs);
    }
}
