// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.host.recording.RecordingWalker;

/**
 * Looks into the data frames of a recording, one after the other.
 */
interface FrameCheck
{
    /**
     * One frame whose header and checksum are good.
     *
     * @param walker that stands on it.
     */
    void onFrame(RecordingWalker walker);

    long firstTimeNs();

    long lastTimeNs();

    /** For events: the command of the last frame; otherwise 0. */
    long lastCommandPosition();
}
