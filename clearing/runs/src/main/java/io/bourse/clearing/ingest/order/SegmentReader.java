// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest.order;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.file.Digests;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * Reads the order segment of a clearing firm up to a growth, and checks it.
 */
public final class SegmentReader
{
    private final SegmentFiles files;
    private final SegmentGrowth growth;
    private final MessageDigest digest = Digests.sha256();

    /**
     * A reader of a segment.
     *
     * @param directory of the segments, {@code <ingest>/<date>/orders}.
     * @param growth as the checkpoint has it.
     */
    public SegmentReader(final Path directory, final SegmentGrowth growth)
    {
        this.files = new SegmentFiles(directory, growth.firm());
        this.growth = growth;
    }

    /**
     * Compares the files with the growth: every block is there, in its place, and as it was written.
     *
     * @throws IOException when they cannot be read.
     * @throws InputCorruptException when they differ; block and rows are named.
     */
    public void verify() throws IOException
    {
        walk(null);
        files.openRows(growth);
    }

    /**
     * Reads all rows in the order of the stream.
     *
     * @param rows is shown each row; the view is reused.
     * @throws IOException when the files cannot be read.
     * @throws InputCorruptException when they are not what the growth says; block and rows are named.
     */
    public void read(final Consumer<OrderRow> rows) throws IOException
    {
        walk(rows);
        show(files.openRows(growth), rows);
    }

    private void walk(final Consumer<OrderRow> rows) throws IOException
    {
        byte[] chain = new byte[digest.getDigestLength()];
        if (growth.blocks() > 0)
        {
            try (FileChannel channel = FileChannel.open(files.sealed(), StandardOpenOption.READ))
            {
                chain = walk(channel, chain, rows);
            }
            catch (final NoSuchFileException ex)
            {
                throw new InputCorruptException("order segment is missing: file=" + files.sealed(), ex);
            }
        }
        if (!growth.chain().equals(HexFormat.of().formatHex(chain)))
        {
            throw new InputCorruptException("order segment has other blocks than were ingested: file=" +
                files.sealed() + " chain=" + HexFormat.of().formatHex(chain) + " wanted=" + growth.chain());
        }
    }

    private byte[] walk(final FileChannel channel, final byte[] begin, final Consumer<OrderRow> rows)
        throws IOException
    {
        byte[] chain = begin;
        long position = 0;
        for (long block = 0; block < growth.blocks(); block++)
        {
            final SegmentBlock header = files.header(channel, position);
            if (block * SegmentBlock.ROWS != header.firstRow())
            {
                throw new InputCorruptException("order segment lacks a block: file=" + files.sealed() + " position=" +
                    position + " firstRow=" + header.firstRow() + " wanted=" + block * SegmentBlock.ROWS);
            }
            if (null == rows)
            {
                files.checkedBlock(channel, position, header);
            }
            else
            {
                show(checked(channel, position, header), rows);
            }
            digest.update(chain);
            chain = digest.digest(header.sha256());
            position += SegmentBlock.HEADER_LENGTH + header.length();
        }
        if (position != growth.length())
        {
            throw new InputCorruptException("order segment has not the length that the checkpoint says: file=" +
                files.sealed() + " length=" + position + " wanted=" + growth.length() + " fileLength=" +
                Files.size(files.sealed()));
        }
        return chain;
    }

    private byte[] checked(final FileChannel channel, final long position, final SegmentBlock header)
        throws IOException
    {
        final byte[] block = files.readBlock(channel, position, header);
        if (!Arrays.equals(header.sha256(), digest.digest(block)))
        {
            throw new InputCorruptException("rows of an order segment are not what its block says: file=" +
                files.sealed() + " position=" + position + " firstRow=" + header.firstRow());
        }
        return block;
    }

    private static void show(final byte[] block, final Consumer<OrderRow> rows)
    {
        final OrderRow row = new OrderRow();
        final ByteBuffer view = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < block.length; at += OrderRow.LENGTH)
        {
            row.wrap(view, at);
            rows.accept(row);
        }
    }
}
