// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;

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
        try (LobsterRows rows = new LobsterRows(SharedData.require("LOBSTER_SampleFile_GOOG_2012-06-21_10.zip")))
        {
            final LobsterReplay replay = new LobsterReplay(market, rows);
            replay.run();
            System.out.printf("GOOG day: messages=%d rowsCompared=%d knowableLevelsCompared=%d levelsBroughtIn=%d " +
                "exactChanges=%d changesBelowSight=%d executions=%d ofKnownOrders=%d passedOver=%d fills=%d%n",
                rows.row, replay.rowsCompared, replay.levelsCompared, replay.levelsBroughtIn, replay.exactChanges,
                replay.changesBelowSight, replay.executions, replay.executionsOfKnownOrders, replay.passedOver,
                replay.fills);
            assertEquals(147_916, rows.row);
            assertEquals(rows.row, replay.rowsCompared);
        }
    }
}
