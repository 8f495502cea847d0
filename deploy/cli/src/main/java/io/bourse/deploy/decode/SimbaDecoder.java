// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.decode;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_END_OF_SNAPSHOT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_INCREMENTAL;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_LAST_FRAGMENT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_POSS_DUP;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_START_OF_SNAPSHOT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.PACKET_HEADER_LENGTH;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.bourse.deploy.schema.MalformedPacketException;
import io.bourse.deploy.schema.SbePrinter;
import io.bourse.deploy.schema.SbeSchema;
import io.bourse.deploy.schema.SbeSchemas;
import io.bourse.deploy.text.Times;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import org.agrona.DirectBuffer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * SIMBA packets, by our schema files of all versions.
 */
final class SimbaDecoder implements PacketDecoder
{
    private static final String[] FLAG_NAMES =
        {"LastFragment", "StartOfSnapshot", "EndOfSnapshot", "IncrementalPacket", "PossDupFlag"};
    private static final int[] FLAGS =
        {FLAG_LAST_FRAGMENT, FLAG_START_OF_SNAPSHOT, FLAG_END_OF_SNAPSHOT, FLAG_INCREMENTAL, FLAG_POSS_DUP};

    private final SbeSchemas schemas = SbeSchemas.simba();
    private final SbePrinter printer = new SbePrinter(schemas);

    @Override
    public boolean isLikely(final DirectBuffer buffer, final int offset, final int length)
    {
        if (length < PACKET_HEADER_LENGTH || SimbaPacketDescriptor.msgSize(buffer, offset) != length)
        {
            return false;
        }
        final int messages = SimbaPacketDescriptor.messagesOffset(SimbaPacketDescriptor.msgFlags(buffer, offset));
        return length >= messages + SbeSchema.HEADER_LENGTH &&
            schemas.schemaId() == (buffer.getShort(offset + messages + 4, LITTLE_ENDIAN) & 0xFFFF);
    }

    @Override
    public DecodedPacket decode(final DirectBuffer buffer, final int offset, final int length)
    {
        final Map<String, Object> header = new LinkedHashMap<>();
        final List<Map<String, Object>> messages = new ArrayList<>();
        if (length < PACKET_HEADER_LENGTH)
        {
            return new DecodedPacket(header, messages, "shorter than a packet header: length=" + length);
        }
        final int msgFlags = SimbaPacketDescriptor.msgFlags(buffer, offset);
        final int msgSize = SimbaPacketDescriptor.msgSize(buffer, offset);
        header.put("MsgSeqNum", SimbaPacketDescriptor.msgSeqNum(buffer, offset));
        header.put("MsgSize", msgSize);
        header.put("MsgFlags", flags(msgFlags));
        header.put("SendingTime", Times.text(SimbaPacketDescriptor.sendingTimeNs(buffer, offset)));
        final int first = SimbaPacketDescriptor.messagesOffset(msgFlags);
        if (length < first)
        {
            return new DecodedPacket(header, messages, "shorter than its headers: length=" + length);
        }
        if (0 != (msgFlags & FLAG_INCREMENTAL))
        {
            final long sessionId = SimbaPacketDescriptor.sessionId(buffer, offset);
            header.put("TransactTime", Times.text(SimbaPacketDescriptor.transactTimeNs(buffer, offset)));
            header.put("ExchangeTradingSessionID",
                SimbaPacketDescriptor.NULL_UINT32 == sessionId ? null : sessionId);
        }
        if (msgSize != length)
        {
            return new DecodedPacket(header, messages, "MsgSize is not the length of the datagram: length=" + length);
        }
        try
        {
            int position = offset + first;
            while (position < offset + length)
            {
                messages.add(printer.message(buffer, position, offset + length));
                // One message fills such a packet; what an unknown one has after its block belongs to it.
                position = 0 == (msgFlags & FLAG_INCREMENTAL) && !printer.isKnown() ?
                    offset + length : printer.position();
            }
            return new DecodedPacket(header, messages, null);
        }
        catch (final MalformedPacketException ex)
        {
            return new DecodedPacket(header, messages, ex.getMessage());
        }
    }

    private static List<String> flags(final int msgFlags)
    {
        final List<String> names = new ArrayList<>();
        int rest = msgFlags;
        for (int i = 0; i < FLAGS.length; i++)
        {
            if (0 != (msgFlags & FLAGS[i]))
            {
                names.add(FLAG_NAMES[i]);
            }
            rest &= ~FLAGS[i];
        }
        if (0 != rest)
        {
            names.add("0x" + Integer.toHexString(rest));
        }
        return names;
    }
}
