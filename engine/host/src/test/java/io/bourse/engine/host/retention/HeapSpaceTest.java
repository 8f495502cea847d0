// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.retention;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class HeapSpaceTest
{
    @TempDir
    private Path dir;

    @Test
    void shouldRefuseToCheckSnapshotWhenHeapIsShort() throws IOException
    {
        final Path file = Files.write(dir.resolve("small"), new byte[1_000]);
        HeapSpace.requireForCoreOf(file);
        HeapSpace.require(file, 1_000, 64L << 20);
        assertThrows(IllegalStateException.class, () -> HeapSpace.require(file, 1_000, (64L << 20) - 1));
        final IllegalStateException refusal =
            assertThrows(IllegalStateException.class, () -> HeapSpace.require(file, 1L << 30, 6L << 30));
        assertTrue(refusal.getMessage().contains("neededHeapBytes=" + (12L << 30)), refusal.getMessage());
    }
}
