// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import io.bourse.clearing.InputCorruptException;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Recomputes the digests of a growing table from its files.
 */
final class ChunkVerifier
{
    private final Path directory;
    private final Table table;
    private final TableSpec spec;
    private final ChunkDigest digest = new ChunkDigest();
    private final byte[] bytes = new byte[ChunkDigest.CHUNK_ROWS * Long.BYTES];
    private final int[] checks;

    ChunkVerifier(final Path directory, final Table table)
    {
        this.directory = directory;
        this.table = table;
        this.spec = table.spec();
        this.checks = new int[spec.columns().size()];
    }

    void verify(final Growth growth) throws IOException
    {
        final long fullChunks = growth.rows() / ChunkDigest.CHUNK_ROWS;
        final byte[] kept = Files.readAllBytes(directory.resolve(GrowingTable.CHUNKS_FILE));
        final int entryLength = ChunkDigest.entryLength(spec);
        if (kept.length < fullChunks * entryLength)
        {
            throw new InputCorruptException("file is shorter than the checkpoint says: file=" +
                directory.resolve(GrowingTable.CHUNKS_FILE) + " length=" + kept.length + " chunks=" + fullChunks);
        }
        byte[] chain = ChunkDigest.emptyChain();
        for (int chunk = 0; chunk < fullChunks; chunk++)
        {
            final byte[] sha256 = digest((long)chunk * ChunkDigest.CHUNK_ROWS, ChunkDigest.CHUNK_ROWS);
            compare(chunk, sha256, ByteBuffer.wrap(kept, chunk * entryLength, entryLength).slice());
            chain = digest.chained(chain, sha256);
        }
        if (!growth.chain().equals(HexFormat.of().formatHex(chain)))
        {
            throw new InputCorruptException("table and its digests have both changed since they were ingested: " +
                "table=" + directory + " chain=" + HexFormat.of().formatHex(chain) + " wanted=" + growth.chain());
        }
        final long begin = fullChunks * ChunkDigest.CHUNK_ROWS;
        final int rest = (int)(growth.rows() - begin);
        if (!growth.tail().equals(HexFormat.of().formatHex(digest(begin, rest))))
        {
            throw new InputCorruptException("rows are not what was ingested: table=" + directory + " rows=" + begin +
                ".." + (growth.rows() - 1));
        }
    }

    private byte[] digest(final long begin, final int rows)
    {
        for (int i = 0; i < checks.length; i++)
        {
            final int width = spec.columns().get(i).type().length();
            if (rows > 0)
            {
                MemorySegment.copy(table.segment(i), ValueLayout.JAVA_BYTE, begin * width, bytes, 0, rows * width);
            }
            checks[i] = digest.column(bytes, rows * width);
        }
        return digest.digest();
    }

    private void compare(final int chunk, final byte[] sha256, final ByteBuffer entry)
    {
        entry.order(ByteOrder.LITTLE_ENDIAN);
        final byte[] wanted = new byte[sha256.length];
        entry.get(wanted);
        if (Arrays.equals(sha256, wanted))
        {
            return;
        }
        final long begin = (long)chunk * ChunkDigest.CHUNK_ROWS;
        final String rows = " rows=" + begin + ".." + (begin + ChunkDigest.CHUNK_ROWS - 1);
        for (int i = 0; i < checks.length; i++)
        {
            if (entry.getInt() != checks[i])
            {
                throw new InputCorruptException("rows are not what was ingested: file=" +
                    directory.resolve(spec.columns().get(i).fileName()) + rows);
            }
        }
        throw new InputCorruptException("digest is not that of its rows: file=" +
            directory.resolve(GrowingTable.CHUNKS_FILE) + rows);
    }
}
