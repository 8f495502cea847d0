// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.store;

import io.bourse.clearing.PreconditionException;
import io.bourse.engine.protocol.ClearingKind;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Whatever runs a date has had, there is a number for its evening run and for corrections. */
class RunNumbersTest
{
    private final RunNumbers numbers = new RunNumbers(20_261_123);

    @Test
    void shouldGoOnBehindTheLastRun()
    {
        assertEquals(1, numbers.next(ClearingKind.INTRADAY));
        assertEquals(1, numbers.next(ClearingKind.EVENING));
        numbers.use(1);
        numbers.use(3);
        assertEquals(4, numbers.next(ClearingKind.INTRADAY));
        assertEquals(4, numbers.next(ClearingKind.EVENING));
        assertEquals(4, numbers.nextCorrection(ClearingKind.INTRADAY, 3));
    }

    @Test
    void shouldLeaveNumbersToTheEveningRunAndToCorrections()
    {
        while (numbers.hasNext(ClearingKind.INTRADAY))
        {
            numbers.use(numbers.next(ClearingKind.INTRADAY));
        }
        assertThrows(PreconditionException.class, () -> numbers.next(ClearingKind.INTRADAY));
        int correction = 0;
        for (int corrected = RunIds.MAX_INTRADAY; corrected < RunIds.MAX_INTRADAY_CORRECTION; corrected = correction)
        {
            correction = numbers.nextCorrection(ClearingKind.INTRADAY, corrected);
            numbers.use(correction);
        }
        final int evening = numbers.next(ClearingKind.EVENING);
        assertEquals(RunIds.MAX_INTRADAY_CORRECTION + 1, evening);
        numbers.use(evening);
        assertEquals(evening + 1, numbers.nextCorrection(ClearingKind.EVENING, evening));
    }

    @Test
    void shouldTakeFreeNumbersWhenTheLastOneWasUsed()
    {
        numbers.use(1);
        numbers.use(RunIds.MAX_NUMBER);
        assertEquals(2, numbers.next(ClearingKind.EVENING));
        assertEquals(2, numbers.next(ClearingKind.INTRADAY));
        numbers.use(2);
        assertEquals(3, numbers.nextCorrection(ClearingKind.EVENING, 2));
        numbers.use(3);
        assertEquals(4, numbers.nextCorrection(ClearingKind.EVENING, 3), "corrections of a run ascend");
        assertTrue(numbers.isUsed(RunIds.MAX_NUMBER));
        assertFalse(numbers.isUsed(4));
    }
}
