// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.Aeron;
import io.aeron.CncFileDescriptor;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.status.CountersReader;

import java.io.File;
import java.nio.MappedByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The counters of a media driver in a mapping of their own. An Aeron client unmaps its view of them when it is closed,
 * and it closes itself on a thread of its own when its driver is gone; whoever reads that view a moment later takes the
 * whole process down. This one is unmapped by the garbage collector, when nobody can read it any more: behind the end
 * of the driver it simply keeps the last values.
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
}
