// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.ClearingRange;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Mass quotes: what becomes of the two sides of an entry, and every refusal of entries and of the command.
 */
class QuoteCommandsTest
{
    private final CoreFixture core = new CoreFixture().withMembers().open();
    private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);
    private final QuoteCommandWriter quotes = new QuoteCommandWriter(core.commands);

    @BeforeEach
    void setUp()
    {
        core.send(venue.loginRights(1, LoginRights.QUOTES, -1));
    }

    @Test
    void shouldEnterBothSidesWhenThereIsNoQuote()
    {
        assertEquals(
            List.of("accepted 1 cl=9 BUY 5@99 DAY", "accepted 2 cl=9 SELL 6@101 DAY", accepted(1, 1, "1", "2")),
            quote(1, 5, 99, 6, 101));
        assertEquals(List.of("5@99 x1"), core.depth(0, Side.BUY));
        assertEquals(List.of("6@101 x1"), core.depth(0, Side.SELL));
    }

    @Test
    void shouldKeepPlaceWhenPriceStaysAndQuantityDoesNotGrow()
    {
        quote(1, 5, 99, 6, 101);
        core.order(2, 1, Side.BUY, 7, 99);
        assertEquals(
            List.of(
                "replaced 1->1 cl=9->9 BUY 5@99->5@99 SET_REST",
                "replaced 2->2 cl=9->9 SELL 6@101->4@101 SET_REST",
                accepted(1, 1, "1", "2")),
            quote(1, 5, 99, 4, 101));
        assertEquals(
            List.of(
                "accepted 4 cl=2 SELL 1@99 IOC", "trade 1 1@99 buy=1/cl9/rest4 sell=4/cl2/rest0 by SELL"),
            core.order(3, encoder -> encoder.clOrdId(2).side((short)2).priceE5(99).timeInForce((short)3)));
    }

    @Test
    void shouldMoveOnlyTheSideThatChangesPriceOrGrows()
    {
        quote(1, 5, 99, 6, 101);
        assertEquals(
            List.of(
                "replaced 1->3 cl=9->9 BUY 5@99->5@98 SET_REST",
                "replaced 2->2 cl=9->9 SELL 6@101->6@101 SET_REST",
                accepted(1, 1, "3", "2")),
            quote(1, 5, 98, 6, 101));
        assertEquals(
            List.of(
                "replaced 3->3 cl=9->9 BUY 5@98->5@98 SET_REST",
                "replaced 2->4 cl=9->9 SELL 6@101->7@101 SET_REST",
                accepted(1, 1, "3", "4")),
            quote(1, 5, 98, 7, 101));
    }

    @Test
    void shouldWithdrawASideWhenItsQuantityIsZero()
    {
        quote(1, 5, 99, 6, 101);
        assertEquals(
            List.of(
                "cancelled 1 cl=9 req=9 BUY 5@99 QUOTE_WITHDRAWN",
                "replaced 2->2 cl=9->9 SELL 6@101->6@101 SET_REST",
                accepted(1, 1, "-", "2")),
            quote(1, 0, 99, 6, 101));
        assertEquals(
            List.of("cancelled 2 cl=9 req=9 SELL 6@101 QUOTE_WITHDRAWN", accepted(1, 1, "-", "-")),
            quote(1, 0, 0, 0, 0));
        assertEquals(List.of(accepted(1, 1, "-", "-")), quote(1, 0, 0, 0, 0));
        assertEquals(List.of(), core.depth(0, Side.BUY));
        assertEquals(List.of(), core.depth(0, Side.SELL));
    }

    @Test
    void shouldTradeWhenItCrossesAnotherOrder()
    {
        core.sell(1, 3, 100);
        assertEquals(
            List.of(
                "accepted 2 cl=9 BUY 5@100 DAY",
                "trade 1 3@100 buy=2/cl9/rest2 sell=1/cl1/rest0 by BUY",
                "accepted 3 cl=9 SELL 6@101 DAY",
                accepted(1, 1, "2", "3")),
            quote(1, 5, 100, 6, 101));
        core.sell(2, 2, 100);
        assertEquals(
            List.of(
                "accepted 5 cl=9 BUY 5@100 DAY",
                "replaced 3->3 cl=9->9 SELL 6@101->6@101 SET_REST",
                accepted(1, 1, "5", "3")),
            quote(1, 5, 100, 6, 101));
    }

    @Test
    void shouldNameTheOrderWhenASideTradesAwayAtOnce()
    {
        core.sell(1, 9, 100);
        assertEquals(
            List.of(
                "accepted 2 cl=9 BUY 5@100 DAY",
                "trade 1 5@100 buy=2/cl9/rest0 sell=1/cl1/rest4 by BUY",
                accepted(1, 1, "2", "-")),
            quote(1, 5, 100, 0, 0));
        assertEquals(
            List.of(
                "accepted 3 cl=9 BUY 3@99 DAY",
                accepted(1, 1, "3", "-")),
            quote(1, 3, 99, 0, 0));
        assertEquals(
            List.of(
                "replaced 3->4 cl=9->9 BUY 3@99->4@100 SET_REST",
                "trade 2 4@100 buy=4/cl9/rest0 sell=1/cl1/rest0 by BUY",
                accepted(1, 1, "4", "-")),
            quote(1, 4, 100, 0, 0));
    }

    @Test
    void shouldMoveTheAskFirstWhenTheBidRunsIntoItsOldPrice()
    {
        quote(1, 5, 99, 6, 101);
        assertEquals(
            List.of(
                "replaced 2->3 cl=9->9 SELL 6@101->6@104 SET_REST",
                "replaced 1->4 cl=9->9 BUY 5@99->5@101 SET_REST",
                accepted(1, 1, "4", "3")),
            quote(1, 5, 101, 6, 104));
        assertEquals(
            List.of(
                "cancelled 3 cl=9 req=9 SELL 6@104 QUOTE_WITHDRAWN",
                "replaced 4->5 cl=9->9 BUY 5@101->5@110 SET_REST",
                accepted(1, 1, "5", "-")),
            quote(1, 5, 110, 0, 0));
    }

    @Test
    void shouldMoveTheBidFirstWhenTheAskRunsIntoItsOldPrice()
    {
        quote(1, 5, 99, 6, 101);
        assertEquals(
            List.of(
                "replaced 1->3 cl=9->9 BUY 5@99->5@90 SET_REST",
                "replaced 2->4 cl=9->9 SELL 6@101->6@95 SET_REST",
                accepted(1, 1, "3", "4")),
            quote(1, 5, 90, 6, 95));
    }

    @Test
    void shouldBeginAnewWhenTheAccountIsAnother()
    {
        core.send(core.commands.account("AA01002", 3));
        quote(1, 5, 99, 6, 101);
        assertEquals(
            List.of(
                "cancelled 1 cl=9 req=10 BUY 5@99 QUOTE_WITHDRAWN",
                "cancelled 2 cl=9 req=10 SELL 6@101 QUOTE_WITHDRAWN",
                "accepted 3 cl=10 BUY 5@102 DAY",
                "accepted 4 cl=10 SELL 6@103 DAY",
                "QuoteAcknowledged quoteId=10 bidOrderId=3 askOrderId=4 instrumentId=1 entryId=1 loginId=1 " +
                    "status=ACCEPTED reason=NULL_VAL limitLevel=NULL_VAL limitKind=NULL_VAL"),
            core.send(quotes.begin(1, 10, AccountCode.pack("AA01002"), 1).entry(1, 1, 5, 102, 6, 103).end()));
    }

    @Test
    void shouldChangeNothingWhenOneSideIsRefused()
    {
        quote(2, 5, 400, 6, 500);
        final long before = core.stateHash();
        assertEquals(List.of(refused(2, 1, "PRICE_OUT_OF_LIMITS")), quote(2, 5, 410, 6, 1_010));
        assertEquals(List.of(refused(2, 1, "PRICE_OUT_OF_LIMITS")), quote(2, 5, 90, 6, 510));
        assertEquals(List.of(refused(2, 1, "PRICE_OFF_TICK")), quote(2, 5, 410, 6, 505));
        assertEquals(List.of(refused(2, 1, "PRICE_OFF_TICK")), quote(2, 5, 405, 6, 510));
        assertEquals(List.of(refused(2, 1, "QTY_OUT_OF_RANGE")), quote(2, 5, 410, -1, 510));
        assertEquals(List.of(refused(2, 1, "QTY_OUT_OF_RANGE")), quote(2, -5, 410, 6, 510));
        assertEquals(
            List.of(refused(2, 1, "QTY_OUT_OF_RANGE")), quote(2, 5, 410, ClearingRange.MAX_LOTS + 1, 510));
        assertEquals(List.of(refused(2, 1, "INVALID_FIELD")), quote(2, 5, 450, 6, 450));
        assertEquals(List.of(refused(2, 1, "INVALID_FIELD")), quote(2, 5, 460, 6, 450));
        assertEquals(List.of(refused(1, 1, "PRICE_OUT_OF_LIMITS")), quote(1, 5, 99, 6, 1_000_001));
        assertEquals(before, core.stateHash());
        assertEquals(List.of("5@40 x1"), core.depth(1, Side.BUY));
        assertEquals(List.of("6@50 x1"), core.depth(1, Side.SELL));
    }

    @Test
    void shouldRefuseEntriesOnTheirOwn()
    {
        assertEquals(
            List.of(
                "accepted 1 cl=9 BUY 1@99 DAY",
                accepted(1, 1, "1", "-"),
                refused(8, 2, "UNKNOWN_INSTRUMENT"),
                "accepted 2 cl=9 SELL 2@500 DAY",
                accepted(2, 3, "-", "2")),
            core.send(quotes.begin(1, 9, CoreFixture.ACCOUNTS[1], 3)
                .entry(1, 1, 1, 99, 0, 0)
                .entry(2, 8, 1, 99, 0, 0)
                .entry(3, 2, 0, 0, 2, 500)
                .end()));
    }

    @Test
    void shouldRefuseEntriesOfWrongAccounts()
    {
        assertEquals(
            List.of(refused(1, 1, "ACCOUNT_NOT_PERMITTED"), refused(1, 2, "UNKNOWN_ACCOUNT")),
            List.of(
                core.send(quotes.begin(1, 9, CoreFixture.ACCOUNTS[2], 1).entry(1, 1, 1, 99, 0, 0).end()).get(0),
                core.send(quotes.begin(1, 9, 77, 1).entry(2, 1, 1, 99, 0, 0).end()).get(0)));
    }

    @Test
    void shouldRefuseTheWholeCommand()
    {
        final String rejected = "rejected cl=9 order=- account=AA01001 instrument=0 ";
        assertEquals(
            List.of(rejected + "UNKNOWN_LOGIN"),
            core.send(quotes.begin(7, 9, CoreFixture.ACCOUNTS[1], 1).entry(1, 1, 1, 99, 0, 0).end()));
        assertEquals(
            List.of(rejected + "NO_RIGHT"),
            core.send(quotes.begin(2, 9, CoreFixture.ACCOUNTS[1], 1).entry(1, 1, 1, 99, 0, 0).end()));
        assertEquals(
            List.of(rejected + "INVALID_FIELD"), core.send(quotes.begin(1, 9, CoreFixture.ACCOUNTS[1], 0).end()));
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        assertEquals(List.of(rejected + "TRADING_SUSPENDED"), quote(1, 1, 99, 0, 0));
        core.send(core.commands.resume(1));
        core.send(venue.killSwitch(0, 1, "", KillAction.STOP));
        assertEquals(List.of(rejected + "BLOCKED"), quote(1, 1, 99, 0, 0));
        core.send(venue.killSwitch(0, 1, "", KillAction.LIFT));
        core.send(venue.killSwitch(0, 0, "AA01", KillAction.STOP));
        assertEquals(List.of(rejected + "BLOCKED"), quote(1, 1, 99, 0, 0));
        core.send(venue.killSwitch(0, 0, "AA01", KillAction.LIFT));
        core.send(core.commands.suspend(2, ClearingKind.EVENING));
        core.send(core.commands.complete(2, ClearingKind.EVENING));
        assertEquals(List.of(rejected + "SESSION_CLOSED"), quote(1, 1, 99, 0, 0));
    }

    @Test
    void shouldQuoteAnewWhenASideWasCancelledOrTheSessionEnded()
    {
        quote(1, 5, 99, 6, 101);
        assertEquals(List.of("cancelled 1 cl=9 req=3 BUY 5@99 REQUESTED"), core.cancel(1, 3, 1));
        assertEquals(
            List.of(
                "accepted 3 cl=9 BUY 5@99 DAY",
                "replaced 2->2 cl=9->9 SELL 6@101->6@101 SET_REST",
                accepted(1, 1, "3", "2")),
            quote(1, 5, 99, 6, 101));
        assertEquals(
            List.of(
                "suspended run=2 session=1 EVENING",
                "cleared session=1",
                "cancelled 3 cl=9 req=- BUY 5@99 SESSION_END",
                "cancelled 2 cl=9 req=- SELL 6@101 SESSION_END"),
            core.send(core.commands.suspend(2, ClearingKind.EVENING)));
        core.send(core.commands.complete(2, ClearingKind.EVENING));
        core.send(core.commands.openSession(2, 20261122));
        assertEquals(
            List.of("accepted 4 cl=9 BUY 5@99 DAY", "accepted 5 cl=9 SELL 6@101 DAY", accepted(1, 1, "4", "5")),
            quote(1, 5, 99, 6, 101));
    }

    @Test
    void shouldNotLetAnOrdinaryReplaceChangeASide()
    {
        quote(1, 5, 99, 6, 101);
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=0 UNKNOWN_ORDER"),
            core.replace(1, 2, 1, ReplaceMode.SET_REST, 4, 99));
    }

    @Test
    void shouldOnlyWithdrawWhenTheInstrumentIsHalted()
    {
        quote(1, 5, 99, 6, 101);
        core.send(venue.changePhase(1, Phase.HALTED, 0, 0, Phase.HALTED));
        assertEquals(List.of(refused(1, 1, "PHASE_FORBIDS")), quote(1, 4, 99, 6, 101));
        assertEquals(
            List.of(
                "cancelled 1 cl=9 req=9 BUY 5@99 QUOTE_WITHDRAWN",
                "cancelled 2 cl=9 req=9 SELL 6@101 QUOTE_WITHDRAWN",
                accepted(1, 1, "-", "-")),
            quote(1, 0, 0, 0, 0));
        assertEquals(
            List.of("rejected cl=8 order=- account= instrument=1 PHASE_FORBIDS"),
            core.send(quotes.request(2, 1, 0, 1)));
    }

    @Test
    void shouldNotEvenWithdrawWhenTheInstrumentIsClosed()
    {
        quote(1, 5, 99, 6, 101);
        core.send(venue.changePhase(1, Phase.CLOSED, 0, 0, Phase.CLOSED));
        assertEquals(List.of(refused(1, 1, "PHASE_FORBIDS")), quote(1, 0, 0, 0, 0));
        assertEquals(List.of("5@99 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldTakePartInAnAuction()
    {
        core.send(venue.changePhase(1, Phase.OPENING_AUCTION, 0, 0, Phase.CONTINUOUS));
        core.sell(1, 3, 95);
        core.send(venue.protection(1, 1_000, 3, 0, 0));
        assertEquals(
            List.of("accepted 2 cl=9 BUY 5@99 DAY", "accepted 3 cl=9 SELL 6@101 DAY", accepted(1, 1, "2", "3")),
            quote(1, 5, 99, 6, 101).subList(0, 3));
        final List<String> uncrossed =
            core.send(venue.changePhase(1, Phase.CONTINUOUS, 0, 0, Phase.CONTINUOUS));
        assertEquals(
            List.of(
                "MarketMakerProtectionTripped volumeLots=3 deltaLots=3 trades=1 loginId=1 underlying=INDEX",
                "cancelled 2 cl=9 req=- BUY 2@99 MARKET_MAKER_PROTECTION",
                "cancelled 3 cl=9 req=- SELL 6@101 MARKET_MAKER_PROTECTION"),
            uncrossed.subList(uncrossed.size() - 3, uncrossed.size()));
    }

    @Test
    void shouldNameTheLimitThatRefuses()
    {
        core.send(venue.limits(LimitLevel.CLIENT, "AA01001", encoder -> encoder.maxActiveOrders(1)));
        assertEquals(
            List.of(refused(1, 1, "RISK_LIMIT")
                .replace("limitLevel=NULL_VAL limitKind=NULL_VAL", "limitLevel=CLIENT limitKind=ACTIVE_ORDERS")),
            quote(1, 5, 99, 6, 101));
        assertEquals(
            List.of("accepted 1 cl=9 BUY 5@99 DAY", accepted(1, 1, "1", "-")), quote(1, 5, 99, 0, 0));
        assertEquals("REFUSED", quote(1, 5, 99, 6, 101).get(0).replaceAll(".*status=(\\w+) .*", "$1"));
        assertEquals(List.of("5@99 x1"), core.depth(0, Side.BUY));
        core.send(venue.limits(LimitLevel.CLIENT, "AA01001", encoder -> encoder.maxActiveOrders(2)));
        assertEquals(3, quote(1, 5, 99, 6, 101).size());
    }

    @Test
    void shouldCountBothSidesForTheRate()
    {
        final String rate = refused(1, 1, "RISK_LIMIT")
            .replace("limitLevel=NULL_VAL limitKind=NULL_VAL", "limitLevel=LOGIN limitKind=ORDER_RATE");
        core.send(venue.limits(LimitLevel.LOGIN, "1", encoder -> encoder.maxOrdersPerSecond(1)));
        assertEquals(List.of(rate), quote(1, 5, 99, 6, 101));
        core.send(venue.limits(LimitLevel.LOGIN, "1", encoder -> encoder.maxOrdersPerSecond(2)));
        assertEquals(3, quote(1, 5, 99, 6, 101).size());
        core.timeNs += 1_000_000_000L;
        core.send(venue.limits(LimitLevel.LOGIN, "1", encoder -> encoder.maxOrdersPerSecond(1)));
        assertEquals(List.of(rate), quote(1, 6, 99, 7, 101));
        core.send(venue.limits(LimitLevel.LOGIN, "1", encoder -> encoder.maxOrdersPerSecond(2)));
        assertEquals(3, quote(1, 6, 99, 7, 101).size());
        core.timeNs += 1_000_000_000L;
        core.send(venue.limits(LimitLevel.LOGIN, "1", encoder -> encoder.maxOrdersPerSecond(1)));
        assertEquals("replaced 3->5 cl=9->9 BUY 6@99->8@99 SET_REST", quote(1, 8, 99, 0, 0).get(1), "one side alone");
    }

    @Test
    void shouldInformEverybodyWhenAQuoteIsRequested()
    {
        assertEquals(
            List.of("QuoteRequested clOrdId=8 qtyLots=10 instrumentId=2 loginId=2 side=89"),
            core.send(quotes.request(2, 2, 10, 89)));
        assertEquals(
            List.of("QuoteRequested clOrdId=8 qtyLots=0 instrumentId=1 loginId=3 side=2"),
            core.send(quotes.request(3, 1, 0, 2)));
        assertEquals(
            List.of("QuoteRequested clOrdId=8 qtyLots=2147483647 instrumentId=1 loginId=3 side=1"),
            core.send(quotes.request(3, 1, ClearingRange.MAX_LOTS, 1)));
    }

    @Test
    void shouldRefuseRequestsForQuotes()
    {
        final long before = core.stateHash();
        assertEquals(
            List.of("rejected cl=8 order=- account= instrument=1 UNKNOWN_LOGIN"),
            core.send(quotes.request(9, 1, 0, 1)));
        assertEquals(
            List.of("rejected cl=8 order=- account= instrument=9 UNKNOWN_INSTRUMENT"),
            core.send(quotes.request(1, 9, 0, 1)));
        assertEquals(
            List.of("rejected cl=8 order=- account= instrument=1 INVALID_FIELD"),
            core.send(quotes.request(1, 1, 0, 3)));
        assertEquals(
            List.of("rejected cl=8 order=- account= instrument=1 QTY_OUT_OF_RANGE"),
            core.send(quotes.request(1, 1, -1, 1)));
        assertEquals(
            List.of("rejected cl=8 order=- account= instrument=1 QTY_OUT_OF_RANGE"),
            core.send(quotes.request(1, 1, ClearingRange.MAX_LOTS + 1, 1)));
        assertEquals(before, core.stateHash());
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        assertEquals(
            List.of("rejected cl=8 order=- account= instrument=1 TRADING_SUSPENDED"),
            core.send(quotes.request(1, 1, 0, 1)));
    }

    private List<String> quote(
        final int instrumentId, final long bidLots, final long bidE5, final long askLots, final long askE5)
    {
        return core.send(venue.quote(1, instrumentId, bidLots, bidE5, askLots, askE5));
    }

    private static String accepted(final int instrumentId, final int entryId, final String bid, final String ask)
    {
        final String none = Long.toString(Long.MIN_VALUE);
        return "QuoteAcknowledged quoteId=9 bidOrderId=" + bid.replace("-", none) + " askOrderId=" +
            ask.replace("-", none) + " instrumentId=" + instrumentId + " entryId=" + entryId +
            " loginId=1 status=ACCEPTED reason=NULL_VAL limitLevel=NULL_VAL limitKind=NULL_VAL";
    }

    private static String refused(final int instrumentId, final int entryId, final String reason)
    {
        return accepted(instrumentId, entryId, "-", "-")
            .replace("status=ACCEPTED reason=NULL_VAL", "status=REFUSED reason=" + reason);
    }
}
