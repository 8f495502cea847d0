// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest.order;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Header of a block of an order segment: 80 bytes, little-endian, closed by a CRC32C of its own. After it come the
 * rows, compressed with zstd.
 *
 * @param rawLength bytes of the rows.
 * @param length bytes of the rows compressed.
 * @param firstRow number of the first row in the segment.
 * @param firstTimeNs engine time of the first row.
 * @param lastTimeNs engine time of the last row.
 * @param crc CRC32C of the compressed rows.
 * @param sha256 of the rows.
 */
public record SegmentBlock(
    int rawLength, int length, long firstRow, long firstTimeNs, long lastTimeNs, int crc, byte[] sha256)
{
    /** Bytes of a header. */
    public static final int HEADER_LENGTH = 80;
    /** Rows of a full block: what fits into 1 MiB. */
    public static final int ROWS = (1 << 20) / OrderRow.LENGTH;
    /** Bytes of the rows of a full block. */
    static final int RAW_LENGTH = ROWS * OrderRow.LENGTH;
    private static final int MAGIC = 0x4753_4F42;
    private static final int DIGEST_LENGTH = 32;
    private static final int CHECKED_LENGTH = HEADER_LENGTH - Integer.BYTES;

    void write(final ByteBuffer header)
    {
        header.clear().order(ByteOrder.LITTLE_ENDIAN);
        header.putInt(MAGIC).putInt(rawLength).putInt(length).putInt(crc);
        header.putLong(firstRow).putLong(firstTimeNs).putLong(lastTimeNs).put(sha256);
        header.putInt(HEADER_LENGTH);
        header.putInt(check(header));
        header.flip();
    }

    /** The header in a buffer, or null when it is none. */
    static SegmentBlock read(final ByteBuffer header)
    {
        header.clear().order(ByteOrder.LITTLE_ENDIAN);
        if (MAGIC != header.getInt(0) || header.getInt(CHECKED_LENGTH) != check(header))
        {
            return null;
        }
        final byte[] sha256 = new byte[DIGEST_LENGTH];
        header.get(HEADER_LENGTH - 2 * Integer.BYTES - DIGEST_LENGTH, sha256);
        return new SegmentBlock(
            header.getInt(4),
            header.getInt(8),
            header.getLong(16),
            header.getLong(24),
            header.getLong(32),
            header.getInt(12),
            sha256);
    }

    private static int check(final ByteBuffer header)
    {
        final CRC32C crc = new CRC32C();
        crc.update(header.array(), 0, CHECKED_LENGTH);
        return (int)crc.getValue();
    }
}
