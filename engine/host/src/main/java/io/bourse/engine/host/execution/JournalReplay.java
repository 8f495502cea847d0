// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.bourse.engine.host.recording.FrameWalk;
import io.bourse.engine.host.recording.JournalDamagedException;
import io.bourse.engine.host.recording.LoggedCommands;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.RecordingWalker;

import java.util.function.Function;

/**
 * Replays a journal, or the log of a cluster, through the core.
 */
public final class JournalReplay
{
    /** For a replay that is not checked. */
    public static final Runnable NO_CHECK = () -> { };
    private static final int CHECK_EVERY = 1_024;

    private JournalReplay()
    {
    }

    /**
     * Executes the commands of a journal again, all of them or its tail.
     *
     * @param journal to replay, already inspected.
     * @param from where to begin: 0, or the position of a snapshot.
     * @param endPosition where to stop.
     * @param stampedBeforeNs stamp of the last command before, 0 when there is none.
     * @param execution of a core as it was there, without any state at 0.
     * @param check is run now and then between two commands, and may throw.
     * @return stamp of the last command, that before when there is none.
     * @throws JournalDamagedException when a frame is not a command or stamps go back.
     */
    public static long replay(
        final RecordedStream journal,
        final long from,
        final long endPosition,
        final long stampedBeforeNs,
        final CommandExecution execution,
        final Runnable check)
    {
        try (RecordingWalker walker = new RecordingWalker(journal, from, endPosition))
        {
            final long lastStampedNs = execute(walker, LoggedCommands.of(journal, execution.engine().partition()),
                stampedBeforeNs, execution, check, (reason) ->
                new JournalDamagedException(journal, walker.segmentFile(), walker.frameBegin(), reason));
            if (walker.position() < endPosition)
            {
                throw new JournalDamagedException(journal, walker.segmentFile(), walker.position(),
                    "it changed since it was inspected: endPosition=" + endPosition);
            }
            return lastStampedNs;
        }
    }

    /**
     * Executes the commands of a walk to its end.
     *
     * @param walk in front of the first of them.
     * @param commands how to read its frames.
     * @param stampedBeforeNs stamp of the last command before, 0 when there is none.
     * @param execution of a core as it was there.
     * @param damaged makes what is thrown at a frame that cannot be.
     * @return stamp of the last command, that before when there is none.
     */
    public static long execute(
        final FrameWalk walk,
        final LoggedCommands commands,
        final long stampedBeforeNs,
        final CommandExecution execution,
        final Function<String, RuntimeException> damaged)
    {
        return execute(walk, commands, stampedBeforeNs, execution, NO_CHECK, damaged);
    }

    private static long execute(
        final FrameWalk walk,
        final LoggedCommands commands,
        final long stampedBeforeNs,
        final CommandExecution execution,
        final Runnable check,
        final Function<String, RuntimeException> damaged)
    {
        long lastStampedNs = stampedBeforeNs;
        int executed = 0;
        while (walk.nextData())
        {
            final LoggedCommands.Kind kind = commands.read(walk);
            if (LoggedCommands.Kind.UNKNOWN == kind)
            {
                throw damaged.apply("frame is not a command: length=" + walk.payloadLength());
            }
            if (LoggedCommands.Kind.TERM == kind)
            {
                execution.engine().offerFeatureLevel(commands.offeredLevel());
            }
            if (LoggedCommands.Kind.COMMAND == kind)
            {
                final long stampedNs = commands.stampedNs();
                if (stampedNs < lastStampedNs && commands.isMonotonic())
                {
                    throw damaged.apply("stamp goes back: stampedNs=" + stampedNs + " lastStampedNs=" + lastStampedNs);
                }
                lastStampedNs = Math.max(lastStampedNs, stampedNs);
                execution.execute(
                    stampedNs, walk.position(), commands.buffer(), commands.offset(), commands.length());
                if (0 == (++executed & CHECK_EVERY - 1))
                {
                    check.run();
                }
            }
        }
        return lastStampedNs;
    }
}
