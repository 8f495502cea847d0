// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.operator.MemberOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Cancel on disconnect for FIX logins.
 */
@Tag("venue")
class FixDisconnectTest extends VenueTest
{
    private static final long E5 = 100_000;
    private static final int ALPHA = 1;

    @Test
    void shouldCancelDayOrdersWhenTheConnectionIsLost()
    {
        new MemberOperator(venue.engine.operator()).setLoginRights(ALPHA, 0, 0);
        final Trader alpha = venue.logOn("ALPHA");
        alpha.buy("a1", 10, 100 * E5);
        alpha.expect("0/0 a1 qty=10@100 leaves=10 cum=0 avg=0");
        alpha.client().dropConnection();
        Venue.await(() -> 0 == venue.operator.state().orders(), "the order stays");
        alpha.expect("4/4 a1 qty=10@100 leaves=0 cum=0 avg=0 DISCONNECT");
        Venue.await(alpha::isLoggedOn, "ALPHA does not come back");
        alpha.buy("a2", 10, 100 * E5);
        alpha.expect("0/0 a2 qty=10@100 leaves=10 cum=0 avg=0");
        assertEquals(1, venue.operator.state().orders());
    }

    @Test
    void shouldKeepOrdersWhenTheClientComesBackInTime()
    {
        new MemberOperator(venue.engine.operator()).setLoginRights(ALPHA, 0, TimeUnit.HOURS.toNanos(1));
        final Trader alpha = venue.logOn("ALPHA");
        alpha.buy("a1", 10, 100 * E5);
        alpha.expect("0/0 a1 qty=10@100 leaves=10 cum=0 avg=0");
        alpha.client().dropConnection();
        Venue.await(alpha::isLoggedOn, "ALPHA does not come back");
        alpha.buy("a2", 10, 100 * E5);
        alpha.expect("0/0 a2 qty=10@100 leaves=10 cum=0 avg=0");
        assertEquals(2, venue.operator.state().orders());
    }

    @Test
    void shouldCancelDayOrdersWhenTheGatewayStops()
    {
        new MemberOperator(venue.engine.operator()).setLoginRights(ALPHA, 0, 0);
        final Trader alpha = venue.logOn("ALPHA");
        alpha.buy("a1", 10, 100 * E5);
        alpha.expect("0/0 a1 qty=10@100 leaves=10 cum=0 avg=0");
        venue.stopGateway();
        Venue.await(() -> 0 == venue.operator.state().orders(), "the order stays");
        venue.startGateway();
        alpha.expect("4/4 a1 qty=10@100 leaves=0 cum=0 avg=0 DISCONNECT");
    }
}
