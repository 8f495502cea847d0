// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.Aeron;
import io.aeron.RethrowingErrorHandler;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.status.CountersReader;

import java.util.concurrent.TimeUnit;

/**
 * What an engine, in this process or in another one, reports of its snapshots.
 */
public final class SnapshotStatus implements AutoCloseable
{
    private static final int[] TYPE_IDS =
    {
        EngineStreams.SNAPSHOT_POSITION_TYPE_ID, EngineStreams.SNAPSHOT_FAILED_TYPE_ID,
        EngineStreams.SNAPSHOT_PAUSE_TYPE_ID, EngineStreams.SNAPSHOT_RECORDS_TYPE_ID,
        EngineStreams.SNAPSHOT_BYTES_TYPE_ID
    };

    private final Aeron aeron;
    private final CountersReader counters;
    private final int[] counterIds;

    private SnapshotStatus(final Aeron aeron, final int[] counterIds)
    {
        this.aeron = aeron;
        counters = DriverCounters.map(aeron);
        this.counterIds = counterIds;
    }

    /**
     * Connects to the media driver of a running engine.
     *
     * @param aeronDirectoryName of the driver.
     * @param partition of the engine.
     * @return status, to be closed by the caller.
     * @throws IllegalStateException when the engine that runs there reports no snapshots.
     */
    public static SnapshotStatus connect(final String aeronDirectoryName, final int partition)
    {
        final Aeron aeron = Aeron.connect(new Aeron.Context()
            .aeronDirectoryName(aeronDirectoryName)
            .clientName("bourse-snapshot-status-" + partition)
            .subscriberErrorHandler(RethrowingErrorHandler.INSTANCE));
        final int[] ids = new int[TYPE_IDS.length];
        for (int i = 0; i < ids.length; i++)
        {
            ids[i] = DriverCounters.find(aeron.countersReader(), TYPE_IDS[i], partition);
            if (CountersReader.NULL_COUNTER_ID == ids[i])
            {
                aeron.close();
                throw new IllegalStateException("the engine reports no snapshots, is it of another version? " +
                    "aeronDirectoryName=" + aeronDirectoryName + " partition=" + partition + " typeId=" + TYPE_IDS[i]);
            }
        }
        return new SnapshotStatus(aeron, ids);
    }

    /**
     * Where the last complete snapshot was taken.
     *
     * @return position in the journal, or in the log of a cluster; 0 before the first one since the start.
     */
    public long position()
    {
        return counters.getCounterValue(counterIds[0]);
    }

    /**
     * Where the last snapshot was due that failed; the engine's log says why.
     *
     * @return position as in {@link #position()}; 0 when none has failed since the start.
     */
    public long failedPosition()
    {
        return counters.getCounterValue(counterIds[1]);
    }

    /**
     * Waits until a snapshot is complete.
     *
     * @param duePosition of the command that asked for it.
     * @param timeoutNs how long to wait, in nanoseconds.
     * @throws IllegalStateException when it has failed, or is not complete in time.
     */
    public void await(final long duePosition, final long timeoutNs)
    {
        final long deadlineNs = System.nanoTime() + timeoutNs;
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        while (position() < duePosition)
        {
            if (failedPosition() >= duePosition)
            {
                throw new IllegalStateException("the snapshot failed, trading goes on; the venue's log tells why:" +
                    " position=" + failedPosition());
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new IllegalStateException("the snapshot is not complete in time, it may still become so:" +
                    " position=" + duePosition + " lastPosition=" + position() + " timeoutS=" +
                    TimeUnit.NANOSECONDS.toSeconds(timeoutNs));
            }
            idle.idle();
        }
    }

    /**
     * How long trading stood for the last snapshot.
     *
     * @return nanoseconds.
     */
    public long pauseNs()
    {
        return counters.getCounterValue(counterIds[2]);
    }

    /**
     * Records of the last complete snapshot.
     *
     * @return number; 0 when the host does not count them.
     */
    public long records()
    {
        return counters.getCounterValue(counterIds[3]);
    }

    /**
     * Size of the last complete snapshot.
     *
     * @return bytes in its records; 0 when the host does not count them.
     */
    public long bytes()
    {
        return counters.getCounterValue(counterIds[4]);
    }

    @Override
    public void close()
    {
        aeron.close();
    }
}
