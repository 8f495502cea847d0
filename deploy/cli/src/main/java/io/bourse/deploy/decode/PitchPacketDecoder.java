// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.decode;

import io.bourse.marketdata.pitch.PitchFields;
import io.bourse.marketdata.pitch.PitchReader;
import io.bourse.marketdata.pitch.RecoveryReader;
import io.bourse.marketdata.pitch.SequencedUnit;
import org.agrona.DirectBuffer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * PITCH packets: one block of messages each.
 */
final class PitchPacketDecoder implements PacketDecoder
{
    private static final String[] FAULTS = {null, "the block is longer than the datagram", "messages do not fill it"};

    private final FieldMap fields = new FieldMap();

    @Override
    public boolean isLikely(final DirectBuffer buffer, final int offset, final int length)
    {
        return SequencedUnit.WHOLE == SequencedUnit.check(buffer, offset, length) &&
            SequencedUnit.length(buffer, offset) == length;
    }

    @Override
    public DecodedPacket decode(final DirectBuffer buffer, final int offset, final int length)
    {
        final Map<String, Object> header = new LinkedHashMap<>();
        final List<Map<String, Object>> messages = new ArrayList<>();
        if (length < SequencedUnit.HEADER_LENGTH)
        {
            return new DecodedPacket(header, messages, "shorter than the header: length=" + length);
        }
        final int count = SequencedUnit.count(buffer, offset);
        final long sequence = SequencedUnit.sequence(buffer, offset);
        header.put("HdrLength", SequencedUnit.length(buffer, offset));
        header.put("HdrCount", count);
        header.put("HdrUnit", SequencedUnit.unit(buffer, offset));
        header.put("HdrSequence", sequence);
        final int verdict = SequencedUnit.check(buffer, offset, length);
        if (SequencedUnit.WHOLE != verdict)
        {
            return new DecodedPacket(header, messages, FAULTS[verdict]);
        }
        int position = offset + SequencedUnit.HEADER_LENGTH;
        for (int i = 0; i < count; i++)
        {
            final Map<String, Object> message = new LinkedHashMap<>();
            messages.add(message);
            fields.begin(message, sequence + i);
            if (!RecoveryReader.readMessage(buffer, position, fields))
            {
                PitchReader.readMessage(buffer, position, fields);
            }
            position += buffer.getByte(position) & 0xFF;
        }
        return new DecodedPacket(header, messages, SequencedUnit.length(buffer, offset) == length ? null :
            "the datagram is longer than its block: length=" + length);
    }

    /** A message as a map. */
    private static final class FieldMap extends PitchFields
    {
        private Map<String, Object> message;
        private long sequence;

        void begin(final Map<String, Object> message, final long sequence)
        {
            this.message = message;
            this.sequence = sequence;
        }

        @Override
        protected void onMessage(final String name)
        {
            message.put(DecodedPacket.MESSAGE, name);
            message.put("sequence", sequence);
        }

        @Override
        protected void onField(final String name, final Object value)
        {
            message.put(name, value);
        }
    }
}
