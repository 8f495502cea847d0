// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest.order;

import com.github.luben.zstd.Zstd;
import io.bourse.clearing.InputCorruptException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * The two files of an order segment: sealed blocks in {@code <firm>.seg}, the rows after them in {@code <firm>.open}.
 */
final class SegmentFiles
{
    private static final String SEALED = ".seg";
    private static final String OPEN = ".open";
    private static final int FIRM_BITS = 7;
    private static final int FIRM_MASK = 0x7F;

    private final Path sealed;
    private final Path open;

    SegmentFiles(final Path directory, final String firm)
    {
        final String name = firm.matches("[0-9A-Za-z]{2}") ?
            firm : "x" + HexFormat.of().toHexDigits((short)firmKey(firm));
        sealed = directory.resolve(name + SEALED);
        open = directory.resolve(name + OPEN);
    }

    /** The clearing firm of a register, as a small number. */
    static int firmKey(final long accountCode)
    {
        return (int)(accountCode & FIRM_MASK | (accountCode >>> 8 & FIRM_MASK) << FIRM_BITS);
    }

    static int firmKey(final String firm)
    {
        return firm.charAt(0) & FIRM_MASK | (firm.charAt(1) & FIRM_MASK) << FIRM_BITS;
    }

    static String firm(final int firmKey)
    {
        return "" + (char)(firmKey & FIRM_MASK) + (char)(firmKey >>> FIRM_BITS);
    }

    Path sealed()
    {
        return sealed;
    }

    Path open()
    {
        return open;
    }

    void delete() throws IOException
    {
        Files.deleteIfExists(sealed);
        Files.deleteIfExists(open);
    }

    /** Writes rows of the open block that are new. */
    void writeOpen(final byte[] rows, final int from, final int to) throws IOException
    {
        write(open, from, ByteBuffer.wrap(rows, from, to - from));
    }

    /** Writes a block after the last one. */
    void writeBlock(final long position, final ByteBuffer header, final ByteBuffer compressed) throws IOException
    {
        final long rowsAt = position + header.remaining();
        write(sealed, position, header);
        write(sealed, rowsAt, compressed);
    }

    private static void write(final Path file, final long position, final ByteBuffer bytes) throws IOException
    {
        try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE))
        {
            for (long at = position; bytes.hasRemaining();)
            {
                at += channel.write(bytes, at);
            }
        }
    }

    /** Cuts off what was sealed after a growth. The rows that were open then are open again. */
    void restore(final SegmentGrowth growth, final byte[] openRows) throws IOException
    {
        // Only when the open rows are safe: until then the block that has them must stay.
        writeOpen(openRows, 0, openRows.length);
        try (FileChannel channel =
            FileChannel.open(sealed, StandardOpenOption.CREATE, StandardOpenOption.WRITE))
        {
            channel.truncate(growth.length());
        }
    }

    /**
     * Rows that were open at a growth: still in the open file, or in the block that was sealed of them since.
     */
    byte[] openRows(final SegmentGrowth growth) throws IOException
    {
        final int length = growth.openLength();
        byte[] rows = read(open, 0, length);
        if (null != rows && growth.openCrc() == crc(rows, length))
        {
            return rows;
        }
        try (FileChannel channel = FileChannel.open(sealed, StandardOpenOption.READ))
        {
            rows = channel.size() > growth.length() ? readBlock(channel, growth.length(), null) : null;
        }
        catch (final NoSuchFileException | InputCorruptException ex)
        {
            rows = null;
        }
        if (null == rows || rows.length < length || growth.openCrc() != crc(rows, length))
        {
            throw new InputCorruptException("open rows of an order segment are lost: file=" + open + " openLength=" +
                length + " firstRow=" + (growth.rows() - length / OrderRow.LENGTH));
        }
        return Arrays.copyOf(rows, length);
    }

    private static byte[] read(final Path file, final long position, final int length) throws IOException
    {
        final ByteBuffer bytes = ByteBuffer.allocate(length);
        if (0 == length)
        {
            return bytes.array();
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ))
        {
            return read(channel, position, bytes) ? bytes.array() : null;
        }
        catch (final NoSuchFileException ex)
        {
            return null;
        }
    }

    private static boolean read(final FileChannel channel, final long position, final ByteBuffer bytes)
        throws IOException
    {
        int read = 0;
        while (bytes.hasRemaining() && read >= 0)
        {
            read = channel.read(bytes, position + bytes.position());
        }
        return !bytes.hasRemaining();
    }

    /**
     * The header at a position.
     *
     * @throws InputCorruptException when there is none.
     */
    SegmentBlock header(final FileChannel channel, final long position) throws IOException
    {
        final ByteBuffer bytes = ByteBuffer.allocate(SegmentBlock.HEADER_LENGTH);
        final SegmentBlock block = read(channel, position, bytes) ? SegmentBlock.read(bytes) : null;
        if (null == block)
        {
            throw new InputCorruptException("order segment has no block where one must begin: file=" + sealed +
                " position=" + position);
        }
        return block;
    }

    /**
     * Checks the compressed rows of a block and unpacks them.
     *
     * @param block whose header was read; null to read it.
     */
    byte[] readBlock(final FileChannel channel, final long position, final SegmentBlock block) throws IOException
    {
        final SegmentBlock header = null == block ? header(channel, position) : block;
        final byte[] compressed = checkedBlock(channel, position, header);
        final byte[] rows = new byte[header.rawLength()];
        final long length = Zstd.decompress(rows, compressed);
        if (Zstd.isError(length) || length != rows.length)
        {
            throw new InputCorruptException("block of an order segment cannot be unpacked: file=" + sealed +
                " position=" + position + " firstRow=" + header.firstRow() + " length=" + length);
        }
        return rows;
    }

    /** The compressed rows of a block, compared with their CRC. */
    byte[] checkedBlock(final FileChannel channel, final long position, final SegmentBlock header) throws IOException
    {
        final ByteBuffer compressed = ByteBuffer.allocate(header.length());
        if (!read(channel, position + SegmentBlock.HEADER_LENGTH, compressed) ||
            header.crc() != crc(compressed.array(), header.length()))
        {
            throw new InputCorruptException("block of an order segment is not what was written: file=" + sealed +
                " position=" + position + " firstRow=" + header.firstRow() + " rows=" +
                header.rawLength() / OrderRow.LENGTH);
        }
        return compressed.array();
    }

    static int crc(final byte[] bytes, final int length)
    {
        final CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int)crc.getValue();
    }
}
