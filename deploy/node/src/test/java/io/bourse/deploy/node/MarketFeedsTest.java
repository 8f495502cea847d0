// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MarketFeedsTest
{
    @Test
    void shouldBoundTheHistoryOfPitchWhichIsInMemory()
    {
        assertEquals(1 << 14, MarketFeeds.pitchHistory(1 << 20));
        assertEquals(1 << 20, MarketFeeds.pitchHistory(1 << 26));
        assertEquals(1 << 20, MarketFeeds.pitchHistory(1 << 30));
    }
}
