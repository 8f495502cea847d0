// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.snapshot;

import io.bourse.engine.protocol.RollingHash;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.RecordHeaderDecoder;
import org.agrona.DirectBuffer;
import org.agrona.sbe.MessageDecoderFlyweight;

import java.nio.ByteOrder;

/**
 * A record as it is read, and what all records have in common: message header, number, hash, contents.
 */
public final class SnapshotRecord
{
    public static final int NUMBER_OFFSET =
        MessageHeaderDecoder.ENCODED_LENGTH + RecordHeaderDecoder.numberEncodingOffset();
    public static final int HASH_OFFSET =
        MessageHeaderDecoder.ENCODED_LENGTH + RecordHeaderDecoder.hashEncodingOffset();
    /** Where the contents begin; also the length of the shortest record. */
    public static final int CONTENTS_OFFSET = MessageHeaderDecoder.ENCODED_LENGTH + RecordHeaderDecoder.ENCODED_LENGTH;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private DirectBuffer buffer;
    private int offset;
    private int length;

    /**
     * Looks at a record.
     *
     * @param newBuffer that holds it.
     * @param newOffset of its message header.
     * @param newLength of all of it, at least {@link #CONTENTS_OFFSET}.
     */
    public void wrap(final DirectBuffer newBuffer, final int newOffset, final int newLength)
    {
        buffer = newBuffer;
        offset = newOffset;
        length = newLength;
        header.wrap(newBuffer, newOffset);
    }

    /**
     * Hash of the records up to one.
     *
     * @param previous hash before it.
     * @param buffer that holds it.
     * @param offset of its message header.
     * @param length of all of it.
     * @return hash, which the one in the record itself is not part of.
     */
    public static long hash(final long previous, final DirectBuffer buffer, final int offset, final int length)
    {
        final long messageHeader = buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN);
        final long number = buffer.getLong(offset + NUMBER_OFFSET, ByteOrder.LITTLE_ENDIAN);
        return RollingHash.update(
            RollingHash.update(RollingHash.update(previous, messageHeader), number),
            buffer,
            offset + CONTENTS_OFFSET,
            length - CONTENTS_OFFSET);
    }

    /**
     * Puts a decoder on the fields of the record.
     *
     * @param decoder of its template.
     * @param <T> type of the record.
     * @return the decoder.
     */
    public <T extends MessageDecoderFlyweight> T decode(final T decoder)
    {
        decoder.wrap(buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH, header.blockLength(), header.version());
        return decoder;
    }

    public DirectBuffer buffer()
    {
        return buffer;
    }

    public int offset()
    {
        return offset;
    }

    public int length()
    {
        return length;
    }

    /** Where the block begins. */
    public int blockOffset()
    {
        return offset + MessageHeaderDecoder.ENCODED_LENGTH;
    }

    public int blockLength()
    {
        return header.blockLength();
    }

    public int templateId()
    {
        return header.templateId();
    }

    public int schemaId()
    {
        return header.schemaId();
    }

    /** Version of the format. */
    public int version()
    {
        return header.version();
    }

    public long number()
    {
        return buffer.getLong(offset + NUMBER_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    public long hash()
    {
        return buffer.getLong(offset + HASH_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }
}
