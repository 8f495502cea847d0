// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.GatewayCommands;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.security.Principal;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Cancel on disconnect for FIX logins.
 */
@Tag("venue")
class FixDisconnectTest extends VenueTest
{
    private static final long E5 = 100_000;
    private static final int ALPHA = 1;
    private static final int GATEWAY = 2;

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
    void shouldEndQuotesWhenTheGatewayWasLost() throws IOException
    {
        for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
        {
            new SessionOperator(venue.engine.operator()).setFeatureLevel(level);
        }
        new MemberOperator(venue.engine.operator()).setLoginRights(ALPHA, LoginRights.QUOTES, -1);
        try (RawFix alpha = new RawFix(venue.port()))
        {
            alpha.logOn("ALPHA");
            alpha.send(RawFix.message("ALPHA", 2,
                "i|117=q1|1=CF01ABC|296=1|302=s|304=1|295=1|299=1|55=CHEAP-12.26|132=98|133=99|134=5|135=5"));
            final String answer = alpha.read("|35=");
            assertTrue(answer.contains("|35=b|") && answer.contains("|297=0|"), answer);
        }
        venue.stopGateway();
        assertEquals(2, venue.operator.state().orders());
        // As it stands in the history of a gateway that did not come to say that its sessions ended.
        try (EngineClient client = venue.engine.connect())
        {
            new GatewayCommands(client.newCommandPublisher(Principal.gateway(GATEWAY)), GATEWAY, 0)
                .connectionChanged(ALPHA, 0, true, 1);
        }
        venue.startGateway();
        Venue.await(() -> 0 == venue.operator.state().orders(), "the quotes stay");
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
