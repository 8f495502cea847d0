// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest.order;

import io.bourse.clearing.ClearingException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Order events of one clearing firm in the order of the stream. Blocks are cut by the number of their rows and by
 * nothing else.
 */
final class OrderSegment
{
    private static final int FIRST_CAPACITY = 1024 * OrderRow.LENGTH;
    private static final int DIGEST_LENGTH = 32;

    private final String firm;
    private final SegmentFiles files;
    private final SegmentSealer sealer;
    private byte[] rows = new byte[FIRST_CAPACITY];
    private ByteBuffer view = ByteBuffer.wrap(rows).order(ByteOrder.LITTLE_ENDIAN);
    private int position;
    private int flushed;
    private long fullBlocks;
    /** The next three belong to the sealer's thread until it was waited for. */
    private byte[] chain = new byte[DIGEST_LENGTH];
    private long blocks;
    private long length;

    OrderSegment(final Path directory, final String firm, final SegmentSealer sealer)
    {
        this.firm = firm;
        this.files = new SegmentFiles(directory, firm);
        this.sealer = sealer;
    }

    void begin() throws IOException
    {
        files.delete();
    }

    void restore(final SegmentGrowth growth) throws IOException
    {
        final byte[] open = files.openRows(growth);
        files.restore(growth, open);
        reserve(open.length);
        System.arraycopy(open, 0, rows, 0, open.length);
        position = open.length;
        flushed = open.length;
        chain = HexFormat.of().parseHex(growth.chain());
        blocks = growth.blocks();
        fullBlocks = growth.blocks();
        length = growth.length();
    }

    private void reserve(final int capacity)
    {
        if (rows.length < capacity)
        {
            int larger = rows.length;
            while (larger < capacity)
            {
                larger = Math.min(SegmentBlock.RAW_LENGTH, 2 * larger);
            }
            use(Arrays.copyOf(rows, larger));
        }
    }

    private void use(final byte[] block)
    {
        if (rows != block)
        {
            rows = block;
            view = ByteBuffer.wrap(rows).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    void append(
        final long timeNs,
        final long orderId,
        final long priceE5,
        final long ref,
        final int qtyLots,
        final int restLots,
        final int account,
        final int instrument,
        final int kindAndSide,
        final int reason)
    {
        if (position == rows.length)
        {
            reserve(position + OrderRow.LENGTH);
        }
        final int at = position;
        view.putLong(at + OrderRow.TIME, timeNs);
        view.putLong(at + OrderRow.ORDER, orderId);
        view.putLong(at + OrderRow.PRICE, priceE5);
        view.putLong(at + OrderRow.REF, ref);
        view.putInt(at + OrderRow.QTY, qtyLots);
        view.putInt(at + OrderRow.REST, restLots);
        view.putInt(at + OrderRow.ACCOUNT, account);
        view.putShort(at + OrderRow.INSTRUMENT, (short)instrument);
        view.put(at + OrderRow.KIND, (byte)kindAndSide);
        view.put(at + OrderRow.REASON, (byte)reason);
        position = at + OrderRow.LENGTH;
        if (SegmentBlock.RAW_LENGTH == position)
        {
            fullBlocks++;
            position = 0;
            flushed = 0;
            use(sealer.seal(this, rows, SegmentBlock.RAW_LENGTH));
        }
    }

    /** On the sealer's thread. */
    void writeBlock(final SegmentSealer by, final byte[] block, final int blockLength)
    {
        final ByteBuffer raw = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
        final byte[] sha256 = by.digest(block, blockLength);
        final ByteBuffer compressed = by.compress(block, blockLength);
        final int size = compressed.remaining();
        final SegmentBlock header = new SegmentBlock(
            blockLength,
            size,
            blocks * SegmentBlock.ROWS,
            raw.getLong(OrderRow.TIME),
            raw.getLong(blockLength - OrderRow.LENGTH + OrderRow.TIME),
            SegmentFiles.crc(compressed.array(), size),
            sha256);
        try
        {
            files.writeBlock(length, by.header(header), compressed);
        }
        catch (final IOException ex)
        {
            throw failed(ex);
        }
        length += SegmentBlock.HEADER_LENGTH + size;
        chain = by.chained(chain, sha256);
        blocks++;
    }

    /** Gives the open rows to the file system; the sealer has been waited for. */
    void flush()
    {
        if (flushed < position)
        {
            try
            {
                files.writeOpen(rows, flushed, position);
            }
            catch (final IOException ex)
            {
                throw failed(ex);
            }
            flushed = position;
        }
    }

    private ClearingException failed(final IOException ex)
    {
        return new ClearingException(ClearingException.EXIT_IO,
            "order segment cannot be written, free space and start again: file=" + files.sealed() + " reason=\"" + ex +
            "\"", ex);
    }

    /** How far it has got; the sealer has been waited for. */
    SegmentGrowth growth()
    {
        return new SegmentGrowth(
            firm,
            fullBlocks * SegmentBlock.ROWS + position / OrderRow.LENGTH,
            blocks,
            length,
            HexFormat.of().formatHex(chain),
            position,
            SegmentFiles.crc(rows, position));
    }

    String firm()
    {
        return firm;
    }
}
