// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.protocol.SignedCommandForm;
import org.agrona.DirectBuffer;

/**
 * What the frames of a recording of commands mean to the core. A solo engine's journal holds its commands as they are;
 * in a cluster's log they stand among messages of the members to each other, and a timer that fired is a command as
 * well.
 */
public interface LoggedCommands
{
    /** What a frame is. */
    enum Kind
    {
        /** Something the core executes; the accessors say where it is. */
        COMMAND,
        /** Another program leads from here on; {@link #offeredLevel} is what it knows. */
        TERM,
        /** Nothing that concerns the core. */
        OTHER,
        /** Not written by this program. */
        UNKNOWN
    }

    /**
     * How to read a recording.
     *
     * @param recording of commands.
     * @param partition of the core.
     * @return reader, for one walk.
     */
    static LoggedCommands of(final RecordedStream recording, final int partition)
    {
        return ClusterLogFrames.STREAM_ID == recording.streamId() ?
            new ClusterLogFrames(partition) : new JournalFrames();
    }

    /**
     * Looks at the frame on which a walk stands.
     *
     * @return what it is.
     */
    Kind read(FrameWalk walk);

    /** Time of the command, nanoseconds since the Unix epoch. */
    long stampedNs();

    /** Holds the command. */
    DirectBuffer buffer();

    int offset();

    int length();

    /** Where the command is that an operator has signed; that of the command itself when it is not signed. */
    default int innerOffset()
    {
        return SignedCommandForm.innerOffset(buffer(), offset(), length());
    }

    /** Length of the command at {@link #innerOffset}. */
    default int innerLength()
    {
        return length() - (innerOffset() - offset());
    }

    /** Of a term: highest feature level that the program of its leader knows. */
    int offeredLevel();

    /** Whether the log proves who sent the command; otherwise its header only claims it. */
    boolean isAuthenticated();

    /** Whether times cannot go back. A new leader's clock may be behind the last one's. */
    boolean isMonotonic();
}
