// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static io.bourse.engine.core.OperatorCommandWriter.ANNA;
import static io.bourse.engine.core.OperatorCommandWriter.CLARA;
import static io.bourse.engine.core.OperatorCommandWriter.POLICY;
import static io.bourse.engine.core.OperatorCommandWriter.VENUE_ID;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.core.OperatorCommandWriter.Row;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OperatorAct;
import io.bourse.engine.protocol.OperatorRoles;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.snapshot.FirmLimitsDecoder;
import io.bourse.testing.Person;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/**
 * What a risk officer of a member may do: for his own firm, and never looser than the venue.
 */
class MemberOfficerTest
{
    static final Person OLGA = new Person(11, "olga", OperatorRoles.MEMBER_RISK_OFFICER);
    private static final String REFUSED = "rejected cl=- order=- account= instrument=0 ";
    private static final int OFFICER_OR_RISK = OperatorRoles.MEMBER_RISK_OFFICER | OperatorRoles.RISK_OFFICER;
    private static final String FIRM = "AA01";
    private static final String ACCOUNT = "AA01001";

    private final CoreFixture core = new CoreFixture();
    private final OperatorCommandWriter operators = new OperatorCommandWriter(core);
    private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);

    @BeforeEach
    void setUp()
    {
        core.raiseTo(FeatureLevels.DELEGATED);
        core.withMembers().open();
        found(core, operators);
    }

    /** Operators, a policy that knows officers, and officers of AA01. */
    static void found(final CoreFixture core, final OperatorCommandWriter operators)
    {
        operators.found();
        final List<Row> rows = new ArrayList<>(POLICY);
        for (final OperatorAct act : List.of(
            OperatorAct.LIMITS, OperatorAct.KILL, OperatorAct.KILL_LIFT, OperatorAct.FIRM_LIMITS,
            OperatorAct.MASS_CANCEL, OperatorAct.RIGHTS))
        {
            rows.add(new Row(act, OFFICER_OR_RISK, false));
        }
        core.send(operators.signed(CLARA, operators.policy(VENUE_ID, rows)));
        core.send(operators.signed(CLARA, operators.officer(OLGA.id, OLGA.name, 1, OLGA.publicKey(), FIRM)));
    }

    private String act(final Person who, final CommandWriter command)
    {
        return core.send(operators.signed(who, command)).getLast();
    }

    @Test
    void shouldTightenAndGoBackUpToWhatTheVenueHasSetAndNotAbove()
    {
        act(ANNA, limits(LimitLevel.CLIENT, ACCOUNT, 10));
        assertEquals("FirmLimitsSet maxPositionLots=0 maxOrderLots=4 maxOrderNotionalKopecks=0 maxActiveOrders=0 " +
            "maxOrdersPerSecond=0 level=CLIENT isBlocked=0 registerCode=AA01001", act(OLGA, own(4)));
        assertOrderRefused(5, "ORDER_LOTS");
        assertOrderTaken(4);
        assertEquals(REFUSED + "ABOVE_VENUE_LIMIT", act(OLGA, own(11)));
        assertOrderRefused(5, "ORDER_LOTS");
        act(OLGA, own(10));
        assertOrderTaken(10);
        assertOrderRefused(11, "ORDER_LOTS");
        act(OLGA, own(0));
        assertOrderTaken(10);
        assertOrderRefused(11, "ORDER_LOTS");
    }

    @Test
    void shouldKeepTheTighterOneWhenTheVenueSetsAnother()
    {
        act(ANNA, limits(LimitLevel.CLIENT, ACCOUNT, 10));
        act(OLGA, own(4));
        assertEquals("TradingLimitsSet maxPositionLots=0 maxOrderLots=20 maxOrderNotionalKopecks=0 " +
            "maxActiveOrders=0 maxOrdersPerSecond=0 level=CLIENT registerCode=AA01001",
            act(ANNA, limits(LimitLevel.CLIENT, ACCOUNT, 20)));
        assertOrderRefused(5, "ORDER_LOTS");
        act(ANNA, limits(LimitLevel.CLIENT, ACCOUNT, 3));
        assertOrderRefused(4, "ORDER_LOTS");
        act(ANNA, limits(LimitLevel.CLIENT, ACCOUNT, 0));
        assertOrderRefused(5, "ORDER_LOTS");
        act(OLGA, own(0));
        assertOrderTaken(1_000);
    }

    @Test
    void shouldBlockAnAccountUntilItIsLifted()
    {
        act(OLGA, operators.firmLimits(LimitLevel.CLIENT, ACCOUNT, new long[5], true));
        assertOrderRefused(1, "BLOCKED");
        act(OLGA, operators.firmLimits(LimitLevel.CLIENT, ACCOUNT, new long[5], false));
        assertOrderTaken(1);
    }

    @Test
    void shouldRefuseWhatIsOfAnotherFirm()
    {
        for (final String code : List.of("BB01001", "AA02001", "ZZ01001"))
        {
            assertOther(operators.firmLimits(LimitLevel.CLIENT, code, new long[]{1, 1, 1, 1, 1}, false));
        }
        assertOther(operators.firmLimits(LimitLevel.BROKERAGE_FIRM, "AA02", new long[5], true));
        for (final String login : List.of("2", "3", "77"))
        {
            assertOther(operators.firmLimits(LimitLevel.LOGIN, login, new long[5], true));
        }
        assertEquals(REFUSED + "INVALID_FIELD", act(OLGA,
            operators.firmLimits(LimitLevel.SETTLEMENT_ACCOUNT, FIRM, new long[5], true)));
        for (final KillAction action : List.of(KillAction.STOP, KillAction.LIFT))
        {
            assertOther(venue.killSwitch(0, 0, "AA02", action));
            assertOther(venue.killSwitch(0, 0, "AA", action));
            assertOther(venue.killSwitch(0, 2, "", action));
            assertOther(venue.killSwitch(0, 2, FIRM, action));
            assertOther(venue.killSwitch(0, 77, FIRM, action));
        }
        assertOther(operators.cancelOrders("AA02", "", 0, 0));
        assertOther(operators.cancelOrders("BB01", ACCOUNT, 1, 1));
        assertTrue(act(OLGA, operators.cancelOrders(FIRM, "", 2, 0)).endsWith(" UNKNOWN_LOGIN"));
        assertTrue(act(OLGA, operators.cancelOrders(FIRM, "ZZ01001", 0, 0)).endsWith(" UNKNOWN_ACCOUNT"));
        assertTrue(act(OLGA, operators.cancelOrders(FIRM, "", 0, 77)).endsWith(" UNKNOWN_INSTRUMENT"));
        core.sell(1, 3, 100);
        assertEquals("MassCancelled clOrdId=0 loginId=0 cancelledOrders=0",
            act(OLGA, operators.cancelOrders(FIRM, "BB01001", 0, 0)), "an account of others has no order of the firm");
    }

    private void assertOther(final CommandWriter command)
    {
        final String last = act(OLGA, command);
        assertTrue(last.startsWith("rejected ") && last.endsWith(" OTHER_FIRM"), last);
    }

    @Test
    void shouldRefuseLimitsThatAreNoneOrOfNoRegister()
    {
        for (int i = 0; i < 5; i++)
        {
            final long[] negative = new long[5];
            negative[i] = -1;
            assertEquals(REFUSED + "INVALID_FIELD",
                act(OLGA, operators.firmLimits(LimitLevel.CLIENT, ACCOUNT, negative, false)), "limit=" + i);
        }
        assertEquals(REFUSED + "UNKNOWN_ACCOUNT",
            act(OLGA, operators.firmLimits(LimitLevel.CLIENT, "AA01009", new long[5], true)));
        final int length = own(1).length;
        core.commands.buffer.putShort(
            CommandWriter.OFFSET + MessageHeaderDecoder.ENCODED_LENGTH + CommandHeaderDecoder.gatewayIdEncodingOffset(),
            (short)CommandWriter.GATEWAY_ID);
        assertEquals(List.of(REFUSED + "NO_RIGHT"), core.send(length), "a gateway");
    }

    @Test
    void shouldRefuseEveryOtherActWhateverThePolicySays()
    {
        assertEquals(REFUSED + "NO_RIGHT", act(OLGA, limits(LimitLevel.CLIENT, ACCOUNT, 0)));
        assertEquals(REFUSED + "NO_RIGHT", act(OLGA, venue.collateral(LimitLevel.CLIENT, ACCOUNT, 1)));
        assertEquals(REFUSED + "NO_RIGHT", act(OLGA, core.commands.clearingFirm("CC")));
        assertEquals(REFUSED + "NO_RIGHT",
            act(OLGA, operators.officer(12, "otto", 1, new Person(12, "otto", 0).publicKey(), FIRM)));
        assertTrue(core.send(operators.signed(ANNA, OLGA, venue.changePhase(
            1, Phase.HALTED, 0, 0, Phase.CLOSED))).getLast()
            .endsWith(" NO_RIGHT"), "no second person");
    }

    @Test
    void shouldLiftOnlyWhatIsItsOwnStop()
    {
        act(OLGA, venue.killSwitch(0, 0, FIRM, KillAction.STOP));
        assertTrue(order(1).endsWith(" BLOCKED"));
        assertEquals("KillSwitchMoved loginId=0 action=LIFT brokerageFirm=AA01",
            act(OLGA, venue.killSwitch(0, 0, FIRM, KillAction.LIFT)));
        assertOrderTaken(1);
        act(ANNA, venue.killSwitch(0, 0, FIRM, KillAction.STOP));
        act(OLGA, venue.killSwitch(0, 0, FIRM, KillAction.STOP));
        assertEquals("rejected cl=5 order=- account= instrument=0 NO_RIGHT",
            act(OLGA, venue.killSwitch(0, 0, FIRM, KillAction.LIFT)));
        assertTrue(order(1).endsWith(" BLOCKED"));
        act(ANNA, venue.killSwitch(0, 0, FIRM, KillAction.LIFT));
        act(ANNA, venue.killSwitch(0, 1, "", KillAction.STOP));
        assertEquals("rejected cl=5 order=- account= instrument=0 NO_RIGHT",
            act(OLGA, venue.killSwitch(0, 1, "", KillAction.LIFT)));
    }

    @Test
    void shouldCancelOrdersOfItsFirmThatMatch()
    {
        core.buy(1, 1, 100);
        core.order(1, 2, Side.BUY, 1, 99);
        core.order(3, 3, Side.BUY, 1, 98);
        assertEquals("MassCancelled clOrdId=0 loginId=0 cancelledOrders=0",
            act(OLGA, operators.cancelOrders(FIRM, "", 0, 2)));
        final List<String> events = core.send(operators.signed(OLGA, operators.cancelOrders(FIRM, ACCOUNT, 1, 1)));
        assertEquals(4, events.size(), events::toString);
        assertTrue(
            events.get(1).startsWith("cancelled 1 cl=1") && events.get(1).endsWith("MASS_CANCEL"), events.get(1));
        assertEquals("MassCancelled clOrdId=0 loginId=0 cancelledOrders=2", events.get(3));
        assertEquals("MassCancelled clOrdId=0 loginId=0 cancelledOrders=1",
            act(ANNA, operators.cancelOrders("AA02", "", 0, 0)), "an operator of the venue, of any firm");
    }

    @Test
    void shouldBeDefinedWithAFirmAndNeverBecomeAnother()
    {
        final byte[] key = new Person(12, "otto", 0).publicKey();
        final List<String> defined = core.send(operators.signed(CLARA, operators.officer(12, "otto", 1, key, "BB01")));
        assertTrue(defined.get(1).contains("memberRiskOfficer"), defined.get(1));
        assertEquals("OperatorFirmSet operatorId=12 brokerageFirm=BB01", defined.get(2));
        assertEquals(REFUSED + "UNKNOWN_FIRM", act(CLARA, operators.officer(13, "x", 1, key, "ZZ01")));
        assertEquals(REFUSED + "INVALID_FIELD", act(CLARA, operators.officer(13, "x", 1, key, "")));
        assertEquals(REFUSED + "ALREADY_DEFINED", act(CLARA, operators.officer(13, "x", 1, key, "BB01")), "key");
        assertEquals(REFUSED + "ALREADY_DEFINED", act(CLARA, operators.officer(1, "anna", 1, ANNA.publicKey(), FIRM)));
        assertEquals(REFUSED + "ALREADY_DEFINED", act(CLARA, operators.define(12, "otto", 1, 1, key)));
        assertEquals(REFUSED + "INVALID_FIELD", act(CLARA, operators.define(14, "y", 64, 1,
            new Person(14, "y", 0).publicKey())));
        act(CLARA, operators.officer(OLGA.id, OLGA.name, 0, OLGA.publicKey(), FIRM));
        assertEquals(REFUSED + "SIGNATURE_INVALID", act(OLGA, own(1)), "revoked");
    }

    @Test
    void shouldKnowNothingOfItBelowItsLevel()
    {
        final CoreFixture old = new CoreFixture();
        old.raiseTo(FeatureLevels.DELEGATED - 1);
        old.withMembers().open();
        final OperatorCommandWriter writer = new OperatorCommandWriter(old);
        writer.found();
        assertEquals(REFUSED + "INVALID_FIELD", old.send(writer.signed(
            CLARA, writer.officer(OLGA.id, OLGA.name, 1, OLGA.publicKey(), FIRM))).getLast());
        assertEquals(REFUSED + "INVALID_FIELD", old.send(writer.signed(
            ANNA, writer.firmLimits(LimitLevel.CLIENT, ACCOUNT, new long[5], true))).getLast());
        for (final Row row : List.of(new Row(OperatorAct.FIRM_LIMITS, 1, false),
            new Row(OperatorAct.MASS_CANCEL, 1, false),
            new Row(OperatorAct.KILL, OperatorRoles.MEMBER_RISK_OFFICER, false)))
        {
            final List<Row> rows = new ArrayList<>(POLICY);
            rows.add(row);
            assertEquals(REFUSED + "INVALID_FIELD",
                old.send(writer.signed(CLARA, writer.policy(VENUE_ID, rows))).getLast(), row::toString);
        }
    }

    @Test
    void shouldBeInSnapshots()
    {
        act(ANNA, limits(LimitLevel.CLIENT, ACCOUNT, 10));
        act(OLGA, own(4));
        act(OLGA, operators.firmLimits(LimitLevel.LOGIN, "1", new long[]{0, 0, 0, 0, 7}, true));
        final SnapshotRecords before = SnapshotRecords.of(core.engine);
        final MatchingEngine restored = before.read(new EventRecorder());
        final SnapshotRecords after = SnapshotRecords.of(restored);
        assertEquals(before.records.size(), after.records.size());
        for (int i = 0; i < before.records.size(); i++)
        {
            assertArrayEquals(before.records.get(i), after.records.get(i));
        }
        assertEquals(1, before.records.stream().filter((bytes) -> FirmLimitsDecoder.TEMPLATE_ID ==
            new MessageHeaderDecoder().wrap(new UnsafeBuffer(bytes), 0).templateId()).count());
    }

    private CommandWriter limits(final LimitLevel level, final String code, final long orderLots)
    {
        return venue.limits(level, code, (limits) -> limits.maxOrderLots(orderLots));
    }

    private CommandWriter own(final long orderLots)
    {
        return operators.firmLimits(LimitLevel.CLIENT, ACCOUNT, new long[]{0, orderLots, 0, 0, 0}, false);
    }

    private String order(final long lots)
    {
        return core.buy(9, lots, 10).getLast();
    }

    private void assertOrderTaken(final long lots)
    {
        final String last = order(lots);
        assertTrue(last.startsWith("accepted "), last);
    }

    private void assertOrderRefused(final long lots, final String kind)
    {
        final String last = order(lots);
        assertTrue(last.startsWith("rejected ") && last.contains(" RISK_LIMIT ") && last.endsWith(' ' + kind), last);
    }
}
