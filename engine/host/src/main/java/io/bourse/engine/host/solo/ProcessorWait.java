// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import org.agrona.CloseHelper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How long a thread could have run but another one had its processor, by the account of the Linux scheduler: the second
 * number of {@code /proc/thread-self/schedstat}. What the host of a virtual machine takes is not in it. A system that
 * has no such file tells nothing.
 */
class ProcessorWait implements AutoCloseable
{
    private static final Path FILE = Path.of("/proc/thread-self/schedstat");
    private static final int MAX_LENGTH = 128;

    private final ByteBuffer text = ByteBuffer.allocateDirect(MAX_LENGTH);
    private FileChannel channel;
    private long lastNs;
    private boolean isOpen;

    /**
     * Waits of the thread that calls since its last call; always the same thread.
     *
     * @return nanoseconds; 0 for the first call.
     */
    long takeNs()
    {
        if (!isOpen)
        {
            // Of the thread that opens it.
            isOpen = true;
            channel = open();
            lastNs = totalNs();
            return 0;
        }
        final long totalNs = totalNs();
        final long sinceNs = totalNs - lastNs;
        lastNs = totalNs;
        return sinceNs;
    }

    private static FileChannel open()
    {
        try
        {
            return FileChannel.open(FILE, StandardOpenOption.READ);
        }
        catch (final IOException ex)
        {
            return null;
        }
    }

    private long totalNs()
    {
        if (null == channel)
        {
            return 0;
        }
        text.clear();
        try
        {
            channel.read(text, 0);
        }
        catch (final IOException ex)
        {
            return lastNs;
        }
        return secondNumber();
    }

    private long secondNumber()
    {
        int at = 0;
        while (at < text.position() && ' ' != text.get(at))
        {
            at++;
        }
        long number = 0;
        for (int i = at + 1; i < text.position() && text.get(i) >= '0' && text.get(i) <= '9'; i++)
        {
            number = number * 10 + text.get(i) - '0';
        }
        return number;
    }

    @Override
    public void close()
    {
        CloseHelper.close(channel);
    }
}
