// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.ReplaceMode;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The kill switch: who may move which, what goes, what is refused until it is lifted. Logins 1 and 4 are of AA01, login
 * 3 of AA02, login 2 of BB01.
 */
class KillSwitchTest
{
    private static final int OPERATOR = 0;
    private static final String MOVED = "KillSwitchMoved loginId=%d action=%s brokerageFirm=%s";
    private static final String REJECTED = "rejected cl=5 order=- account= instrument=0 ";

    private final CoreFixture core = new CoreFixture().withMembers();
    private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);

    @BeforeEach
    void setUp()
    {
        core.send(core.commands.login(4, LoginProtocol.TWIME, "delta", "AA01"));
        core.open();
        core.send(venue.loginRights(1, LoginRights.KILL_SWITCH, -1));
    }

    @Test
    void shouldCancelEverythingAndRefuseOrdersOfALoginUntilLifted()
    {
        core.buy(1, 5, 100);
        core.order(4, encoder -> encoder.clOrdId(2).priceE5(90));
        core.buy(3, 6, 99);
        assertEquals(
            List.of(
                String.format(MOVED, 1, "STOP", "AA01"),
                "cancelled 1 cl=1 req=- BUY 5@100 KILL_SWITCH",
                "cancelled 3 cl=3 req=- BUY 6@99 KILL_SWITCH"),
            move(OPERATOR, 1, "", KillAction.STOP));
        assertEquals(List.of("rejected cl=4 order=- account=AA01001 instrument=1 BLOCKED"), core.buy(4, 1, 100));
        assertEquals(1, core.order(4, encoder -> encoder.clOrdId(5).priceE5(90)).size());
        assertEquals(List.of(String.format(MOVED, 1, "STOP", "AA01")), move(OPERATOR, 1, "AA01", KillAction.STOP));
        assertEquals(List.of(String.format(MOVED, 1, "LIFT", "AA01")), move(OPERATOR, 1, "", KillAction.LIFT));
        assertEquals(List.of("accepted 5 cl=4 BUY 1@100 DAY"), core.buy(4, 1, 100));
    }

    @Test
    void shouldStopEveryLoginOfAFirm()
    {
        core.order(4, encoder -> encoder.clOrdId(2).priceE5(90));
        core.buy(1, 5, 100);
        core.order(3, encoder -> encoder.clOrdId(3).priceE5(80));
        assertEquals(
            List.of(
                String.format(MOVED, 0, "STOP", "AA01"),
                "cancelled 2 cl=1 req=- BUY 5@100 KILL_SWITCH",
                "cancelled 1 cl=2 req=- BUY 1@90 KILL_SWITCH"),
            move(OPERATOR, 0, "AA01", KillAction.STOP));
        assertEquals(List.of("rejected cl=4 order=- account=AA01001 instrument=1 BLOCKED"), core.buy(4, 1, 100));
        assertEquals(1, core.order(3, encoder -> encoder.clOrdId(3).priceE5(80)).size());
        assertEquals(
            List.of(String.format(MOVED, 1, "LIFT", "AA01")), move(OPERATOR, 1, "", KillAction.LIFT));
        assertEquals(
            List.of("rejected cl=4 order=- account=AA01001 instrument=1 BLOCKED"), core.buy(4, 1, 100),
            "the firm is still stopped");
        move(OPERATOR, 0, "AA01", KillAction.LIFT);
        assertEquals(1, core.buy(4, 1, 100).size());
    }

    @Test
    void shouldStopEveryFirmOfAClearingFirm()
    {
        core.buy(1, 5, 100);
        core.sell(2, 5, 200);
        core.order(3, encoder -> encoder.clOrdId(3).priceE5(80));
        assertEquals(
            List.of(
                String.format(MOVED, 0, "STOP", "AA"),
                "cancelled 1 cl=1 req=- BUY 5@100 KILL_SWITCH",
                "cancelled 3 cl=3 req=- BUY 1@80 KILL_SWITCH"),
            move(OPERATOR, 0, "AA", KillAction.STOP));
        assertEquals(
            List.of("rejected cl=4 order=- account=AA02001 instrument=1 BLOCKED"),
            core.order(3, encoder -> encoder.clOrdId(4)));
        assertEquals(1, core.sell(5, 1, 200).size());
        move(OPERATOR, 0, "AA", KillAction.LIFT);
        assertEquals(1, core.order(3, encoder -> encoder.clOrdId(4)).size());
    }

    @Test
    void shouldRefuseReplacesOfNothingAndCancelsStillWhenStopped()
    {
        core.buy(1, 5, 100);
        move(OPERATOR, 1, "", KillAction.STOP);
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=0 UNKNOWN_ORDER"),
            core.cancel(1, 2, 1));
        assertEquals("rejected", core.replace(1, 2, 1, ReplaceMode.SET_REST, 1, 100).get(0).substring(0, 8));
    }

    @Test
    void shouldWorkWhateverTheStateOfTheSession()
    {
        core.buy(1, 5, 100);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        assertEquals(2, move(OPERATOR, 1, "", KillAction.STOP).size());
        core.send(core.commands.resume(1));
        core.send(core.commands.suspend(2, ClearingKind.EVENING));
        core.send(core.commands.complete(2, ClearingKind.EVENING));
        assertEquals(1, move(OPERATOR, 1, "", KillAction.LIFT).size());
    }

    @Test
    void shouldLetALoginMoveSwitchesOfItsOwnFirmOnly()
    {
        assertEquals(List.of(REJECTED + "NO_RIGHT"), move(2, 2, "", KillAction.STOP));
        assertEquals(List.of(REJECTED + "UNKNOWN_LOGIN"), move(9, 1, "", KillAction.STOP));
        assertEquals(List.of(REJECTED + "NO_RIGHT"), move(1, 2, "", KillAction.STOP));
        assertEquals(List.of(REJECTED + "NO_RIGHT"), move(1, 0, "AA02", KillAction.STOP));
        assertEquals(List.of(REJECTED + "NO_RIGHT"), move(1, 0, "AA", KillAction.STOP));
        assertEquals(List.of(String.format(MOVED, 4, "STOP", "AA01")), move(1, 4, "", KillAction.STOP));
        assertEquals(List.of(String.format(MOVED, 4, "LIFT", "AA01")), move(1, 4, "", KillAction.LIFT));
        assertEquals(List.of(String.format(MOVED, 0, "STOP", "AA01")), move(1, 0, "AA01", KillAction.STOP));
        assertEquals(List.of(String.format(MOVED, 0, "LIFT", "AA01")), move(1, 0, "AA01", KillAction.LIFT));
    }

    @Test
    void shouldNotLetALoginLiftWhatAnOperatorHasStopped()
    {
        move(OPERATOR, 0, "AA", KillAction.STOP);
        move(1, 0, "AA01", KillAction.STOP);
        assertEquals(List.of(REJECTED + "NO_RIGHT"), move(1, 0, "AA01", KillAction.LIFT));
        move(OPERATOR, 0, "AA01", KillAction.LIFT);
        move(OPERATOR, 4, "", KillAction.STOP);
        move(1, 4, "", KillAction.STOP);
        assertEquals(List.of(REJECTED + "NO_RIGHT"), move(1, 4, "", KillAction.LIFT));
        assertEquals(1, core.buy(4, 1, 100).size());
    }

    @Test
    void shouldTakeEverySessionOfTheOperatorsGatewayForAnOperator()
    {
        core.commands.gatewayId = 0;
        assertEquals(List.of(String.format(MOVED, 2, "STOP", "BB01")), move(1, 2, "", KillAction.STOP));
    }

    @Test
    void shouldLetClearingMoveEverySwitch()
    {
        core.commands.gatewayId = CommandWriter.CLEARING_ID;
        assertEquals(List.of(REJECTED + "NO_RIGHT"), move(2, 3, "", KillAction.STOP), "a gateway of that number");
        assertEquals(List.of(String.format(MOVED, 3, "STOP", "AA02")), move(9, 3, "", KillAction.STOP));
        core.raiseTo(FeatureLevels.BOUNDED);
        assertEquals(List.of(String.format(MOVED, 3, "LIFT", "AA02")), move(2, 3, "", KillAction.LIFT));
    }

    @Test
    void shouldRefuseWrongSwitches()
    {
        final long before = core.stateHash();
        assertEquals(List.of(REJECTED + "UNKNOWN_LOGIN"), move(OPERATOR, 9, "", KillAction.STOP));
        assertEquals(List.of(REJECTED + "UNKNOWN_FIRM"), move(OPERATOR, 1, "BB01", KillAction.STOP));
        assertEquals(List.of(REJECTED + "UNKNOWN_FIRM"), move(OPERATOR, 0, "CC01", KillAction.STOP));
        assertEquals(List.of(REJECTED + "UNKNOWN_FIRM"), move(OPERATOR, 0, "CC", KillAction.STOP));
        assertEquals(List.of(REJECTED + "UNKNOWN_FIRM"), move(OPERATOR, 0, "", KillAction.STOP));
        assertEquals(List.of(REJECTED + "INVALID_FIELD"), move(OPERATOR, 1, "", KillAction.NULL_VAL));
        assertEquals(before, core.stateHash());
    }

    private List<String> move(final int sender, final int loginId, final String firm, final KillAction action)
    {
        return core.send(venue.killSwitch(sender, loginId, firm, action));
    }
}
