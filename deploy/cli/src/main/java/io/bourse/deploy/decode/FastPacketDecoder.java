// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.decode;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.bourse.marketdata.fast.FastDecoder;
import io.bourse.marketdata.fast.FastField;
import io.bourse.marketdata.fast.FastFieldHandler;
import io.bourse.marketdata.fast.FastFormatException;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastTemplate;
import io.bourse.marketdata.fast.FastTemplates;
import io.bourse.marketdata.fast.FastType;
import org.agrona.DirectBuffer;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * FAST packets, by our template file.
 */
final class FastPacketDecoder implements PacketDecoder, FastFieldHandler
{
    private static final long UINT32_MASK = 0xFFFF_FFFFL;

    private final FastDecoder decoder = new FastDecoder(FastTemplates.bourse());
    private final Deque<Map<String, Object>> open = new ArrayDeque<>();
    private final Deque<List<Map<String, Object>>> sequences = new ArrayDeque<>();

    @Override
    public boolean isLikely(final DirectBuffer buffer, final int offset, final int length)
    {
        return length > FastMessages.PREAMBLE_LENGTH && null == decode(buffer, offset, length).problem();
    }

    @Override
    public DecodedPacket decode(final DirectBuffer buffer, final int offset, final int length)
    {
        final Map<String, Object> header = new LinkedHashMap<>();
        final List<Map<String, Object>> messages = new ArrayList<>();
        if (length < FastMessages.PREAMBLE_LENGTH)
        {
            return new DecodedPacket(header, messages, "shorter than the preamble: length=" + length);
        }
        header.put("Preamble", buffer.getInt(offset, LITTLE_ENDIAN) & UINT32_MASK);
        int position = offset + FastMessages.PREAMBLE_LENGTH;
        final int limit = offset + length;
        while (position < limit)
        {
            open.clear();
            sequences.clear();
            final Map<String, Object> message = new LinkedHashMap<>();
            open.push(message);
            messages.add(message);
            try
            {
                position += decoder.decode(buffer, position, limit - position, this);
            }
            catch (final FastFormatException ex)
            {
                message.putIfAbsent(DecodedPacket.MESSAGE, "?");
                return new DecodedPacket(header, messages, ex.getMessage());
            }
        }
        return new DecodedPacket(header, messages, null);
    }

    @Override
    public void onMessageBegin(final FastTemplate template)
    {
        open.peek().put(DecodedPacket.MESSAGE, template.name());
        open.peek().put("templateId", template.id());
    }

    @Override
    public void onInteger(final FastField field, final long value)
    {
        open.peek().put(field.name(), FastType.UINT == field.type() && value < 0 ?
            new BigInteger(Long.toUnsignedString(value)) : (Object)value);
    }

    @Override
    public void onDecimal(final FastField field, final long mantissa, final int exponent)
    {
        open.peek().put(field.name(), BigDecimal.valueOf(mantissa, -exponent));
    }

    @Override
    public void onString(final FastField field, final DirectBuffer buffer, final int offset, final int length)
    {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        open.peek().put(field.name(), new String(bytes, UTF_8));
    }

    @Override
    public void onNull(final FastField field)
    {
        open.peek().put(field.name(), null);
    }

    @Override
    public void onSequenceBegin(final FastField sequence, final int count)
    {
        sequences.push(new ArrayList<>());
        open.peek().put(sequence.name(), sequences.peek());
    }

    @Override
    public void onEntryBegin(final FastField sequence, final int index)
    {
        final Map<String, Object> entry = new LinkedHashMap<>();
        sequences.peek().add(entry);
        open.push(entry);
    }

    @Override
    public void onEntryEnd(final FastField sequence)
    {
        open.pop();
    }

    @Override
    public void onSequenceEnd(final FastField sequence)
    {
        sequences.pop();
    }
}
