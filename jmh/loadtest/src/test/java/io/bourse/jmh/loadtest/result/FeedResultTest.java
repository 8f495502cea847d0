// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

import org.junit.jupiter.api.Test;

import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** What came on a feed. */
class FeedResultTest
{
    @Test
    void shouldHaveItsRateOverTheTimeThatTheStageLasted()
    {
        final FeedResult watched = new FeedResult("a", 10, 20, 3_000, 1, 7, 8, 9, List.of(5L, 6L));
        assertEquals(
            new FeedResult("a", 10, 20, 3_000, 1, 16_000, 8, 9, List.of(5L, 6L)), watched.during(1_500_000_000));
    }
}
