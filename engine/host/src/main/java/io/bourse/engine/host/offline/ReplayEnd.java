// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.host.recording.LoggedCommands;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.RecordingWalker;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;

/**
 * Finds the journal position after the last command that does not lie beyond a target.
 */
final class ReplayEnd
{
    private final RecordedStream journal;
    private final RecordedStream events;
    private final long eventsEnd;

    ReplayEnd(final RecordedStream journal, final RecordedStream events, final long eventsEnd)
    {
        this.journal = journal;
        this.events = events;
        this.eventsEnd = eventsEnd;
    }

    /**
     * Looks for it.
     *
     * @throws IllegalStateException when the recordings cannot be read so far.
     */
    long find(final ReplayTarget target)
    {
        return switch (target.unit())
        {
            case JOURNAL_POSITION -> byPosition(target.value());
            case CURSOR -> byPosition(commandPositionAt(target.value()));
            case TIME_NS -> byTime(target.value());
        };
    }

    private long byPosition(final long limit)
    {
        long last = journal.startPosition();
        try (RecordingWalker walker = new RecordingWalker(journal, limit))
        {
            while (walker.nextData() && walker.position() <= limit)
            {
                last = walker.position();
            }
            if (walker.position() < limit && Long.MAX_VALUE != limit)
            {
                throw tooFar("journal", walker, limit);
            }
        }
        return last;
    }

    private long byTime(final long timeNs)
    {
        final LoggedCommands commands = LoggedCommands.of(journal, 0);
        long last = journal.startPosition();
        try (RecordingWalker walker = new RecordingWalker(journal, Long.MAX_VALUE))
        {
            while (walker.nextData() && !isAfter(commands, walker, timeNs))
            {
                last = walker.position();
            }
        }
        return last;
    }

    private static boolean isAfter(final LoggedCommands commands, final RecordingWalker walker, final long timeNs)
    {
        return LoggedCommands.Kind.COMMAND == commands.read(walker) && commands.stampedNs() > timeNs;
    }

    private long commandPositionAt(final long cursor)
    {
        if (null == events)
        {
            throw new IllegalStateException("there is no event stream to count a cursor in: cursor=" + cursor);
        }
        if (cursor < events.startPosition())
        {
            throw new IllegalStateException("events before that cursor were purged, ask for more: cursor=" + cursor +
                " startPosition=" + events.startPosition());
        }
        final EventGroupDecoder frame = new EventGroupDecoder();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        long last = 0;
        try (RecordingWalker walker = new RecordingWalker(events, eventsEnd))
        {
            while (walker.nextData() && walker.position() <= cursor)
            {
                frame.wrapAndApplyHeader(walker.buffer(), walker.payloadOffset(), header);
                last = frame.flags().end() ? frame.commandPosition() : last;
            }
            if (walker.position() < cursor)
            {
                throw tooFar("event stream", walker, cursor);
            }
        }
        return last;
    }

    private static IllegalStateException tooFar(final String name, final RecordingWalker walker, final long wanted)
    {
        return new IllegalStateException("the " + name + " cannot be read so far, ask for less: wanted=" + wanted +
            " goodUpTo=" + walker.position() + (null == walker.reason() ? "" : " reason=" + walker.reason()));
    }
}
