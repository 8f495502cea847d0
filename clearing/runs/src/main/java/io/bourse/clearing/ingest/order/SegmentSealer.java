// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest.order;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.bourse.clearing.ClearingException;
import io.bourse.clearing.file.Digests;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * Turns full blocks into compressed ones, in the order in which they became full: itself, or on a thread of its own.
 * The bytes are the same.
 */
public final class SegmentSealer implements AutoCloseable
{
    private static final int LEVEL = 1;
    private static final int MAX_PENDING = 16;

    private final ZstdCompressCtx zstd = new ZstdCompressCtx().setLevel(LEVEL);
    private final byte[] compressed = new byte[(int)Zstd.compressBound(SegmentBlock.RAW_LENGTH)];
    private final ByteBuffer header = ByteBuffer.allocate(SegmentBlock.HEADER_LENGTH);
    private final MessageDigest sha256 = Digests.sha256();
    private final ExecutorService executor;
    private final Semaphore pending = new Semaphore(MAX_PENDING);
    private final LinkedBlockingQueue<byte[]> freeBlocks = new LinkedBlockingQueue<>();
    private Future<?> last;
    private volatile RuntimeException failure;

    /** Seals on so many threads; on that of the caller with 0. */
    public SegmentSealer(final int threads)
    {
        executor = 0 == threads ? null : Executors.newSingleThreadExecutor(
            task -> Thread.ofPlatform().daemon().name("clearing-compressor").unstarted(task));
    }

    /**
     * Seals a full block.
     *
     * @return bytes for the next one.
     */
    byte[] seal(final OrderSegment segment, final byte[] rows, final int length)
    {
        if (null == executor)
        {
            segment.writeBlock(this, rows, length);
            return rows;
        }
        pending.acquireUninterruptibly();
        requireNoFailure();
        last = executor.submit(() -> sealPending(segment, rows, length));
        final byte[] free = freeBlocks.poll();
        return null == free ? new byte[SegmentBlock.RAW_LENGTH] : free;
    }

    /** After a failure nothing more is written: what follows would be in the wrong place. */
    private void sealPending(final OrderSegment segment, final byte[] rows, final int length)
    {
        try
        {
            if (null == failure)
            {
                segment.writeBlock(this, rows, length);
                freeBlocks.add(rows);
            }
        }
        catch (final RuntimeException ex)
        {
            failure = ex;
        }
        finally
        {
            pending.release();
        }
    }

    private void requireNoFailure()
    {
        final RuntimeException failed = failure;
        if (null != failed)
        {
            throw failed;
        }
    }

    /** Waits until every block is written. */
    void await()
    {
        try
        {
            if (null != last)
            {
                last.get();
            }
        }
        catch (final ExecutionException ex)
        {
            throw new IllegalStateException("order segments cannot be sealed", ex);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new ClearingException(ClearingException.EXIT_IO, "interrupted while order segments were sealed", ex);
        }
        requireNoFailure();
    }

    byte[] digest(final byte[] rows, final int length)
    {
        sha256.update(rows, 0, length);
        return sha256.digest();
    }

    byte[] chained(final byte[] chain, final byte[] digest)
    {
        sha256.update(chain);
        return sha256.digest(digest);
    }

    ByteBuffer compress(final byte[] rows, final int length)
    {
        final int size = zstd.compressByteArray(compressed, 0, compressed.length, rows, 0, length);
        return ByteBuffer.wrap(compressed, 0, size).order(ByteOrder.LITTLE_ENDIAN);
    }

    ByteBuffer header(final SegmentBlock block)
    {
        block.write(header);
        return header;
    }

    @Override
    public void close()
    {
        if (null != executor)
        {
            executor.close();
        }
        zstd.close();
    }
}
