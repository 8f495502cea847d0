// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.table.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class RunPlaceTest
{
    @TempDir
    private Path base;

    private void make(final String... names) throws IOException
    {
        for (final String name : names)
        {
            Files.createDirectories(base.resolve(name));
        }
    }

    private String found(final String run) throws IOException
    {
        return RunPlace.find(base, run).name();
    }

    @Test
    void shouldListRunsByDateAndNumber() throws IOException
    {
        make("20261121/10-E", "20261121/2-E", "20261121/1-I", "20261120/3-E", "20261121/2-X", "ingest/20261121",
            "2026112/1-E", "20261121/100-E");
        Files.createFile(base.resolve("notes"));
        assertEquals(List.of("20261120/3-E", "20261121/1-I", "20261121/2-E", "20261121/10-E"),
            RunPlace.all(base).stream().map(RunPlace::name).toList());
        assertEquals(List.of(), RunPlace.all(base.resolve("nothing")));
    }

    /** So many that no order of a file system is theirs by chance. */
    @Test
    void shouldListManyRunsInTheirOrder() throws IOException
    {
        final List<String> names = new ArrayList<>();
        for (final String date : List.of("20261120", "20261121"))
        {
            for (int number = 1; number <= 20; number++)
            {
                names.add(date + "/" + number + "-E");
            }
        }
        make(names.toArray(new String[0]));
        assertEquals(names, RunPlace.all(base).stream().map(RunPlace::name).toList());
    }

    @Test
    void shouldFindARunByWhatItIsCalled() throws IOException
    {
        make("20261121/10-E", "20261121/2-E", "20261121/1-I", "20261120/2-E");
        assertEquals("20261121/2-E", found("20261121/2-E"));
        assertEquals("20261121/2-E", found("20261121/2"));
        assertEquals("20261121/2-E", found("2026112102"), "its run id");
        assertEquals("20261121/10-E", found("2026112110"));
        assertEquals("20261120/2-E", found("2026112002"));
        assertEquals("20261121/1-I", found(base.resolve("20261121/1-I").toString()));
        assertEquals(base.resolve("20261121/1-I"),
            RunPlace.find(Path.of("elsewhere"), base.resolve("20261121/1-I").toString()).directory());
    }

    @Test
    void shouldSayWhenThereIsNoSuchRun() throws IOException
    {
        make("20261121/2-E", "20261121/other");
        for (final String run : List.of("20261121/3-E", "2026112103", "2026112002", "20261121", "/",
            base.resolve("20261121/other").toString(), base.resolve("20261121/3-E").toString()))
        {
            final PreconditionException ex = assertThrows(PreconditionException.class, () -> found(run), run);
            assertTrue(ex.getMessage().contains("run=" + run + " "), ex.getMessage());
        }
    }

    @Test
    void shouldKnowWhatLiesWhere() throws IOException
    {
        final RunPlace place = new RunPlace(base, "20261121/2-E");
        assertEquals("20261121", place.date());
        assertEquals(base.resolve("20261120/2-E"), place.sibling("20261120/2-E").directory());
        assertEquals(base.resolve("ingest"), place.ingest());
        assertFalse(place.hasTables());
        make("20261121/2-E/margin");
        assertFalse(place.hasTables(), "a folder is no table");
        assertFalse(place.has(RunTables.MARGIN));
        OpinionDay.write(place.directory(), RunTables.MARGIN, List.of(new long[]{1, 2, 3})).close();
        assertTrue(place.hasTables());
        assertTrue(place.has(RunTables.MARGIN));
        assertFalse(place.has(RunTables.MONEY));
        try (Table margin = place.open(RunTables.MARGIN))
        {
            assertEquals(1, margin.rows());
        }
    }

    @Test
    void shouldReadWhatARunWasCalculatedFromAndRefuseAnotherFormat() throws IOException
    {
        final CalculationFile file = new CalculationFile(CalculationFile.FORMAT, "20261121", 3, 4, 2, "20261120/2-E",
            List.of("20261121/1-I"), true, FeePrice.PREV_SP, 20_000_000, List.of());
        file.write(base);
        assertEquals(file, CalculationFile.read(base));
        replace(CalculationFile.FILE_NAME, CalculationFile.FORMAT, "bourse-clearing-calculation/9");
        final InputCorruptException ex =
            assertThrows(InputCorruptException.class, () -> CalculationFile.read(base));
        assertTrue(ex.getMessage().contains("calculation/9"), ex.getMessage());
        assertThrows(InputCorruptException.class, () -> CalculationFile.read(base.resolve("nothing")));
        Files.writeString(base.resolve(CalculationFile.FILE_NAME), "null");
        assertThrows(InputCorruptException.class, () -> CalculationFile.read(base));
    }

    @Test
    void shouldReadWhatARunCorrectsAndRefuseAnotherFormat() throws IOException
    {
        assertNull(CorrectionFile.read(base), "it corrects nothing");
        final CorrectionFile file = new CorrectionFile(CorrectionFile.FORMAT, 2026112103L, 2026112102L, "20261121/2-E",
            2026112101L, "a price", "someone", 2, 7);
        file.write(base);
        assertEquals(file, CorrectionFile.read(base));
        replace(CorrectionFile.FILE_NAME, CorrectionFile.FORMAT, "bourse-clearing-correction/9");
        assertThrows(InputCorruptException.class, () -> CorrectionFile.read(base));
    }

    private void replace(final String name, final String old, final String other) throws IOException
    {
        final Path file = base.resolve(name);
        Files.writeString(file, Files.readString(file).replace(old, other));
    }
}
