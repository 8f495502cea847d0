// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.mover;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The table of partitions after a move.
 */
class PartitionFileTest
{
    @TempDir
    private Path dir;

    private Path file(final String rows) throws IOException
    {
        return Files.writeString(dir.resolve("partitions.csv"), rows.replace(';', '\n') + "\n");
    }

    private static PartitionFile read(final Path file) throws IOException
    {
        return PartitionFile.read(file, Map.of("Si", Set.of("Si-3", "Si-6")), 2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "symbol,partition;Si,1;BR,1|symbol,partition;Si,2;BR,1",
        "symbol,partition;BR,1;Si-3,0|symbol,partition;BR,1;Si-3,2;Si,2",
        "symbol,partition;Si-6,0;Si-3,0|symbol,partition;Si-6,2;Si-3,2",
        "partition,symbol;1,BR|partition,symbol;1,BR;2,Si",
        "symbol,market,partition;BR,one,;Si,one,|symbol,market,partition;BR,one,;Si,one,2"})
    void shouldGiveInstrumentsTheirNewPartition(final String before, final String after) throws IOException
    {
        final Path file = file(before);
        final PartitionFile moved = read(file);
        assertEquals(before.replace(';', '\n') + "\n", Files.readString(file));
        assertTrue(moved.write().startsWith("written: "));
        assertEquals(after.replace(';', '\n') + "\n", Files.readString(file));
        assertEquals(before.replace(';', '\n') + "\n", Files.readString(dir.resolve("partitions.csv.former")));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertTrue(read(file).write().startsWith("the file says so already"));
        assertEquals(before.replace(';', '\n') + "\n", Files.readString(dir.resolve("partitions.csv.former")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "symbol,market;Si,one|must have the columns symbol and partition",
        "symbol,market,partition;BR,one,|no row names the underlying"})
    void shouldRefuseAFileWithoutWhatARowNeeds(final String rows, final String message) throws IOException
    {
        final Path file = file(rows);
        final IOException ex = assertThrows(IOException.class, () -> read(file));
        assertTrue(ex.getMessage().contains(message), ex::getMessage);
    }

    @Test
    void shouldRefuseAFileThatIsNotThere()
    {
        assertThrows(IOException.class, () -> read(dir.resolve("partitions.csv")));
        assertFalse(Files.exists(dir.resolve("partitions.csv")));
    }
}
