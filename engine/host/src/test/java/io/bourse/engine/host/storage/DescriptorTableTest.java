// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.storage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertTrue;

class DescriptorTableTest
{
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldHaveRoomWhenItHasGrown() throws IOException
    {
        DescriptorTable.grow();
        final int size = Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter((line) -> line.startsWith("FDSize:"))
            .mapToInt((line) -> Integer.parseInt(line.substring("FDSize:".length()).trim()))
            .findFirst().orElseThrow();
        assertTrue(size >= DescriptorTable.DESCRIPTORS, "FDSize=" + size);
    }
}
