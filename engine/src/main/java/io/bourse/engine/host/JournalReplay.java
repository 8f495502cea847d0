// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.bourse.engine.client.CommandFormat;
import io.bourse.engine.core.MatchingEngine;

/**
 * Replays a journal, or the log of a cluster, through the core.
 */
final class JournalReplay
{
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
     * @param engine core as it was there, without any state at 0.
     * @param counters to count in.
     * @return stamp of the last command, that before when there is none.
     * @throws JournalDamagedException when a frame is not a command or stamps go back.
     */
    static long replay(
        final RecordedStream journal,
        final long from,
        final long endPosition,
        final long stampedBeforeNs,
        final MatchingEngine engine,
        final EngineCounters counters)
    {
        final LoggedCommands commands = LoggedCommands.of(journal, engine.partition());
        long lastStampedNs = stampedBeforeNs;
        try (RecordingWalker walker = new RecordingWalker(journal, from, endPosition))
        {
            while (walker.nextData())
            {
                final LoggedCommands.Kind kind = commands.read(walker);
                if (LoggedCommands.Kind.UNKNOWN == kind)
                {
                    throw new JournalDamagedException(journal, walker.segmentFile(), walker.frameBegin(),
                        "frame is not a command: length=" + walker.payloadLength());
                }
                if (LoggedCommands.Kind.COMMAND == kind)
                {
                    lastStampedNs = execute(journal, walker, commands, lastStampedNs, engine);
                    counters.commandExecuted();
                }
            }
            if (walker.position() < endPosition)
            {
                throw new JournalDamagedException(journal, walker.segmentFile(), walker.position(),
                    "it changed since it was inspected: endPosition=" + endPosition);
            }
        }
        return lastStampedNs;
    }

    private static long execute(
        final RecordedStream journal,
        final RecordingWalker walker,
        final LoggedCommands commands,
        final long lastStampedNs,
        final MatchingEngine engine)
    {
        CommandFormat.requireKnownVersion(commands.buffer(), commands.offset(), walker.frameBegin());
        final long stampedNs = commands.stampedNs();
        if (stampedNs < lastStampedNs && commands.isMonotonic())
        {
            throw new JournalDamagedException(journal, walker.segmentFile(), walker.frameBegin(),
                "stamp goes back: stampedNs=" + stampedNs + " lastStampedNs=" + lastStampedNs);
        }
        engine.onCommand(stampedNs, walker.position(), commands.buffer(), commands.offset(), commands.length());
        return Math.max(lastStampedNs, stampedNs);
    }
}
