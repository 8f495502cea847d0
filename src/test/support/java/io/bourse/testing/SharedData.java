// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import org.junit.jupiter.api.Assumptions;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Recorded days of real exchanges, vectors of the clearing rules and published reports. They are not part of the
 * project: they stand beside it, or where BOURSE_SHARED says.
 */
public final class SharedData
{
    private SharedData()
    {
    }

    /**
     * A file or directory. Where it is absent the test is skipped, and says so.
     *
     * @param path below the shared folder.
     */
    public static Path require(final String path)
    {
        final String elsewhere = System.getenv("BOURSE_SHARED");
        final Path shared = null != elsewhere ? Path.of(elsewhere) :
            Path.of(System.getProperty("bourse.root")).toAbsolutePath().resolveSibling("shared");
        final Path file = shared.resolve(path);
        if (!Files.isReadable(file))
        {
            final String reason = "skipped: there is no " + file + "; BOURSE_SHARED names the shared folder";
            System.out.println(reason);
            Assumptions.abort(reason);
        }
        return file;
    }
}
