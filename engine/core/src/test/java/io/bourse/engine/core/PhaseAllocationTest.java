// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeDecoder;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Neither whole auctions, begun, indicated and uncrossed, nor trading inside a volatility corridor allocates once warm.
 */
@Tag("venue")
class PhaseAllocationTest
{
    private static final int ROUNDS = 100_000;

    private final AllocationFixture core = new AllocationFixture().open();

    @Test
    void shouldNotAllocatePerCommandWhenWarm()
    {
        core.feed(core.venue.priceControls(1, encoder -> encoder.dynamicRangeE5(100).staticRangeE5(100)));
        core.keep(core.venue.changePhase(1, Phase.INTRADAY_AUCTION, 0, 0, Phase.CONTINUOUS));
        core.keep(core.order(1, Side.BUY, 5, 505));
        core.keep(core.order(2, Side.SELL, 3, 500));
        core.keep(core.order(2, Side.SELL, 2, 500));
        core.keep(core.venue.changePhase(1, Phase.CONTINUOUS, 0, 0, Phase.CONTINUOUS));
        core.keep(core.order(2, Side.SELL, 2, 501));
        core.keep(core.order(1, Side.BUY, 2, 501));

        core.assertNothingAllocated(ROUNDS);
        assertEquals(0, core.events(CommandRejectedDecoder.TEMPLATE_ID));
        assertEquals(2 * ROUNDS, core.events(PhaseChangedDecoder.TEMPLATE_ID));
        assertEquals(3 * ROUNDS, core.events(TradeDecoder.TEMPLATE_ID));
    }
}
