// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.journal;

import io.bourse.deploy.schema.SbeField;
import io.bourse.deploy.schema.SbeSchemas;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.agrona.DirectBuffer;

import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Where in each event the schema has certain integers of one length, those of composites included: a scan compares
 * them without taking the event apart.
 */
final class MessageFields
{
    private final Map<Integer, int[]> offsets = new HashMap<>();
    private final int length;

    /**
     * Looks them up.
     *
     * @param schemas of the engine.
     * @param length of the fields in bytes, 4 or 8.
     * @param names of the fields, or of members of composites.
     */
    MessageFields(final SbeSchemas schemas, final int length, final Set<String> names)
    {
        this.length = length;
        schemas.byVersion().get(schemas.byVersion().lastKey()).messages().forEach((templateId, message) ->
        {
            final int[] found = message.block().fields().stream()
                .filter((field) -> names.contains(lastName(field)) && length == field.type().length())
                .mapToInt(SbeField::offset)
                .toArray();
            if (found.length > 0)
            {
                offsets.put(templateId, found);
            }
        });
    }

    private static String lastName(final SbeField field)
    {
        return field.name().substring(field.name().indexOf(SbeField.MEMBER) + 1);
    }

    /** Template of the event whose message header is at an offset. */
    static int templateId(final DirectBuffer buffer, final int offset)
    {
        return field(buffer, offset + MessageHeaderDecoder.templateIdEncodingOffset());
    }

    /** Whether one of the fields of an event has a value. */
    boolean has(final DirectBuffer buffer, final int offset, final long value)
    {
        return anyMatch(buffer, offset, (field) -> value == field);
    }

    /** Whether one of the fields of the event whose message header is at an offset has such a value. */
    boolean anyMatch(final DirectBuffer buffer, final int offset, final LongPredicate value)
    {
        final int[] found = offsets.get(templateId(buffer, offset));
        if (null == found)
        {
            return false;
        }
        final int blockLength = field(buffer, offset + MessageHeaderDecoder.blockLengthEncodingOffset());
        final int block = offset + MessageHeaderDecoder.ENCODED_LENGTH;
        for (final int at : found)
        {
            if (at + length <= blockLength && value.test(read(buffer, block + at)))
            {
                return true;
            }
        }
        return false;
    }

    private long read(final DirectBuffer buffer, final int offset)
    {
        return Long.BYTES == length ? buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN) :
            buffer.getInt(offset, ByteOrder.LITTLE_ENDIAN);
    }

    private static int field(final DirectBuffer buffer, final int offset)
    {
        return buffer.getShort(offset, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
    }
}
