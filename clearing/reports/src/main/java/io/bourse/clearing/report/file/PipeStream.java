// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Lets a second thread write what a first one makes, so that a file that is larger than all others does not keep one
 * core alone: rows are formatted in the one, compressed and hashed in the other. Both see the same pieces in the same
 * order as without it, so the bytes are the same. Holds a few pieces, no more.
 */
final class PipeStream extends OutputStream
{
    private static final int PIECES = 8;
    private static final Piece END = new Piece();

    private final OutputStream target;
    private final BlockingQueue<Piece> full = new ArrayBlockingQueue<>(PIECES + 1);
    private final BlockingQueue<Piece> empty = new ArrayBlockingQueue<>(PIECES);
    private final Thread thread = new Thread(this::drain, "report-pipe");
    private volatile Throwable failure;
    private boolean isClosed;

    /**
     * Begins.
     *
     * @param target that the other thread writes to; not closed by this.
     */
    PipeStream(final OutputStream target)
    {
        this.target = target;
        for (int i = 0; i < PIECES; i++)
        {
            empty.add(new Piece());
        }
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void write(final int value) throws IOException
    {
        write(new byte[]{(byte)value}, 0, 1);
    }

    @Override
    public void write(final byte[] from, final int offset, final int length) throws IOException
    {
        requireSound();
        try
        {
            final Piece piece = empty.take();
            if (piece.bytes.length < length)
            {
                piece.bytes = new byte[length];
            }
            System.arraycopy(from, offset, piece.bytes, 0, length);
            piece.length = length;
            full.put(piece);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a report was written");
        }
    }

    /** After a failure pieces are still taken, so that no writer waits for space, and thrown away. */
    private void drain()
    {
        try
        {
            for (Piece piece = full.take(); END != piece; piece = full.take())
            {
                if (null == failure)
                {
                    write(piece);
                }
                empty.add(piece);
            }
        }
        catch (final InterruptedException ex)
        {
            failure = ex;
        }
    }

    private void write(final Piece piece)
    {
        try
        {
            target.write(piece.bytes, 0, piece.length);
        }
        catch (final IOException | RuntimeException | Error ex)
        {
            failure = ex;
        }
    }

    private void requireSound() throws IOException
    {
        final Throwable thrown = failure;
        if (null != thrown)
        {
            throw new IOException("report cannot be written: reason=\"" + thrown + "\"", thrown);
        }
    }

    /** Pieces stay as they are: what is compressed must not depend on when the caller flushes. */
    @Override
    public void flush()
    {
    }

    /** Waits until everything is written, interrupted or not: the target must not be closed under the other thread. */
    @Override
    public void close() throws IOException
    {
        if (!isClosed)
        {
            isClosed = true;
            boolean isInterrupted = Thread.interrupted();
            // There is always space for the end.
            full.add(END);
            while (thread.isAlive())
            {
                try
                {
                    thread.join();
                }
                catch (final InterruptedException ex)
                {
                    isInterrupted = true;
                }
            }
            if (isInterrupted)
            {
                Thread.currentThread().interrupt();
            }
        }
        requireSound();
    }

    private static final class Piece
    {
        private byte[] bytes = new byte[0];
        private int length;
    }
}
