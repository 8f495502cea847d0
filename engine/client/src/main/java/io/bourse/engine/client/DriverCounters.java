// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.Aeron;
import io.aeron.CncFileDescriptor;
import io.aeron.Counter;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

import java.io.File;
import java.nio.MappedByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The counters of a media driver in a mapping of their own. An Aeron client unmaps its view of them when it is closed,
 * and it closes itself on a thread of its own when its driver is gone; a later read of that view crashes the process.
 * This mapping is unmapped by the garbage collector, when nothing refers to it any more: after the end of the driver
 * it keeps the last values.
 */
public final class DriverCounters
{
    private DriverCounters()
    {
    }

    /**
     * Maps the counters. Not for retry loops: every call makes a mapping.
     *
     * @param aeron client of the driver, connected.
     * @return counters that can be read at any time, by any thread.
     */
    public static CountersReader map(final Aeron aeron)
    {
        final MappedByteBuffer file = IoUtil.mapExistingFile(
            new File(aeron.context().aeronDirectoryName(), CncFileDescriptor.CNC_FILE), CncFileDescriptor.CNC_FILE);
        final DirectBuffer metaData = CncFileDescriptor.createMetaDataBuffer(file);
        // The buffers hold on to the mapping.
        return new CountersReader(
            CncFileDescriptor.createCountersMetaDataBuffer(file, metaData),
            CncFileDescriptor.createCountersValuesBuffer(file, metaData),
            StandardCharsets.US_ASCII);
    }

    /**
     * Adds a counter of an engine, which clients find by its type and partition.
     *
     * @param aeron client of the engine's driver.
     * @param typeId of the counter.
     * @param label of the counter, for people.
     * @param partition of the engine.
     * @param recordingId of the engine's event stream.
     * @return counter.
     */
    public static Counter add(
        final Aeron aeron, final int typeId, final String label, final int partition, final long recordingId)
    {
        final UnsafeBuffer key = new UnsafeBuffer(new byte[EngineStreams.KEY_LENGTH]);
        key.putInt(EngineStreams.KEY_PARTITION_OFFSET, partition);
        key.putInt(EngineStreams.KEY_SCHEMA_VERSION_OFFSET, MessageHeaderDecoder.SCHEMA_VERSION);
        key.putLong(EngineStreams.KEY_RECORDING_ID_OFFSET, recordingId);
        final UnsafeBuffer text =
            new UnsafeBuffer((label + " partition=" + partition).getBytes(StandardCharsets.US_ASCII));
        return aeron.addCounter(typeId, key, 0, EngineStreams.KEY_LENGTH, text, 0, text.capacity());
    }

    /**
     * Finds a counter of an engine.
     *
     * @param counters of the engine's driver.
     * @param wantedTypeId of the counter.
     * @param partition of the engine.
     * @return its id, or {@link CountersReader#NULL_COUNTER_ID}.
     */
    static int find(final CountersReader counters, final int wantedTypeId, final int partition)
    {
        final int[] found = {CountersReader.NULL_COUNTER_ID};
        counters.forEach((counterId, typeId, keyBuffer, label) ->
        {
            if (wantedTypeId == typeId && partition == keyBuffer.getInt(EngineStreams.KEY_PARTITION_OFFSET))
            {
                found[0] = counterId;
            }
        });
        return found[0];
    }
}
