// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import java.nio.file.Path;

/**
 * The replicated log of a cluster as an archive has recorded it, looked at without the cluster.
 */
public final class RecordedLog
{
    private static final int ANY_PARTITION = 0;

    private RecordedLog()
    {
    }

    /**
     * Finds the last command. The log may go on after it: a leader that takes office writes that down, even when it
     * ends right afterwards because the end of its log was lost. Events of commands that stood there are not of this
     * log.
     *
     * @param archiveDir of the recording.
     * @param recordingId of the log.
     * @param endPosition of the log.
     * @return log position after the last command or timer; where the log begins when it holds none.
     * @throws JournalDamagedException when the catalog does not know the recording.
     */
    public static long lastCommandPosition(final Path archiveDir, final long recordingId, final long endPosition)
    {
        final RecordedStream stream = RecordedStream.get(archiveDir, "replicated log", recordingId);
        final LoggedCommands commands = new ClusterLogFrames(ANY_PARTITION);
        long lastCommandPosition = stream.startPosition();
        try (RecordingWalker walker = new RecordingWalker(stream, endPosition))
        {
            while (walker.nextData())
            {
                if (LoggedCommands.Kind.COMMAND == commands.read(walker))
                {
                    lastCommandPosition = walker.position();
                }
            }
        }
        return lastCommandPosition;
    }
}
