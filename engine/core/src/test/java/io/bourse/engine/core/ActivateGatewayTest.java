// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.FeatureLevels;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * An operator has the standby of a gateway take over: the history says so, and nothing else changes.
 */
class ActivateGatewayTest
{
    private final CoreFixture core = new CoreFixture();
    private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);

    @Test
    void shouldSaySoAndChangeNothing()
    {
        core.raiseTo(FeatureLevels.ATTENDED);
        final long before = core.stateHash();
        for (final int gatewayId : new int[]{1, 2, 65_534})
        {
            assertEquals(List.of("GatewayActivated gatewayId=" + gatewayId),
                core.send(venue.activateGateway(0, gatewayId)));
        }
        assertEquals(before, core.stateHash());
    }

    @Test
    void shouldRefuseGatewaysAndWhatIsNone()
    {
        core.raiseTo(FeatureLevels.ATTENDED);
        assertRefused("NO_RIGHT", core.send(venue.activateGateway(2, 1)));
        assertRefused("INVALID_FIELD", core.send(venue.activateGateway(0, 0)));
        assertRefused("INVALID_FIELD", core.send(venue.activateGateway(0, 65_535)));
    }

    @Test
    void shouldNotUnderstandItAtTheLevelBefore()
    {
        core.raiseTo(FeatureLevels.ATTENDED - 1);
        assertEquals(List.of(), core.send(venue.activateGateway(0, 1)));
    }

    private static void assertRefused(final String reason, final List<String> events)
    {
        assertEquals(1, events.size());
        assertTrue(events.getFirst().contains(reason), events::toString);
    }
}
