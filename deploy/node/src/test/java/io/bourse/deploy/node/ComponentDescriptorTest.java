// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ComponentDescriptorTest
{
    private static final long PID = ProcessHandle.current().pid();

    @TempDir
    Path dir;

    @Test
    void shouldReadWhatItWrites() throws IOException
    {
        final ComponentDescriptor written = new ComponentDescriptor("twime", PID, "127.0.0.1:9000", "127.0.0.1:9001");
        written.write(dir, ComponentKind.TWIME);

        assertEquals(written, ComponentDescriptor.read(dir, ComponentKind.TWIME));
        assertTrue(Files.readString(dir.resolve("component-twime.json")).contains("\"component\" : \"twime\""));

        ComponentDescriptor.remove(dir, ComponentKind.TWIME);

        assertThrows(IOException.class, () -> ComponentDescriptor.read(dir, ComponentKind.TWIME));
    }

    @Test
    void shouldKnowAComponentOfAnEarlierProgramUntilOneOfThisProgramComes() throws IOException
    {
        writeAsEarlierProgram();

        assertEquals(
            new ComponentDescriptor("fix", PID, "127.0.0.1:9880", ""),
            ComponentDescriptor.find(dir, ComponentKind.FIX));

        new ComponentDescriptor("fix", PID, "127.0.0.1:9881", "").write(dir, ComponentKind.FIX);
        assertEquals("127.0.0.1:9881", ComponentDescriptor.read(dir, ComponentKind.FIX).address());

        ComponentDescriptor.remove(dir, ComponentKind.FIX);
        assertNull(ComponentDescriptor.find(dir, ComponentKind.FIX));
    }

    @Test
    void shouldKnowAComponentOfAnEarlierProgramThatCameAfterACrashOfThisOne() throws IOException
    {
        new ComponentDescriptor("fix", Integer.MAX_VALUE, "127.0.0.1:9881", "").write(dir, ComponentKind.FIX);
        Files.setLastModifiedTime(dir.resolve("component-fix.json"), FileTime.fromMillis(1_000));
        writeAsEarlierProgram();

        assertEquals("127.0.0.1:9880", ComponentDescriptor.read(dir, ComponentKind.FIX).address());

        Files.setLastModifiedTime(dir.resolve("room-fix.json"), FileTime.fromMillis(1_000));
        assertEquals("127.0.0.1:9881", ComponentDescriptor.find(dir, ComponentKind.FIX).address());
    }

    private void writeAsEarlierProgram() throws IOException
    {
        Files.writeString(dir.resolve("room-fix.json"),
            "{\"room\":\"fix\",\"pid\":" + PID + ",\"address\":\"127.0.0.1:9880\",\"recovery\":\"\"}");
    }
}
