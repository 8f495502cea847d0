// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.Consumer;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.MassCancelEncoder;
import io.bourse.engine.protocol.MassCancelScope;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Mass cancels by every filter. Each test begins with these orders: of login 1 orders 1 to 7, of login 2 order 8, of
 * login 4, which is of the firm of login 1, orders 9 and 10.
 * <pre>
 *    order login account instrument       side link
 *      1     1   AA01001 1 INDEX  future  buy    0
 *      2     1   AA01002 1 INDEX  future  sell   5
 *      3     1   AA01001 4 OTHER  option  buy    5
 *      4     1   AA01002 5 OTHER  spread  sell   0
 *      5     1   AA01001 6 THIRD  spot    buy    7
 *      6, 7  1   AA01001 2 INDEX  future  both   0, a quote
 *      8     2   BB01001 1 INDEX  future  buy    0
 *      9     4   AA01001 1 INDEX  future  buy    0
 *     10     4   AA01002 4 OTHER  option  sell   0
 * </pre>
 */
class MassCancelTest
{
    private final CoreFixture core = new CoreFixture().withMembers();
    private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);

    @BeforeEach
    void setUp()
    {
        core.send(core.commands.account("AA01002", 3));
        core.send(core.commands.login(4, LoginProtocol.TWIME, "delta", "AA01"));
        core.send(core.commands.instrument(4, "OPT", e -> e.underlying("OTHER").kind(InstrumentKind.OPTION)));
        core.send(core.commands.instrument(5, "SPR", e -> e.underlying("OTHER").kind(InstrumentKind.SPREAD)));
        core.send(core.commands.instrument(6, "SPT", e -> e.underlying("THIRD").kind(InstrumentKind.SPOT)));
        core.send(venue.legs(5, new int[] {1, 4}, new int[] {-1, 1}));
        core.open();
        core.send(venue.loginRights(1, LoginRights.QUOTES, -1));
        order(1, "AA01001", 1, Side.BUY, 0);
        order(1, "AA01002", 1, Side.SELL, 5);
        order(1, "AA01001", 4, Side.BUY, 5);
        order(1, "AA01002", 5, Side.SELL, 0);
        order(1, "AA01001", 6, Side.BUY, 7);
        core.send(venue.quote(1, 2, 1, 100, 1, 200));
        order(2, "BB01001", 1, Side.BUY, 0);
        order(4, "AA01001", 1, Side.BUY, 0);
        order(4, "AA01002", 4, Side.SELL, 0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        // scope          | account | length | instrument | link       | side | types | group | cancelled
        "LOGIN            | ''      | 0      | 0          | 0          | 89   | 7     | ''    | 1 2 3 4 5 6 7",
        "LOGIN            | ''      | 0      | 2147483647 | 2147483647 | 89   | 7     | %     | 1 2 3 4 5 6 7",
        "LOGIN            | AA01%%% | 4      | 0          | 0          | 89   | 7     | ''    | 1 2 3 4 5 6 7",
        "LOGIN            | AA01001 | 7      | 0          | 0          | 89   | 7     | ''    | 1 3 5 6 7",
        "LOGIN            | AA01002 | 7      | 0          | 0          | 89   | 7     | ''    | 2 4",
        "LOGIN            | BB01%%% | 4      | 0          | 0          | 89   | 7     | ''    | ",
        "LOGIN            | ''      | 0      | 1          | 0          | 89   | 7     | ''    | 1 2",
        "LOGIN            | ''      | 0      | 99         | 0          | 89   | 7     | ''    | ",
        "LOGIN            | ''      | 0      | 0          | 0          | 1    | 7     | ''    | 1 3 5 6",
        "LOGIN            | ''      | 0      | 0          | 0          | 2    | 7     | ''    | 2 4 7",
        "LOGIN            | ''      | 0      | 0          | 0          | 89   | 1     | ''    | 1 2 5 6 7",
        "LOGIN            | ''      | 0      | 0          | 0          | 89   | 2     | ''    | 3",
        "LOGIN            | ''      | 0      | 0          | 0          | 89   | 4     | ''    | 4",
        "LOGIN            | ''      | 0      | 0          | 0          | 89   | 6     | ''    | 3 4",
        "LOGIN            | ''      | 0      | 0          | 0          | 89   | 0     | ''    | ",
        "LOGIN            | ''      | 0      | 0          | 0          | 89   | 7     | OTHER | 3 4",
        "LOGIN            | ''      | 0      | 0          | 0          | 89   | 7     | INDEX | 1 2 6 7",
        "LOGIN            | ''      | 0      | 0          | 0          | 89   | 7     | OTH   | ",
        "LOGIN            | ''      | 0      | 0          | 0          | 89   | 7     | %OTHER | ",
        "LOGIN            | ''      | 0      | 0          | 0          | 89   | 7     | OTHERTOOLONGFORALL | ",
        "LOGIN            | ''      | 0      | 0          | 0          | 2    | 7     | OTHER | 4",
        "LOGIN            | ''      | 0      | 0          | 5          | 89   | 7     | ''    | 2 3",
        "LOGIN            | ''      | 0      | 1          | 5          | 2    | 7     | THIRD | 2 3",
        "LOGIN            | ''      | 0      | 0          | 5          | 89   | 2     | ''    | 3",
        "LOGIN            | AA01001 | 7      | 0          | 5          | 89   | 7     | ''    | 3",
        "LOGIN            | ''      | 0      | 0          | 6          | 89   | 7     | ''    | ",
        "BROKERAGE_FIRM   | ''      | 0      | 0          | 0          | 89   | 7     | ''    | 1 2 3 4 5 6 7 9 10",
        "BROKERAGE_FIRM   | AA01002 | 7      | 0          | 0          | 89   | 7     | ''    | 2 4 10",
        "BROKERAGE_FIRM   | ''      | 0      | 1          | 0          | 1    | 7     | ''    | 1 9"})
    void shouldCancelWhatTheFiltersMean(
        final MassCancelScope scope,
        final String account,
        final short accountLength,
        final int instrumentId,
        final int linkId,
        final short side,
        final short types,
        final String group,
        final String cancelled)
    {
        final List<String> events = massCancel(1, encoder -> encoder
            .scope(scope)
            .accountCode(AccountCode.packPrefix(account))
            .accountLength(accountLength)
            .instrumentId(instrumentId)
            .linkId(linkId)
            .side(side)
            .securityTypes(types)
            .securityGroup(group));
        final StringBuilder ids = new StringBuilder();
        for (final String event : events.subList(0, events.size() - 1))
        {
            assertEquals(true, event.endsWith(" MASS_CANCEL") && event.contains(" req=7 "), event);
            ids.append(' ').append(event.split(" ")[1]);
        }
        assertEquals(null == cancelled ? "" : cancelled, ids.toString().trim());
        assertEquals(
            "MassCancelled clOrdId=7 loginId=1 cancelledOrders=" + (events.size() - 1), events.get(events.size() - 1));
    }

    @Test
    void shouldSayEverythingOfWhatItCancels()
    {
        assertEquals(
            List.of(
                "cancelled 2 cl=1 req=7 SELL 1@900 MASS_CANCEL",
                "cancelled 3 cl=1 req=7 BUY 1@100 MASS_CANCEL",
                "MassCancelled clOrdId=7 loginId=1 cancelledOrders=2"),
            massCancel(1, encoder -> encoder.linkId(5)));
        assertEquals(
            List.of("MassCancelled clOrdId=7 loginId=1 cancelledOrders=0"),
            massCancel(1, encoder -> encoder.linkId(5)));
    }

    @Test
    void shouldCancelOrdersOfEveryKindWhereverTheyAre()
    {
        massCancel(1, encoder -> encoder.side((short)89));
        core.order(1, encoder -> encoder.conditions((short)OrderConditions.HIDDEN).priceE5(90));
        core.special(1, encoder -> encoder.clOrdId(2).qtyLots(9).displayLots(2).priceE5(89));
        core.special(1, encoder -> encoder
            .clOrdId(3).orderType(OrderType.STOP_LIMIT.value()).stopPriceE5(500).priceE5(500));
        core.order(1, encoder -> encoder.clOrdId(4).timeInForce(TimeInForce.AT_CLOSE.value()).priceE5(88));
        core.order(1, encoder -> encoder.clOrdId(5).timeInForce(TimeInForce.GTC.value()).priceE5(87));
        assertEquals(
            List.of(
                "cancelled 11 cl=1 req=7 BUY 1@90 MASS_CANCEL",
                "cancelled 12 cl=2 req=7 BUY 9@89 MASS_CANCEL",
                "cancelled 14 cl=3 req=7 BUY 1@500 MASS_CANCEL",
                "cancelled 15 cl=4 req=7 BUY 1@88 MASS_CANCEL",
                "cancelled 16 cl=5 req=7 BUY 1@87 MASS_CANCEL",
                "MassCancelled clOrdId=7 loginId=1 cancelledOrders=5"),
            massCancel(1, encoder -> encoder.side((short)1)));
    }

    @Test
    void shouldCancelOrdersThatWaitForTheirDelay()
    {
        core.send(venue.priceControls(1, controls -> controls.passiveDelayNs(10_000)));
        core.order(2, encoder -> encoder.side(Side.SELL.value()).priceE5(700).qtyLots(3));
        core.order(1, encoder -> encoder.clOrdId(2).priceE5(700).qtyLots(2).linkId(9));
        core.order(4, encoder -> encoder.clOrdId(3).priceE5(700).qtyLots(1).linkId(9)
            .accountCode(AccountCode.pack("AA01001")));
        assertEquals(
            List.of(
                "cancelled 12 cl=2 req=7 BUY 2@700 MASS_CANCEL",
                "cancelled 13 cl=3 req=7 BUY 1@700 MASS_CANCEL",
                "MassCancelled clOrdId=7 loginId=1 cancelledOrders=2"),
            massCancel(1, encoder -> encoder.scope(MassCancelScope.BROKERAGE_FIRM).linkId(9)));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldLeaveAloneWhatItsPhaseDoesNotLetGo()
    {
        core.send(venue.changePhase(1, Phase.HALTED, 0, 0, Phase.HALTED));
        core.send(venue.changePhase(4, Phase.CLOSED, 0, 0, Phase.CLOSED));
        assertEquals(
            List.of(
                "cancelled 2 cl=1 req=7 SELL 1@900 MASS_CANCEL", "MassCancelled clOrdId=7 loginId=1 cancelledOrders=1"),
            massCancel(1, encoder -> encoder.linkId(5)));
    }

    @Test
    void shouldCancelWhileTradingIsSuspendedAndAfterAKillSwitch()
    {
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        assertEquals(3, massCancel(1, encoder -> encoder.linkId(5)).size());
        core.send(venue.killSwitch(0, 1, "", KillAction.STOP));
        assertEquals(1, massCancel(1, encoder -> encoder.linkId(0)).size());
    }

    @Test
    void shouldRefuseWrongMassCancels()
    {
        final long before = core.stateHash();
        final String rejected = "rejected cl=7 order=- account= instrument=0 ";
        assertEquals(List.of(rejected + "UNKNOWN_LOGIN"), massCancel(9, encoder -> encoder.linkId(0)));
        assertEquals(
            List.of(rejected + "INVALID_FIELD"), massCancel(1, encoder -> encoder.scope(MassCancelScope.NULL_VAL)));
        assertEquals(List.of(rejected + "INVALID_FIELD"), massCancel(1, encoder -> encoder.side((short)0)));
        assertEquals(List.of(rejected + "INVALID_FIELD"), massCancel(1, encoder -> encoder.accountLength((short)8)));
        assertEquals(
            List.of(rejected + "INVALID_FIELD"), massCancel(1, encoder -> encoder.putSecurityGroup(new byte[25], 0)
                .securityGroup(1, (byte)'X')));
        assertEquals(before, core.stateHash());
        core.send(core.commands.suspend(1, ClearingKind.EVENING));
        core.send(core.commands.complete(1, ClearingKind.EVENING));
        assertEquals(List.of(rejected + "SESSION_CLOSED"), massCancel(1, encoder -> encoder.linkId(0)));
    }

    private List<String> massCancel(final int loginId, final Consumer<MassCancelEncoder> change)
    {
        return core.send(venue.massCancel(loginId, change));
    }

    private void order(
        final int login, final String account, final int instrumentId, final Side side, final int linkId)
    {
        assertEquals(1, core.order(login, encoder -> encoder
            .accountCode(AccountCode.pack(account))
            .instrumentId(instrumentId)
            .side(side.value())
            .priceE5(Side.BUY == side ? 100 : 900)
            .linkId(linkId)).size());
    }
}
