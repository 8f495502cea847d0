// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.snapshot;

import io.bourse.engine.host.snapshot.SnapshotFileException.Reason;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Layout of a snapshot file, little endian: header, records (length, CRC32C, bytes), end marker. The end marker stands
 * where the length of a record would and is none.
 */
final class SnapshotFormat
{
    static final int VERSION = 1;
    static final int HEADER_LENGTH = 96;
    static final int RECORD_PREFIX_LENGTH = 8;
    static final int END_LENGTH = 24;
    static final int END_MARK = -1;
    static final int END_CONTENTS_OFFSET = 8;
    static final int END_CONTENTS_LENGTH = 16;

    /** "BOURSESN". */
    private static final long MAGIC = 0x4E53_4553_5255_4F42L;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int VERSION_OFFSET = 8;
    private static final int CHECKSUM_OFFSET = 12;
    private static final int CONTENTS_OFFSET = 16;
    private static final int PARTITION_OFFSET = 16;
    private static final int JOURNAL_POSITION_OFFSET = 24;
    private static final int EVENT_CURSOR_OFFSET = 32;
    private static final int FRAME_SEQUENCE_OFFSET = 40;
    private static final int ENGINE_TIME_OFFSET = 48;
    private static final int LAST_STAMPED_OFFSET = 56;
    private static final int STATE_HASH_OFFSET = 64;

    private SnapshotFormat()
    {
    }

    static void encode(final SnapshotHeader header, final ByteBuffer target)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(target, 0, HEADER_LENGTH);
        buffer.setMemory(0, HEADER_LENGTH, (byte)0);
        buffer.putLong(0, MAGIC, ORDER);
        buffer.putInt(VERSION_OFFSET, VERSION, ORDER);
        buffer.putInt(PARTITION_OFFSET, header.partition(), ORDER);
        buffer.putLong(JOURNAL_POSITION_OFFSET, header.journalPosition(), ORDER);
        buffer.putLong(EVENT_CURSOR_OFFSET, header.eventCursor(), ORDER);
        buffer.putLong(FRAME_SEQUENCE_OFFSET, header.frameSequence(), ORDER);
        buffer.putLong(ENGINE_TIME_OFFSET, header.engineTimeNs(), ORDER);
        buffer.putLong(LAST_STAMPED_OFFSET, header.lastStampedNs(), ORDER);
        buffer.putLong(STATE_HASH_OFFSET, header.stateHash(), ORDER);
        buffer.putInt(CHECKSUM_OFFSET, checksum(target, CONTENTS_OFFSET, HEADER_LENGTH - CONTENTS_OFFSET), ORDER);
    }

    static SnapshotHeader decode(final ByteBuffer source, final Path file)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(source, 0, HEADER_LENGTH);
        if (MAGIC != buffer.getLong(0, ORDER))
        {
            throw new SnapshotFileException(
                Reason.NOT_A_SNAPSHOT_FILE, file, "begins=" + Long.toHexString(buffer.getLong(0, ORDER)));
        }
        final int computed = checksum(source, CONTENTS_OFFSET, HEADER_LENGTH - CONTENTS_OFFSET);
        if (VERSION != buffer.getInt(VERSION_OFFSET, ORDER))
        {
            throw new SnapshotFileException(Reason.UNKNOWN_FORMAT, file,
                "format=" + buffer.getInt(VERSION_OFFSET, ORDER) + " known=" + VERSION);
        }
        if (computed != buffer.getInt(CHECKSUM_OFFSET, ORDER))
        {
            throw new SnapshotFileException(Reason.DAMAGED_HEADER, file,
                "checksum=" + buffer.getInt(CHECKSUM_OFFSET, ORDER) + " computed=" + computed);
        }
        return new SnapshotHeader(
            buffer.getInt(PARTITION_OFFSET, ORDER),
            buffer.getLong(JOURNAL_POSITION_OFFSET, ORDER),
            buffer.getLong(EVENT_CURSOR_OFFSET, ORDER),
            buffer.getLong(FRAME_SEQUENCE_OFFSET, ORDER),
            buffer.getLong(ENGINE_TIME_OFFSET, ORDER),
            buffer.getLong(LAST_STAMPED_OFFSET, ORDER),
            buffer.getLong(STATE_HASH_OFFSET, ORDER));
    }

    static void encodeEnd(final long records, final long bytes, final ByteBuffer target)
    {
        target.order(ORDER);
        target.putInt(0, END_MARK);
        target.putLong(END_CONTENTS_OFFSET, records);
        target.putLong(END_CONTENTS_OFFSET + Long.BYTES, bytes);
        target.putInt(Integer.BYTES, checksum(target, END_CONTENTS_OFFSET, END_CONTENTS_LENGTH));
    }

    static int checksum(final ByteBuffer buffer, final int offset, final int length)
    {
        final CRC32C crc = new CRC32C();
        crc.update(buffer.duplicate().limit(offset + length).position(offset));
        return (int)crc.getValue();
    }
}
