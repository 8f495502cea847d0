// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.core.event.EventGroupWriter;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/**
 * Groups, frames, exactly-once, partitions, time, and commands that nobody should send. Every frame is also checked by
 * {@link EventRecorder}.
 */
class EventStreamTest
{
    private static final String MALFORMED = "rejected cl=- order=- account= instrument=0 INVALID_FIELD";

    private CoreFixture core;

    @BeforeEach
    void setUp()
    {
        core = new CoreFixture().withMembers().open();
    }

    @Test
    void shouldDescribeTheCommandInItsGroup()
    {
        core.timeNs = 5_000;
        core.commands.nextSequence = 17;
        core.commands.nextClientRef = "client-ref-1";
        core.buy(1, 5, 100);
        assertEquals(core.position, core.recorder.group.commandPosition());
        assertEquals(5_000, core.recorder.group.engineTimeNs());
        assertEquals(77, core.recorder.group.receivedNs());
        assertEquals(17, core.recorder.group.sequence());
        assertEquals(1, core.recorder.group.sessionId());
        assertEquals(CommandWriter.GATEWAY_ID, core.recorder.group.gatewayId());
        assertEquals(0, core.recorder.group.partition());
        assertEquals(NewOrderDecoder.TEMPLATE_ID, core.recorder.group.commandTemplateId());
        assertEquals("client-ref-1", core.recorder.clientRefs.get(core.recorder.clientRefs.size() - 1));
    }

    @Test
    void shouldNeverTurnTimeBack()
    {
        core.timeNs = 5_000;
        core.buy(1, 5, 100);
        core.timeNs = 4_999;
        core.buy(2, 5, 100);
        assertEquals(5_000, core.recorder.group.engineTimeNs());
        core.timeNs = 5_001;
        core.buy(3, 5, 100);
        assertEquals(5_001, core.recorder.group.engineTimeNs());
    }

    @Test
    void shouldSplitALongGroupOverFrames()
    {
        final List<String> expected = new ArrayList<>();
        expected.add("suspended run=3 session=1 EVENING");
        expected.add("cleared session=1");
        for (int i = 1; i <= 1_000; i++)
        {
            core.buy(i, i, 100);
            expected.add("cancelled " + i + " cl=" + i + " req=- BUY " + i + "@100 SESSION_END");
        }
        core.recorder.frames.clear();
        assertEquals(expected, core.send(core.commands.suspend(3, ClearingKind.EVENING)));
        assertEquals(10, core.recorder.frames.size());
        for (int i = 0; i < 9; i++)
        {
            final int length = core.recorder.frames.get(i).length;
            assertTrue(length > EventFrameSink.MAX_FRAME_LENGTH - 74, "frames are filled: length=" + length);
        }
    }

    @Test
    void shouldFillAFrameToItsLastByte()
    {
        final List<Integer> lengths = new ArrayList<>();
        final EventGroupWriter writer = new EventGroupWriter(0, (sequence, buffer, offset, length) ->
            lengths.add(length));
        final CommandEnvelope command = new CommandEnvelope();
        command.buffer = core.commands.buffer;
        writer.begin(command);
        final int first = writer.claim(0);
        writer.claim(EventFrameSink.MAX_FRAME_LENGTH - first - 2 * MessageHeaderDecoder.ENCODED_LENGTH);
        assertEquals(List.of(), lengths);
        assertEquals(first, writer.claim(0), "in a new frame");
        writer.end();
        assertEquals(
            List.of(EventFrameSink.MAX_FRAME_LENGTH, first + MessageHeaderDecoder.ENCODED_LENGTH), lengths);
    }

    @Test
    void shouldPutClientRefIntoTheFirstFrameOnly()
    {
        for (int i = 1; i <= 200; i++)
        {
            core.sell(i, 1, 100);
        }
        core.recorder.clientRefs.clear();
        core.commands.nextClientRef = "R".repeat(64);
        core.buy(1, 200, 100);
        assertEquals(List.of("R".repeat(64), "", "", ""), core.recorder.clientRefs);
    }

    @Test
    void shouldRefuseDuplicatesPerGatewayAndSession()
    {
        final String refused = "rejected cl=2 order=- account=AA01001 instrument=1 DUPLICATE_COMMAND";
        core.commands.nextSequence = 5;
        assertEquals(List.of("accepted 1 cl=1 BUY 1@100 DAY"), core.buy(1, 1, 100));
        for (final long sequence : new long[]{5, 4, 1, -1, Long.MIN_VALUE})
        {
            core.commands.nextSequence = sequence;
            assertEquals(List.of(refused), core.buy(2, 1, 100));
        }
        core.commands.nextSequence = 0;
        assertEquals(List.of("accepted 2 cl=2 BUY 1@100 DAY"), core.buy(2, 1, 100));
        core.commands.nextSequence = 5;
        assertEquals(List.of("accepted 3 cl=3 SELL 1@120 DAY"), core.sell(3, 1, 120));
        core.commands.gatewayId = 2;
        core.commands.nextSequence = 5;
        assertEquals(List.of("accepted 4 cl=4 BUY 1@100 DAY"), core.buy(4, 1, 100));
        core.commands.gatewayId = CommandWriter.GATEWAY_ID;
        core.commands.nextSequence = 9;
        assertEquals(List.of("accepted 5 cl=5 BUY 1@100 DAY"), core.buy(5, 1, 100));
        core.commands.nextSequence = 8;
        assertEquals(
            List.of("rejected cl=6 order=1 account= instrument=0 DUPLICATE_COMMAND"), core.cancel(1, 6, 1));
    }

