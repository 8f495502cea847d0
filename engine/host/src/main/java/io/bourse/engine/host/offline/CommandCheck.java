// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.aeron.logbuffer.FrameDescriptor;
import io.bourse.engine.host.recording.LoggedCommands;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.RecordingWalker;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;

import java.nio.ByteOrder;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks that the frames of a journal are commands whose stamps do not go back. What they say is the core's business.
 */
final class CommandCheck implements FrameCheck
{
    private static final int PARTITION_OFFSET =
        MessageHeaderDecoder.ENCODED_LENGTH + CommandHeaderDecoder.partitionEncodingOffset();
    private static final int NONE = -1;

    private final RecordedStream journal;
    private final List<Finding> findings;
    private final LoggedCommands commands;
    private final CommandHeaderDecoder header = new CommandHeaderDecoder();
    private final Map<CommandSender, Long> senders = new HashMap<>();
    private long firstTimeNs;
    private long lastTimeNs;
    private int firstPartition = NONE;
    private boolean isInside;
    private boolean isBad;

    CommandCheck(final RecordedStream journal, final List<Finding> findings)
    {
        this.journal = journal;
        this.findings = findings;
        // A timer is never the first command, so the partition can be found out here.
        commands = LoggedCommands.of(journal, 0);
    }

    @Override
    public void onFrame(final RecordingWalker walker)
    {
        if (0 != walker.reservedValue())
        {
            bad(FindingKind.FRAME_HEADER, walker, "reservedValue=" + walker.reservedValue());
        }
        checkFlags(walker);
        final LoggedCommands.Kind kind = commands.read(walker);
        if (LoggedCommands.Kind.COMMAND != kind)
        {
            if (LoggedCommands.Kind.UNKNOWN == kind)
            {
                bad(FindingKind.NOT_A_COMMAND, walker, "length=" + walker.payloadLength());
            }
            return;
        }
        senders.merge(SentCommand.senderOf(commands, header), 1L, Long::sum);
        final long stampedNs = commands.stampedNs();
        if (stampedNs < lastTimeNs && commands.isMonotonic())
        {
            bad(FindingKind.STAMP_GOES_BACK, walker, "stampedNs=" + stampedNs + " lastStampedNs=" + lastTimeNs);
        }
        if (NONE == firstPartition)
        {
            firstTimeNs = stampedNs;
            firstPartition =
                commands.buffer().getShort(commands.offset() + PARTITION_OFFSET, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
        }
        lastTimeNs = stampedNs;
    }

    /** Messages follow each other, in one frame or in several. */
    private void checkFlags(final RecordingWalker walker)
    {
        final int flags = walker.flags() & 0xFF;
        final boolean isBegin = 0 != (flags & FrameDescriptor.BEGIN_FRAG_FLAG);
        if (isBegin == isInside || 0 != (flags & ~FrameDescriptor.UNFRAGMENTED & 0xFF))
        {
            bad(FindingKind.FRAME_HEADER, walker, "flags=" + flags + " isInsideMessage=" + isInside);
        }
        isInside = 0 == (flags & FrameDescriptor.END_FRAG_FLAG);
    }

    /** The first says all: what follows a frame that should not be there means nothing. */
    private void bad(final FindingKind kind, final RecordingWalker walker, final String facts)
    {
        if (!isBad)
        {
            isBad = true;
            findings.add(new Finding(kind, journal.name(), walker.frameBegin(), walker.segmentFile(), facts));
        }
    }

    /** Who sent what the journal holds, by gateway id; what is only claimed first. */
    List<SenderFacts> senders()
    {
        return senders.entrySet().stream()
            .map(entry -> new SenderFacts(entry.getKey(), entry.getValue()))
            .sorted(Comparator.comparing((SenderFacts facts) -> facts.sender().gatewayId())
                .thenComparing(facts -> facts.sender().isHost())
                .thenComparing(facts -> facts.sender().isAuthenticated()))
            .toList();
    }

    /** Partition that the first command was sent to, which is the venue's own operator's. */
    int partitionOr(final int other)
    {
        return NONE == firstPartition ? other : firstPartition;
    }

    @Override
    public long firstTimeNs()
    {
        return firstTimeNs;
    }

    @Override
    public long lastTimeNs()
    {
        return lastTimeNs;
    }

    @Override
    public long lastCommandPosition()
    {
        return 0;
    }
}
