// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.core.CoreFixture;
import io.bourse.engine.core.QuoteCommandWriter;
import io.bourse.engine.core.VenueCommandWriter;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.Side;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What trips a market maker's protection, what goes then, and how it comes back. Login 1 quotes.
 */
class MarketMakerProtectionTest
{
    private static final String TRIPPED = "MarketMakerProtectionTripped volumeLots=%d deltaLots=%d trades=%d " +
        "loginId=1 underlying=INDEX";
    private static final String REFUSED = "QuoteAcknowledged quoteId=9 bidOrderId=-9223372036854775808 " +
        "askOrderId=-9223372036854775808 instrumentId=1 entryId=1 loginId=1 status=REFUSED " +
        "reason=PROTECTION_TRIPPED limitLevel=NULL_VAL limitKind=NULL_VAL";

    private final CoreFixture core = new CoreFixture().withMembers();
    private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);
    private final QuoteCommandWriter quotes = new QuoteCommandWriter(core.commands);

    @BeforeEach
    void setUp()
    {
        core.send(core.commands.instrument(4, "OTHER-12.26", encoder -> encoder.underlying("OTHER")));
        core.open();
        core.send(venue.loginRights(1, LoginRights.QUOTES, -1));
        core.send(venue.loginRights(2, LoginRights.QUOTES, -1));
    }

    @Test
    void shouldTakeOutEveryQuoteOnTheUnderlyingWhenVolumeIsReached()
    {
        protect(1_000, 10, 0, 0);
        quote(2, 5, 400, 5, 500);
        quote(1, 20, 100, 20, 102);
        quote(4, 5, 100, 5, 102);
        core.order(1, 1, Side.BUY, 3, 90);
        core.send(venue.quote(2, 1, 7, 95, 7, 105));
        sell(9, 100);
        assertEquals(
            List.of(
                "accepted 11 cl=2 SELL 1@100 DAY",
                "trade 2 1@100 buy=3/cl9/rest10 sell=11/cl2/rest0 by SELL",
                String.format(TRIPPED, 10, 10, 2),
                "cancelled 1 cl=9 req=- BUY 5@400 MARKET_MAKER_PROTECTION",
                "cancelled 2 cl=9 req=- SELL 5@500 MARKET_MAKER_PROTECTION",
                "cancelled 3 cl=9 req=- BUY 10@100 MARKET_MAKER_PROTECTION",
                "cancelled 4 cl=9 req=- SELL 20@102 MARKET_MAKER_PROTECTION"),
            sell(1, 100));
        assertEquals(List.of("7@95 x1", "3@90 x1"), core.depth(0, Side.BUY));
        assertEquals(List.of("5@100 x1"), core.depth(3, Side.BUY));
    }

    @Test
    void shouldCountBoughtLessSoldWhenDeltaIsLimited()
    {
        protect(1_000, 0, 5, 0);
        quote(1, 20, 100, 20, 102);
        sell(4, 100);
        core.order(3, 2, Side.BUY, 8, 102);
        assertEquals(
            List.of(
                "accepted 5 cl=2 BUY 1@102 DAY",
                "trade 3 1@102 buy=5/cl2/rest0 sell=2/cl9/rest11 by BUY",
                String.format(TRIPPED, 13, -5, 3),
                "cancelled 1 cl=9 req=- BUY 16@100 MARKET_MAKER_PROTECTION",
                "cancelled 2 cl=9 req=- SELL 11@102 MARKET_MAKER_PROTECTION"),
            core.order(3, 2, Side.BUY, 1, 102));
    }

    @Test
    void shouldForgetTradesOlderThanTheWindow()
    {
        protect(1_000, 0, 0, 3);
        quote(1, 90, 100, 0, 0);
        core.timeNs = 10_000;
        sell(1, 100);
        core.timeNs = 10_600;
        sell(2, 100);
        core.timeNs = 11_001;
        assertEquals(2, sell(3, 100).size());
        core.timeNs = 11_600;
        assertEquals(
            List.of(
                "accepted 5 cl=2 SELL 4@100 DAY",
                "trade 4 4@100 buy=1/cl9/rest80 sell=5/cl2/rest0 by SELL",
                String.format(TRIPPED, 9, 9, 3),
                "cancelled 1 cl=9 req=- BUY 80@100 MARKET_MAKER_PROTECTION"),
            sell(4, 100));
    }

    @Test
    void shouldCountATradeThatIsAsOldAsTheWindow()
    {
        protect(1_000, 0, 0, 2);
        quote(1, 90, 100, 0, 0);
        core.timeNs = 10_000;
        sell(1, 100);
        core.timeNs = 11_001;
        assertEquals(2, sell(1, 100).size());
        core.timeNs = 12_001;
        assertEquals(4, sell(1, 100).size());
    }

    @Test
    void shouldRefuseQuotesUntilResetAndCountAnewThen()
    {
        protect(1_000, 0, 0, 2);
        quote(1, 20, 100, 0, 0);
        sell(1, 100);
        sell(1, 100);
        assertEquals(List.of(REFUSED), quote(1, 20, 100, 0, 0));
        assertEquals(List.of(REFUSED), quote(1, 0, 0, 0, 0));
        assertEquals(List.of(REFUSED.replace("instrumentId=1", "instrumentId=3")), quote(3, 1, 100, 0, 0));
        protect(1_000, 0, 0, 2);
        assertEquals(List.of(REFUSED), quote(1, 20, 100, 0, 0), "setting limits does not unlock");
        assertEquals(2, quote(4, 20, 100, 0, 0).size(), "another underlying");
        assertEquals(
            List.of("MarketMakerProtectionReset loginId=1 underlying=INDEX"), core.send(venue.resetProtection(1)));
        assertEquals(2, quote(1, 20, 100, 0, 0).size());
        assertEquals(2, sell(1, 100).size());
        assertEquals(4, sell(1, 100).size());
    }

    @Test
    void shouldLetAnAggressorFinishBeforeTheQuotesGo()
    {
        protect(1_000, 10, 0, 0);
        quote(1, 20, 100, 0, 0);
        quote(2, 20, 400, 0, 0);
        assertEquals(
            List.of(
                "accepted 3 cl=2 SELL 15@100 DAY",
                "trade 1 15@100 buy=1/cl9/rest5 sell=3/cl2/rest0 by SELL",
                String.format(TRIPPED, 15, 15, 1),
                "cancelled 1 cl=9 req=- BUY 5@100 MARKET_MAKER_PROTECTION",
                "cancelled 2 cl=9 req=- BUY 20@400 MARKET_MAKER_PROTECTION"),
            sell(15, 100));
    }

    @Test
    void shouldRefuseLaterEntriesWhenAnEarlierOneTrips()
    {
        protect(1_000, 3, 0, 0);
        core.sell(1, 4, 100);
        assertEquals(
            List.of(
                "accepted 2 cl=9 BUY 4@100 DAY",
                "trade 1 4@100 buy=2/cl9/rest0 sell=1/cl1/rest0 by BUY",
                "accepted 3 cl=9 SELL 4@102 DAY",
                "QuoteAcknowledged quoteId=9 bidOrderId=2 askOrderId=3 instrumentId=1 entryId=5 loginId=1 " +
                    "status=ACCEPTED reason=NULL_VAL limitLevel=NULL_VAL limitKind=NULL_VAL",
                REFUSED.replace("instrumentId=1 entryId=1", "instrumentId=2 entryId=6"),
                String.format(TRIPPED, 4, 4, 1),
                "cancelled 3 cl=9 req=- SELL 4@102 MARKET_MAKER_PROTECTION"),
            core.send(quotes.begin(1, 9, CoreFixture.ACCOUNTS[1], 2)
                .entry(5, 1, 4, 100, 4, 102)
                .entry(6, 2, 4, 400, 4, 500)
                .end()));
    }

    @Test
    void shouldWatchQuotesThatWereThereBeforeIt()
    {
        quote(1, 20, 100, 20, 102);
        sell(5, 100);
        assertEquals(
            List.of("MarketMakerProtectionSet windowNs=1000 maxVolumeLots=5 maxDeltaLots=0 maxTrades=0 loginId=1 " +
                "underlying=INDEX"),
            protect(1_000, 5, 0, 0));
        assertEquals(2, sell(4, 100).size());
        assertEquals(5, sell(1, 100).size());
    }

    @Test
    void shouldWatchNothingWhenSwitchedOff()
    {
        protect(1_000, 5, 0, 0);
        quote(1, 20, 100, 0, 0);
        protect(0, 5, 0, 0);
        assertEquals(2, sell(10, 100).size());
        protect(1_000, 5, 0, 0);
        assertEquals(2, sell(4, 100).size());
        assertEquals(4, sell(1, 100).size());
    }

    @Test
    void shouldCountAnyNumberOfTrades()
    {
        protect(1_000, 0, 0, 1_000);
        quote(1, 5_000, 100, 0, 0);
        for (int i = 1; i < 1_000; i++)
        {
            core.timeNs++;
            assertEquals(2, sell(1, 100).size());
        }
        assertEquals(4, sell(1, 100).size());
        core.send(venue.resetProtection(1));
        quote(1, 5_000, 100, 0, 0);
        for (int i = 0; i < 3_000; i++)
        {
            core.timeNs += 2;
            assertEquals(2, sell(1, 100).size(), "no more than 501 in a window");
        }
    }

    /** More and more of them: the ring goes around, then grows while its oldest trade is anywhere. */
    @Test
    void shouldRememberTheTradesOfItsWindowInTheirOrder()
    {
        final long windowNs = 100;
        final MarketMakerProtection protection =
            new MarketMakerProtection(null, new UnsafeBuffer(new byte[Instrument.UNDERLYING_LENGTH]), 0);
        protection.set(windowNs, 0, 0, 0);
        final List<String> expected = new ArrayList<>();
        final List<Long> timesNs = new ArrayList<>();
        final List<Long> lots = new ArrayList<>();
        long nowNs = 1_000;
        for (int i = 1; i <= 1_000; i++)
        {
            nowNs += i < 330 ? 2 : 1;
            timesNs.add(nowNs);
            lots.add(0 == i % 3 ? -i : (long)i);
            protection.onTrade(nowNs, lots.getLast(), false);
            expected.add(nowNs + " " + lots.getLast());
            while (timesNs.getFirst() < nowNs - windowNs)
            {
                timesNs.removeFirst();
                lots.removeFirst();
                expected.removeFirst();
            }
            assertEquals(expected, IntStream.range(0, protection.trades())
                .mapToObj(trade -> protection.tradeTimeNs(trade) + " " + protection.tradeLots(trade)).toList());
            assertEquals(lots.stream().mapToLong(Math::abs).sum(), protection.volumeLots());
            assertEquals(lots.stream().mapToLong(Long::longValue).sum(), protection.deltaLots());
        }
        assertEquals(101, protection.trades());
        protection.set(windowNs, 0, 0, 0);
        assertEquals(0, protection.trades());
        assertEquals(0, protection.volumeLots());
        assertEquals(0, protection.deltaLots());
    }

    @Test
    void shouldRefuseWrongProtections()
    {
        final long before = core.stateHash();
        final String rejected = "rejected cl=3 order=- account= instrument=0 ";
        assertEquals(List.of(rejected + "UNKNOWN_LOGIN"), core.send(venue.protection(9, 1, 1, 1, 1)));
        assertEquals(List.of(rejected + "NO_RIGHT"), core.send(venue.protection(3, 1, 1, 1, 1)));
        assertEquals(List.of(rejected + "INVALID_FIELD"), core.send(venue.protection(1, -1, 1, 1, 1)));
        assertEquals(List.of(rejected + "INVALID_FIELD"), core.send(venue.protection(1, 1, -1, 1, 1)));
        assertEquals(List.of(rejected + "INVALID_FIELD"), core.send(venue.protection(1, 1, 1, -1, 1)));
        assertEquals(List.of(rejected + "INVALID_FIELD"), core.send(venue.protection(1, 1, 1, 1, -1)));
        assertEquals(List.of(rejected + "INVALID_FIELD"), core.send(quotes.protection(1, 1, 1, 1, "")));
        assertEquals(List.of(rejected + "UNKNOWN_INSTRUMENT"), core.send(quotes.protection(1, 1, 1, 1, "NOTHING")));
        assertEquals(
            List.of("rejected cl=4 order=- account= instrument=0 WRONG_STATE"), core.send(venue.resetProtection(1)));
        assertEquals(
            List.of("rejected cl=4 order=- account= instrument=0 NO_RIGHT"), core.send(venue.resetProtection(3)));
        assertEquals(before, core.stateHash());
    }

    /** A window without limits would remember trades for ever. */
    @ParameterizedTest
    @ValueSource(ints = {FeatureLevels.GUARDED - 1, FeatureLevels.GUARDED})
    void shouldTripAtTheMostTradesThatAreRememberedFromTheLevelOn(final int level)
    {
        core.raiseTo(level);
        protect(Long.MAX_VALUE, 0, 0, 0);
        quote(1, 100_000, 100, 0, 0);
        for (int i = 1; i < MarketMakerProtection.MOST_TRADES; i++)
        {
            assertEquals(2, sell(1, 100).size());
        }
        final List<String> last = sell(1, 100);
        assertEquals(level >= FeatureLevels.GUARDED ? 4 : 2, last.size(), last::toString);
        assertEquals(level >= FeatureLevels.GUARDED, last.contains(String.format(
            TRIPPED, MarketMakerProtection.MOST_TRADES, MarketMakerProtection.MOST_TRADES,
            MarketMakerProtection.MOST_TRADES)));
    }

    private List<String> protect(final long windowNs, final long volume, final long delta, final int trades)
    {
        return core.send(venue.protection(1, windowNs, volume, delta, trades));
    }

    private List<String> quote(
        final int instrumentId, final long bidLots, final long bidE5, final long askLots, final long askE5)
    {
        return core.send(venue.quote(1, instrumentId, bidLots, bidE5, askLots, askE5));
    }

    private List<String> sell(final long lots, final long priceE5)
    {
        return core.order(3, 2, Side.SELL, lots, priceE5);
    }
}
