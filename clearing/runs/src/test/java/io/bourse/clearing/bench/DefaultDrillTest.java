// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.defaults.DefaultBook;
import io.bourse.clearing.defaults.DefaultOutcome;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.ClearingKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/**
 * Processes that are killed while a run carries out a default, or settles deliveries: the next one comes to the bytes
 * of runs that nobody disturbed.
 */
@Timeout(300)
@Tag("drill")
class DefaultDrillTest
{
    @TempDir
    private Path directory;

    @Test
    void shouldComeToTheSameWhenKilledInsideADefaultAndADelivery() throws Exception
    {
        final Drill drill = new Drill(directory, new DefaultedMember());
        final SyntheticStore calm = drill.copy("calm");
        Drill.clear(calm, ClearingKind.EVENING, 2);
        assertCarriedOut(Drill.runDirectory(calm, ClearingKind.EVENING));
        final SyntheticStore store = drill.copy("killed");
        assertTrue(Drill.killBehind(store, ClearingKind.EVENING, ClearingStep.FUNDS));
        Drill.clear(store, ClearingKind.EVENING, 1);
        Drill.assertSame(calm, store, "killed inside a default and a delivery");
    }

    private static void assertCarriedOut(final Path run) throws IOException
    {
        final DefaultOutcome outcome = DefaultBook.read(run.resolve(DefaultOutcome.FILE_NAME), DefaultOutcome.class);
        assertEquals(Set.of(), outcome.waiting().keySet(), outcome.toString());
        final Set<Integer> kinds = new TreeSet<>();
        try (Table movements = Table.open(run, RunTables.MOVEMENTS))
        {
            for (long row = 0; row < movements.rows(); row++)
            {
                kinds.add((int)movements.ints(RunTables.MOVEMENT_KIND).get(row));
            }
        }
        assertTrue(kinds.containsAll(Set.of(MovementKind.PORTING.ordinal(), MovementKind.CLOSE_OUT.ordinal())),
            kinds.toString());
        try (Table settled = Table.open(run, RunTables.SETTLEMENTS))
        {
            assertTrue(settled.rows() > 0, Files.readString(run.resolve("deliveries.json")));
        }
    }
}
