// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.operator.VenueLimitsOperator;
import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.protocol.Side;
import io.bourse.gateway.fix.session.FixCounter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * A client that comes to a limit of the venue is answered with CAPACITY, can replace and cancel, and can trade again.
 */
@Tag("venue")
class FixCapacityTest extends VenueTest
{
    private static final long E5 = 100_000;
    private static final String FULL = " rej=99 CAPACITY";

    @Test
    void shouldRefuseOrdersAtALimitUntilOneIsCancelled()
    {
        venue.operator.raiseFeatureLevel();
        limit(2, 0);
        final Trader alpha = venue.logOn("ALPHA");
        alpha.buy("a", 1, 90 * E5);
        alpha.buy("b", 1, 91 * E5);
        alpha.buy("c", 1, 92 * E5);
        alpha.next();
        alpha.next();
        alpha.expectEnding(FULL);
        assertEquals(1, venue.counters().get(FixCounter.ENGINE_REJECTS));
        final Trader beta = venue.logOn("BETA");
        beta.sell("x", 1, 99 * E5);
        beta.expectEnding(" leaves=1 cum=0 avg=0");

        alpha.replace("d", "b", Side.BUY, 2, 93 * E5);
        alpha.expectEnding(" leaves=2 cum=0 avg=0");
        alpha.cancel("e", "a", Side.BUY);
        alpha.expectEnding(" leaves=0 cum=0 avg=0");
        alpha.buy("f", 1, 90 * E5);
        alpha.expectEnding(" leaves=1 cum=0 avg=0");

        limit(0, 3);
        beta.sell("y", 1, 99 * E5);
        beta.expectEnding(FULL);
        alpha.cancel("g", "f", Side.BUY);
        alpha.expectEnding(" leaves=0 cum=0 avg=0");
        beta.sell("z", 1, 99 * E5);
        beta.expectEnding(" leaves=1 cum=0 avg=0");
    }

    private void limit(final long ofLogin, final long inAll)
    {
        new VenueLimitsOperator(venue.engine.operator()).set(new VenueLimitsSpec(inAll, ofLogin, 0, 0, 0, 0));
    }
}
