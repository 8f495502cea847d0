// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.archive.client.PersistentSubscriptionListener;
import io.aeron.logbuffer.FragmentHandler;

/**
 * Where a follower's frames come from: one subscription to the event stream, history first and then live. A follower
 * opens another one when this one has gone wrong.
 */
public interface FrameSource extends AutoCloseable
{
    /**
     * Opens sources.
     */
    @FunctionalInterface
    interface Opener
    {
        /**
         * Opens the event stream at a position.
         *
         * @param position first byte wanted.
         * @param listener called when the source joins or leaves the live stream, and with its errors.
         * @return new source, to be closed by the caller.
         */
        FrameSource open(long position, PersistentSubscriptionListener listener);
    }

    /**
     * Hands over what is there.
     *
     * @param handler of the frames.
     * @param frameLimit most frames in one call.
     */
    void poll(FragmentHandler handler, int frameLimit);

    /**
     * Why this source has ended.
     *
     * @return reason, or null while it goes on.
     */
    Exception failure();

    @Override
    void close();
}
