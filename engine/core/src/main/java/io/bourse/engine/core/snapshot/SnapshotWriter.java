// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.snapshot;

import io.bourse.engine.protocol.RollingHash;
import io.bourse.engine.protocol.snapshot.GroupSizeEncodingEncoder;
import io.bourse.engine.protocol.snapshot.MessageHeaderEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.sbe.MessageEncoderFlyweight;

import java.nio.ByteOrder;

/**
 * Numbers and hashes the records of one snapshot and hands them to its sink. Parts {@link #begin} a record, encode it,
 * then call {@link #write}.
 */
public final class SnapshotWriter
{
    /** What data fields may hold together: whatever block there is, it fits. */
    public static final int MAX_DATA_LENGTH = 7_200;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[SnapshotSink.MAX_RECORD_LENGTH]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final SnapshotSink sink;
    private final int version;
    private long nextNumber;
    private long hash;

    public SnapshotWriter(final SnapshotSink sink)
    {
        this(sink, MessageHeaderEncoder.SCHEMA_VERSION, 0, RollingHash.INITIAL);
    }

    /**
     * Goes on where another writer has ended.
     *
     * @param sink of the records.
     * @param version of the schema that they have in their headers: none of them has got fields since.
     * @param nextNumber of the first record.
     * @param hash of the records before it.
     */
    public SnapshotWriter(final SnapshotSink sink, final int version, final long nextNumber, final long hash)
    {
        this.sink = sink;
        this.version = version;
        this.nextNumber = nextNumber;
        this.hash = hash;
    }

    /**
     * How many entries of a group fit into a record.
     *
     * @param blockLength of the record.
     * @return entries.
     */
    public static int entriesPerRecord(final int blockLength, final int entryLength)
    {
        final int free = SnapshotSink.MAX_RECORD_LENGTH -
            MessageHeaderEncoder.ENCODED_LENGTH - blockLength - GroupSizeEncodingEncoder.ENCODED_LENGTH;
        return free / entryLength;
    }

    /** A flag as records have it. */
    public static short flag(final boolean isSet)
    {
        return (short)(isSet ? 1 : 0);
    }

    /**
     * Begins a record at the beginning of the buffer.
     *
     * @param encoder of the record.
     * @param <T> type of the record.
     * @return the encoder, on the record.
     */
    public <T extends MessageEncoderFlyweight> T begin(final T encoder)
    {
        header.wrap(buffer, 0)
            .blockLength(encoder.sbeBlockLength())
            .templateId(encoder.sbeTemplateId())
            .schemaId(encoder.sbeSchemaId())
            .version(version);
        encoder.wrap(buffer, MessageHeaderEncoder.ENCODED_LENGTH);
        return encoder;
    }

    /** Number of the next record. */
    public long nextNumber()
    {
        return nextNumber;
    }

    /**
     * The record in the buffer is complete.
     *
     * @param encodedLength of its block, groups and data.
     */
    public void write(final int encodedLength)
    {
        final int length = MessageHeaderEncoder.ENCODED_LENGTH + encodedLength;
        buffer.putLong(SnapshotRecord.NUMBER_OFFSET, nextNumber++, ByteOrder.LITTLE_ENDIAN);
        hash = SnapshotRecord.hash(hash, buffer, 0, length);
        buffer.putLong(SnapshotRecord.HASH_OFFSET, hash, ByteOrder.LITTLE_ENDIAN);
        sink.onRecord(buffer, 0, length);
    }
}
