// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.core.trade.TradeRegister;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.MarketMakerProtectionTrippedDecoder;
import io.bourse.engine.protocol.MassCancelledDecoder;
import io.bourse.engine.protocol.QuoteAcknowledgedDecoder;
import io.bourse.engine.protocol.Side;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * After warm-up nothing that a market maker does allocates: quotes of every fate, a trip, a reset, a mass cancel, a
 * disconnect.
 */
@Tag("venue")
class QuoteAllocationTest
{
    /** One trade each: the pages of trades that can be broken are there after the warm-up. */
    private static final int ROUNDS = TradeRegister.CAPACITY;

    private final AllocationFixture core = new AllocationFixture();

    @Test
    void shouldNotAllocateWhenWarm()
    {
        core.feed(core.commands.instrument(2, "TWO-12.26", 1, 0, 1_000_000));
        core.open();
        core.feed(core.venue.loginRights(1, LoginRights.QUOTES, 1_000_000));
        core.feed(core.venue.protection(1, 1_000_000, 2, 0, 0));
        core.keep(quotes(2)
            .entry(1, 1, 5, 99, 5, 101)
            .entry(2, 2, 5, 99, 5, 101)
            .end());
        core.keep(quotes(2)
            .entry(1, 1, 4, 99, 6, 102)
            .entry(2, 2, 0, 0, 5, 98)
            .end());
        core.keep(core.order(2, Side.SELL, 2, 99));
        core.keep(core.venue.resetProtection(1));
        core.keep(quotes(1).entry(1, 1, 4, 99, 6, 102).end());
        core.keep(core.venue.massCancel(1, encoder -> encoder.side((short)1)));
        core.keep(core.venue.disconnected(1));
        core.keep(core.venue.connected(1));

        core.assertNothingAllocated(ROUNDS);
        assertEquals(0, core.events(CommandRejectedDecoder.TEMPLATE_ID));
        assertEquals(ROUNDS, core.events(MarketMakerProtectionTrippedDecoder.TEMPLATE_ID));
        assertEquals(5 * ROUNDS, core.events(QuoteAcknowledgedDecoder.TEMPLATE_ID));
        assertEquals(ROUNDS, core.events(MassCancelledDecoder.TEMPLATE_ID));
    }

    private QuoteCommandWriter quotes(final int entryCount)
    {
        return core.quotes.begin(1, 9, CoreFixture.ACCOUNTS[1], entryCount);
    }
}
