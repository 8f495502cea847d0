// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.host.recording.EventFrames;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.RecordingWalker;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.RollingHash;

import java.util.List;

/**
 * Checks what the frames of an event stream say of themselves: one partition, contiguous, whole transactions, commands
 * in journal order, and a rolling hash that fits the events.
 */
final class EventCheck implements FrameCheck
{
    private static final int NONE = -1;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final EventGroupDecoder frame = new EventGroupDecoder();
    private final RecordedStream events;
    private final List<Finding> findings;
    private long firstTimeNs;
    private long lastTimeNs;
    private long lastFrameSequence;
    private long lastCommandPosition;
    private long rollingHash = RollingHash.INITIAL;
    private long transactions;
    private long transactionCursor;
    private int partition = NONE;
    private boolean isHashUnknown;
    private boolean isInside;
    private boolean isBad;

    EventCheck(final RecordedStream events, final List<Finding> findings)
    {
        this.events = events;
        this.findings = findings;
    }

    @Override
    public void onFrame(final RecordingWalker walker)
    {
        if (isBad)
        {
            return;
        }
        final int offset = walker.payloadOffset();
        header.wrap(walker.buffer(), offset);
        if (walker.payloadLength() < MessageHeaderDecoder.ENCODED_LENGTH + EventGroupDecoder.BLOCK_LENGTH ||
            EventGroupDecoder.TEMPLATE_ID != header.templateId() ||
            EventGroupDecoder.SCHEMA_ID != header.schemaId())
        {
            bad(FindingKind.NOT_AN_EVENT_FRAME, walker, "length=" + walker.payloadLength() + " templateId=" +
                header.templateId() + " schemaId=" + header.schemaId());
            return;
        }
        frame.wrapAndApplyHeader(walker.buffer(), offset, header);
        if (NONE == partition && events.startPosition() > 0)
        {
            adopt();
        }
        checkOrder(walker);
        checkHash(walker);
        remember(walker);
    }

    /** The beginning was purged: what the first frame that is left says of what came before is taken for true. */
    private void adopt()
    {
        lastFrameSequence = frame.frameSequence() - 1;
        isInside = !frame.flags().begin();
        lastCommandPosition = isInside ? frame.commandPosition() : 0;
        isHashUnknown = true;
    }

    private void checkOrder(final RecordingWalker walker)
    {
        final boolean isBegin = frame.flags().begin();
        final boolean isCommandNext = isInside ?
            lastCommandPosition == frame.commandPosition() : lastCommandPosition < frame.commandPosition();
        if (NONE != partition && partition != frame.partition())
        {
            bad(FindingKind.EVENT_ORDER, walker, "partition=" + frame.partition() + " formerPartition=" + partition);
        }
        else if (lastFrameSequence + 1 != frame.frameSequence() || isBegin == isInside || !isCommandNext)
        {
            bad(FindingKind.EVENT_ORDER, walker, "frameSequence=" + frame.frameSequence() + " lastFrameSequence=" +
                lastFrameSequence + " begin=" + isBegin + " insideTransaction=" + isInside + " commandPosition=" +
                frame.commandPosition() + " lastCommandPosition=" + lastCommandPosition);
        }
    }

    private void checkHash(final RecordingWalker walker)
    {
        final int begin = EventFrames.firstEventOffset(frame, walker.payloadOffset());
        final int length = walker.payloadOffset() + walker.payloadLength() - begin;
        if (isHashUnknown)
        {
            isHashUnknown = false;
            rollingHash = frame.rollingHash();
            return;
        }
        rollingHash = length < 0 ? ~frame.rollingHash() :
            RollingHash.update(rollingHash, walker.buffer(), begin, length);
        if (frame.rollingHash() != rollingHash)
        {
            bad(FindingKind.ROLLING_HASH, walker, "frameSequence=" + frame.frameSequence() + " recorded=" +
                Long.toHexString(frame.rollingHash()) + " computed=" + Long.toHexString(rollingHash));
        }
    }

    private void remember(final RecordingWalker walker)
    {
        if (NONE == partition)
        {
            firstTimeNs = frame.engineTimeNs();
        }
        lastTimeNs = frame.engineTimeNs();
        lastFrameSequence = frame.frameSequence();
        lastCommandPosition = frame.commandPosition();
        partition = frame.partition();
        isInside = !frame.flags().end();
        if (!isInside)
        {
            transactions++;
            transactionCursor = walker.position();
        }
    }

    /** The first says all: the rest was checked against what came before it. */
    private void bad(final FindingKind kind, final RecordingWalker walker, final String facts)
    {
        if (!isBad)
        {
            isBad = true;
            findings.add(new Finding(kind, events.name(), walker.frameBegin(), walker.segmentFile(), facts));
        }
    }

    int partitionOr(final int other)
    {
        return NONE == partition ? other : partition;
    }

    EventFacts facts()
    {
        return new EventFacts(transactions, transactionCursor, lastFrameSequence, lastCommandPosition, rollingHash);
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
        return lastCommandPosition;
    }
}
