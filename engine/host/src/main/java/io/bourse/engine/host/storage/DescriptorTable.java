// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.storage;

import org.agrona.CloseHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Grows the table of file descriptors before threads depend on each other.
 *
 * <p>The kernel doubles a process's descriptor table when it is full, and in a process of several threads that waits
 * for every processor to pass a quiet point. On a busy or freshly started virtual machine that takes seconds, and all
 * threads that open a file meanwhile stand: the media driver and the archive at once, until their clients give them up
 * for dead. The table never becomes smaller, so it is made large once.
 */
public final class DescriptorTable
{
    /** More than an engine, a member or a backup of a usual venue opens, far below the usual limit of 1024. */
    static final int DESCRIPTORS = 300;

    private static final Logger LOGGER = LoggerFactory.getLogger(DescriptorTable.class);
    private static final Path NOTHING = Path.of("/dev/null");

    private DescriptorTable()
    {
    }

    /** Where that is not possible, the table grows when it must. */
    public static void grow()
    {
        final List<FileChannel> channels = new ArrayList<>(DESCRIPTORS);
        try
        {
            for (int i = 0; i < DESCRIPTORS; i++)
            {
                channels.add(FileChannel.open(NOTHING, StandardOpenOption.READ));
            }
        }
        catch (final IOException ex)
        {
            LOGGER.debug("the descriptor table grows when it must: opened={}", channels.size(), ex);
        }
        finally
        {
            CloseHelper.quietCloseAll(channels);
        }
    }
}
