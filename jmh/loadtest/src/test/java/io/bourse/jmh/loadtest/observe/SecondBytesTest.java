// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.observe;

import org.junit.jupiter.api.Test;

import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;

final class SecondBytesTest
{
    private static final long SECOND_NS = 1_000_000_000L;

    private final SecondBytes bytes = new SecondBytes();

    @Test
    void shouldCountEverySecondAlsoThoseInWhichNothingComes()
    {
        bytes.add(7 * SECOND_NS + 5, 100);
        bytes.add(8 * SECOND_NS - 1, 20);
        bytes.add(9 * SECOND_NS, 3);
        assertEquals(List.of(960L, 0L, 24L), bytes.bits());
    }

    @Test
    void shouldCountInTheFirstSecondWhatWasSentBeforeIt()
    {
        bytes.add(7 * SECOND_NS, 100);
        bytes.add(6 * SECOND_NS, 20);
        assertEquals(List.of(960L), bytes.bits());
    }
}
