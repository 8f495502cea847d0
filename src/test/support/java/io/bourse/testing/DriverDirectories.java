// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import org.agrona.IoUtil;

import java.io.File;

/**
 * What a killed process leaves in shared memory.
 */
public final class DriverDirectories
{
    private DriverDirectories()
    {
    }

    /**
     * Deletes the directory of a media driver that does not run any more, and the lock beside it.
     *
     * @param aeronDirectoryName of the driver.
     */
    public static void delete(final String aeronDirectoryName)
    {
        IoUtil.delete(new File(aeronDirectoryName), true);
        IoUtil.delete(new File(aeronDirectoryName + ".lock"), true);
    }
}
