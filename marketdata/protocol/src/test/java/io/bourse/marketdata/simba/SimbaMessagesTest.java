// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.simba;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_INCREMENTAL;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_LAST_FRAGMENT;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Which packets are taken: layouts by the tables of SIMBA B.1 to B.4, and every way to contradict them.
 */
class SimbaMessagesTest
{
    private static final int AT = 5;
    private static final int SCHEMA_ID = 19780;
    private static final int HEARTBEAT = 1;
    private static final int ORDER_UPDATE = 15;
    private static final int DEFINITION = 21;
    private static final int UNKNOWN = 0x9ABC;
    /** Entry lengths of the groups of SecurityDefinition. */
    private static final int[] DEFINITION_ENTRIES = {33, 37, 33, 35, 16};

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8 * 1024]);

    @Test
    void shouldReadTheHeaderOfAMessage()
    {
        header(AT, 0xFEDC, 0x9ABC, SCHEMA_ID, 0x8765);
        assertEquals(List.of(0xFEDC, 0x9ABC, 0x8765), List.of(SimbaMessages.blockLength(buffer, AT),
            SimbaMessages.templateId(buffer, AT), SimbaMessages.version(buffer, AT)));
        header(AT, 0x0102, 0x0304, SCHEMA_ID, 9);
        assertEquals(List.of(0x0102, 0x0304, 9), List.of(SimbaMessages.blockLength(buffer, AT),
            SimbaMessages.templateId(buffer, AT), SimbaMessages.version(buffer, AT)));
    }

    @ParameterizedTest
    @CsvSource({
        "HEARTBEAT,                  1,    0", "SEQUENCE_RESET,       2,    4", "EMPTY_BOOK,          4,    4",
        "SECURITY_STATUS_8,          9,   70", "SECURITY_UPDATE,     10,   28", "ORDER_UPDATE,       15,   50",
        "ORDER_EXECUTION,           16,   74", "TRADING_STATUS,      26,   48", "SECURITY_STATUS_9,  28,   86",
        "LOGON,                   1000,    0", "LOGOUT,            1001,  256", "REQUEST,          1002,    8"})
    void shouldTakeAMessageThatIsAsLongAsItsLayoutOrLonger(
        final String name, final int templateId, final int blockLength)
    {
        for (int length = Math.max(0, blockLength - 2); length <= blockLength + 2; length++)
        {
            header(AT, length, templateId, SCHEMA_ID, 8);
            assertEquals(length < blockLength ? -1 : 8 + length,
                SimbaMessages.length(buffer, AT, AT + 8 + length), name + " length=" + length);
            assertEquals(-1, SimbaMessages.length(buffer, AT, AT + 8 + length - 1), name + " length=" + length);
        }
        assertTrue(SimbaMessages.isKnown(templateId));
    }

    @Test
    void shouldKnowTheTemplatesOfBothVersionsAndNoOthers()
    {
        final List<Integer> known =
            List.of(1, 2, 4, 9, 10, 14, 15, 16, 17, 21, 26, 27, 28, 1000, 1001, 1002);
        for (int templateId = 0; templateId < 0x10000; templateId++)
        {
            assertEquals(known.contains(templateId), SimbaMessages.isKnown(templateId), "templateId=" + templateId);
        }
    }

    @Test
    void shouldTakeVersionsFrom3To9OfTheSchema()
    {
        for (int version = 0; version < 12; version++)
        {
            header(AT, 0, HEARTBEAT, SCHEMA_ID, version);
            assertEquals(3 <= version && version <= 9 ? 8 : -1, SimbaMessages.length(buffer, AT, AT + 8));
        }
        header(AT, 0, HEARTBEAT, SCHEMA_ID + 1, 8);
        assertEquals(-1, SimbaMessages.length(buffer, AT, AT + 8));
        header(AT, 0, HEARTBEAT, SCHEMA_ID, 8);
        assertEquals(-1, SimbaMessages.length(buffer, AT, AT + 7));
        assertEquals(-1, SimbaMessages.length(new UnsafeBuffer(buffer, 0, AT + 7), AT, AT + 7), "nothing is read");
    }

    @ParameterizedTest
    @CsvSource({"14, 0, 36", "17, 16, 57"})
    void shouldTakeAGroupThatEndsWithTheMessage(final int templateId, final int blockLength, final int entryLength)
    {
        for (final int count : new int[]{0, 1, 3, 200})
        {
            for (final int length : new int[]{entryLength, entryLength + 4})
            {
                header(AT, blockLength + 1, templateId, SCHEMA_ID, 8);
                group(AT + 8 + blockLength + 1, length, count);
                final int whole = 8 + blockLength + 1 + 3 + count * length;
                assertEquals(whole, SimbaMessages.length(buffer, AT, AT + whole));
                assertEquals(whole, SimbaMessages.length(buffer, AT, AT + whole + 1));
                assertEquals(-1, SimbaMessages.length(buffer, AT, AT + whole - 1));
            }
        }
        header(AT, blockLength, templateId, SCHEMA_ID, 8);
        group(AT + 8 + blockLength, entryLength - 1, 1);
        assertEquals(-1, SimbaMessages.length(buffer, AT, AT + 4096), "entries shorter than their layout");
        group(AT + 8 + blockLength, entryLength - 1, 0);
        assertEquals(8 + blockLength + 3, SimbaMessages.length(buffer, AT, AT + 4096), "no entry is too short");
        assertEquals(-1, SimbaMessages.length(buffer, AT, AT + 8 + blockLength + 2), "no room for the group");
    }

    @ParameterizedTest
    @CsvSource({"21, 326, 8", "27, 342, 9"})
    void shouldTakeADefinitionWithItsGroupsAndTexts(final int templateId, final int blockLength, final int version)
    {
        header(AT, blockLength, templateId, SCHEMA_ID, version);
        final int[] counts = {2, 0, 1, 3, 1};
        int end = AT + 8 + blockLength;
        for (int i = 0; i < counts.length; i++)
        {
            end = group(end, DEFINITION_ENTRIES[i], counts[i]);
        }
        end = text(text(end, 300), 7);
        assertEquals(end - AT, SimbaMessages.length(buffer, AT, end));
        assertEquals(end - AT, SimbaMessages.length(buffer, AT, end + 1));
        for (int limit = AT; limit < end; limit++)
        {
            assertEquals(-1, SimbaMessages.length(new UnsafeBuffer(buffer, 0, limit), AT, limit), "limit=" + limit);
        }
        header(AT, blockLength - 1, templateId, SCHEMA_ID, version);
        assertEquals(-1, SimbaMessages.length(buffer, AT, end));
    }

    @Test
    void shouldRefuseADefinitionWhenAnyOfItsGroupsHasEntriesThatAreTooShort()
    {
        for (int bad = -1; bad < DEFINITION_ENTRIES.length; bad++)
        {
            header(AT, 326, DEFINITION, SCHEMA_ID, 8);
            int end = AT + 8 + 326;
            for (int i = 0; i < DEFINITION_ENTRIES.length; i++)
            {
                end = group(end, DEFINITION_ENTRIES[i] + (i == bad ? -1 : i), 1);
            }
            end = text(text(end, 0), 0);
            assertEquals(bad < 0 ? end - AT : -1, SimbaMessages.length(buffer, AT, end), "group=" + bad);
        }
    }

    @Test
    void shouldTakeAPacketWhoseMessagesFillIt()
    {
        int end = AT + 28;
        end = message(end, ORDER_UPDATE, 50);
        end = message(end, UNKNOWN, 11);
        end = message(end, HEARTBEAT, 0);
        assertTrue(isWellFormed(end - AT, FLAG_INCREMENTAL));
        assertTrue(isWellFormed(28 + 58, FLAG_INCREMENTAL));
        assertFalse(isWellFormed(28, FLAG_INCREMENTAL), "without a message");
        assertFalse(isWellFormed(27, FLAG_INCREMENTAL), "without the whole header");
        assertFalse(isWellFormed(end - AT - 1, FLAG_INCREMENTAL), "cut");
        Arrays.fill(buffer.byteArray(), end, end + 20, (byte)0);
        assertFalse(isWellFormed(end - AT + 1, FLAG_INCREMENTAL), "with a byte too much");
        assertFalse(isWellFormed(end - AT + 8, FLAG_INCREMENTAL), "with what is no message");
    }

    @Test
    void shouldTakeAPacketWithoutIncrementalHeaderWhenItHasOneMessage()
    {
        final int end = message(AT + 16, HEARTBEAT, 0);
        assertTrue(isWellFormed(24, FLAG_LAST_FRAGMENT));
        assertFalse(isWellFormed(23, FLAG_LAST_FRAGMENT));
        message(end, HEARTBEAT, 0);
        assertFalse(isWellFormed(32, FLAG_LAST_FRAGMENT), "two messages");
        message(AT + 16, UNKNOWN, 0);
        assertTrue(isWellFormed(32, FLAG_LAST_FRAGMENT), "what follows may be its groups");
        assertFalse(isWellFormed(16, FLAG_LAST_FRAGMENT), "without a message");
    }

    @Test
    void shouldTakeAPacketOnlyWhenItsSizeIsThatOfTheDatagram()
    {
        message(AT + 16, HEARTBEAT, 0);
        SimbaPacketDescriptor.putPacketHeader(buffer, AT, 1, 24, FLAG_LAST_FRAGMENT, 2);
        assertTrue(SimbaMessages.isWellFormed(buffer, AT, 24));
        assertFalse(SimbaMessages.isWellFormed(buffer, AT, 25));
        assertFalse(SimbaMessages.isWellFormed(buffer, AT, 23));
        SimbaPacketDescriptor.putPacketHeader(buffer, AT, 1, 15, FLAG_LAST_FRAGMENT, 2);
        assertFalse(SimbaMessages.isWellFormed(buffer, AT, 15));
        assertFalse(SimbaMessages.isWellFormed(new UnsafeBuffer(new byte[0]), 0, 0));
    }

    @Test
    void shouldReadBackTheHeadersOfAPacket()
    {
        SimbaPacketDescriptor.putPacketHeader(buffer, AT, 4_294_967_294L, 65_535, 0x8019, 0x1122334455667788L);
        SimbaPacketDescriptor.putIncrementalHeader(buffer, AT, 0x0102030405060708L, 4_294_967_295L);
        assertEquals(
            List.of(4_294_967_294L, 65_535L, 0x8019L, 0x1122334455667788L, 0x0102030405060708L, 4_294_967_295L),
            List.of(SimbaPacketDescriptor.msgSeqNum(buffer, AT), (long)SimbaPacketDescriptor.msgSize(buffer, AT),
                (long)SimbaPacketDescriptor.msgFlags(buffer, AT), SimbaPacketDescriptor.sendingTimeNs(buffer, AT),
                SimbaPacketDescriptor.transactTimeNs(buffer, AT), SimbaPacketDescriptor.sessionId(buffer, AT)));
        final byte[] bytes = new byte[28];
        buffer.getBytes(AT, bytes);
        assertEquals("feffffffffff198088776655443322110807060504030201ffffffff",
            HexFormat.of().formatHex(bytes));
        assertEquals(List.of(16, 28, 28), List.of(SimbaPacketDescriptor.messagesOffset(0x17),
            SimbaPacketDescriptor.messagesOffset(0x08), SimbaPacketDescriptor.messagesOffset(0x1F)));
    }

    private boolean isWellFormed(final int length, final int flags)
    {
        SimbaPacketDescriptor.putPacketHeader(buffer, AT, 1, length, flags, 2);
        return SimbaMessages.isWellFormed(buffer, AT, length);
    }

    private int message(final int offset, final int templateId, final int blockLength)
    {
        header(offset, blockLength, templateId, SCHEMA_ID, 8);
        return offset + 8 + blockLength;
    }

    private void header(
        final int offset, final int blockLength, final int templateId, final int schemaId, final int version)
    {
        buffer.putShort(offset, (short)blockLength, LITTLE_ENDIAN);
        buffer.putShort(offset + 2, (short)templateId, LITTLE_ENDIAN);
        buffer.putShort(offset + 4, (short)schemaId, LITTLE_ENDIAN);
        buffer.putShort(offset + 6, (short)version, LITTLE_ENDIAN);
    }

    private int group(final int offset, final int entryLength, final int count)
    {
        buffer.putShort(offset, (short)entryLength, LITTLE_ENDIAN);
        buffer.putByte(offset + 2, (byte)count);
        return offset + 3 + count * entryLength;
    }

    private int text(final int offset, final int length)
    {
        buffer.putShort(offset, (short)length, LITTLE_ENDIAN);
        return offset + 2 + length;
    }
}
