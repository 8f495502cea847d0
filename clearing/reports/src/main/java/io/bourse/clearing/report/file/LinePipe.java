// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Shows the lines of a report to a listener on a thread of its own, for a file that would keep one thread longer than
 * all others. Lines come in their order; when the pipe is closed the listener has seen all of them.
 */
final class LinePipe implements LineListener, AutoCloseable
{
    private static final int BATCH_LENGTH = 128 * 1024;
    private static final int HEAD_LENGTH = Long.BYTES + Integer.BYTES;

    private final PipeStream pipe;
    private byte[] batch = new byte[BATCH_LENGTH];
    private ByteBuffer view = ByteBuffer.wrap(batch);
    private int length;

    LinePipe(final LineListener listener)
    {
        pipe = new PipeStream(new Lines(listener));
    }

    @Override
    public void line(final long client, final byte[] bytes, final int offset, final int count) throws IOException
    {
        if (length > 0 && batch.length - length < HEAD_LENGTH + count)
        {
            flush();
        }
        if (batch.length < HEAD_LENGTH + count)
        {
            batch = Arrays.copyOf(batch, HEAD_LENGTH + 2 * count);
            view = ByteBuffer.wrap(batch);
        }
        view.putLong(length, client).putInt(length + Long.BYTES, count);
        System.arraycopy(bytes, offset, batch, length + HEAD_LENGTH, count);
        length += HEAD_LENGTH + count;
    }

    private void flush() throws IOException
    {
        pipe.write(batch, 0, length);
        length = 0;
    }

    @Override
    public void close() throws IOException
    {
        try (pipe)
        {
            flush();
        }
    }

    /** The other end: batches come as they were written. */
    private static final class Lines extends OutputStream
    {
        private final LineListener listener;

        private Lines(final LineListener listener)
        {
            this.listener = listener;
        }

        @Override
        public void write(final int value)
        {
            throw new UnsupportedOperationException("lines come in batches");
        }

        @Override
        public void write(final byte[] bytes, final int offset, final int count) throws IOException
        {
            final ByteBuffer lines = ByteBuffer.wrap(bytes);
            for (int at = offset; at < offset + count;)
            {
                final int size = lines.getInt(at + Long.BYTES);
                listener.line(lines.getLong(at), bytes, at + HEAD_LENGTH, size);
                at += HEAD_LENGTH + size;
            }
        }
    }
}
