// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

class VenueLooksTest
{
    private final VenueLooks looks = new VenueLooks();

    @Test
    void shouldSayUpToWhichMomentTheCopyHasEverything()
    {
        assertEquals(-1, looks.wholeMs(1_000, 1_000));
        looks.add(10_000, 64, 128);
        looks.add(11_000, 96, 192);
        looks.add(12_000, 96, 256);
        assertEquals(-1, looks.wholeMs(64, 96));
        assertEquals(10_000, looks.wholeMs(64, 128));
        assertEquals(10_000, looks.wholeMs(96, 128));
        assertEquals(11_000, looks.wholeMs(96, 200));
        assertEquals(12_000, looks.wholeMs(96, 256));
        assertEquals(12_000, looks.wholeMs(4_096, 4_096));
    }

    @Test
    void shouldPassOverAMemberThatDoesNotSayWhereItsLogEnds()
    {
        looks.add(10_000, -1, 128);
        assertEquals(-1, looks.wholeMs(1_000, 1_000));
    }
}
