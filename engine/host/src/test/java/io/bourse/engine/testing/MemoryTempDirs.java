// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.testing;

import io.bourse.engine.host.storage.EngineDirectories;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Temporary directories of tests in shared memory, where there is enough of it, so that no test waits for a disk: a
 * clearing run alone syncs hundreds of files. Processes that are killed, disks that are full and files that are damaged
 * look the same there; a loss of power would not, but no test has one. Named in {@code junit-platform.properties} of
 * modules that want it.
 */
public final class MemoryTempDirs implements TempDirFactory
{
    private static final long ROOM_MIN = 4L * 1024 * 1024 * 1024;
    private static final String PREFIX = "bourse-test-";

    @Override
    public Path createTempDirectory(final AnnotatedElementContext element, final ExtensionContext context)
        throws IOException
    {
        final Path memory = EngineDirectories.sharedMemoryOrNull();
        return null != memory && Files.getFileStore(memory).getUsableSpace() >= ROOM_MIN ?
            Files.createTempDirectory(memory, PREFIX) : Files.createTempDirectory(PREFIX);
    }
}