    @Test
    void shouldCountARefusedCommandAsProcessed()
    {
        core.commands.nextSequence = 5;
        core.buy(1, 0, 100);
        core.commands.nextSequence = 5;
        assertEquals(
            List.of("rejected cl=1 order=- account=AA01001 instrument=1 DUPLICATE_COMMAND"), core.buy(1, 1, 100));
    }

    @Test
    void shouldRefuseCommandsOfAnotherPartition()
    {
        core.commands.partition = 1;
        core.commands.nextSequence = 5;
        assertEquals(
            List.of("rejected cl=1 order=- account=AA01001 instrument=1 WRONG_PARTITION"), core.buy(1, 1, 100));
        core.commands.partition = 0;
        core.commands.nextSequence = 5;
        assertEquals(List.of("accepted 1 cl=1 BUY 1@100 DAY"), core.buy(1, 1, 100));
    }

    @Test
    void shouldPutThePartitionIntoIds()
    {
        final CoreFixture other = new CoreFixture(2, FastOrderBook::new).withMembers().open();
        final long prefix = 2L << 48;
        other.buy(1, 2, 100);
        assertEquals(
            List.of(
                "accepted " + (prefix + 2) + " cl=2 SELL 1@100 DAY",
                "trade " + (prefix + 1) + " 1@100 buy=" + (prefix + 1) + "/cl1/rest1 sell=" + (prefix + 2) +
                    "/cl2/rest0 by SELL"),
            other.sell(2, 1, 100));
        assertEquals(
            List.of("rejected cl=3 order=1 account= instrument=0 UNKNOWN_ORDER"), other.cancel(1, 3, 1));
        assertEquals(
            List.of("cancelled " + (prefix + 1) + " cl=1 req=3 BUY 1@100 REQUESTED"),
            other.cancel(1, 3, prefix + 1));
        assertEquals(2, other.recorder.group.partition());
    }

    @Test
    void shouldRefusePartitionOutOfRange()
    {
        for (final int partition : new int[]{-1, 256})
        {
            final IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> new MatchingEngine(partition, new EventRecorder()));
            assertEquals("partition must be from 0 to 255: partition=" + partition, e.getMessage());
        }
        for (final int partition : new int[]{0, 255})
        {
            assertEquals(partition, new MatchingEngine(partition, new EventRecorder()).partition());
        }
    }

    @Test
    void shouldRefuseEveryTruncatedCommand()
    {
        core.commands.nextClientRef = "abc";
        core.commands.newOrder(1, encoder -> encoder.accountCode(CoreFixture.ACCOUNTS[1]));
        final int length = core.commands.length;
        final long before = core.stateHash();
        core.commands.nextClientRef = "abc";
        core.commands.newOrder(1, encoder -> encoder.accountCode(CoreFixture.ACCOUNTS[1]));
        for (int truncated = 0; truncated < length; truncated++)
        {
            assertEquals(List.of(MALFORMED), core.send(truncated), "length=" + truncated);
        }
        assertEquals(List.of("accepted 1 cl=1 BUY 1@100 DAY"), core.send(length));
        core.cancel(1, 2, 1);
        assertTrue(before != core.stateHash());
    }

    @Test
    void shouldRefuseUnknownTemplatesAndSchemas()
    {
        final long before = core.stateHash();
        for (final int template : new int[]{0, 6, 13, 99, 100, 113, 65_535})
        {
            core.commands.newOrder(1, encoder -> encoder.accountCode(CoreFixture.ACCOUNTS[1]));
            core.commands.buffer.putShort(CommandWriter.OFFSET + 2, (short)template);
            assertEquals(List.of(MALFORMED), core.send(core.commands), "template=" + template);
            assertEquals(template, core.recorder.group.commandTemplateId());
        }
        core.commands.newOrder(1, encoder -> encoder.accountCode(CoreFixture.ACCOUNTS[1]));
        core.commands.buffer.putShort(CommandWriter.OFFSET + 4, (short)19781);
        assertEquals(List.of(MALFORMED), core.send(core.commands));
        for (final int blockLength : new int[]{0, NewOrderDecoder.BLOCK_LENGTH - 1, 200, 65_535})
        {
            core.commands.newOrder(1, encoder -> encoder.accountCode(CoreFixture.ACCOUNTS[1]));
            core.commands.buffer.putShort(CommandWriter.OFFSET, (short)blockLength);
            assertEquals(List.of(MALFORMED), core.send(core.commands), "blockLength=" + blockLength);
        }
        assertEquals(before, core.stateHash());
    }

    @Test
    void shouldRefuseClientRefThatIsTooLong()
    {
        core.commands.newOrder(1, encoder -> encoder.accountCode(CoreFixture.ACCOUNTS[1]));
        core.commands.buffer.putByte(CommandWriter.OFFSET + core.commands.length - 1, (byte)65);
        assertEquals(List.of(MALFORMED), core.send(core.commands.length + 65));
    }

    @Test
    void shouldDependOnNothingButTheCommandBytes()
    {
        final CoreFixture other = new CoreFixture().withMembers().open();
        for (final CoreFixture each : List.of(core, other))
        {
            each.buy(1, 5, 100);
            each.sell(2, 7, 100);
            each.order(3, 3, Side.BUY, 1, 101);
        }
        assertEquals(core.recorder.frames.size(), other.recorder.frames.size());
        for (int i = 0; i < core.recorder.frames.size(); i++)
        {
            assertArrayEquals(core.recorder.frames.get(i), other.recorder.frames.get(i));
        }
    }
}
