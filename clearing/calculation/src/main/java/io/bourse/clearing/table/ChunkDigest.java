// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import io.bourse.clearing.file.Digests;

import java.security.MessageDigest;
import java.util.zip.CRC32C;

/**
 * Digests of a growing table. Rows are cut into chunks by their number and by nothing else, so the digests do not
 * depend on when a table was flushed or who wrote it.
 */
final class ChunkDigest
{
    /** Rows of a chunk. */
    static final int CHUNK_ROWS = 1 << 16;
    private static final int DIGEST_LENGTH = 32;

    private final MessageDigest chunk = Digests.sha256();
    private final MessageDigest link = Digests.sha256();
    private final CRC32C crc = new CRC32C();

    /** Length of what is kept of a chunk: its digest, then a check value for each column, which names the place. */
    static int entryLength(final TableSpec spec)
    {
        return DIGEST_LENGTH + Integer.BYTES * spec.columns().size();
    }

    static byte[] emptyChain()
    {
        return new byte[DIGEST_LENGTH];
    }

    /** Adds the bytes of a column, in the order of the columns. */
    int column(final byte[] bytes, final int length)
    {
        chunk.update(bytes, 0, length);
        crc.reset();
        crc.update(bytes, 0, length);
        return (int)crc.getValue();
    }

    /** Digest of the columns added since the last call. */
    byte[] digest()
    {
        return chunk.digest();
    }

    byte[] chained(final byte[] chain, final byte[] digest)
    {
        link.update(chain);
        return link.digest(digest);
    }
}
