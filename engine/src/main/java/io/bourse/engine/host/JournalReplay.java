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
     * Executes every command of a journal again.
     *
     * @param journal to replay, already inspected.
     * @param endPosition where to stop.
     * @param engine core without any state.
     * @param counters to count in.
     * @return stamp of the last command, 0 when there is none.
     * @throws JournalDamagedException when a frame is not a command or stamps go back.
     */
    static long replay(
        final RecordedStream journal,
        final long endPosition,
        final MatchingEngine engine,
        final EngineCounters counters)
    {
        long lastStampedNs = 0;
        try (RecordingWalker walker = new RecordingWalker(journal, endPosition))
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
