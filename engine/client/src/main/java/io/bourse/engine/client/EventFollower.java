// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

/**
 * Follows the event stream from a cursor: recorded history first, then live, with no gap and no repeat. Only whole
 * transactions reach the listener. Not thread-safe: poll it from one duty cycle.
 */
public interface EventFollower extends AutoCloseable
{
    /**
     * Frames for a component to take in one turn on the engine's thread: more than the matcher makes in one, or it
     * would fall behind for want of turns and have the archive replay to it.
     */
    int FRAMES_OF_TURN = 256;

    /**
     * Delivers what is there, in order, to the listener given at creation.
     *
     * @param frameLimit most frames to take in one call.
     * @return number of frames taken; 0 when there was nothing to do.
     * @throws IllegalStateException when the stream cannot be followed any further, with position and reason.
     */
    int poll(int frameLimit);

    /**
     * Cursor after the last whole transaction delivered. A consumer that stores it with its own state can restart
     * from it.
     *
     * @return position in the event stream, in bytes.
     */
    long cursor();

    @Override
    void close();
}
