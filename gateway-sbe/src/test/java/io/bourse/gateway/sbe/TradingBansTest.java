// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.protocol.KillAction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

class TradingBansTest
{
    private static final int LOGIN = 1;
    private static final int COLLEAGUE = 2;
    private static final int NEIGHBOUR = 3;
    private static final int STRANGER = 4;

    private final TradingBans bans = new TradingBans();

    @BeforeEach
    void defineLogins()
    {
        bans.onLogin(LOGIN, "AA01");
        bans.onLogin(COLLEAGUE, "AA01");
        bans.onLogin(NEIGHBOUR, "AA02");
        bans.onLogin(STRANGER, "BB01");
    }

    @Test
    void shouldNameTheTradingAdministratorWhenTheOperatorStopsAFirm()
    {
        bans.onMoved(0, "AA01", KillAction.STOP, true);
        assertCodes(25, 25, 4220, 4220);
    }

    @Test
    void shouldNameTheTraderWhenTheFirmStopsItself()
    {
        bans.onMoved(0, "AA01", KillAction.STOP, false);
        assertCodes(314, 314, 4220, 4220);
        bans.onMoved(0, "AA01", KillAction.STOP, true);
        bans.onMoved(0, "AA01", KillAction.STOP, false);
        assertCodes(25, 25, 4220, 4220);
        bans.onMoved(0, "AA01", KillAction.LIFT, true);
        assertCodes(4220, 4220, 4220, 4220);
    }

    @Test
    void shouldNameTheClearingAdministratorWhenAClearingFirmIsStopped()
    {
        bans.onMoved(0, "AA", KillAction.STOP, true);
        assertCodes(310, 310, 310, 4220);
        bans.onMoved(0, "AA02", KillAction.LIFT, true);
        assertCodes(310, 310, 4220, 4220);
    }

    @Test
    void shouldNameTheUserWhenTheLoginItselfIsStopped()
    {
        bans.onMoved(0, "AA01", KillAction.STOP, true);
        bans.onMoved(LOGIN, "AA01", KillAction.STOP, false);
        assertCodes(4220, 25, 4220, 4220);
        bans.onMoved(LOGIN, "AA01", KillAction.LIFT, true);
        assertCodes(25, 25, 4220, 4220);
    }

    private void assertCodes(final int login, final int colleague, final int neighbour, final int stranger)
    {
        assertEquals(login, bans.codeOf(LOGIN));
        assertEquals(colleague, bans.codeOf(COLLEAGUE));
        assertEquals(neighbour, bans.codeOf(NEIGHBOUR));
        assertEquals(stranger, bans.codeOf(STRANGER));
    }
}
