// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.bourse.engine.host.recording.RecordedJournal;

/**
 * Reads a stream from some position on, as an image does.
 */
final class MemoryJournal implements RecordedJournal
{
    private final MemoryStream stream;
    private final Header header;
    private final boolean isReadingUnrecorded;
    private int position;

    /**
     * A reader.
     *
     * @param stream to read.
     * @param position where to begin.
     * @param isReadingUnrecorded a defect: takes what was appended for recorded.
     */
    MemoryJournal(final MemoryStream stream, final int position, final boolean isReadingUnrecorded)
    {
        this.stream = stream;
        this.position = position;
        this.isReadingUnrecorded = isReadingUnrecorded;
        header = new Header(0, Integer.numberOfTrailingZeros(stream.termLength()));
    }

    @Override
    public long recordedPosition()
    {
        return isReadingUnrecorded ? stream.position() : stream.recordedPosition();
    }

    @Override
    public long appendedPosition()
    {
        return stream.position();
    }

    @Override
    public long position()
    {
        return position;
    }

    @Override
    public int poll(final FragmentHandler handler, final long limitPosition, final int commandLimit)
    {
        int count = 0;
        while (count < commandLimit && position < limitPosition)
        {
            final int begin = position;
            position = stream.frameEnd(begin);
            count += stream.deliver(begin, header, handler) ? 1 : 0;
        }
        return count;
    }
}
