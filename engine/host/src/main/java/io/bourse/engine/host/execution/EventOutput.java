// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.bourse.engine.core.event.EventFrameSink;

/**
 * Where the frames of a core go, each once in the life of the recording.
 */
public interface EventOutput
{
    /**
     * Takes the core's frames.
     *
     * @return sink; for one thread.
     */
    EventFrameSink sink();

    /**
     * Goes on after a snapshot of the core.
     *
     * @param frameSequence of the last frame before the snapshot.
     * @throws IllegalStateException when the recording ends before that frame.
     */
    void continueAfter(long frameSequence);

    /**
     * All commands that there are have been executed: from now on every frame is new.
     *
     * @throws DivergenceException when frames are recorded that they did not give.
     */
    void onReplayed();

    /**
     * Where the stream ends.
     *
     * @return cursor after the last frame that was published.
     */
    long position();

    /**
     * Whether everything published is recorded. A snapshot must not be ahead of the recording that it rests on.
     *
     * @return false while the archive has something left to write.
     */
    boolean isRecorded();
}
