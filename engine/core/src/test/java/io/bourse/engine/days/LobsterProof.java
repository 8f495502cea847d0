// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.testing.SharedData;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Replays the GOOG day of 2012-06-21 and asserts exact counts of what was compared, so that nothing can be left out
 * quietly.
 */
final class LobsterProof
{
    private LobsterProof()
    {
    }

    /** Replays the day, or skips the test. */
    static void of(final DayMarket market) throws IOException
    {
        final Path file = SharedData.require("data/LOBSTER_SampleFile_GOOG_2012-06-21_10.zip");
        try (LobsterRows rows = new LobsterRows(file))
        {
            final LobsterReplay replay = new LobsterReplay(market, rows, LobsterRows.lastRows(file));
            replay.run();
            System.out.printf("GOOG day: rowsCompared=%d knowableLevelsCompared=%d levelsBroughtIn=%d " +
                "exactChanges=%d changesBelowSight=%d executions=%d ofKnownOrders=%d ofTheNamedOrder=%d%n",
                replay.rowsCompared, replay.levelsCompared, replay.levelsBroughtIn, replay.exactChanges,
                replay.changesBelowSight, replay.executions, replay.executionsOfKnownOrders,
                replay.executionsOfTheNamedOrder);
            assertEquals(147_916, rows.row);
            assertEquals(147_916, replay.rowsCompared);
            assertEquals(2_958_300, replay.levelsCompared);
            assertEquals(8_352, replay.levelsBroughtIn);
            assertEquals(62_132, replay.exactChanges);
            assertEquals(2_848, replay.changesBelowSight);
            assertEquals(7_764, replay.executions);
            assertEquals(7_233, replay.executionsOfKnownOrders);
            // The exchange passed over orders that were provably alive five times, and orders that were deleted out of
            // sight stand before others; what these traded shifts who is filled a few times more.
            assertEquals(7_233 - 17, replay.executionsOfTheNamedOrder);
        }
    }
}
