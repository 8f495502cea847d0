// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LoginAction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ControlLoginTest
{
    private final CoreFixture core = new CoreFixture();
    private VenueCommandWriter venue;

    @BeforeEach
    void open()
    {
        core.raiseTo(FeatureLevels.DELEGATED);
        core.withMembers().open();
        venue = new VenueCommandWriter(core.commands);
    }

    private List<String> send(final int gatewayId, final int loginId, final int action)
    {
        return core.send(venue.controlLogin(gatewayId, loginId, action));
    }

    private void assertRefused(final String reason, final List<String> events)
    {
        assertEquals(1, events.size());
        assertTrue(events.getFirst().contains(reason), events.getFirst());
    }

    @Test
    void shouldTellGatewaysAndChangeNothing()
    {
        final long before = core.stateHash();
        core.commands.nextSequence = 0;
        for (final LoginAction action : List.of(LoginAction.DISCONNECT, LoginAction.BLOCK, LoginAction.UNBLOCK))
        {
            assertEquals(List.of("LoginControlled loginId=1 action=" + action), send(0, 1, action.value()));
        }
        assertEquals(before, core.stateHash());
    }

    @Test
    void shouldRefuseWhatIsUnknownAndGateways()
    {
        assertRefused("UNKNOWN_LOGIN", send(0, 99, LoginAction.DISCONNECT.value()));
        assertRefused("INVALID_FIELD", send(0, 1, 0));
        assertRefused("INVALID_FIELD", send(0, 1, LoginAction.UNBLOCK.value() + 1));
        assertRefused("NO_RIGHT", send(2, 1, LoginAction.DISCONNECT.value()));
    }

    /** Numbers of TWIME messages follow from the history. */
    @Test
    void shouldResetNumbersOfFixAlone()
    {
        assertRefused("INVALID_FIELD", send(0, 1, LoginAction.RESET_NUMBERS.value()));
        assertEquals(List.of("LoginControlled loginId=2 action=RESET_NUMBERS"),
            send(0, 2, LoginAction.RESET_NUMBERS.value()));
    }

    @Test
    void shouldNotUnderstandItAtTheLevelBefore()
    {
        final CoreFixture former = new CoreFixture();
        former.raiseTo(FeatureLevels.CORRECTABLE);
        former.withMembers().open();
        assertEquals(List.of(), former.send(
            new VenueCommandWriter(former.commands).controlLogin(0, 1, LoginAction.DISCONNECT.value())));
    }
}
