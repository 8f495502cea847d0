// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Counts the answers of a client while its journal grows.
 */
final class AnswerCounter
{
    private final byte[] buffer = new byte[64 * 1024];
    private final Path file;
    private long position;
    private boolean isLineBegin = true;
    private long count;

    AnswerCounter(final Path file)
    {
        this.file = file;
    }

    /** Reads what is new. */
    long count()
    {
        if (!Files.exists(file))
        {
            return 0;
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r"))
        {
            in.seek(position);
            for (int length = in.read(buffer); length > 0; length = in.read(buffer))
            {
                count(length);
            }
            return count;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot read the journal of a client: file=" + file, ex);
        }
    }

    private void count(final int length)
    {
        for (int i = 0; i < length; i++)
        {
            if (isLineBegin && ClientJournal.ANSWER == buffer[i])
            {
                count++;
            }
            isLineBegin = '\n' == buffer[i];
        }
        position += length;
    }
}
