// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.storage;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Says in the directory of a member that the time waits to be confirmed. A member needs a clock before it knows its
 * history; with the mark it begins where the history ends and not where the wall clock is.
 */
public final class ClockMark
{
    private static final String FILE_NAME = "clock-unconfirmed.mark";

    private ClockMark()
    {
    }

    /**
     * Whether the time waits to be confirmed.
     *
     * @param dataDir of the member.
     * @return true when it does.
     */
    public static boolean isSet(final Path dataDir)
    {
        return Files.exists(dataDir.resolve(FILE_NAME));
    }

    /**
     * Sets the mark, or takes it away.
     *
     * @param dataDir of the member.
     * @param isWaiting whether the time waits to be confirmed.
     */
    public static void set(final Path dataDir, final boolean isWaiting)
    {
        DiskAccess.run("cannot mark that the time is not confirmed: dataDir=" + dataDir, () ->
        {
            if (isWaiting)
            {
                Files.writeString(dataDir.resolve(FILE_NAME), "order entry is stopped, see `bourse clock`\n");
            }
            else
            {
                Files.deleteIfExists(dataDir.resolve(FILE_NAME));
            }
        });
    }
}
