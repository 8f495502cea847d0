// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import org.junit.jupiter.api.Assumptions;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Recorded days of real venues. They are not part of the project: they stand beside it, or where BOURSE_SHARED says.
 */
final class SharedData
{
    private SharedData()
    {
    }

    /** The file, or a skipped test with the reason printed. */
    static Path require(final String name)
    {
        final String elsewhere = System.getenv("BOURSE_SHARED");
        final Path shared = null != elsewhere ? Path.of(elsewhere) :
            Path.of(System.getProperty("bourse.root")).resolveSibling("shared");
        final Path file = shared.resolve("data").resolve(name);
        if (!Files.isReadable(file))
        {
            System.out.println(
                "SKIPPED: no recorded day at " + file + "; set BOURSE_SHARED to the folder that holds data/");
        }
        Assumptions.assumeTrue(Files.isReadable(file), "no recorded day at " + file);
        return file;
    }
}
