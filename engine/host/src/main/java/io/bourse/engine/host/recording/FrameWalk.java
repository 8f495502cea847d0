// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

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
     * Whether the walk, having come to its end, came to the one that it was given. One that stands before it has
     * met a frame that is bad, or is gone.
     *
     * @return true at the end.
     */
    boolean isAtEnd();

    /**
     * Where the walk is.
     *
     * @return position after the last frame that was stepped over, in bytes.
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
