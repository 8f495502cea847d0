// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import org.agrona.DirectBuffer;

/**
 * Frames of a recording, one after the other.
 */
public interface FrameWalk extends AutoCloseable
{
    /**
     * Steps to the next frame that holds data.
     *
     * @return false at the end.
     */
    boolean nextData();

    /**
     * Where the walk is.
     *
     * @return position behind the last frame that was stepped over, in bytes.
     */
    long position();

    /**
     * Holds the payload of the last frame.
     *
     * @return buffer.
     */
    DirectBuffer buffer();

    /**
     * Where the payload begins.
     *
     * @return offset in the buffer.
     */
    int payloadOffset();

    /**
     * How long the payload is.
     *
     * @return bytes.
     */
    int payloadLength();

    @Override
    void close();
}
