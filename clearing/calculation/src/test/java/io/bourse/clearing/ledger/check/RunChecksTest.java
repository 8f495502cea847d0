// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.ledger.LedgerDay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** All checks hold on sound days. */
class RunChecksTest
{
    @TempDir
    private Path root;

    @Test
    void shouldHoldOnSoundDays() throws IOException
    {
        final long seed = System.nanoTime();
        for (int i = 0; i < 6; i++)
        {
            final String facts = "seed=" + seed + " day=" + i;
            try (LedgerDay day = new LedgerDay(root.resolve("day" + i), seed + i, 1 + i % 3))
            {
                check(day, false, facts);
                final RunChecks evening = check(day, true, facts);
                assertEquals(0, evening.totals().positions(InstrumentSums.LONG_END, LedgerDay.EXPIRING), facts);
                assertTrue(evening.totals().positions(InstrumentSums.LONG_TRADED, LedgerDay.EXPIRING) > 0, facts);
            }
        }
    }

    private static RunChecks check(final LedgerDay day, final boolean isEvening, final String facts)
        throws IOException
    {
        final CalculationInput input = day.write(isEvening);
        final RunChecks checks = new RunChecks(day.checkInput(isEvening, input)).check();
        final List<CheckResult> failed = checks.results().stream().filter(result -> !result.isOk()).toList();
        assertEquals(List.of(), failed, facts);
        return checks;
    }
}
