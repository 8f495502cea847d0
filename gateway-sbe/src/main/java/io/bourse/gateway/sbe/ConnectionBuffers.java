// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.wire.FrameReader;
import io.bourse.gateway.sbe.wire.FrameWriter;

import java.util.ArrayDeque;

/**
 * Buffers of closed connections, for the next ones. They are off the heap: clients that connect again and again must
 * not be able to fill that memory faster than it is collected.
 */
final class ConnectionBuffers
{
    private final ArrayDeque<FrameReader> readers = new ArrayDeque<>();
    private final ArrayDeque<FrameWriter> writers = new ArrayDeque<>();
    private final int receiveBufferLength;
    private final int sendBufferLength;

    ConnectionBuffers(final int receiveBufferLength, final int sendBufferLength)
    {
        this.receiveBufferLength = receiveBufferLength;
        this.sendBufferLength = sendBufferLength;
    }

    FrameReader takeReader()
    {
        final FrameReader reader = readers.pollFirst();
        return null == reader ? new FrameReader(receiveBufferLength, true) : reader;
    }

    FrameWriter takeWriter()
    {
        final FrameWriter writer = writers.pollFirst();
        return null == writer ? new FrameWriter(sendBufferLength) : writer;
    }

    void giveBack(final FrameReader reader, final FrameWriter writer)
    {
        reader.discard();
        reader.version(null);
        writer.discard();
        readers.addFirst(reader);
        writers.addFirst(writer);
    }
}
