// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.logbuffer.FragmentHandler;
import io.bourse.engine.host.recording.RecordedJournal;
import io.bourse.engine.host.recording.StreamRecorder;
import org.agrona.concurrent.status.CountersReader;

/**
 * The journal as Aeron and its archive keep it.
 */
final class ArchivedJournal implements RecordedJournal
{
    private final Image image;
    private final ExclusivePublication publication;
    private final CountersReader driverCounters;
    private final StreamRecorder.Recorded recorded;

    /**
     * The journal of an engine.
     *
     * @param image of the journal.
     * @param recorded the journal's publication and recording.
     * @param driverCounters where the recording position is.
     */
    ArchivedJournal(
        final Image image, final StreamRecorder.Recorded recorded, final CountersReader driverCounters)
    {
        this.image = image;
        this.publication = recorded.publication();
        this.driverCounters = driverCounters;
        this.recorded = recorded;
    }

    @Override
    public long recordedPosition()
    {
        final long recordedPosition = driverCounters.getCounterValue(recorded.counterId());
        if (!recorded.isActive(driverCounters))
        {
            throw new IllegalStateException("the archive no longer records the journal, is its disk full? " +
                "journalPosition=" + image.position());
        }
        if (image.isClosed())
        {
            throw new IllegalStateException("the journal's image is closed: journalPosition=" + image.position());
        }
        return recordedPosition;
    }

    @Override
    public long appendedPosition()
    {
        return publication.position();
    }

    @Override
    public long position()
    {
        return image.position();
    }

    @Override
    public int poll(final FragmentHandler handler, final long limitPosition, final int commandLimit)
    {
        return image.boundedPoll(handler, limitPosition, commandLimit);
    }
}
