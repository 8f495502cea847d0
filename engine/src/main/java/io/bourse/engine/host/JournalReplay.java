// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.bourse.engine.client.CommandFormat;
import io.bourse.engine.core.MatchingEngine;

import java.nio.ByteOrder;

/**
 * Replays the journal through the core.
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
        long lastStampedNs = stampedBeforeNs;
        try (RecordingWalker walker = new RecordingWalker(journal, from, endPosition))
        {
            while (walker.nextData())
            {
                final int offset = walker.payloadOffset();
                final int length = walker.payloadLength();
                if (!CommandFormat.isValid(walker.buffer(), offset, length))
                {
                    throw new JournalDamagedException(
                        journal, walker.segmentFile(), walker.frameBegin(), "frame is not a command: length=" + length);
                }
                CommandFormat.requireKnownVersion(walker.buffer(), offset, walker.frameBegin());
                final long stampedNs =
                    walker.buffer().getLong(offset + CommandFormat.STAMPED_NS_OFFSET, ByteOrder.LITTLE_ENDIAN);
                if (stampedNs < lastStampedNs)
                {
                    throw new JournalDamagedException(journal, walker.segmentFile(), walker.frameBegin(),
                        "stamp goes back: stampedNs=" + stampedNs + " lastStampedNs=" + lastStampedNs);
                }
                lastStampedNs = stampedNs;
                engine.onCommand(stampedNs, walker.position(), walker.buffer(), offset, length);
                counters.commandExecuted();
            }
            if (walker.position() < endPosition)
            {
                throw new JournalDamagedException(journal, walker.segmentFile(), walker.position(),
                    "it changed since it was inspected: endPosition=" + endPosition);
            }
        }
        return lastStampedNs;
    }
}
