// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.bourse.engine.host.recording.RecordedEvents;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.Arrays;

/**
 * The place at which a copy is continued from a member. The last frame of the copy carries a hash over all events up to
 * its end, so if the member has the same frame there, it has the same history.
 */
final class EventSeam
{
    private static final Logger LOGGER = LoggerFactory.getLogger(EventSeam.class);

    private EventSeam()
    {
    }

    /**
     * Compares the copy with a member at the seam.
     *
     * @param source archive of the member; its event recording reaches to the end of the copy.
     * @param archiveDir of the copy.
     * @param position end of the copy.
     * @param timeoutNs how long to wait for the frame.
     * @return false when the member's events are others than those that were copied.
     * @throws IllegalStateException when the member does not give the frame.
     */
    static boolean isSame(
        final SourceArchive source, final Path archiveDir, final long position, final long timeoutNs)
    {
        final RecordedEvents.Frame last = RecordedEvents.lastFrame(archiveDir, position);
        if (null == last)
        {
            return true;
        }
        if (last.beginPosition() < source.eventStartPosition())
        {
            LOGGER.warn("the member does not have the frame before the seam any more, it is not compared: memberId={}" +
                " position={} memberStartPosition={}", source.memberId(), position, source.eventStartPosition());
            return true;
        }
        return Arrays.equals(
            last.payload(), source.readFrame(last.beginPosition(), last.endPosition(), timeoutNs));
    }
}
